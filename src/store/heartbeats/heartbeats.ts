/** State of the jobs of heartbeat monitors. */
import type { HeartbeatState, OpenRun } from '../../core/heartbeats/heartbeat-state.ts'
import { bulk, bulkOverMonitors, getDialect, selectOfEach } from '../platform/queries/bulk.ts'
import { toFoldedCase } from '../platform/queries/fold-case.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows, lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { HeartbeatsTable } from '../tables/heartbeats.ts'

export interface Heartbeat {
  monitorKey: number
  token: string
  /** Time of the newest row that this heartbeat has written to any table, Unix ms. The next row gets a later time. */
  lastAt: number
  /** Number of pings ever received. */
  pings: number
  state: HeartbeatState
}

const toHeartbeat = (row: HeartbeatsTable): Heartbeat => ({
  monitorKey: row.monitor_key,
  token: row.token,
  lastAt: row.last_at,
  pings: row.pings,
  state: {
    lastPingAt: row.last_ping_at,
    lastRunMs: row.last_run_ms,
    openRuns: row.open_runs === '[]' ? [] : (JSON.parse(row.open_runs) as OpenRun[]),
    armedAt: row.armed_at,
    dueAt: row.due_at,
  },
})

const insert = bulk(
  { monitor_key: 'int4', token: 'text' },
  `insert into heartbeats (monitor_key, token, last_at, open_runs, pings) select monitor_key, token, 0, '[]', 0 from k`,
)

/**
 * Inserts heartbeats that no job has pinged yet.
 *
 * @param heartbeats each with a new token
 */
export async function insertHeartbeats(
  tx: Tx,
  heartbeats: readonly { monitorKey: number; token: string }[],
): Promise<void> {
  await insert(
    tx,
    heartbeats.map(({ monitorKey, token }) => [monitorKey, token]),
  )
}

const selectTokens = bulk<{ token: string }>(
  { token: 'text' },
  'select h.token from k join heartbeats h on h.token = k.token',
)

/** Finds the tokens among `tokens` that heartbeats have, including heartbeats of deleted monitors. */
export async function findTakenTokens(db: Reader, tokens: readonly string[]): Promise<Set<string>> {
  const { rows } = await selectTokens(
    db,
    tokens.map((token) => [token]),
  )
  return new Set(rows.map(({ token }) => token))
}

/** Gives a heartbeat another token. Its target is the token, too. */
export async function replaceToken(tx: Tx, monitorKey: number, token: string): Promise<void> {
  await tx.updateTable('heartbeats').set({ token }).where('monitor_key', '=', monitorKey).execute()
  await tx
    .updateTable('monitors')
    .set({ target: token, target_folded: toFoldedCase(token) })
    .where('key', '=', monitorKey)
    .execute()
}

const SELECT_BY_TOKEN = 'select h.* from k join heartbeats h on h.token = k.token'
const selectByToken = {
  sqlite: bulk<HeartbeatsTable>({ token: 'text' }, SELECT_BY_TOKEN),
  postgres: bulk<HeartbeatsTable>({ token: 'text' }, `${SELECT_BY_TOKEN} order by h.monitor_key for update of h`),
}

/**
 * Lists heartbeats by token. PostgreSQL locks them until the end of the transaction, in the same order on every server.
 * SQLite has one writer.
 *
 * @param tokens each once
 */
export async function lockHeartbeats(tx: Tx, tokens: readonly string[]): Promise<Heartbeat[]> {
  const { rows } = await selectByToken[getDialect(tx)](
    tx,
    tokens.map((token) => [token]),
  )
  return rows.map(toHeartbeat)
}

/** Lists the heartbeats of these monitors and locks them in the order of their keys. */
export async function lockHeartbeatsOf(tx: Tx, monitorKeys: readonly number[]): Promise<Heartbeat[]> {
  if (monitorKeys.length === 0) return []
  const query = tx.selectFrom('heartbeats').selectAll().where('monitor_key', 'in', monitorKeys).orderBy('monitor_key')
  return (await lockRows(tx, query).execute()).map(toHeartbeat)
}

/**
 * Lists and locks the heartbeats whose deadline has passed, the longest overdue first. Rows locked by another server
 * are skipped.
 */
export async function lockDueHeartbeats(tx: Tx, now: number, limit: number): Promise<Heartbeat[]> {
  const query = tx.selectFrom('heartbeats').selectAll().where('due_at', '<=', now).orderBy('due_at').limit(limit)
  const rows = await lockFreeRows(tx, query).execute()
  return rows.map(toHeartbeat)
}

/**
 * Lists and locks the heartbeats whose deadline is in (after, upTo], and the heartbeats with open runs whose deadline
 * is later.
 */
export async function lockHeartbeatsAfter(tx: Tx, after: number, upTo: number): Promise<Heartbeat[]> {
  const query = tx
    .selectFrom('heartbeats')
    .selectAll()
    .where('due_at', '>', after)
    .where((eb) => eb.or([eb('due_at', '<=', upTo), eb('open_runs', '<>', '[]')]))
  const rows = await lockRows(tx, query.orderBy('monitor_key')).execute()
  return rows.map(toHeartbeat)
}

const selectNextDue = prepareQuery((db: Reader) =>
  db.selectFrom('heartbeats').select('due_at').where('due_at', 'is not', null).orderBy('due_at').limit(1),
)

/** Finds the next deadline, Unix ms; null when no ping is expected. */
export const findNextDeadlineAt = async (db: Reader): Promise<number | null> =>
  (await selectNextDue(db))[0]?.due_at ?? null

const update = bulk(
  {
    monitor_key: 'int4',
    last_at: 'int8',
    last_ping_at: 'int8',
    last_run_ms: 'int8',
    open_runs: 'text',
    armed_at: 'int8',
    due_at: 'int8',
    pings: 'int8',
  },
  `update heartbeats set last_at = k.last_at, last_ping_at = k.last_ping_at, last_run_ms = k.last_run_ms,
     open_runs = k.open_runs, armed_at = k.armed_at, due_at = k.due_at, pings = k.pings
   from k where heartbeats.monitor_key = k.monitor_key`,
)

/** Saves heartbeats that this transaction has locked. */
export async function saveHeartbeats(tx: Tx, heartbeats: readonly Heartbeat[]): Promise<void> {
  await update(
    tx,
    heartbeats.map(({ monitorKey, lastAt, pings, state }) => [
      monitorKey,
      lastAt,
      state.lastPingAt,
      state.lastRunMs,
      state.openRuns.length === 0 ? '[]' : JSON.stringify(state.openRuns),
      state.armedAt,
      state.dueAt,
      pings,
    ]),
  )
}

/** Ping data that is displayed for a monitor. */
export type HeartbeatSummary = Pick<HeartbeatState, 'lastPingAt' | 'lastRunMs' | 'dueAt'>

const selectSummaries = bulkOverMonitors<HeartbeatSummary & { key: number }>(
  selectOfEach(
    's.monitor_key as key, s.last_ping_at as "lastPingAt", s.last_run_ms as "lastRunMs", s.due_at as "dueAt"',
    'heartbeats',
    'true',
  ),
)

/** Lists heartbeat summaries by monitor key. */
export const listHeartbeats = async (
  db: Reader,
  monitorKeys: readonly number[],
): Promise<Map<number, HeartbeatSummary>> =>
  new Map((await selectSummaries(db, monitorKeys)).map(({ key, ...summary }) => [key, summary]))

/** Fields of a monitor that are needed to evaluate its pings. */
export interface PingedMonitor {
  key: number
  status: string
  runtimeStatus: string
  settings: Record<string, unknown>
}

const selectPinged = bulk<Omit<PingedMonitor, 'settings'> & { settings: string }>(
  { monitor_key: 'int4' },
  `select m.key, m.status, m.runtime_status as "runtimeStatus", m.settings from k join monitors m on m.key = k.monitor_key where m.deleted_at is null`,
)

/**
 * Loads monitors by key. Deleted monitors are left out. Read them after their heartbeats are locked: the query then
 * returns every earlier change.
 */
export async function loadPingedMonitors(tx: Tx, monitorKeys: readonly number[]): Promise<Map<number, PingedMonitor>> {
  const { rows } = await selectPinged(
    tx,
    monitorKeys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, { ...row, settings: JSON.parse(row.settings) }]))
}

/**
 * Finds the last time at which a server was ready to receive pings, Unix ms. The row is locked, so that one server at a
 * time uses it.
 */
export async function lockIntake(tx: Tx): Promise<number> {
  const query = tx.selectFrom('heartbeat_intake').select('seen_at')
  const { seen_at: seenAt } = await lockRows(tx, query).executeTakeFirstOrThrow()
  return seenAt
}

export async function saveIntake(tx: Tx, now: number): Promise<void> {
  await tx.updateTable('heartbeat_intake').set({ seen_at: now }).execute()
}
