/** Who belongs to an organization, and as what. */
import { type Actor, KEY_SCOPES, ROLES, type Role } from '../../core/accounts/access.ts'
import {
  listRolesAbove,
  listScopesAbove,
  requireCanAssign,
  requireOwnerLeft,
  requireRoleFor,
} from '../../core/accounts/membership.ts'
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
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'

/** Whoever acts, as they stand in the organization now. */
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
 * Holds back every other change of members until the transaction ends, and looks at who acts: what they may do may
 * have changed since their request was let in.
 *
 * @throws Problem INVALID_TOKEN when they no longer belong to the organization
 */
export async function lockMembers(tx: Tx, actor: Actor): Promise<ActingMember> {
  await lockOrganization(tx, actor.organizationId)
  const own = await findMembership(tx, actor.userId, actor.organizationId)
  if (!own) throw new Problem('INVALID_TOKEN', 'You no longer belong to this organization')
  return { memberId: own.id, role: own.role as Role }
}

/**
 * Whoever may less from now on loses the keys that may more, and the invitations that they could no longer send.
 *
 * @throws Problem RESOURCE_NOT_FOUND, INSUFFICIENT_PERMISSIONS, CONFLICT for the last owner
 */
export function changeRole(context: Context, actor: Actor, id: string, role: Role | undefined): Promise<MemberRow> {
  const { organizationId } = actor
  return context.store.transact(async (tx) => {
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_organization', 'change roles')
    const before = await getMember(tx, organizationId, id)
    if (role === undefined || role === before.role) return before
    requireCanAssign(acting.role, [before.role as Role, role])
    requireOwnerLeft(before.role as Role, role, await countOwners(tx, organizationId))
    await setMemberRole(tx, id, role)
    await revokeCredentialsAbove(tx, context, organizationId, { userId: before.user_id, role })
    const changes = { role: { from: before.role, to: role }, email: { to: before.email } }
    await logAudit(tx, context, actor, {
      action: 'member.role_changed',
      resourceType: 'member',
      resourceId: id,
      changes,
    })
    return { ...before, role }
  })
}

/**
 * Takes somebody out of the organization, or lets them leave. Their credentials end with the commit: sessions in this
 * organization, keys that they made (whose values they know), and invitations that they sent (whose links they know).
 *
 * @throws Problem INSUFFICIENT_PERMISSIONS, RESOURCE_NOT_FOUND, CONFLICT for the last owner
 */
export async function removeMember(context: Context, actor: Actor, id: string): Promise<void> {
  const { organizationId } = actor
  await context.store.transact(async (tx) => {
    const acting = await lockMembers(tx, actor)
    const isLeaving = id === acting.memberId
    if (!isLeaving) requireRoleFor(acting.role, 'can_manage_organization', 'remove members')
    const member = await getMember(tx, organizationId, id)
    const role = member.role as Role
    if (!isLeaving) requireCanAssign(acting.role, [role])
    requireOwnerLeft(role, null, await countOwners(tx, organizationId))
    await revokeCredentials(tx, context, organizationId, member.user_id)
    await deleteMember(tx, id)
    await logAudit(tx, context, actor, {
      action: isLeaving ? 'member.left' : 'member.removed',
      resourceType: 'member',
      resourceId: id,
      changes: { email: { from: member.email }, role: { from: role } },
    })
  })
}

async function revokeCredentials(tx: Tx, { now }: Context, organizationId: string, userId: string): Promise<void> {
  await revokeSessionsIn(tx, userId, organizationId, now())
  await disableApiKeysOf(tx, organizationId, userId, KEY_SCOPES, now())
  await deleteInvitationsOf(tx, organizationId, userId, ROLES)
}

/** What somebody knows the value of must not do more than they may: the link of an invitation, or a key. */
async function revokeCredentialsAbove(
  tx: Tx,
  { now }: Context,
  organizationId: string,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await disableApiKeysOf(tx, organizationId, userId, listScopesAbove(role), now())
  await deleteInvitationsOf(tx, organizationId, userId, listRolesAbove(role))
}
