/** What is kept of organizations, projects and people beside their monitors, and how it goes. */
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'

/** Rows whose `id` was looked up. */
type ById =
  | 'audit_log'
  | 'deliveries'
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

/** Oldest first. */
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

/** Deliveries that belong to no incident, oldest first; what is to be sent still is left out. */
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

/** A project and how long the rollups of its organization are kept. */
export interface RetentionProject {
  id: string
  deletedAt: number | null
  rollupDays: number
}

/** A page of all projects, as `listRetentionMonitors` gives monitors. */
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

/** Incidents of a project that were resolved before a moment and of which nothing is to be sent, oldest first. */
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

/** All incidents of a project, whatever they are. */
export async function listAllIncidents(db: Reader, projectId: string, limit: number): Promise<string[]> {
  const rows = await selectSettled(db)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .limit(limit)
    .execute()
  return toIds(rows)
}

/** Incidents that people deleted before a moment. */
export async function listDeletedIncidents(db: Reader, before: number, limit: number): Promise<string[]> {
  const rows = await selectSettled(db).where('deleted_at', '<', before).orderBy('deleted_at').limit(limit).execute()
  return toIds(rows)
}

/** Tables of which an incident may have many rows. What else names an incident goes with it. */
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

/** What a deleted project is configured with, which holds addresses and secrets. */
const PROJECT_TABLES = ['notification_targets', 'status_pages', 'maintenance_windows', 'groups'] as const

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

/** What ends by itself, and the column that says when. */
export type ExpiringTable = 'sessions' | 'invitations' | 'password_resets' | 'refresh_tokens'
const EXPIRY_COLUMNS = {
  sessions: ['id', 'expires_at'],
  invitations: ['id', 'expires_at'],
  password_resets: ['token_hash', 'expires_at'],
  refresh_tokens: ['token_hash', 'used_at'],
} as const satisfies Record<ExpiringTable, readonly [string, string]>

/** Deletes some that ended before a moment, oldest first. */
export async function deleteExpired(tx: Tx, table: ExpiringTable, before: number, limit: number): Promise<number> {
  const [key, end] = EXPIRY_COLUMNS[table]
  // One shape for all of them; the columns are named by hand
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
