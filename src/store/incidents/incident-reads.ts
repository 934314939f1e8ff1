/** Incident queries of the API. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { KnownIncident } from '../../core/evaluation/late-results.ts'
import type { Family, Incident } from '../../core/incidents/incident.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'
import { selectIncidents, toIncident } from './incidents.ts'

export interface IncidentFilter {
  status?: Incident['status'] | undefined
  severity?: Incident['severity'] | undefined
  type?: Incident['type'] | undefined
  source?: Incident['source'] | undefined
  /** The monitor that an incident belongs to. */
  monitorId?: string | undefined
  /** Started at this time or later. */
  from?: UnixMs | undefined
  /** Whether to include incidents that started before `from` and had not ended by then. */
  overlapsPeriod?: boolean | undefined
  /** Started before this time. */
  to?: UnixMs | undefined
}

export async function findIncident(db: Reader, projectId: string, id: string): Promise<Incident | null> {
  const row = await selectIncidents(db).where('i.project_id', '=', projectId).where('i.id', '=', id).executeTakeFirst()
  return row ? toIncident(row) : null
}

/** Returns whether an incident exists, without reading all of its columns. */
export async function hasIncident(db: Reader, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('incidents')
    .select('id')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Lists incidents, newest first. The page is found in the index only, at any offset. Only the rows of the page are read
 * from the table.
 */
export async function listIncidents(
  db: Reader,
  projectId: string,
  filter: IncidentFilter,
  page: { limit: number; offset: number },
): Promise<{ incidents: Incident[]; total: number }> {
  const matching = db
    .selectFrom('incidents')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and([filterByScope(eb, projectId, filter), ...filterByFields(eb, filter)]))
  const found = await matching
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const ids = found.map(({ id }) => id)
  const incidents = await loadIncidents(db, ids)
  const count = async () => (await matching.select((eb) => eb.fn.countAll<number>().as('total')).execute())[0]!.total
  const total = isLastPage(page, ids.length) ? page.offset + ids.length : Number(await count())
  return { incidents: ids.flatMap((id) => incidents.get(id) ?? []), total }
}

const selectUnresolved = prepareQuery((db: Reader, projectId: string) =>
  db
    .selectFrom('incidents')
    .where('project_id', '=', projectId)
    .where('status', 'in', ['open', 'acknowledged'])
    .where('deleted_at', 'is', null)
    .select(['id', 'status'])
    .orderBy('status', 'desc')
    // The alphabetical order of the severities equals their order of severity: critical, major, minor, warning
    .orderBy('severity')
    .orderBy('started_at')
    .orderBy('id'),
)

/**
 * Lists the most urgent unresolved incidents: open before acknowledged, the most severe first, then the oldest.
 *
 * @param folded ids that are only counted
 * @returns the first `limit` incidents, and the number of all by status
 */
export async function listUnresolved(
  db: Reader,
  projectId: string,
  limit: number,
  folded: ReadonlySet<string>,
): Promise<{ incidents: Incident[]; open: number; acknowledged: number }> {
  const all = await selectUnresolved(db, projectId)
  const open = all.filter(({ status }) => status === 'open').length
  const ids = all.flatMap(({ id }) => (folded.has(id) ? [] : [id])).slice(0, limit)
  const incidents = await loadIncidents(db, ids)
  return { incidents: ids.flatMap((id) => incidents.get(id) ?? []), open, acknowledged: all.length - open }
}

/**
 * Returns whether a page reaches the end of the list. Counting is then unnecessary, so rare rows are searched only
 * once.
 */
const isLastPage = ({ limit, offset }: { limit: number; offset: number }, found: number): boolean =>
  found < limit && (found > 0 || offset === 0)

type Builder = ExpressionBuilder<Database, 'incidents'>

/**
 * Filters by monitor or by project. A monitor belongs to one project. With both conditions the database might read all
 * incidents of the project.
 */
const filterByScope = (eb: Builder, projectId: string, { monitorId }: IncidentFilter) =>
  monitorId === undefined
    ? eb('project_id', '=', projectId)
    : eb(
        'monitor_key',
        '=',
        eb.selectFrom('monitors').select('key').where('id', '=', monitorId).where('project_id', '=', projectId),
      )

function filterByFields(eb: Builder, { from, overlapsPeriod, to, ...fields }: IncidentFilter) {
  const names = (['status', 'severity', 'type', 'source'] as const).filter((name) => fields[name] !== undefined)
  return [
    ...names.map((name) => eb(name, '=', fields[name]!)),
    ...(from === undefined ? [] : [overlapsPeriod ? isOpenAfter(eb, from) : eb(STARTED_AT, '>=', from)]),
    ...(to === undefined ? [] : [eb(STARTED_AT, '<', to)]),
  ]
}

/** The unary plus prevents SQLite from reading in the order of `started_at` and then sorting by `created_at`. */
const STARTED_AT = sql<number>`+started_at`

const isOpenAfter = (eb: Builder, from: number) =>
  eb.or([eb('status', '<>', 'resolved'), eb('resolved_at', '>=', from), eb(STARTED_AT, '>=', from)])

/** Loads incidents by id, without deleted ones. */
export async function loadIncidents(db: Reader, ids: readonly string[]): Promise<Map<string, Incident>> {
  if (ids.length === 0) return new Map()
  const rows = await selectIncidents(db).where('i.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toIncident(row)]))
}

/**
 * Finds the id of the incident that the engine has opened and not resolved. Incidents reported by users are left out.
 */
export async function findOpenSystemIncident(db: Reader, monitorKey: number, family: Family): Promise<string | null> {
  const row = await db
    .selectFrom('incidents')
    .select('id')
    .where('monitor_key', '=', monitorKey)
    .where('family', '=', family)
    .where('created_by', 'is', null)
    .where('status', '<>', sql.lit('resolved' as const))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export interface CurrentIncident {
  id: string
  startedAt: UnixMs
  /** Total time between outages for which it was resolved, ms. */
  healthyMs: number
  status: string
  severity: string
}

// The alphabetical order of the severities equals their order of severity: critical, major, minor, warning
const selectOpen = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('incidents')
    .select(['id', 'started_at as startedAt', 'healthy_ms as healthyMs', 'status', 'severity'])
    .where('monitor_key', '=', monitorKey)
    .where('status', '<>', sql.lit('resolved' as const))
    .where('deleted_at', 'is', null)
    .orderBy('severity')
    .orderBy('started_at')
    .orderBy('id')
    .limit(1),
)

/** Finds the most severe unresolved incident, and the oldest among several; null when there is none. */
export const findCurrentIncident = async (db: Reader, monitorKey: number): Promise<CurrentIncident | null> =>
  (await selectOpen(db, monitorKey))[0] ?? null

/**
 * Locks incidents until the end of the transaction. Skips rows that another server has locked. Only PostgreSQL needs
 * locks; SQLite has one writer.
 *
 * @returns the ids of the locked rows, and the incidents without the deleted ones
 */
export async function lockIncidents(
  tx: Tx,
  ids: readonly string[],
): Promise<{ locked: string[]; incidents: Incident[] }> {
  if (ids.length === 0) return { locked: [], incidents: [] }
  const query = tx.selectFrom('incidents').select('id').where('id', 'in', ids).orderBy('id')
  const rows = await lockFreeRows(tx, query).execute()
  const locked = rows.map(({ id }) => id)
  if (locked.length === 0) return { locked, incidents: [] }
  const found = await selectIncidents(tx).where('i.id', 'in', locked).execute()
  return { locked, incidents: found.map(toIncident) }
}

/**
 * Lists the periods of system incidents that ended at `since` or later, Unix ms, by monitor. A deleted incident is
 * included: a user does not expect its outage to be reported again.
 */
export async function listIncidentPeriods(
  tx: Tx,
  monitorKeys: readonly number[],
  since: number,
): Promise<Map<number, KnownIncident[]>> {
  const rows = await tx
    .selectFrom('incidents')
    .select(['id', 'monitor_key', 'family', 'started_at', 'resolved_at', 'deleted_at'])
    .select(['created_at', 'updated_at'])
    .where('monitor_key', 'in', monitorKeys)
    .where('source', '=', 'system')
    .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
    .execute()
  const known = rows.map((row): KnownIncident & { key: number } => ({
    key: row.monitor_key!,
    id: row.id,
    family: row.family,
    startedAt: row.started_at,
    endedAt: row.resolved_at ?? row.deleted_at,
    // Its two updates were written together
    isReportedLate:
      row.deleted_at === null &&
      row.resolved_at !== null &&
      row.resolved_at <= row.created_at &&
      row.updated_at <= row.created_at + 1,
  }))
  return Map.groupBy(known, ({ key }) => key)
}

/** Changes the period of a resolved incident, Unix ms. */
export async function moveIncident(tx: Tx, id: string, startedAt: number, resolvedAt: number): Promise<void> {
  await tx
    .updateTable('incidents')
    .set({ started_at: startedAt, resolved_at: resolvedAt })
    .where('id', '=', id)
    .where('status', '=', 'resolved')
    .execute()
}
