/** Groups: made, changed and taken away. Whoever changes one holds all of the project. */
import { type AuditAction, type AuditChanges, changesBetween } from '../../core/accounts/audit.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import {
  type CountedGroup,
  type Group,
  type GroupTree,
  isNameTaken,
  placementIssue,
  subtreeOf,
} from '../../core/monitors/group.ts'
import { toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
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
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { applyUpdates, beginEdit } from './lifecycle.ts'

interface GroupDraft {
  name: string
  description: string
  /** Null at the top. */
  parentId: string | null
}

const noSuchGroup = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `There is no group ${id} in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getGroup(db: Reader, projectId: string, id: string): Promise<CountedGroup> {
  const group = await findGroup(db, projectId, id)
  if (!group) throw noSuchGroup(id)
  return group
}

/** A group with what is directly in it, and the way there. @throws Problem RESOURCE_NOT_FOUND */
export async function readGroup(db: Reader, projectId: string, id: string) {
  const group = await getGroup(db, projectId, id)
  return {
    group,
    monitors: await listGroupMembers(db, id),
    children: await listChildGroups(db, id),
    path: await listGroupPath(db, id),
  }
}

/** @throws Problem VALIDATION_ERROR, PLAN_LIMIT_REACHED, CONFLICT */
export async function createGroup(context: Context, { actor, projectId }: MonitorScope, draft: GroupDraft) {
  const { organizationId, userId: createdBy } = actor
  const at = context.now()
  const owner = { id: context.newId(), organizationId, projectId, createdBy }
  const group: Group = { ...owner, ...draft, createdAt: at, updatedAt: at }
  return context.store.transact(async (tx) => {
    await lockOrganization(tx, organizationId)
    const tree = await lockTree(tx, projectId)
    checkPlace(tree, null, draft)
    checkPlanLimit(context, actor.plan, 'groups', await countGroups(tx, organizationId), 'groups')
    await insertGroup(tx, group)
    await audit(tx, context, actor, entryOf('created', group.id, changesBetween({}, fieldsOf(group))))
    return readGroup(tx, projectId, group.id)
  })
}

/** @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR, CONFLICT */
export async function updateGroup(
  context: Context,
  { actor, projectId }: MonitorScope,
  id: string,
  change: Partial<GroupDraft>,
) {
  return context.store.transact(async (tx) => {
    const tree = await lockTree(tx, projectId)
    const before = await getGroup(tx, projectId, id)
    const after = { ...before, ...change, updatedAt: context.now() }
    const changes = changesBetween(fieldsOf(before), fieldsOf(after))
    if (Object.keys(changes).length > 0) {
      checkPlace(tree, before, after)
      await saveGroup(tx, after)
      await audit(tx, context, actor, entryOf('updated', id, changes))
    }
    return readGroup(tx, projectId, id)
  })
}

/** What becomes of the monitors of a group that is deleted. */
interface GroupRemoval {
  /** They stay without a group. */
  force: boolean
  /** They go to this group. */
  reassignTo: string | null
}

/**
 * Deletes a group with all groups below it; their monitors stay.
 *
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR; GROUP_NOT_EMPTY when there are monitors and nothing is said of them
 */
export async function removeGroup(
  context: Context,
  { actor, projectId }: MonitorScope,
  id: string,
  { force, reassignTo }: GroupRemoval,
): Promise<{ groups: number; monitors: number }> {
  if (force && reassignTo !== null)
    throw invalid({ field: 'reassign_to_group_id', message: 'cannot be combined with force' })
  return context.store.transact(async (tx) => {
    const edit = await beginEdit(tx, context, actor) // first: from here on no monitor joins a group
    const tree = await lockTree(tx, projectId)
    if (!tree.has(id)) throw noSuchGroup(id)
    const ids = subtreeOf(tree, id)
    if (reassignTo !== null) checkReassignment(tree, ids, reassignTo)
    const members = await listMonitorsIn(tx, ids)
    if (members.length > 0 && !force && reassignTo === null) throw notEmpty(members.length)
    await deleteGroups(tx, ids)
    await audit(tx, context, actor, ...ids.map((gone) => entryOf('deleted', gone, nameGone(tree, gone))))
    const moves = members.map((monitor) => toAppliedUpdate(monitor, { groupId: reassignTo }))
    for (let from = 0; from < moves.length; from += CHUNK) await applyUpdates(tx, edit, moves.slice(from, from + CHUNK))
    return { groups: ids.length, monitors: members.length }
  })
}

/** Most monitors that one statement writes. */
const CHUNK = 500

async function lockTree(tx: Tx, projectId: string): Promise<GroupTree> {
  const tree = await lockGroups(tx, projectId)
  if (!tree) throw new Problem('PROJECT_NOT_FOUND', `There is no project ${projectId}`)
  return tree
}

/** @param before null when the group is about to be made */
function checkPlace(tree: GroupTree, before: Group | null, { name, parentId }: GroupDraft): void {
  const isMoved = parentId !== (before?.parentId ?? null)
  const issue = parentId !== null && isMoved ? placementIssue(tree, before?.id ?? null, parentId) : null
  if (issue) throw invalid(issue)
  if (!isNameTaken(tree, before?.id ?? null, parentId, name)) return
  const where = parentId === null ? 'at the top level' : 'in this group'
  throw new Problem('CONFLICT', `There is another group named ${name} ${where}`, { field: 'name' })
}

function checkReassignment(tree: GroupTree, deleted: readonly string[], target: string): void {
  const refuse = (message: string) => invalid({ field: 'reassign_to_group_id', message })
  if (!tree.has(target)) throw refuse(`there is no group ${target} in this project`)
  if (deleted.includes(target)) throw refuse('is one of the groups that are deleted')
}

const notEmpty = (count: number): Problem =>
  new Problem(
    'GROUP_NOT_EMPTY',
    `The group, with those below it, holds ${count} ${count === 1 ? 'monitor' : 'monitors'}: ` +
      'send { "force": true } to leave them without a group, or reassign_to_group_id',
    { monitor_count: count },
  )

const entryOf = (verb: string, id: string, changes: AuditChanges) => {
  const action: AuditAction = `group.${verb}`
  return { action, resourceType: 'group', resourceId: id, changes }
}

const fieldsOf = ({ name, description, parentId }: Group) => ({
  name,
  description,
  ...(parentId !== null && { parent_group_id: parentId }),
})

const nameGone = (tree: GroupTree, id: string): AuditChanges => ({ name: { from: tree.get(id)!.name } })
