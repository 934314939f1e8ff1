/** Organizations: made with their first project, renamed, and held to their plan. */
import { Problem } from '../core/errors.ts'
import type { PlanLimits, PlanName } from '../core/plan.ts'
import { freeSlug, slugOf } from '../core/slug.ts'
import { insertMember } from '../store/members.ts'
import {
  findOrganization,
  insertOrganization,
  listOrganizationSlugs,
  type OrganizationRow,
  renameOrganization,
} from '../store/organizations.ts'
import { insertProject } from '../store/projects.ts'
import type { Reader, Tx } from '../store/store.ts'
import type { Context } from './context.ts'

const DEFAULT_PROJECT = { name: 'Default', slug: 'default' }

/** An organization with its default project and its owner. */
export async function createOrganization(
  tx: Tx,
  { now, newId }: Context,
  { name, plan, ownerId }: { name: string; plan: PlanName; ownerId: string },
): Promise<{ organizationId: string; memberId: string }> {
  const at = now()
  const [organizationId, memberId] = [newId(), newId()]
  const times = { created_at: at, updated_at: at }
  const wanted = slugOf(name, 'organization')
  const slug = freeSlug(wanted, await listOrganizationSlugs(tx, wanted))
  await insertOrganization(tx, { id: organizationId, name, slug, plan, ...times })
  await insertProject(tx, {
    id: newId(),
    organization_id: organizationId,
    ...DEFAULT_PROJECT,
    is_default: 1,
    ...times,
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

export async function updateOrganization(context: Context, id: string, name: string | undefined): Promise<void> {
  if (name === undefined) return
  await context.store.transact((tx) => renameOrganization(tx, id, name, context.now()))
}

/** @throws Problem PLAN_LIMIT_REACHED when `used` leaves no place */
export function checkPlanLimit(
  { plans }: Context,
  plan: string,
  limit: keyof { [K in keyof PlanLimits as PlanLimits[K] extends number ? K : never]: number },
  used: number,
  what: string,
): void {
  const most = plans[plan as PlanName][limit]
  if (used < most) return
  throw new Problem('PLAN_LIMIT_REACHED', `The plan ${plan} has room for ${most} ${what}, and all are taken`, {
    plan,
    limit: most,
    used,
  })
}
