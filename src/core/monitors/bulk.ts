/** Bulk operations and bulk edits: one change of many monitors, and its outcome for each. */
import { type ErrorCode, Problem } from '../platform/errors.ts'
import type { ConfiguredStatus } from './monitor.ts'
import { toChangeEntries } from './monitor-audit.ts'
import type { AppliedChange } from './monitor-change.ts'

export const BULK_OPERATIONS = ['pause', 'resume', 'delete', 'move'] as const

/** Operations that do not change the monitors themselves. */
export const SILENCE_OPERATIONS = ['silence', 'unsilence'] as const

/** Operations of a result. */
export const RESULT_OPERATIONS = [...BULK_OPERATIONS, ...SILENCE_OPERATIONS, 'restore', 'create'] as const

/** The operation to apply. */
export type BulkRequest =
  /**
   * @param from statuses to change; monitors with another status are skipped, and paused monitors with the same end
   * @param until end of the pause, Unix ms; absent: none
   */
  | { operation: 'pause'; from: readonly ConfiguredStatus[]; until?: number | null }
  /** @param from statuses to change; monitors with another status are skipped */
  | { operation: 'resume'; from: readonly ConfiguredStatus[] }
  /** @param groupId null removes the monitors from their groups */
  | { operation: 'move'; groupId: string | null }
  | { operation: 'delete' }

export const BULK_OUTCOMES = ['succeeded', 'failed', 'skipped'] as const

export interface BulkOutcome {
  /** Null when the monitor was not created. */
  monitorId: string | null
  /** Null when the monitor does not exist. */
  name: string | null
  outcome: (typeof BULK_OUTCOMES)[number]
  error?: { code: ErrorCode; message: string; details?: Problem['details'] }
}

export interface BulkResult {
  operation: (typeof RESULT_OPERATIONS)[number]
  /** The group whose monitors were selected, if the request named a group. */
  groupId?: string
  total: number
  succeeded: number
  failed: number
  skipped: number
  /** In the order of the request. */
  results: BulkOutcome[]
}

/** The fields of a monitor that decide the outcome. */
interface Candidate {
  id: string
  name: string
  status: ConfiguredStatus
  pausedUntil: number | null
  groupId: string | null
}

/**
 * Selects the monitors to change, and returns the outcome for each requested id.
 *
 * @param ids in the order of the request
 * @param found existing monitors by id
 * @param refuse returns the reason why no more than `chosen` monitors may change; null when one more may change
 */
export function decideBulk<M extends Candidate>(
  request: BulkRequest,
  ids: readonly string[],
  found: ReadonlyMap<string, M>,
  refuse: (chosen: number) => Problem | null = () => null,
): { chosen: M[]; outcomes: BulkOutcome[] } {
  const chosen: M[] = []
  const outcomes = ids.map((id): BulkOutcome => {
    const monitor = found.get(id)
    if (!monitor) return toMissingOutcome(id)
    if (!isAffected(request, monitor)) return { monitorId: id, name: monitor.name, outcome: 'skipped' }
    const refusal = refuse(chosen.length)
    if (refusal) return toFailedOutcome(id, monitor.name, refusal)
    chosen.push(monitor)
    return { monitorId: id, name: monitor.name, outcome: 'succeeded' }
  })
  return { chosen, outcomes }
}

const toMissingOutcome = (id: string): BulkOutcome =>
  toFailedOutcome(id, null, new Problem('MONITOR_NOT_FOUND', `Monitor ${id} does not exist in this project`))

/**
 * Returns the outcome of a silence for each requested id.
 *
 * @param ids in the order of the request
 * @param found existing monitors by id
 * @param changed ids of the monitors that were silenced, or whose silence ended
 */
export const toSilenceOutcomes = (
  ids: readonly string[],
  found: ReadonlyMap<string, Pick<Candidate, 'name'>>,
  changed: ReadonlySet<string>,
): BulkOutcome[] =>
  ids.map((id) => {
    const monitor = found.get(id)
    if (!monitor) return toMissingOutcome(id)
    return { monitorId: id, name: monitor.name, outcome: changed.has(id) ? 'succeeded' : 'skipped' }
  })

const toFailedOutcome = (monitorId: string, name: string | null, { code, message }: Problem): BulkOutcome => ({
  monitorId,
  name,
  outcome: 'failed',
  error: { code, message },
})

function isAffected(request: BulkRequest, { status, pausedUntil, groupId }: Candidate): boolean {
  if (request.operation === 'delete') return true
  if (request.operation === 'move') return request.groupId !== groupId
  const isSame = request.operation === 'pause' && status === 'paused' && pausedUntil === (request.until ?? null)
  return request.from.includes(status) && !isSame
}

export const summarizeBulk = (
  operation: BulkResult['operation'],
  results: BulkOutcome[],
  groupId?: string,
): BulkResult => ({
  operation,
  ...(groupId !== undefined && { groupId }),
  ...countOutcomes(results),
  results,
})

export function countOutcomes(results: readonly Pick<BulkOutcome, 'outcome'>[]) {
  const count = (kind: BulkOutcome['outcome']) => results.filter(({ outcome }) => outcome === kind).length
  return {
    total: results.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    skipped: count('skipped'),
  }
}

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
