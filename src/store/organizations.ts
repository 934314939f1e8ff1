import type { Selectable } from 'kysely'
import type { Reader } from './store.ts'
import type { OrganizationsTable } from './tables.ts'

export type OrganizationRow = Selectable<OrganizationsTable>

export async function findOrganization(db: Reader, id: string): Promise<OrganizationRow | null> {
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** How much of its plan an organization uses. */
export interface Usage {
  activeMonitors: number
  projects: number
  apiKeys: number
  members: number
  notificationTargets: number
}

export async function countUsage(db: Reader, organizationId: string): Promise<Usage> {
  return db
    .selectNoFrom((eb) => {
      const count = (table: 'projects' | 'api_keys' | 'members' | 'notification_targets') =>
        eb
          .selectFrom(table)
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .where('organization_id', '=', organizationId)
      return [
        eb
          .selectFrom('monitors')
          .select((inner) => inner.fn.countAll<number>().as('n'))
          .where('organization_id', '=', organizationId)
          .where('status', '=', 'active')
          .where('deleted_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as('activeMonitors'),
        count('projects').$asScalar().$notNull().as('projects'),
        count('api_keys').$asScalar().$notNull().as('apiKeys'),
        count('members').$asScalar().$notNull().as('members'),
        count('notification_targets').$asScalar().$notNull().as('notificationTargets'),
      ]
    })
    .executeTakeFirstOrThrow()
}
