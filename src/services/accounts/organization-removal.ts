/** Deletion of an organization. */
import type { Actor } from '../../core/accounts/access.ts'
import { requireRoleFor } from '../../core/accounts/membership.ts'
import { Problem } from '../../core/platform/errors.ts'
import { deleteApiKeys } from '../../store/accounts/api-keys.ts'
import { deleteInvitations } from '../../store/accounts/invitations.ts'
import { deleteAllMembers, listMemberships } from '../../store/accounts/members.ts'
import { deleteOrganization } from '../../store/accounts/organizations.ts'
import { listProjectIds } from '../../store/accounts/projects.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { startEdit } from '../monitors/lifecycle.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { lockMembers } from './members.ts'
import { getOrganization } from './organizations.ts'
import { deleteWithMonitors } from './projects.ts'

/**
 * Deletes an organization. The commit removes all members, so its credentials stop working, and probes drop its
 * monitors. The retention job deletes its results.
 *
 * @throws Problem CONFIRMATION_REQUIRED, INSUFFICIENT_PERMISSIONS, CONFLICT when the instance would lose its admin
 */
export async function removeOrganization(context: Context, actor: Actor, confirmed: boolean): Promise<void> {
  if (!confirmed)
    throw new Problem(
      'CONFIRMATION_REQUIRED',
      'This deletes the organization and everything in it; send { "confirm": true } to confirm',
    )
  const { organizationId: id, userId } = actor
  await context.store.transact(async (tx) => {
    const edit = await startEdit(tx, context, actor) // first: no monitor is added or changed from here on
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_owners', 'delete the organization')
    if (actor.isInstanceAdmin) await requireAnother(tx, userId)
    const { name } = await getOrganization(tx, id)
    for (const projectId of await listProjectIds(tx, id)) await deleteWithMonitors(tx, edit, projectId)
    await logAudit(tx, context, actor, {
      action: 'organization.deleted',
      resourceType: 'organization',
      resourceId: id,
      changes: { name: { from: name } },
    })
    await deleteInvitations(tx, id)
    await deleteApiKeys(tx, id)
    await deleteAllMembers(tx, id)
    await deleteOrganization(tx, id, context.now())
    publishAccessChange(tx, context, id)
  })
}

/**
 * Refuses to remove the only membership of an instance admin. A user without memberships cannot sign in, and an
 * instance needs its admin.
 */
async function requireAnother(tx: Tx, userId: string): Promise<void> {
  if ((await listMemberships(tx, userId)).length > 1) return
  throw new Problem(
    'CONFLICT',
    'This is the only organization of an admin of the instance, who could no longer sign in',
  )
}
