/** The end of an organization. */
import type { Actor } from '../core/access.ts'
import { Problem } from '../core/errors.ts'
import { requireRoleFor } from '../core/membership.ts'
import { deleteApiKeys } from '../store/api-keys.ts'
import { deleteInvitations } from '../store/invitations.ts'
import { deleteAllMembers, listMemberships } from '../store/members.ts'
import { nextRevision } from '../store/monitors.ts'
import { deleteOrganization } from '../store/organizations.ts'
import { listProjectIds } from '../store/projects.ts'
import type { Tx } from '../store/store.ts'
import { audit } from './audit.ts'
import type { Context } from './context.ts'
import { lockMembers } from './members.ts'
import { getOrganization } from './organizations.ts'
import { buryProject } from './projects.ts'

/**
 * With the commit nobody belongs to it, so that no credential of it is good any more, and probes hear that its monitors
 * are gone. Its results are left to retention.
 *
 * @throws Problem CONFIRMATION_REQUIRED, INSUFFICIENT_PERMISSIONS, CONFLICT when the instance would be left without
 *   its admin
 */
export async function removeOrganization(context: Context, actor: Actor, confirmed: boolean): Promise<void> {
  if (!confirmed)
    throw new Problem('CONFIRMATION_REQUIRED', 'Everything in the organization goes with it; send { "confirm": true }')
  const { organizationId: id, userId } = actor
  await context.store.transact(async (tx) => {
    const revision = await nextRevision(tx) // first: from here on no monitor joins or changes
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_owners', 'delete the organization')
    if (actor.isInstanceAdmin) await requireAnother(tx, userId)
    const { name } = await getOrganization(tx, id)
    for (const projectId of await listProjectIds(tx, id)) await buryProject(tx, context, projectId, revision, userId)
    await audit(tx, context, actor, {
      action: 'organization.deleted',
      resourceType: 'organization',
      resourceId: id,
      changes: { name: { from: name } },
    })
    await deleteInvitations(tx, id)
    await deleteApiKeys(tx, id)
    await deleteAllMembers(tx, id)
    await deleteOrganization(tx, id, context.now())
  })
  context.wake('assignments')
  context.wake('deliveries')
}

/** Whoever belongs to nothing cannot sign in, and an instance needs its admin. */
async function requireAnother(tx: Tx, userId: string): Promise<void> {
  if ((await listMemberships(tx, userId)).length > 1) return
  throw new Problem(
    'CONFLICT',
    'This is the only organization of an admin of the instance, who could not sign in any more',
  )
}
