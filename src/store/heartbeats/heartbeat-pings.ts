/** The newest pings of each heartbeat. */
import { PING_KINDS, type PingKind } from '../../core/heartbeats/heartbeat-state.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { HeartbeatPingsTable } from '../tables/heartbeats.ts'

export interface StoredPing {
  monitorKey: number
  /** Time of the ping, Unix ms; unique within its heartbeat. */
  at: number
  kind: PingKind
  exitStatus: number | null
  runId: string | null
  durationMs: number | null
  /** Beginning of the body that is stored. */
  body: string | null
  /** Number of body bytes that were read. */
  bodyBytes: number
  /** Address of the client. */
  source: string
  /** Text of the job in one line. */
  message: string | null
  /** Names of parameters without a meaning. */
  ignored: readonly string[]
}

const insert = bulk(
  {
    monitor_key: 'int4',
    at: 'int8',
    kind: 'int2',
    exit_status: 'int2',
    run_id: 'text',
    duration_ms: 'int8',
    body: 'text',
    body_bytes: 'int4',
    source: 'text',
    report: 'text',
  },
  `insert into heartbeat_pings
     (monitor_key, at, kind, exit_status, run_id, duration_ms, body, body_bytes, source, report) select * from k`,
)

export async function insertPings(tx: Tx, pings: readonly StoredPing[]): Promise<void> {
  await insert(
    tx,
    pings.map((ping) => [
      ping.monitorKey,
      ping.at,
      PING_KINDS.indexOf(ping.kind),
      isNarrow(ping.exitStatus) ? ping.exitStatus : null,
      ping.runId,
      ping.durationMs,
      ping.body,
      ping.bodyBytes,
      ping.source,
      formatReport(ping),
    ]),
  )
}

/** The column of exit statuses has 16 bits, and exit statuses of Windows have 32. */
const isNarrow = (status: number | null): boolean => status !== null && Math.abs(status) < 2 ** 15

/** Values in the column `report`; most pings have none. */
interface Report {
  exitStatus?: number
  message?: string
  ignored?: readonly string[]
}

function formatReport({ exitStatus, message, ignored }: StoredPing): string | null {
  const report: Report = {
    ...(exitStatus !== null && !isNarrow(exitStatus) && { exitStatus }),
    ...(message !== null && { message }),
    ...(ignored.length > 0 && { ignored }),
  }
  return Object.keys(report).length > 0 ? JSON.stringify(report) : null
}

/** Number of pings that a trim keeps per monitor. A monitor has more until the next trim. */
export const KEPT_PINGS = 1_000

const trim = bulk(
  { monitor_key: 'int4' },
  `delete from heartbeat_pings where (monitor_key, at) in (
     select p.monitor_key, p.at from k join heartbeat_pings p on p.monitor_key = k.monitor_key
     where p.at <= (select q.at from heartbeat_pings q where q.monitor_key = k.monitor_key
                    order by q.at desc limit 1 offset ${KEPT_PINGS}))`,
)

/** Deletes all pings of these monitors except the newest `KEPT_PINGS`. */
export async function trimPings(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  await trim(
    tx,
    monitorKeys.map((key) => [key]),
  )
}

const parseReport = ({ report }: HeartbeatPingsTable): Report => (report === null ? {} : JSON.parse(report))

const toPing = (row: HeartbeatPingsTable, report = parseReport(row)): StoredPing => ({
  monitorKey: row.monitor_key,
  at: row.at,
  kind: PING_KINDS[row.kind]!,
  exitStatus: row.exit_status ?? report.exitStatus ?? null,
  runId: row.run_id,
  durationMs: row.duration_ms,
  body: row.body,
  bodyBytes: row.body_bytes,
  source: row.source,
  message: report.message ?? null,
  ignored: report.ignored ?? [],
})

const selectPage = prepareQuery((db: Reader, monitorKey: number, limit: number, offset: number) =>
  db
    .selectFrom('heartbeat_pings')
    .selectAll()
    .where('monitor_key', '=', monitorKey)
    .orderBy('at', 'desc')
    .limit(limit)
    .offset(offset),
)

const countAll = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('heartbeat_pings')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('monitor_key', '=', monitorKey),
)

/** Lists pings, newest first. */
export async function listPings(
  db: Reader,
  monitorKey: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pings: StoredPing[]; total: number }> {
  const rows = await selectPage(db, monitorKey, limit, offset)
  return { pings: rows.map((row) => toPing(row)), total: Number((await countAll(db, monitorKey))[0]!.total) }
}

const selectLastReport = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('heartbeat_pings')
    .select('kind')
    .where('monitor_key', '=', monitorKey)
    .where('kind', 'in', [PING_KINDS.indexOf('success'), PING_KINDS.indexOf('fail')])
    .orderBy('at', 'desc')
    .limit(1),
)

/** Returns whether the last stored outcome that the job reported is a success. */
export const hasSucceededLast = async (db: Reader, monitorKey: number): Promise<boolean> =>
  (await selectLastReport(db, monitorKey))[0]?.kind === PING_KINDS.indexOf('success')

/** Formats a ping's key as a UUID version 7, like the id of a result: 48 bits of time, 48 bits of the monitor. */
export function formatPingId({ monitorKey, at }: Pick<StoredPing, 'monitorKey' | 'at'>): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7fff-8000-${monitorKey.toString(16).padStart(12, '0')}`
}
