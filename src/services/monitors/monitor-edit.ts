/**
 * Bulk edits: changes of settings of many monitors in one transaction. The number of statements does not depend on the
 * number of monitors.
 */
import {
  type EditOutcome,
  isApplicable,
  listFieldChanges,
  type PlannedEdit,
  type RefusalPolicy,
  toEditOutcomes,
} from '../../core/monitors/bulk.ts'
import type { MonitorType } from '../../core/monitors/monitor.ts'
import { type AppliedUpdate, type MonitorChange, toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { Problem } from '../../core/platform/errors.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { findMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import { listTagsByMonitor } from '../../store/monitors/tags.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/context.ts'
import { convertInTurns } from '../platform/limits/large-work.ts'
import { applyUpdates, type MonitorEdit, transactEdit } from './lifecycle.ts'
import type { MonitorContext } from './monitor-context.ts'
import { findProblems, type Proposal } from './monitor-rules.ts'

/** One change of several monitors. */
export interface BulkEdit {
  monitorIds: readonly string[]
  /** Returns why the change does not apply to monitors of a type; null when it does. */
  findTypeProblem: (type: MonitorType) => Problem | null
  /** Whether `toChange` needs the tags of a monitor. */
  needsTags: boolean
  /** Refuses monitors that were changed at another time; null for any time. */
  updatedAt: UnixMs | null
  /** @throws Problem for a change that does not fit the monitor */
  toChange: (before: StoredMonitor, tags: readonly string[]) => MonitorChange
}

interface EditOptions {
  policy: RefusalPolicy
  /** Whether to return the outcome without changing a monitor. */
  isDryRun: boolean
}

export interface EditResult {
  outcomes: EditOutcome[]
  isApplied: boolean
  /** Applied changes; in a dry run the changes that would be applied. */
  updates: readonly AppliedUpdate[]
  /** Time of the change, Unix ms: the `updatedAt` of all changed monitors. */
  at: number
}

/** @param edits name each monitor at most once */
export async function editMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  edits: readonly BulkEdit[],
  { policy, isDryRun }: EditOptions,
): Promise<EditResult> {
  const { store, now } = context
  if (isDryRun) return toResult(await planEdits(store.db, context, scope, edits), policy, false, now())
  return transactEdit(context, scope, async (edit) => {
    const plan = await planEdits(edit.tx, context, scope, edits)
    const result = toResult(plan, policy, true, edit.at)
    if (result.isApplied) await applyInSlices(edit, result.updates)
    return result
  })
}

interface Plan extends PlannedEdit {
  update: AppliedUpdate | null
}

function toResult(plan: readonly Plan[], policy: RefusalPolicy, isFinal: boolean, at: number): EditResult {
  const areApplicable = isApplicable(plan, policy)
  return {
    outcomes: toEditOutcomes(plan, areApplicable),
    isApplied: isFinal && areApplicable,
    updates: areApplicable ? plan.flatMap(({ update, refusal }) => (update && !refusal ? [update] : [])) : [],
    at,
  }
}

async function planEdits(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  edits: readonly BulkEdit[],
): Promise<Plan[]> {
  const ids = edits.flatMap(({ monitorIds }) => monitorIds)
  const monitors = await findMonitors(db, scope.projectId, ids)
  const tagged = edits.filter(({ needsTags }) => needsTags).flatMap(({ monitorIds }) => monitorIds)
  const tags = await listTagsByMonitor(
    db,
    tagged.flatMap((id) => monitors.get(id)?.key ?? []),
  )
  const edited = edits.flatMap((edit) => edit.monitorIds.map((id) => ({ edit, id })))
  const drafts = await convertInTurns(edited, ({ edit, id }) => {
    const monitor = monitors.get(id)
    return draftEdit(edit, id, monitor, (monitor && tags.get(monitor.key)) ?? [])
  })
  const proposals = drafts.flatMap(({ proposal }) => proposal ?? [])
  const problems = await findProblems(db, context, scope, proposals)
  return drafts.map(({ proposal, ...plan }) => ({
    ...plan,
    refusal: (proposal && problems.get(proposal)) ?? plan.refusal,
  }))
}

interface Draft extends Plan {
  /** Null when nothing changes. */
  proposal: Proposal | null
}

function draftEdit(
  edit: BulkEdit,
  monitorId: string,
  monitor: StoredMonitor | undefined,
  tags: readonly string[],
): Draft {
  const none = { monitorId, name: monitor?.name ?? null, changes: [], isOtherType: false, update: null, proposal: null }
  if (!monitor)
    return { ...none, refusal: new Problem('MONITOR_NOT_FOUND', `Monitor ${monitorId} does not exist in this project`) }
  const typeProblem = edit.findTypeProblem(monitor.type)
  if (typeProblem) return { ...none, refusal: typeProblem, isOtherType: true }
  if (edit.updatedAt !== null && edit.updatedAt !== monitor.updatedAt)
    return { ...none, refusal: new Problem('CONFLICT', 'The monitor was changed in the meantime') }
  try {
    return { ...none, refusal: null, ...proposeChange(monitor, edit.toChange(monitor, tags), tags) }
  } catch (error) {
    if (error instanceof Problem) return { ...none, refusal: error }
    throw error
  }
}

function proposeChange(
  monitor: StoredMonitor,
  change: MonitorChange,
  tags: readonly string[],
): Pick<Draft, 'changes' | 'update' | 'proposal'> {
  const update = toAppliedUpdate(monitor, change, tags)
  const changes = listFieldChanges(update)
  if (changes.length === 0) return { changes, update: null, proposal: null }
  const before = { ...update.before, key: monitor.key }
  return { changes, update, proposal: { before, change, after: update.after } }
}

/** Maximum number of monitors per statement. */
const SLICE = 500

export async function applyInSlices(edit: MonitorEdit, updates: readonly AppliedUpdate[]): Promise<void> {
  for (let from = 0; from < updates.length; from += SLICE) await applyUpdates(edit, updates.slice(from, from + SLICE))
}
