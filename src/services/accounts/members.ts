/** Members of an organization and their roles. */
import {
  type Actor,
  KEY_SCOPES,
  type KeyScope,
  listRolesAbove,
  listScopesAbove,
  ROLES,
  type Role,
  requireCanAssign,
  requireOwnerLeft,
  requireRoleFor,
} from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import { disableApiKeysOf } from '../../store/accounts/api-keys.ts'
import { deleteInvitationsOf } from '../../store/accounts/invitations.ts'
import {
  countOwners,
  deleteMember,
  findMember,
  findMembership,
  type MemberRow,
  setMemberRole,
} from '../../store/accounts/members.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { revokeSessionsIn } from '../../store/accounts/sessions.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { removeUserFromPolicies } from '../notifications/escalation-policies.ts'
import { removeFromSchedules } from '../on-call/on-call-schedules.ts'
import type { Context } from '../platform/context.ts'
import { type OrganizationWork, transact } from '../platform/work.ts'

/** Current membership of the acting user. */
interface ActingMember {
  memberId: string
  role: Role
}

const createNotFoundProblem = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `Member ${id} does not exist in this organization`)

async function getMember(db: Reader, organizationId: string, id: string): Promise<MemberRow> {
  const member = await findMember(db, organizationId, id)
  if (!member) throw createNotFoundProblem(id)
  return member
}

/**
 * Blocks other membership changes until the transaction ends, and reads the actor's role again. The role may have
 * changed since the request was authorized.
 *
 * @throws Problem INVALID_TOKEN when the actor no longer belongs to the organization
 */
export async function lockMembers(tx: Tx, actor: Actor): Promise<ActingMember> {
  await lockOrganization(tx, actor.organizationId)
  const membership = await findMembership(tx, actor.userId, actor.organizationId)
  if (!membership) throw new Problem('INVALID_TOKEN', 'You no longer belong to this organization')
  return { memberId: membership.id, role: membership.role as Role }
}

/**
 * Changes the role of a member. A demotion disables keys and deletes invitations that exceed the new role.
 *
 * @throws Problem RESOURCE_NOT_FOUND, INSUFFICIENT_PERMISSIONS, CONFLICT for the last owner
 */
export function changeRole(context: Context, actor: Actor, id: string, role: Role | undefined): Promise<MemberRow> {
  const { organizationId } = actor
  return transact(context, { actor }, async (work) => {
    const { tx } = work
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_organization', 'change roles')
    const before = await getMember(tx, organizationId, id)
    if (role === undefined || role === before.role) return before
    requireCanAssign(acting.role, [before.role as Role, role])
    requireOwnerLeft(before.role as Role, role, await countOwners(tx, organizationId))
    await setMemberRole(tx, id, role)
    await revokeCredentials(work, before.user_id, { scopes: listScopesAbove(role), roles: listRolesAbove(role) })
    publishAccessChange(tx, context, before.user_id)
    const changes = { role: { from: before.role, to: role }, email: { to: before.email } }
    await work.logAudit({ action: 'member.role_changed', resourceType: 'member', resourceId: id, changes })
    return { ...before, role }
  })
}

/**
 * Removes a member from the organization, or lets a member leave. The member's credentials end with the commit:
 * sessions in this organization, API keys they created, and invitations they sent. The member has the values of these
 * keys and links. On-call schedules and escalation policies continue without the member.
 *
 * @throws Problem INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, CONFLICT for the last owner
 */
export async function removeMember(context: Context, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor
  await transact(context, { actor }, async (work) => {
    const { tx } = work
    const acting = await lockMembers(tx, actor)
    const isLeaving = id === acting.memberId
    if (!isLeaving) requireRoleFor(acting.role, 'can_manage_organization', 'remove members')
    const member = await getMember(tx, organizationId, id)
    const role = member.role as Role
    if (!isLeaving) requireCanAssign(acting.role, [role])
    requireOwnerLeft(role, null, await countOwners(tx, organizationId))
    await revokeSessionsIn(tx, member.user_id, organizationId, work.at)
    await revokeCredentials(work, member.user_id, { scopes: KEY_SCOPES, roles: ROLES })
    await deleteMember(tx, id)
    publishAccessChange(tx, context, member.user_id)
    await removeUserFromPolicies(work, member.user_id) // before the schedules, like the deletion of a schedule
    await removeFromSchedules(work, member.user_id)
    await work.logAudit({
      action: isLeaving ? 'member.left' : 'member.removed',
      resourceType: 'member',
      resourceId: id,
      changes: { email: { from: member.email }, role: { from: role } },
    })
  })
}

/** Revokes API keys and invitation links of a user, who still has their values. */
async function revokeCredentials(
  { tx, actor: { organizationId }, at }: OrganizationWork,
  userId: string,
  { scopes, roles }: { scopes: readonly KeyScope[]; roles: readonly Role[] },
): Promise<void> {
  await disableApiKeysOf(tx, { organizationId, userId, scopes }, at)
  await deleteInvitationsOf(tx, organizationId, userId, roles)
}
