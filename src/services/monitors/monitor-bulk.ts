/**
 * One operation on many monitors. Each chunk of them is a transaction: others get their turn in between, and a crash
 * loses no more than the one under way. Asking again does what is left.
 */
import { type BulkOutcome, type BulkResult, type BulkWish, bulkResult, decideBulk } from '../../core/monitors/bulk.ts'
import type { ConfiguredStatus } from '../../core/monitors/monitor.ts'
import { entryOfDeletion, entryOfMove, entryOfStatus } from '../../core/monitors/monitor-audit.ts'
import { moveStatus } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import { resetCounters } from '../../store/evaluation/check-states.ts'
import { findGroupIds, listGroupMembers } from '../../store/monitors/groups.ts'
import { findMovable, type MovableMonitor, saveGroups, saveStatuses } from '../../store/monitors/monitor-moves.ts'
import { countActive, nextRevision } from '../../store/monitors/monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { followDomains } from '../expiry/domains.ts'
import { followActivity } from '../expiry/expiries.ts'
import { disarmHeartbeats } from '../heartbeats/heartbeat-changes.ts'
import { audit } from '../platform/audit.ts'
import { getGroup } from './groups.ts'
import { followMoves, NO_WAKES, type Wakes, wake } from './monitor-changes.ts'
import { limitsOf, type MonitorContext, type MonitorScope } from './monitor-context.ts'
import { buryMonitors } from './monitors.ts'

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
    const done = await context.store.transact((tx) => changeSome(tx, context, scope, wish, some, within))
    outcomes.push(...done.outcomes)
    wake(context, done.wakes)
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
): Promise<{ outcomes: BulkOutcome[]; wakes: Wakes }> {
  const revision = await nextRevision(tx) // first: from here on none of them changes
  const found = await findMovable(tx, scope.projectId, ids)
  const there = new Map([...found].filter(([, { groupId }]) => within === undefined || groupId === within))
  const refuse = await refusals(tx, context, scope, wish)
  const { chosen, outcomes } = decideBulk(wish, ids, there, refuse)
  const wakes = chosen.length > 0 ? await enact(tx, context, scope, wish, chosen, revision) : NO_WAKES
  return { outcomes, wakes }
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

async function enact(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  wish: BulkWish,
  monitors: readonly MovableMonitor[],
  revision: number,
): Promise<Wakes> {
  if (wish.operation === 'move') return regroup(tx, context, scope, wish.groupId, monitors)
  if (wish.operation === 'delete') return bury(tx, context, scope, monitors, revision)
  return setStatuses(tx, context, scope, wish.operation === 'pause' ? 'paused' : 'active', monitors, revision)
}

const keysOf = (monitors: readonly MovableMonitor[]): number[] => monitors.map(({ key }) => key)

async function regroup(
  tx: Tx,
  context: MonitorContext,
  { actor }: MonitorScope,
  groupId: string | null,
  monitors: readonly MovableMonitor[],
): Promise<Wakes> {
  await saveGroups(tx, keysOf(monitors), groupId, context.now())
  await audit(tx, context, actor, ...monitors.map((monitor) => entryOfMove(monitor.id, monitor.groupId, groupId)))
  return NO_WAKES
}

async function bury(
  tx: Tx,
  context: MonitorContext,
  { actor }: MonitorScope,
  monitors: readonly MovableMonitor[],
  revision: number,
): Promise<Wakes> {
  await buryMonitors(tx, context, keysOf(monitors), revision, actor.userId)
  await audit(tx, context, actor, ...monitors.map(({ id, name }) => entryOfDeletion(id, name)))
  return { assignments: true, deliveries: true }
}

/** What `applyWanted` does to one of them, where nothing but the status changes. */
async function setStatuses(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  to: Exclude<ConfiguredStatus, 'disabled'>,
  monitors: readonly MovableMonitor[],
  revision: number,
): Promise<Wakes> {
  const at = context.now()
  const moved = monitors.flatMap((monitor) => {
    const move = moveStatus(monitor, to)
    return move ? [{ monitor, move }] : []
  })
  await disarmHeartbeats(tx, keysOf(monitors.filter(({ type }) => type === 'HEARTBEAT')))
  await resetCounters(tx, keysOf(monitors))
  const runtimeStatus = to === 'active' ? 'unknown' : 'paused'
  await saveStatuses(tx, keysOf(monitors), { status: to, runtimeStatus, revision, at })
  await followMoves(tx, context, scope, moved, at)
  await followDomains(tx, keysOf(monitors), at)
  await followActivity(tx, keysOf(monitors), to === 'active', at)
  await audit(tx, context, scope.actor, ...monitors.map(({ id, status }) => entryOfStatus(id, status, to)))
  return { assignments: true, deliveries: to === 'paused' }
}
