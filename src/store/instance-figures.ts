/** Figures of the whole instance at a moment, for operators. Every read is bounded. */
import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { MINUTE_MS, type UnixMs } from '../core/platform/time/time.ts'
import type { ProbeVitals } from '../core/probes/protocol.ts'
import { type LastCheck, listLastChecks } from './monitors/dashboard-monitors.ts'
import { getDialect } from './platform/queries/bulk.ts'
import type { Reader } from './platform/store.ts'

interface MonitorCount {
  status: string
  runtimeStatus: string
  count: number
}

/** Reads every monitor: 1,000,000 monitors take a second, so callers should call it rarely. */
export async function countMonitors(db: Reader): Promise<MonitorCount[]> {
  const rows = await db
    .selectFrom('monitors')
    .select(['status', 'runtime_status as runtimeStatus', (eb) => eb.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy(['status', 'runtime_status'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Unresolved incidents by severity and status. */
export async function countUnresolved(db: Reader): Promise<{ severity: string; status: string; count: number }[]> {
  const rows = await db
    .selectFrom('incidents')
    .select(['severity', 'status', (eb) => eb.fn.countAll<number>().as('count')])
    // A literal, so that the partial index is used
    .where('status', '<>', sql.lit('resolved' as const))
    .where('deleted_at', 'is', null)
    .groupBy(['severity', 'status'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Maximum number of deliveries that are counted; an exact number beyond it is useless. */
const MAX_PENDING = 10_000

/** How long a delivery has been due; `later` means not due yet, or in progress. */
type Overdue = 'later' | 'under_1m' | 'under_5m' | 'over_5m'

interface PendingDeliveries {
  counts: Record<Overdue, number>
  /** Due time of the longest overdue delivery; null when none is due. */
  oldestDueAt: UnixMs | null
}

/** Counts the pending messages of the outbox. A delivery that another delivery's message includes does not count. */
export async function countPending(db: Reader, now: number): Promise<PendingDeliveries> {
  const counts: Record<Overdue, number> = { later: 0, under_1m: 0, under_5m: 0, over_5m: 0 }
  let oldestDueAt: number | null = null
  for (const isGroupingDecided of [true, false]) {
    const rows = await db
      .selectFrom('deliveries')
      .select('next_attempt_at as at')
      .where('status', '=', sql.lit('pending' as const))
      .$if(isGroupingDecided, (query) => query.whereRef('leader_id', '=', 'id'))
      .$if(!isGroupingDecided, (query) => query.where('leader_id', 'is', null))
      .orderBy('next_attempt_at')
      .limit(MAX_PENDING)
      .execute()
    for (const { at } of rows) counts[toOverdue(now - at)]++
    const first = rows[0]?.at ?? now
    if (first < now) oldestDueAt = Math.min(oldestDueAt ?? first, first)
  }
  return { counts, oldestDueAt }
}

function toOverdue(lateMs: number): Overdue {
  if (lateMs <= 0) return 'later'
  if (lateMs < MINUTE_MS) return 'under_1m'
  return lateMs < 5 * MINUTE_MS ? 'under_5m' : 'over_5m'
}

export interface MonitorFigure {
  key: number
  id: string
  name: string
  type: string
  projectId: string
  status: string
  runtimeStatus: string
  last: LastCheck | null
}

/** The oldest monitors, at most `limit`. */
export async function listMonitorFigures(db: Reader, limit: number): Promise<MonitorFigure[]> {
  if (limit === 0) return []
  const rows = await db
    .selectFrom('monitors')
    .select(['key', 'id', 'name', 'type', 'project_id as projectId', 'status', 'runtime_status as runtimeStatus'])
    .where('deleted_at', 'is', null)
    .orderBy('key')
    .limit(limit)
    .execute()
  const last = await listLastChecks(
    db,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => ({ ...row, last: last.get(row.key) ?? null }))
}

export interface ProbeFigure {
  id: string
  name: string
  /** Code of its region. */
  region: string
  version: string
  seenAt: UnixMs
  leaseUntil: number
  isLive: boolean
  vitals: ProbeVitals | null
}

/**
 * Probes, without those that signed off cleanly.
 *
 * @param since only probes seen at or after this time
 */
export async function listProbeFigures(db: Reader, since: UnixMs, limit: number): Promise<ProbeFigure[]> {
  const rows = await db
    .selectFrom('probes as p')
    .innerJoin('regions as r', 'r.key', 'p.region')
    .select(['p.id', 'p.name', 'r.code as region', 'p.version', 'p.vitals'])
    .select(['p.seen_at as seenAt', 'p.lease_until as leaseUntil', 'p.is_live as isLive'])
    .where('p.seen_at', '>=', since)
    // A dismissed probe has released its lease, see store/probes/probes.ts
    .where((eb) => eb.or([eb('p.is_live', '=', 1), eb('p.lease_until', '>', 0)]))
    .orderBy('p.key')
    .limit(limit)
    .execute()
  return rows.map(({ isLive, vitals, ...row }) => ({
    ...row,
    isLive: isLive === 1,
    vitals: vitals === null ? null : (JSON.parse(vitals) as ProbeVitals),
  }))
}

interface DatabaseSize {
  bytes: number
  /** Size of the write-ahead log; null when there is no such file beside the database. */
  logBytes: number | null
  /** Free space on the disk of the file, in bytes. */
  freeBytes: number | null
}

export async function readDatabaseSize(db: Reader): Promise<DatabaseSize> {
  if (getDialect(db) === 'postgres') {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { bytes: Number(rows[0]!.bytes), logBytes: null, freeBytes: null }
  }
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const { file } = rows[0]!
  const { bavail, bsize } = await statfs(dirname(file))
  return { bytes: readFileSize(file), logBytes: readFileSize(`${file}-wal`), freeBytes: bavail * bsize }
}

const readFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0
