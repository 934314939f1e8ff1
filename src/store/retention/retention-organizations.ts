/** Data of organizations, projects and users outside their monitors, and its deletion. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'

/** Tables whose rows are deleted by `id`. */
type ById =
  | 'audit_log'
  | 'deliveries'
  | 'group_status_changes'
  | 'incident_updates'
  | 'incident_comments'
  | 'incidents'
  | 'sessions'
  | 'invitations'

export async function deleteByIds(tx: Tx, table: ById, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom(table as 'incidents')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const toIds = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Audit entries, oldest first. */
export async function listAuditBefore(
  db: Reader,
  organizationId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** Deliveries without an incident, oldest first; pending deliveries are left out. */
export async function listOrphanDeliveries(
  db: Reader,
  organizationId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('incident_id', 'is', null)
    .where('created_at', '<', before)
    .where('status', '<>', 'pending')
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** A project and the rollup retention of its organization. */
export interface RetentionProject {
  id: string
  deletedAt: number | null
  rollupDays: number
}

/** A page of all projects, like `listRetentionMonitors`. */
export async function listRetentionProjects(
  db: Reader,
  after: string,
  limit: number,
): Promise<{ projects: RetentionProject[]; last: string | null }> {
  const rows = await db
    .selectFrom('projects as p')
    .leftJoin('retention_terms as t', 't.organization_id', 'p.organization_id')
    .select(['p.id', 'p.deleted_at as deletedAt', 't.rollup_days as rollupDays'])
    .where('p.id', '>', after)
    .orderBy('p.id')
    .limit(limit)
    .execute()
  return {
    projects: rows.filter((row): row is RetentionProject => row.rollupDays !== null),
    last: rows.at(-1)?.id ?? null,
  }
}

const selectSettled = (db: Reader) =>
  db
    .selectFrom('incidents')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as d')
            .select('d.id')
            .whereRef('d.incident_id', '=', 'incidents.id')
            .where('d.status', '=', 'pending'),
        ),
      ),
    )

/** Incidents of a project that were resolved before a time and have no pending deliveries, oldest first. */
export async function listIncidentsBefore(
  db: Reader,
  projectId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await selectSettled(db)
    .where('project_id', '=', projectId)
    .where('status', '=', sql.lit('resolved' as const))
    .where('created_at', '<', before)
    .where('resolved_at', '<', before)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** All incidents of a project, in any state. */
export async function listAllIncidents(db: Reader, projectId: string, limit: number): Promise<string[]> {
  const rows = await selectSettled(db)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** Incidents that users deleted before a time. */
export async function listDeletedIncidents(db: Reader, before: number, limit: number): Promise<string[]> {
  const rows = await selectSettled(db).where('deleted_at', '<', before).orderBy('deleted_at').limit(limit).execute()
  return toIds(rows)
}

/** Tables in which an incident may have many rows. Rows in other tables are deleted with the incident. */
export const INCIDENT_TABLES = ['deliveries', 'incident_updates', 'incident_comments'] as const

export async function listIncidentRows(
  db: Reader,
  table: (typeof INCIDENT_TABLES)[number],
  incidentIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table as 'deliveries')
    .select('id')
    .where('incident_id', 'in', incidentIds)
    .limit(limit)
    .execute()
  return toIds(rows)
}

export async function deleteNotifiedSubjectsOf(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('notified_subjects').where('incident_id', 'in', incidentIds).execute()
}

/** Ended status changes of the groups of a project. The last change of a group has no end, so it is left out. */
export async function listGroupChangesBefore(
  db: Reader,
  projectId: string,
  before: number,
  limit: number,
): Promise<string[]> {
  // A change starts before it ends, so the index by start bounds the read
  const rows = await db
    .selectFrom('groups as g')
    .innerJoin('group_status_changes as c', 'c.group_id', 'g.id')
    .select('c.id')
    .where('g.project_id', '=', projectId)
    .where('c.started_at', '<', before)
    .where('c.ended_at', '<=', before)
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** Configuration tables of a project; they hold addresses and secrets. */
const PROJECT_TABLES = [
  'notification_targets',
  'escalation_policies',
  'status_pages',
  'maintenance_windows',
  'groups',
  'variables',
  'probe_troubles',
] as const

export async function purgeProject(tx: Tx, projectId: string): Promise<number> {
  let deleted = 0
  const targets = tx.selectFrom('notification_targets').select('id').where('project_id', '=', projectId)
  for (const table of ['alert_groups', 'target_fallbacks', 'target_health'] as const)
    await tx
      .deleteFrom(table as 'target_health')
      .where('target_id', 'in', targets)
      .execute()
  for (const table of PROJECT_TABLES) {
    const { numDeletedRows } = await tx
      .deleteFrom(table as 'groups')
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    deleted += Number(numDeletedRows)
  }
  return deleted
}

/** Tables whose rows expire, and the columns of the expiry time. */
export type ExpiringTable = 'sessions' | 'invitations' | 'password_resets' | 'refresh_tokens'
const EXPIRY_COLUMNS = {
  sessions: ['id', 'expires_at'],
  invitations: ['id', 'expires_at'],
  password_resets: ['token_hash', 'expires_at'],
  refresh_tokens: ['token_hash', 'used_at'],
} as const satisfies Record<ExpiringTable, readonly [string, string]>

/** Deletes a batch of rows that expired before a time, oldest first. */
export async function deleteExpired(tx: Tx, table: ExpiringTable, before: number, limit: number): Promise<number> {
  const [key, end] = EXPIRY_COLUMNS[table]
  // One type for all of these tables; the columns are written out
  const rows = await tx
    .selectFrom(table as 'sessions')
    .select(sql.ref<string>(key).as('key'))
    .where(sql<boolean>`${sql.ref(end)} < ${before}`)
    .orderBy(sql.ref(end))
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  const { numDeletedRows } = await tx
    .deleteFrom(table as 'sessions')
    .where(sql.ref(key), 'in', keys)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
