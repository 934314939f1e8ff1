/**
 * Computes the states of groups with a condition, and opens and resolves their incidents. Results and missing results do it
 * in the transaction that changes a member, so that the alert of the member is held. Other changes make the groups due, and
 * the group watch computes them.
 */
import { type Incident, isOpen, openGroupIncident, REOPEN_WITHIN_MS } from '../../core/incidents/incident.ts'
import { type IncidentUpdate, reopen, resolve, toCreatedUpdate } from '../../core/incidents/incident-update.ts'
import {
  computeGroupStates,
  createGroupTree,
  describeGroupStatus,
  type GroupState,
  type GroupStatus,
  type GroupTree,
  hasGroupDownAbove,
  listMemberGroups,
} from '../../core/monitors/group-state.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { markGroupHoldsDue } from '../../store/incidents/incident-holds.ts'
import { findPerson, insertIncidents, lockGroupIncidents, saveIncidents } from '../../store/incidents/incidents.ts'
import { endGroupHistory, writeGroupChanges } from '../../store/monitors/group-history.ts'
import {
  clearGroupState,
  countMembers,
  type EvaluatedGroup,
  findNextGroupReview,
  findNextMaintenanceEdge,
  hasFlappingMember,
  listDownMembers,
  listDueGroupProjects,
  listProjectsOfMembers,
  lockEvaluatedGroups,
  markGroupsDue,
  saveGroupStates,
  scheduleGroupReview,
} from '../../store/monitors/group-states.ts'
import type { Tx } from '../../store/platform/store.ts'
import { recordIncidentUpdates } from '../incidents/incident-updates.ts'
import { publishGroupStatusChanges } from '../live/live-publisher.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'

/** Interval at which a group that is up again is reviewed while a member flaps. */
const FLAP_REVIEW_MS = MINUTE_MS

/** Maximum number of affected monitors of an incident. */
const MAX_AFFECTED = 100

/**
 * Evaluates the groups of monitors whose status has changed. Runs one query when no project of theirs has a group with a
 * condition.
 */
export async function evaluateGroupsOf(
  work: BaseWork,
  changes: readonly { monitorKey: number; at: UnixMs }[],
): Promise<void> {
  const { tx } = work
  const projectOf = await listProjectsOfMembers(
    tx,
    changes.map(({ monitorKey }) => monitorKey),
  )
  for (const projectId of [...new Set(projectOf.values())].sort()) {
    const times = changes.filter(({ monitorKey }) => projectOf.get(monitorKey) === projectId).map(({ at }) => at)
    const { isFlapping } = await evaluateGroups(work, projectId, Math.max(...times))
    if (isFlapping) await markGroupsDue(tx, [projectId], work.at + FLAP_REVIEW_MS)
  }
}

/**
 * Evaluates the groups that are due, one transaction for each project.
 *
 * @returns when to call it again; null when no review is planned
 */
export async function reviewDueGroups(context: Context): Promise<UnixMs | null> {
  for (const projectId of await listDueGroupProjects(context.store.db, context.now()))
    await transactSystem(context, (work) => reviewGroups(work, projectId))
  return findNextGroupReview(context.store.db)
}

/** Evaluates the groups of a project now, and plans their next review. */
export async function reviewGroups(work: BaseWork, projectId: string): Promise<void> {
  const { tx, at: now } = work
  const { scope, isFlapping } = await evaluateGroups(work, projectId, now)
  if (scope.length === 0) return
  const edge = await findNextMaintenanceEdge(tx, scope, now)
  const times = [...(edge === null ? [] : [edge]), ...(isFlapping ? [now + FLAP_REVIEW_MS] : [])]
  await scheduleGroupReview(tx, projectId, times.length === 0 ? null : Math.min(...times))
}

interface Outcome {
  /** Whether an incident of a group stays open only because a member flaps. */
  isFlapping: boolean
  /** Ids of the groups with a condition and of the groups within them. */
  scope: readonly string[]
}

/** @param at time of the change; a status begins later than the one before it */
async function evaluateGroups(work: BaseWork, projectId: string, at: UnixMs): Promise<Outcome> {
  const { tx, context, at: now, newId } = work
  const groups = await lockEvaluatedGroups(tx, projectId)
  const tree = createGroupTree(groups)
  const scope = listScope(groups, tree)
  if (scope.length === 0) return { isFlapping: false, scope }
  const computed = computeGroupStates(tree, await countMembers(tx, scope, now))
  const evaluated = groups.flatMap((group) => {
    const facts = computed.get(group.id)
    if (!facts) return []
    const hasMoved = facts.status !== group.state?.status
    const since = hasMoved ? Math.max(at, (group.state?.since ?? 0) + 1) : group.state!.since
    return [{ group, hasMoved, after: { ...facts, since } }]
  })
  const explain = await loadExplanations(tx, tree, evaluated, now)
  await saveGroupStates(tx, new Map(evaluated.filter(isChanged).map(({ group, after }) => [group.id, after])))
  const changes = evaluated
    .filter(({ hasMoved }) => hasMoved)
    .map((step) => ({
      id: newId(),
      groupId: step.group.id,
      from: step.group.state?.status ?? null,
      to: step.after.status,
      reason: explain(step).reason,
      at: step.after.since,
    }))
  await writeGroupChanges(tx, changes)
  publishGroupStatusChanges(tx, context, projectId, changes)
  const isFlapping = await applyToGroupIncidents(work, tree, evaluated, explain)
  const recovered = evaluated.filter(({ group, after }) => group.state?.status === 'down' && after.status !== 'down')
  await markGroupHoldsDue(
    tx,
    recovered.map(({ group }) => group.id),
    now,
  )
  return { isFlapping, scope }
}

type Tree = GroupTree<EvaluatedGroup>

/** A group with a condition, with its state before and after the evaluation. */
interface EvaluatedState {
  group: EvaluatedGroup
  hasMoved: boolean
  after: GroupState
}

const isChanged = ({ group, after }: EvaluatedState): boolean =>
  group.state === null || JSON.stringify(group.state) !== JSON.stringify(after)

/** Lists the groups with a condition and the groups within them. */
function listScope(groups: readonly EvaluatedGroup[], tree: Tree): string[] {
  const scope = new Set<string>()
  const add = (id: string): void => {
    if (scope.has(id)) return
    scope.add(id)
    for (const { id: child } of tree.get(id) ?? []) add(child)
  }
  for (const { id, condition } of groups) if (condition !== null) add(id)
  return [...scope]
}

interface Explanation {
  reason: string
  /** Ids of the monitors that are down, also in nested groups. */
  downIds: string[]
}

/** Loads the names of members that are down, once for all groups whose members have changed. */
async function loadExplanations(
  tx: Tx,
  tree: Tree,
  evaluated: readonly EvaluatedState[],
  now: UnixMs,
): Promise<(step: EvaluatedState) => Explanation> {
  const statuses = new Map(evaluated.map(({ group, after }) => [group.id, after.status]))
  const failing = evaluated.filter((step) => isChanged(step) && step.after.members.down > 0)
  const placesOf = new Map(failing.map(({ group }) => [group.id, listSubtreeIds(tree, group.id)]))
  const down = new Map(
    await Promise.all(
      failing.map(async ({ group }) => {
        const found = await listDownMembers(tx, placesOf.get(group.id)!, now, MAX_AFFECTED)
        return [group.id, found] as const
      }),
    ),
  )
  return ({ group, after }) => {
    const { folders, nested } = listMemberGroups(tree, group.id)
    const found = down.get(group.id) ?? []
    const names = [
      ...nested.filter(({ id }) => statuses.get(id) === 'down').map(({ name }) => name),
      ...found.filter(({ groupId }) => folders.includes(groupId)).map(({ name }) => name),
    ]
    return { reason: describeGroupStatus(group.condition!, after, names), downIds: found.map(({ id }) => id) }
  }
}

function listSubtreeIds(tree: Tree, id: string): string[] {
  const { folders, nested } = listMemberGroups(tree, id)
  return [...folders, ...nested.flatMap((group) => listSubtreeIds(tree, group.id))]
}

/**
 * Opens and resolves the incidents of groups. A group opens none while a group above it is down. A group that is up again
 * resolves its incident when no member flaps.
 *
 * @returns whether an incident stays open only because a member flaps
 */
async function applyToGroupIncidents(
  work: BaseWork,
  tree: Tree,
  evaluated: readonly EvaluatedState[],
  explain: (step: EvaluatedState) => Explanation,
): Promise<boolean> {
  const { tx, at: now, newId } = work
  const groups = [...tree.values()].flat()
  const parents = new Map(groups.map(({ id, parentGroupId }) => [id, parentGroupId]))
  const before = new Map(groups.map(({ id, state }) => [id, state?.status]))
  const after = new Map(evaluated.map((step) => [step.group.id, step.after.status]))
  const hasOutage = (id: string, statuses: ReadonlyMap<string, GroupStatus | undefined>) =>
    statuses.get(id) === 'down' && !hasGroupDownAbove(parents, id, (above) => statuses.get(above))
  const known = await lockGroupIncidents(
    tx,
    evaluated.map(({ group }) => group.id),
    Math.min(...evaluated.map((step) => step.after.since)) - REOPEN_WITHIN_MS,
  )
  const knownOf = Map.groupBy(known, ({ groupId }) => groupId)
  const updates: IncidentUpdate[] = []
  const changed: Incident[] = []
  let isFlapping = false
  for (const step of evaluated) {
    const { group, after: state } = step
    const incidents = knownOf.get(group.id) ?? []
    const open = incidents.find(isOpen)
    const begins = hasOutage(group.id, after) && !hasOutage(group.id, before)
    if (open && (state.status === 'up' || state.status === 'degraded')) {
      if (await hasFlappingMember(tx, listSubtreeIds(tree, group.id))) isFlapping = true
      else updates.push(resolve(open, { note: explain(step).reason, by: null, at: state.since, now }))
    } else if (open) changed.push(...addAffected(open, explain(step).downIds))
    else if (begins) updates.push(toOpening(step, incidents, explain(step), { newId, now }))
  }
  const isNew = ({ kind }: IncidentUpdate) => kind === 'created'
  await saveIncidents(tx, [...changed, ...updates.filter((update) => !isNew(update)).map(({ incident }) => incident)])
  await insertIncidents(
    tx,
    updates.filter(isNew).map(({ incident }) => incident),
  )
  await recordIncidentUpdates(work, updates)
  return isFlapping
}

/** Opens an incident, or reopens one that was resolved shortly before. */
function toOpening(
  { group, after }: EvaluatedState,
  resolved: readonly Incident[],
  { reason, downIds }: Explanation,
  { newId, now }: { newId: () => string; now: UnixMs },
): IncidentUpdate {
  const recent = resolved.find(({ resolvedAt }) => resolvedAt! >= after.since - REOPEN_WITHIN_MS)
  if (recent) {
    const incident = { ...recent, errorMessage: reason, affectedMonitorIds: downIds }
    return reopen(incident, { message: reason, by: null, at: after.since, now })
  }
  const facts = { id: newId(), errorMessage: reason, startedAt: after.since, affectedMonitorIds: downIds }
  return toCreatedUpdate(openGroupIncident(group, facts, now), reason, null)
}

/** Returns the incident with monitors that went down since it opened; nothing when it lists them. */
function addAffected(incident: Incident, downIds: readonly string[]): Incident[] {
  const affectedMonitorIds = [...new Set([...incident.affectedMonitorIds, ...downIds])].slice(0, MAX_AFFECTED)
  return affectedMonitorIds.length === incident.affectedMonitorIds.length ? [] : [{ ...incident, affectedMonitorIds }]
}

/** Removes the state of a group whose condition is removed, and resolves its incident. */
export async function endGroupState(work: BaseWork, groupId: string, actorId: string): Promise<void> {
  const { tx, at: now } = work
  await clearGroupState(tx, groupId)
  await endGroupHistory(tx, groupId, now)
  await resolveGroupIncidents(work, [groupId], 'Resolved because the group has no condition any more', actorId)
  await markGroupHoldsDue(tx, [groupId], now)
}

/** Resolves the incidents of groups that are about to be deleted. Locks the groups first, as results do. */
export async function endDeletedStates(
  work: BaseWork,
  projectId: string,
  groupIds: readonly string[],
  actorId: string,
): Promise<void> {
  const { tx, at } = work
  await lockEvaluatedGroups(tx, projectId)
  await resolveGroupIncidents(work, groupIds, 'Resolved because the group was deleted', actorId)
  await markGroupHoldsDue(tx, groupIds, at)
}

/** Resolves the incidents of groups without a state. */
async function resolveGroupIncidents(
  work: BaseWork,
  groupIds: readonly string[],
  note: string,
  actorId: string,
): Promise<void> {
  const { tx, at } = work
  const open = (await lockGroupIncidents(tx, groupIds)).filter(isOpen)
  if (open.length === 0) return
  const by = await findPerson(tx, actorId)
  const updates = open.map((incident) => resolve(incident, { note, by, at, now: at }))
  await saveIncidents(
    tx,
    updates.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(work, updates)
}
