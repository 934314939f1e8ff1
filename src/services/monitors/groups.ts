/** Groups: creation, changes and deletion. Each change locks the group tree of the project. */
import { isDeepStrictEqual } from 'node:util'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import {
  type CountedGroup,
  findPlacementIssue,
  GROUP,
  type Group,
  type GroupDraft,
  type GroupTree,
  isNameTaken,
  listSubtree,
} from '../../core/monitors/group.ts'
import { findConditionIssue } from '../../core/monitors/group-state.ts'
import { toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { markGroupsDue } from '../../store/monitors/group-states.ts'
import {
  countGroups,
  deleteGroups,
  findGroup,
  insertGroup,
  listChildGroups,
  listGroupMembers,
  listGroupPath,
  lockGroups,
  saveGroup,
} from '../../store/monitors/groups.ts'
import { listMonitorsIn } from '../../store/monitors/monitors.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { endDeletedStates, endGroupState, reviewGroups } from '../evaluation/group-states.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { requirePolicy } from '../platform/project-references.ts'
import { createOwned, transact, type Work } from '../platform/work.ts'
import { applyUpdates, transactEdit } from './lifecycle.ts'

/** @throws Problem RESOURCE_NOT_FOUND */
export const getGroup = async (db: Reader, projectId: string, id: string): Promise<CountedGroup> =>
  requireFound(await findGroup(db, projectId, id), GROUP, id)

/**
 * Reads a group with its direct monitors, its child groups and its path.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function readGroup(db: Reader, projectId: string, id: string) {
  const group = await getGroup(db, projectId, id)
  return {
    group,
    monitors: await listGroupMembers(db, id),
    children: await listChildGroups(db, id),
    path: await listGroupPath(db, id),
  }
}

/**
 * Creates a group.
 *
 * @param held the locked tree, when the caller changes many groups in one transaction
 * @throws Problem VALIDATION_ERROR, PLAN_LIMIT_REACHED, CONFLICT
 */
export const createGroup = (context: Context, scope: MonitorScope, draft: GroupDraft, held: GroupTree | null = null) =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId } = work
    const { organizationId, userId: createdBy } = actor
    const group: Group = { ...createOwned(work), createdBy, ...draft }
    await lockOrganization(tx, organizationId)
    const tree = held ?? (await lockTree(tx, projectId))
    checkPlacement(tree, null, draft)
    checkCondition(draft)
    await requirePolicy(tx, projectId, group.escalationPolicyId)
    checkPlanLimit(context, actor.plan, 'groups', await countGroups(tx, organizationId))
    await insertGroup(tx, group)
    tree.save(group)
    await work.audit(GROUP, null, group)
    await applyCondition(work, null, group)
    return readGroup(tx, projectId, group.id)
  })

/**
 * Changes a group.
 *
 * @param was values before a temporary change of the same transaction
 * @param held as for `createGroup`
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR, CONFLICT
 */
export const updateGroup = (
  context: Context,
  scope: MonitorScope,
  id: string,
  change: Partial<GroupDraft>,
  was: Partial<Pick<Group, 'name'>> = {},
  held: GroupTree | null = null,
) =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    const tree = held ?? (await lockTree(tx, projectId))
    const before = { ...(await getGroup(tx, projectId, id)), ...was }
    const after = { ...before, ...change, updatedAt: work.at }
    if (await work.audit(GROUP, before, after)) {
      checkPlacement(tree, before, after)
      checkCondition(after)
      if (after.escalationPolicyId !== before.escalationPolicyId)
        await requirePolicy(tx, projectId, after.escalationPolicyId)
      await saveGroup(tx, after)
      tree.save(after)
      await applyCondition(work, before, after)
    }
    return readGroup(tx, projectId, id)
  })

const checkCondition = ({ condition }: GroupDraft): void => {
  const issue = condition && findConditionIssue(condition)
  if (issue) throw createInvalid(issue)
}

/** Evaluates the groups of the project when a group with a condition was created, changed or moved. */
async function applyCondition(
  work: Work,
  before: Group | null,
  { id, condition, parentGroupId }: Group,
): Promise<void> {
  const isMoved = (before?.parentGroupId ?? null) !== parentGroupId
  if (!isMoved && isDeepStrictEqual(before?.condition ?? null, condition)) return
  if (condition === null && before?.condition) await endGroupState(work, id, work.actor.userId)
  await reviewGroups(work, work.projectId)
}

/** Options for the monitors of a deleted group. */
interface GroupRemoval {
  /** Whether to delete the group although it has monitors; they then have no group. */
  force: boolean
  /** Group that receives the monitors. */
  reassignTo: string | null
  /** Name before a temporary change of the same transaction. */
  oldName?: string
}

/**
 * Deletes a group and its subgroups. Their monitors are kept.
 *
 * @param held as for `createGroup`
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR; GROUP_NOT_EMPTY when there are monitors and no option is given
 */
export async function removeGroup(
  context: Context,
  scope: MonitorScope,
  id: string,
  { force, reassignTo, oldName }: GroupRemoval,
  held: GroupTree | null = null,
): Promise<{ groups: number; monitors: number }> {
  if (force && reassignTo !== null)
    throw createInvalid({ field: 'reassign_to_group_id', message: 'cannot be combined with force' })
  // First: no monitor is added to a group from here on
  return transactEdit(context, scope, async (edit) => {
    const { tx, projectId } = edit
    const tree = held ?? (await lockTree(tx, projectId))
    requireFound(tree.get(id), GROUP, id)
    const ids = listSubtree(tree, id)
    if (reassignTo !== null) checkReassignment(tree, ids, reassignTo)
    const members = await listMonitorsIn(tx, ids)
    if (members.length > 0 && !force && reassignTo === null) throw toGroupNotEmpty(members.length)
    await edit.logAudit(
      ...ids.map((deletedId) => {
        const name = (deletedId === id ? oldName : undefined) ?? tree.get(deletedId)!.name
        const changes = { name: { from: name } }
        return { action: 'group.deleted' as const, resourceType: GROUP.type, resourceId: deletedId, changes }
      }),
    )
    const moves = members.map((monitor) => toAppliedUpdate(monitor, { groupId: reassignTo }))
    for (let from = 0; from < moves.length; from += CHUNK) await applyUpdates(edit, moves.slice(from, from + CHUNK))
    // After the monitors: results lock monitors before groups
    await endDeletedStates(edit, projectId, ids, edit.actor.userId)
    await deleteGroups(tx, ids)
    for (const deletedId of ids) tree.delete(deletedId)
    await markGroupsDue(tx, [projectId], edit.at)
    return { groups: ids.length, monitors: members.length }
  })
}

/** Maximum number of monitors written by one statement. */
const CHUNK = 500

/** @throws Problem PROJECT_NOT_FOUND */
export async function lockTree(tx: Tx, projectId: string): Promise<GroupTree> {
  const tree = await lockGroups(tx, projectId)
  if (!tree) throw new Problem('PROJECT_NOT_FOUND', `Project ${projectId} does not exist`)
  return tree
}

/** @param before null at creation */
function checkPlacement(tree: GroupTree, before: Group | null, { name, parentGroupId: parentId }: GroupDraft): void {
  const isMoved = parentId !== (before?.parentGroupId ?? null)
  const issue = parentId !== null && isMoved ? findPlacementIssue(tree, before?.id ?? null, parentId) : null
  if (issue) throw createInvalid(issue)
  if (!isNameTaken(tree, before?.id ?? null, parentId, name)) return
  const where = parentId === null ? 'at the top level' : 'in this group'
  throw new Problem('CONFLICT', `Another group is named ${name} ${where}`, { field: 'name' })
}

function checkReassignment(tree: GroupTree, deleted: readonly string[], target: string): void {
  const refuse = (message: string) => createInvalid({ field: 'reassign_to_group_id', message })
  if (!tree.get(target)) throw refuse(`group ${target} does not exist in this project`)
  if (deleted.includes(target)) throw refuse('is one of the deleted groups')
}

const toGroupNotEmpty = (count: number): Problem =>
  new Problem(
    'GROUP_NOT_EMPTY',
    `The group and its subgroups have ${count} ${count === 1 ? 'monitor' : 'monitors'}: ` +
      'send { "force": true } to keep them without a group, or reassign_to_group_id',
    { monitor_count: count },
  )
