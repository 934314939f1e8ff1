/** Incident queries of status pages: incidents of the listed monitors and groups, and incidents that name a monitor. */
import { type RawBuilder, sql } from 'kysely'
import type { IncidentFacts, UpdateFacts } from '../../core/status-pages/public-incident.ts'
import { unpackIds, unpackKeys } from '../monitors/monitor-dependencies.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { type ListedSubject, splitListed } from './public-monitors.ts'

/** An incident with its affected monitors. */
export interface FoundIncident extends Omit<IncidentFacts, 'components'> {
  monitorKey: number | null
  groupId: string | null
  affectedMonitorIds: string[]
}

/** Period of incidents that started before `to` and had not ended before `from`; Unix ms. */
export interface IncidentPeriod {
  from: number
  to: number
}

interface Row extends Omit<FoundIncident, 'affectedMonitorIds'> {
  affected: string
}

const COLUMNS = [
  'i.id, i.monitor_key as "monitorKey", i.group_id as "groupId", i.family, i.source, i.status, i.severity, i.title',
  'i.public_title as "publicTitle"',
  'i.status_page_update as "statusPageUpdate", i.started_at as "startedAt", i.resolved_at as "resolvedAt"',
  'i.healthy_ms as "healthyMs", i.reopenings, i.affected_monitor_ids as affected',
].join(', ')

const columns = sql.raw(COLUMNS)

/** Maximum number of incidents per monitor or group: older incidents of one that keeps failing are left out. */
const MAX_OF_EACH = 50

/** Maximum number of incidents written by users. */
const MAX_NAMING = 200

type Unpack = (db: Reader, list: string) => RawBuilder<string | number>

/** Incidents of monitors, or of groups, without an end. */
const selectOpen = (column: 'monitor_key' | 'group_id', unpack: Unpack) =>
  prepareQuery((db: Reader, list: string, to: number) => ({
    compile: () =>
      sql<Row>`select ${columns} from incidents i
        where ${sql.ref(`i.${column}`)} in ${unpack(db, list)} and i.started_at < ${to}
          and i.status <> 'resolved' and i.deleted_at is null`.compile(db),
  }))

const selectResolved = (column: 'monitor_key' | 'group_id', unpack: Unpack) =>
  prepareQuery((db: Reader, list: string, from: number, to: number) => ({
    compile: () =>
      sql<Row & { place: number }>`select * from (
          select ${columns}, row_number() over (partition by ${sql.ref(`i.${column}`)} order by i.resolved_at desc) as place
          from incidents i
          where ${sql.ref(`i.${column}`)} in ${unpack(db, list)} and i.resolved_at >= ${from} and i.started_at < ${to}
            and i.status = 'resolved' and i.deleted_at is null
        ) as newest where place <= ${sql.lit(MAX_OF_EACH)}`.compile(db),
  }))

const ofMonitors = {
  open: selectOpen('monitor_key', unpackKeys),
  resolved: selectResolved('monitor_key', unpackKeys),
}
const ofGroups = { open: selectOpen('group_id', unpackIds), resolved: selectResolved('group_id', unpackIds) }

const selectNaming = (db: Reader, projectId: string, to: number) =>
  db
    .selectFrom('incidents as i')
    .select(['i.id', 'i.monitor_key as monitorKey', 'i.group_id as groupId', 'i.family', 'i.source', 'i.status'])
    .select(['i.severity', 'i.title', 'i.public_title as publicTitle'])
    .select(['i.status_page_update as statusPageUpdate', 'i.started_at as startedAt', 'i.resolved_at as resolvedAt'])
    .select(['i.healthy_ms as healthyMs', 'i.reopenings', 'i.affected_monitor_ids as affected'])
    .where('i.project_id', '=', projectId)
    .where('i.started_at', '<', to)
    .where('i.affected_monitor_ids', '<>', sql.lit('[]'))
    // The incident of a group names the members that are down, which have incidents of their own
    .where('i.group_id', 'is', null)
    .where('i.deleted_at', 'is', null)
    .limit(sql.lit(MAX_NAMING))

const selectNamingOpen = prepareQuery((db: Reader, projectId: string, to: number) =>
  selectNaming(db, projectId, to).where('i.resolved_at', 'is', null),
)

const selectNamingResolved = prepareQuery((db: Reader, projectId: string, from: number, to: number) =>
  selectNaming(db, projectId, to).where('i.resolved_at', '>=', from).orderBy('i.resolved_at', 'desc'),
)

/** Incidents of the monitors, in no order. Intended for at most a hundred monitors. */
export async function listMonitorIncidents(
  db: Reader,
  monitorKeys: readonly number[],
  period: IncidentPeriod,
): Promise<FoundIncident[]> {
  return listIncidentsOf(ofMonitors, db, JSON.stringify(monitorKeys), period)
}

/** Incidents of the groups, in no order. Intended for at most a hundred groups. */
export async function listGroupIncidents(
  db: Reader,
  groupIds: readonly string[],
  period: IncidentPeriod,
): Promise<FoundIncident[]> {
  return listIncidentsOf(ofGroups, db, JSON.stringify(groupIds), period)
}

async function listIncidentsOf(
  select: typeof ofMonitors,
  db: Reader,
  list: string,
  { from, to }: IncidentPeriod,
): Promise<FoundIncident[]> {
  const [open, resolved] = await Promise.all([select.open(db, list, to), select.resolved(db, list, from, to)])
  return deduplicate([...open, ...resolved.map(({ place: _, ...row }) => row)])
}

/** Incidents of the project that name affected monitors, in no order. */
export async function listIncidentsNaming(
  db: Reader,
  projectId: string,
  { from, to }: IncidentPeriod,
): Promise<FoundIncident[]> {
  const [open, resolved] = await Promise.all([
    selectNamingOpen(db, projectId, to),
    selectNamingResolved(db, projectId, from, to),
  ])
  return deduplicate([...open, ...resolved] as Row[])
}

const deduplicate = (rows: readonly Row[]): FoundIncident[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()].map(({ affected, ...row }) => ({
    ...row,
    affectedMonitorIds: affected === '[]' ? [] : JSON.parse(affected),
  }))

const STARTED_IN_PERIOD = `i.started_at >= k.from_at and i.started_at < k.to_at and i.deleted_at is null`
const LATEST = `order by i.started_at desc limit ${MAX_OF_EACH}`

const selectStarted = bulk<Row>(
  { monitor_key: 'int4', from_at: 'int8', to_at: 'int8' },
  {
    sqlite: `select ${COLUMNS} from k join incidents i on i.monitor_key = k.monitor_key and ${STARTED_IN_PERIOD} ${LATEST}`,
    postgres: `select found.* from k cross join lateral (
        select ${COLUMNS} from incidents i where i.monitor_key = k.monitor_key and ${STARTED_IN_PERIOD} ${LATEST}
      ) found`,
  },
)

const selectNamingStarted = prepareQuery((db: Reader, projectId: string, from: number, to: number) =>
  selectNaming(db, projectId, to).where('i.started_at', '>=', from).orderBy('i.started_at', 'desc'),
)

/** Incidents of the monitors that started within the period, in no order. Intended for at most a hundred monitors. */
export async function listIncidentsStarted(
  db: Reader,
  monitorKeys: readonly number[],
  { from, to }: IncidentPeriod,
): Promise<FoundIncident[]> {
  const { rows } = await selectStarted(
    db,
    monitorKeys.map((key) => [key, from, to]),
  )
  return deduplicate(rows)
}

/** Incidents of the groups that started within the period, in no order. None of them can have ended before it. */
export const listGroupIncidentsStarted = async (
  db: Reader,
  groupIds: readonly string[],
  period: IncidentPeriod,
): Promise<FoundIncident[]> =>
  (await listGroupIncidents(db, groupIds, period)).filter(({ startedAt }) => startedAt >= period.from)

/** Incidents of the project that started within the period and name affected monitors, in no order. */
export const listNamingStarted = async (
  db: Reader,
  projectId: string,
  { from, to }: IncidentPeriod,
): Promise<FoundIncident[]> => deduplicate((await selectNamingStarted(db, projectId, from, to)) as Row[])

interface EntryRow extends Omit<UpdateFacts, 'isPublic'> {
  incidentId: string
  isPublic: number
}

const selectEntries = bulk<EntryRow>(
  { incident_id: 'text' },
  `select u.id, u.incident_id as "incidentId", u.kind, u.message, u.to_status as "toStatus",
     u.is_public as "isPublic", u.created_at as "createdAt"
   from k join incident_updates u on u.incident_id = k.incident_id
   where u.is_public = 1 or u.kind in ('edited', 'resolved', 'reopened')`,
)

/** Public texts and changes by users, and resolutions, by incident, oldest first. */
export async function listPublicUpdates(
  db: Reader,
  incidentIds: readonly string[],
): Promise<Map<string, UpdateFacts[]>> {
  const { rows } = await selectEntries(
    db,
    incidentIds.map((id) => [id]),
  )
  rows.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return new Map(
    [...Map.groupBy(rows, (row) => row.incidentId)].map(([id, entries]) => [
      id,
      entries.map(({ incidentId: _, isPublic, ...entry }) => ({ ...entry, isPublic: isPublic === 1 })),
    ]),
  )
}

const selectFirst = bulk<{ first: number | null }>(
  { monitor_key: 'int4' },
  {
    sqlite: `select min(i.started_at) as first from k join incidents i on i.monitor_key = k.monitor_key
      where i.deleted_at is null`,
    postgres: `select (select min(i.started_at) from incidents i
      where i.monitor_key = k.monitor_key and i.deleted_at is null) as first from k`,
  },
)

const selectFirstNaming = prepareQuery((db: Reader, projectId: string) =>
  db
    .selectFrom('incidents')
    .select(['started_at as first', 'affected_monitor_ids as affected'])
    .where('project_id', '=', projectId)
    .where('affected_monitor_ids', '<>', sql.lit('[]'))
    .where('group_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('started_at')
    .limit(sql.lit(MAX_NAMING)),
)

const selectFirstOfGroups = prepareQuery((db: Reader, ids: string) => ({
  compile: () =>
    sql<{ first: number | null }>`select min(i.started_at) as first from incidents i
      where i.group_id in ${unpackIds(db, ids)} and i.status = 'resolved' and i.deleted_at is null
      union all select min(i.started_at) from incidents i
      where i.group_id in ${unpackIds(db, ids)} and i.status <> 'resolved' and i.deleted_at is null`.compile(db),
}))

/**
 * Start of the first incident, Unix ms; null when there was none. At most `MAX_NAMING` incidents written by users
 * count, the earliest first.
 */
export async function findFirstStartedAt(
  db: Reader,
  projectId: string,
  listed: readonly Pick<ListedSubject, 'key' | 'id'>[],
): Promise<number | null> {
  const { keys, groupIds } = splitListed(listed)
  const { rows } = await selectFirst(
    db,
    keys.map((key) => [key]),
  )
  const firstOfGroups = await selectFirstOfGroups(db, JSON.stringify(groupIds))
  const naming = await selectFirstNaming(db, projectId)
  const ids = new Set(listed.map(({ id }) => id))
  const named = naming.find(({ affected }) => (JSON.parse(affected) as string[]).some((id) => ids.has(id)))
  const firsts = [...rows, ...firstOfGroups, ...(named ? [named] : [])].flatMap(({ first }) => first ?? [])
  return firsts.length > 0 ? Math.min(...firsts) : null
}
