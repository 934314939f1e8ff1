/** Bulk edits: changes of settings of many monitors, and the outcome for each. */
import type { Problem } from '../platform/errors.ts'
import type { BULK_OUTCOMES } from './bulk.ts'
import { toChangeEntries } from './monitor-audit.ts'
import type { AppliedChange } from './monitor-change.ts'

/** Maximum number of monitors of one bulk edit. */
export const MAX_EDITED_MONITORS = 1_000

/** `skip`: the other monitors change. `abort`: no monitor changes. */
export const REFUSAL_POLICIES = ['skip', 'abort'] as const
export type RefusalPolicy = (typeof REFUSAL_POLICIES)[number]

/** Entries to add to a list and to remove from it. */
interface ListEdit {
  add: readonly string[]
  remove: readonly string[]
}

/** Removes entries, then appends the new ones. The remaining entries keep their order. */
export function editList(entries: readonly string[], { add, remove }: ListEdit): string[] {
  const remaining = entries.filter((entry) => !remove.includes(entry))
  return [...new Set([...remaining, ...add])]
}

/** A changed field, by its API name. A secret is masked. */
interface FieldChange {
  field: string
  /** Undefined or null when there was no value. */
  before: unknown
  after: unknown
}

export interface EditOutcome {
  monitorId: string
  /** Null when the monitor does not exist. */
  name: string | null
  outcome: (typeof BULK_OUTCOMES)[number]
  error?: Pick<Problem, 'code' | 'message' | 'details'>
  /** Empty unless the outcome is `succeeded`. */
  changes: FieldChange[]
}

/** Lists the changed fields as the audit log shows them. */
export const listFieldChanges = (change: AppliedChange): FieldChange[] =>
  toChangeEntries(change).flatMap(({ changes = {} }) =>
    Object.entries(changes).map(([field, { from, to }]) => ({ field, before: from, after: to })),
  )

/** The planned edit of one monitor: its changes, or the reason why it stays as it is. */
export interface PlannedEdit {
  monitorId: string
  name: string | null
  changes: readonly FieldChange[]
  refusal: Problem | null
  /** Whether the fields do not apply to the type of the monitor. */
  isOtherType: boolean
}

/** Returns whether the changes are applied: a refusal can stop all of them. */
export const isApplicable = (edits: readonly PlannedEdit[], policy: RefusalPolicy): boolean =>
  edits.some(({ refusal, changes }) => refusal === null && changes.length > 0) &&
  (policy === 'skip' || edits.every(({ refusal }) => refusal === null))

/**
 * Returns the outcome of each edit. When a refusal stops all changes, the monitors without a refusal are skipped.
 *
 * @param areApplied whether the changes were applied, or would be applied
 */
export const toEditOutcomes = (edits: readonly PlannedEdit[], areApplied: boolean): EditOutcome[] =>
  edits.map(({ monitorId, name, changes, refusal, isOtherType }) => {
    if (refusal)
      return {
        ...{ monitorId, name, outcome: isOtherType ? ('skipped' as const) : ('failed' as const), changes: [] },
        error: { code: refusal.code, message: refusal.message, details: refusal.details },
      }
    const isChanged = areApplied && changes.length > 0
    return { monitorId, name, outcome: isChanged ? 'succeeded' : 'skipped', changes: isChanged ? [...changes] : [] }
  })
