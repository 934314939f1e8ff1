/** Organizations: creation with a first project, changes, and the plan. */
import { type Actor, requireRoleFor } from '../../core/accounts/access.ts'
import { type AuditChanges, type AuditEntry, compareFields } from '../../core/accounts/audit.ts'
import { describeLogo, parseLogo } from '../../core/accounts/logo.ts'
import type { PlanName } from '../../core/accounts/plan.ts'
import { Problem } from '../../core/platform/errors.ts'
import { SlugList, toSlug } from '../../core/platform/text/slug.ts'
import { deleteApiKeys } from '../../store/accounts/api-keys.ts'
import { deleteInvitations } from '../../store/accounts/invitations.ts'
import { deleteAllMembers, insertMember, listMemberships } from '../../store/accounts/members.ts'
import {
  deleteLogo,
  deleteOrganization,
  findLogo,
  findOrganization,
  insertOrganization,
  listOrganizationSlugs,
  lockOrganization,
  type OrganizationRow,
  renameOrganization,
  saveLogo,
  setPlan,
} from '../../store/accounts/organizations.ts'
import { insertProject, listProjectIds } from '../../store/accounts/projects.ts'
import { markOrganization } from '../../store/expiry/expiry-watches.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { transactEdit } from '../monitors/lifecycle.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transact } from '../platform/work.ts'
import { lockMembers } from './members.ts'
import { deleteWithMonitors } from './projects.ts'

const DEFAULT_PROJECT = { name: 'Default', slug: 'default' }

/**
 * Creates an organization with its default project and its owner.
 *
 * @param hasLost whether an earlier attempt lost to a concurrent creation; the slug is then made unique with part of
 * the id
 */
export async function createOrganization(
  { tx, at, newId }: BaseWork,
  { name, plan, ownerId, hasLost }: { name: string; plan: PlanName; ownerId: string; hasLost: boolean },
): Promise<{ organizationId: string; memberId: string }> {
  const [organizationId, memberId] = [newId(), newId()]
  const times = { created_at: at, updated_at: at }
  const preferred = toSlug(name, 'organization')
  const uniqueSlug = `${preferred}-${organizationId.slice(-12)}`
  const slug = hasLost ? uniqueSlug : new SlugList(await listOrganizationSlugs(tx, preferred)).take(preferred)
  await insertOrganization(tx, { id: organizationId, name, slug, plan, ...times })
  await insertProject(tx, {
    id: newId(),
    organizationId,
    ...DEFAULT_PROJECT,
    escalationPolicyId: null,
    isDefault: true,
    createdAt: at,
    updatedAt: at,
  })
  await insertMember(tx, {
    id: memberId,
    organization_id: organizationId,
    user_id: ownerId,
    role: 'owner',
    joined_at: at,
    last_active_at: null,
  })
  return { organizationId, memberId }
}

export async function getOrganization(db: Reader, id: string): Promise<OrganizationRow> {
  const row = await findOrganization(db, id)
  if (!row) throw new Problem('RESOURCE_NOT_FOUND', 'This organization no longer exists')
  return row
}

/** Renames an organization. The slug does not change. */
export async function updateOrganization(context: Context, actor: Actor, name: string | undefined): Promise<void> {
  if (name === undefined) return
  await transact(context, { actor }, async ({ tx, at, logAudit }) => {
    const { id, name: before } = await getOrganization(tx, actor.organizationId)
    if (name === before) return
    await renameOrganization(tx, id, name, at)
    await logAudit(toAuditEntry('renamed', id, compareFields({ name: before }, { name })))
  })
}

/**
 * Replaces the logo of the organization.
 *
 * @param url `data:` URL that matches `LOGO_PATTERN`; null removes the logo
 * @returns the stored URL
 * @throws Problem VALIDATION_ERROR for another kind of file, or a large one
 */
export async function replaceLogo(context: Context, actor: Actor, url: string | null): Promise<string | null> {
  const { organizationId: id } = actor
  const logo = url === null ? null : parseLogo(url)
  await transact(context, { actor }, async ({ tx, logAudit }) => {
    await lockOrganization(tx, id)
    const before = await findLogo(tx, id)
    if (logo === before) return
    if (logo === null) await deleteLogo(tx, id)
    else await saveLogo(tx, id, logo)
    const describe = (image: string | null) => ({ logo: image && describeLogo(image) })
    await logAudit(toAuditEntry('logo_changed', id, compareFields(describe(before), describe(logo))))
  })
  return logo
}

/**
 * Changes the plan of an organization. Existing resources above the new limits stay; only additional ones are refused.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function changePlan(context: Context, actor: Actor, id: string, plan: PlanName): Promise<void> {
  // Logged in the changed organization, not in the admin's organization
  const actorThere = { ...actor, organizationId: id }
  await transact(context, { actor: actorThere }, async ({ tx, at, logAudit }) => {
    await lockOrganization(tx, id)
    const { plan: before } = await getOrganization(tx, id)
    if (plan === before) return
    await setPlan(tx, id, plan, at)
    await markOrganization(tx, id, at)
    await logAudit(toAuditEntry('plan_changed', id, compareFields({ plan: before }, { plan })))
  })
}

const toAuditEntry = (
  what: 'renamed' | 'logo_changed' | 'plan_changed',
  id: string,
  changes: AuditChanges,
): AuditEntry => ({
  action: `organization.${what}`,
  resourceType: 'organization',
  resourceId: id,
  changes,
})

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
  // First: no monitor is added or changed from here on
  await transactEdit(context, { actor }, async (edit) => {
    const { tx, at, logAudit } = edit
    const acting = await lockMembers(tx, actor)
    requireRoleFor(acting.role, 'can_manage_owners', 'delete the organization')
    if (actor.isInstanceAdmin) await requireAnother(tx, userId)
    const { name } = await getOrganization(tx, id)
    for (const projectId of await listProjectIds(tx, id)) await deleteWithMonitors(edit, projectId)
    await logAudit({
      action: 'organization.deleted',
      resourceType: 'organization',
      resourceId: id,
      changes: { name: { from: name } },
    })
    await deleteInvitations(tx, id)
    await deleteApiKeys(tx, id)
    await deleteAllMembers(tx, id)
    await deleteLogo(tx, id)
    await deleteOrganization(tx, id, at)
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
