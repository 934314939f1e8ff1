/**
 * One operation on many monitors. Each chunk of them is a transaction: others get their turn in between, and a crash
 * loses no more than the one under way. Asking again does what is left.
 */
import { type BulkOutcome, type BulkResult, type BulkWish, bulkResult, decideBulk } from '../../core/monitors/bulk.ts'
import { type MonitorChange, toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import { findGroupIds, listGroupMembers } from '../../store/monitors/groups.ts'
import { countActive, findMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { getGroup } from './groups.ts'
import { applyDeletion, applyUpdates, beginEdit, type MonitorEdit } from './lifecycle.ts'
import { limitsOf, type MonitorContext } from './monitor-context.ts'

/** Monitors of one transaction. */
const CHUNK = 100

/**
 * @param ids without repetition
 * @throws Problem VALIDATION_ERROR when there is no group to move to
 */
export async function changeMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  wish: BulkWish,
  ids: readonly string[],
): Promise<BulkResult> {
  await checkDestination(context, scope, wish, 'group_id')
  return bulkResult(wish.operation, await inChunks(context, scope, wish, ids))
}

/**
 * The same for all monitors of a group; those of the groups below it are not its own.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when there is no group to move to
 */
export async function changeGroupMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  groupId: string,
  wish: BulkWish,
): Promise<BulkResult> {
  const { db } = context.store
  await getGroup(db, scope.projectId, groupId)
  await checkDestination(context, scope, wish, 'target_group_id')
  const ids = (await listGroupMembers(db, groupId)).map(({ id }) => id)
  return bulkResult(wish.operation, await inChunks(context, scope, wish, ids, groupId), groupId)
}

/** @param field what the request calls the group to move to */
async function checkDestination(
  context: MonitorContext,
  { projectId }: MonitorScope,
  wish: BulkWish,
  field: string,
): Promise<void> {
  if (wish.operation !== 'move' || wish.groupId === null) return
  if ((await findGroupIds(context.store.db, projectId, [wish.groupId])).size === 0)
    throw invalid({ field, message: `there is no group ${wish.groupId} in this project` })
}

/** @param within the group that they must be in, when they are those of one */
async function inChunks(
  context: MonitorContext,
  scope: MonitorScope,
  wish: BulkWish,
  ids: readonly string[],
  within?: string,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const some = ids.slice(from, from + CHUNK)
    outcomes.push(...(await context.store.transact((tx) => changeSome(tx, context, scope, wish, some, within))))
  }
  return outcomes
}

async function changeSome(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  wish: BulkWish,
  ids: readonly string[],
  within: string | undefined,
): Promise<BulkOutcome[]> {
  const edit = await beginEdit(tx, context, scope.actor)
  const found = await findMonitors(tx, scope.projectId, ids)
  const there = new Map([...found].filter(([, { groupId }]) => within === undefined || groupId === within))
  const refuse = await refusals(tx, context, scope, wish)
  const { chosen, outcomes } = decideBulk(wish, ids, there, refuse)
  if (chosen.length > 0) await enact(tx, edit, wish, chosen)
  return outcomes
}

/** What speaks against one more of them: the plan, or that the group to move to has gone since the request came. */
async function refusals(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  wish: BulkWish,
): Promise<(chosen: number) => Problem | null> {
  if (wish.operation === 'resume') {
    const active = await countActive(tx, scope.actor.organizationId)
    return (chosen) => checkActiveLimit(limitsOf(context, scope), active + chosen)
  }
  if (wish.operation !== 'move' || wish.groupId === null) return () => null
  const isThere = (await findGroupIds(tx, scope.projectId, [wish.groupId])).size > 0
  return () => (isThere ? null : new Problem('RESOURCE_NOT_FOUND', `The group ${wish.groupId} has been deleted`))
}

async function enact(tx: Tx, edit: MonitorEdit, wish: BulkWish, monitors: readonly StoredMonitor[]): Promise<void> {
  if (wish.operation === 'delete') return applyDeletion(tx, edit, monitors)
  const change = changeOf(wish)
  await applyUpdates(
    tx,
    edit,
    monitors.map((monitor) => toAppliedUpdate(monitor, change)),
  )
}

function changeOf(wish: Exclude<BulkWish, { operation: 'delete' }>): MonitorChange {
  if (wish.operation === 'move') return { groupId: wish.groupId }
  return { status: wish.operation === 'pause' ? 'paused' : 'active' }
}
