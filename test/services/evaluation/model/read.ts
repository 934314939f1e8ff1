/** Reads the state of monitors from the database in the form of the model. */
import type { Reader } from '../../../../src/store/platform/store.ts'
import {
  type Entry,
  type Expected,
  type Family,
  type HistoryRow,
  type ModelIncident,
  sortHistory,
} from './reference.ts'

/** @param keys monitor keys; all keys between the lowest and the highest are read */
export async function readMonitors(db: Reader, keys: readonly number[]): Promise<Expected[]> {
  const range = [Math.min(...keys), Math.max(...keys)] as const
  const statuses = new Map((await listStatuses(db, ...range)).map((row) => [row.key, row.runtime_status]))
  const changes = Map.groupBy(await listChanges(db, ...range), (row) => row.monitor_key)
  const incidents = Map.groupBy(await listIncidents(db, ...range), (row) => row.monitor_key)
  const entries = Map.groupBy(await listEntries(db, ...range), (row) => row.incident_id)
  const notifications = Map.groupBy(await listNotifications(db, ...range), (row) => row.incident_id)
  return keys.map((key) => ({
    status: statuses.get(key)!,
    history: sortHistory((changes.get(key) ?? []).map(rowOf)),
    incidents: (incidents.get(key) ?? []).map((row) =>
      incidentOf(row, entries.get(row.id) ?? [], notifications.get(row.id) ?? []),
    ),
  }))
}

const listStatuses = (db: Reader, low: number, high: number) =>
  db.selectFrom('monitors').select(['key', 'runtime_status']).where('key', '>=', low).where('key', '<=', high).execute()

const listChanges = (db: Reader, low: number, high: number) =>
  db
    .selectFrom('status_changes')
    .select(['monitor_key', 'from_status as from', 'to_status as to'])
    .select(['started_at as startedAt', 'ended_at as endedAt'])
    .where('monitor_key', '>=', low)
    .where('monitor_key', '<=', high)
    .where('kind', '=', 'runtime')
    .orderBy('started_at')
    .orderBy('id')
    .execute()

const rowOf = ({ from, to, startedAt, endedAt }: HistoryRow): HistoryRow => ({ from, to, startedAt, endedAt })

const listIncidents = (db: Reader, low: number, high: number) =>
  db
    .selectFrom('incidents')
    .selectAll()
    .where('monitor_key', '>=', low)
    .where('monitor_key', '<=', high)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

const listEntries = (db: Reader, low: number, high: number) =>
  db
    .selectFrom('incident_updates as u')
    .innerJoin('incidents as i', 'i.id', 'u.incident_id')
    .selectAll('u')
    .where('i.monitor_key', '>=', low)
    .where('i.monitor_key', '<=', high)
    .orderBy('u.created_at')
    .orderBy('u.id')
    .execute()

const listNotifications = (db: Reader, low: number, high: number) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('incidents as i', 'i.id', 'd.incident_id')
    .select(['d.incident_id', 'd.event_type', 'd.next_attempt_at'])
    .where('i.monitor_key', '>=', low)
    .where('i.monitor_key', '<=', high)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .execute()

type IncidentRow = Awaited<ReturnType<typeof listIncidents>>[number]
type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]
type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

const incidentOf = (
  row: IncidentRow,
  entries: readonly EntryRow[],
  notifications: readonly NotificationRow[],
): ModelIncident => ({
  family: row.family as Family,
  status: row.status,
  severity: row.severity,
  type: row.type,
  // Without another message, the error message is the reason of the change
  errorMessage: entries.some(({ message }) => message === row.error_message) ? null : row.error_message,
  startedAt: row.started_at,
  reopenedAt: row.reopened_at,
  openMs: (row.resolved_at ?? row.reopened_at ?? row.started_at) - row.started_at - row.healthy_ms,
  acknowledgedAt: row.acknowledged_at,
  resolvedAt: row.resolved_at,
  resolvedByHand: row.resolved_by !== null,
  failureCount: row.failure_count,
  affectedRegions: (JSON.parse(row.affected_regions) as string[]).toSorted(),
  updatedAt: row.updated_at,
  isDiscarded: false,
  entries: entries.map((entry) => ({
    kind: entry.kind as Entry['kind'],
    from: entry.from_status,
    to: entry.to_status!,
    at: entry.created_at,
    byHand: entry.user_id !== null,
  })),
  notifications: notifications.map(({ event_type, next_attempt_at }) => `${event_type} from ${next_attempt_at} on`),
})
