import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'
import type { OrganizationsTable } from '../tables/accounts.ts'

export type OrganizationRow = Selectable<OrganizationsTable>

export async function findOrganization(db: Reader, id: string): Promise<OrganizationRow | null> {
  const row = await selectActive(db).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

const selectActive = (db: Reader) => db.selectFrom('organizations').selectAll().where('deleted_at', 'is', null)

/** Organizations of the whole instance, newest first. */
export const listOrganizations = (
  db: Reader,
  { limit, offset }: { limit: number; offset: number },
): Promise<(OrganizationRow & { member_count: number })[]> =>
  selectActive(db)
    .select((eb) =>
      eb
        .selectFrom('members')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('members.organization_id', '=', 'organizations.id')
        .$asScalar()
        .$notNull()
        .as('member_count'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Finds the oldest organization with an owner, and its first owner. */
export async function findFirstOwner(
  db: Reader,
): Promise<{ organizationId: string; plan: string; userId: string } | null> {
  const row = await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select(['organizations.id as organizationId', 'members.user_id as userId', 'organizations.plan'])
    .where('organizations.deleted_at', 'is', null)
    .where('members.role', '=', 'owner')
    .orderBy('organizations.created_at')
    .orderBy('members.joined_at')
    .executeTakeFirst()
  return row ?? null
}

export async function countOrganizations(db: Reader): Promise<number> {
  const { n } = await db
    .selectFrom('organizations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** An organization in the list of a member's organizations. */
export interface OwnOrganizationRow {
  id: string
  name: string
  slug: string
  role: string
}

/** Organizations that a user belongs to, the one joined first at the beginning. */
export const listOrganizationsOf = (
  db: Reader,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<OwnOrganizationRow[]> =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'organizations.slug', 'members.role'])
    .where('members.user_id', '=', userId)
    .orderBy('members.joined_at')
    .orderBy('members.id')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countOrganizationsOf(db: Reader, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

export async function insertOrganization(tx: Tx, organization: Insertable<OrganizationsTable>): Promise<void> {
  await tx.insertInto('organizations').values(organization).execute()
}

export async function renameOrganization(tx: Tx, id: string, name: string, now: number): Promise<void> {
  await tx.updateTable('organizations').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** Finds the `data:` URL of an organization's logo. */
export async function findLogo(db: Reader, organizationId: string): Promise<string | null> {
  const query = db.selectFrom('organization_logos').select('image').where('organization_id', '=', organizationId)
  return (await query.executeTakeFirst())?.image ?? null
}

export async function saveLogo(tx: Tx, organizationId: string, image: string): Promise<void> {
  await tx
    .insertInto('organization_logos')
    .values({ organization_id: organizationId, image })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ image }))
    .execute()
}

export async function deleteLogo(tx: Tx, organizationId: string): Promise<void> {
  await tx.deleteFrom('organization_logos').where('organization_id', '=', organizationId).execute()
}

export async function setPlan(tx: Tx, id: string, plan: string, now: number): Promise<void> {
  await tx.updateTable('organizations').set({ plan, updated_at: now }).where('id', '=', id).execute()
}

/**
 * Soft-deletes an organization. The row stays for the rows that refer to it.
 *
 * The slug stays too. Changing it would wait for every transaction that is writing a reference to this row, and some of
 * them wait for this transaction.
 */
export async function deleteOrganization(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('organizations').set({ deleted_at: now }).where('id', '=', id).execute()
}

/** Slugs that start with this slug. */
export async function listOrganizationSlugs(db: Reader, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('organizations')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

/**
 * Locks an organization for the rest of the transaction, so that checks of its limits run one after another. Without
 * the lock, two transactions could both count one free slot and both take it.
 */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((eb) => ({ plan: eb.ref('plan') }))
    .where('id', '=', id)
    .execute()
}

/** Usage of an organization's plan limits. */
export interface Usage {
  activeMonitors: number
  projects: number
  groups: number
  apiKeys: number
  statusPages: number
  members: number
  notificationTargets: number
}

export async function countUsage(db: Reader, organizationId: string): Promise<Usage> {
  type Counted = 'projects' | 'groups' | 'api_keys' | 'status_pages' | 'members' | 'notification_targets' | 'monitors'
  const count = (table: Counted) =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organization_id', '=', organizationId)
  const living = db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
  return db
    .selectNoFrom([
      count('monitors')
        .where('status', '=', 'active')
        .where('deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('activeMonitors'),
      count('projects').where('deleted_at', 'is', null).$asScalar().$notNull().as('projects'),
      count('groups').$asScalar().$notNull().as('groups'),
      count('api_keys').$asScalar().$notNull().as('apiKeys'),
      count('members').$asScalar().$notNull().as('members'),
      count('status_pages').$asScalar().$notNull().as('statusPages'),
      count('notification_targets').where('project_id', 'in', living).$asScalar().$notNull().as('notificationTargets'),
    ])
    .executeTakeFirstOrThrow()
}
