/**
 * Adds notes and runbooks of monitors, and the plan `unlimited`. The first organization of the instance gets the plan if
 * an admin of the instance owns it. A plan that an admin set by hand is in the audit log and stays.
 */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../tables/index.ts'

export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .alterTable('organizations')
    .addColumn('is_unlimited', 'integer', (column) => column.notNull().defaultTo(sql.lit(0)))
    .execute()
  await db.schema.alterTable('monitors').addColumn('notes', 'text').execute()
  await db.schema.alterTable('monitors').addColumn('runbook_url', 'text').execute()
  await sql`update organizations set is_unlimited = 1
    where id = (select id from organizations order by created_at, id limit 1) and plan = 'scale'
      and exists (select 1 from members m join users u on u.id = m.user_id
        where m.organization_id = organizations.id and m.role = 'owner' and u.is_instance_admin = 1)
      and not exists (select 1 from audit_log a
        where a.organization_id = organizations.id and a.action = 'organization.plan_changed')`.execute(db)
}
