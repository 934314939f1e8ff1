import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from './store.ts'
import type { OrganizationsTable } from './tables.ts'

export type OrganizationRow = Selectable<OrganizationsTable>

export async function findOrganization(db: Reader, id: string): Promise<OrganizationRow | null> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export async function insertOrganization(tx: Tx, organization: Insertable<OrganizationsTable>): Promise<void> {
  await tx.insertInto('organizations').values(organization).execute()
}

export async function renameOrganization(tx: Tx, id: string, name: string, now: number): Promise<void> {
  await tx.updateTable('organizations').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** The slugs that begin like this one. */
export async function listOrganizationSlugs(db: Reader, slug: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('organizations')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

/**
 * Makes whoever counts against a limit of the organization wait for whoever came first, until that one's transaction
 * ends. Without it two could each count one free place and both take it.
 */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((eb) => ({ plan: eb.ref('plan') }))
    .where('id', '=', id)
    .execute()
}

/** How much of its plan an organization uses. */
export interface Usage {
  activeMonitors: number
  projects: number
  groups: number
  apiKeys: number
  members: number
  notificationTargets: number
}

export async function countUsage(db: Reader, organizationId: string): Promise<Usage> {
  const count = (table: 'projects' | 'groups' | 'api_keys' | 'members' | 'notification_targets' | 'monitors') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('organization_id', '=', organizationId)
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
      count('notification_targets').$asScalar().$notNull().as('notificationTargets'),
    ])
    .executeTakeFirstOrThrow()
}
