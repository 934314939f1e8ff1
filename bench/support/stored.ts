/** Reads the rows stored by a running service from outside. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openStore, type StoreLocation } from '../../src/store/platform/store.ts'
import { unpackDetail } from '../../src/store/results/result-detail.ts'
import { pause } from './cleanup.ts'

export interface StoredWindow {
  count: number
  /** Number of results that did not pass. */
  failed: number
  /** Number of results on the grid; the rest are early repeats. */
  onGrid: number
  /** Delays of the starts of checks, ms, ascending. */
  lateness: Float64Array
  /** Response times, ms, ascending, without checks that got no response. */
  responses: Float64Array
  monitors: number
  /** Unix ms; Infinity without results. */
  firstStartedAt: number
  /** When the first and the last check of each monitor started, Unix ms. */
  starts: Map<number, { first: number; last: number }>
}

interface StoredRow {
  monitor_key: number
  scheduled_at: number
  status: number
  detail: Uint8Array
}

/** Runs a query. Another process may write at the same time. */
export async function readRows<Row>(location: StoreLocation, text: string): Promise<Row[]> {
  if ('file' in location) {
    const database = new DatabaseSync(location.file, { readOnly: true, timeout: 5_000 })
    const rows = database.prepare(text).all()
    database.close()
    return rows as Row[]
  }
  const store = openStore(location)
  const { rows } = await sql.raw<Row>(text).execute(store.db)
  await store.close()
  return rows
}

/**
 * Reads the results due in (from, to], Unix ms.
 *
 * @param keys first and last key of the monitors to read
 */
export async function readWindow(
  location: StoreLocation,
  from: number,
  to: number,
  [firstKey, lastKey]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): Promise<StoredWindow> {
  const rows = await readRows<StoredRow>(
    location,
    `SELECT monitor_key, scheduled_at, status, detail FROM results
     WHERE monitor_key BETWEEN ${firstKey} AND ${lastKey} AND scheduled_at > ${from} AND scheduled_at <= ${to}`,
  )
  const details = rows.map((row) => unpackDetail(row.detail))
  const late = details.map(({ latenessMs }) => latenessMs)
  const firstStartedAt = rows.reduce((first, row, index) => Math.min(first, row.scheduled_at + late[index]!), Infinity)
  const starts = collectStarts(rows.map((row, index) => [row.monitor_key, row.scheduled_at + late[index]!]))
  // 1 is `up`; see store/results/results.ts
  const failed = rows.filter((row) => row.status !== 1).length
  return {
    count: rows.length,
    failed,
    onGrid: details.filter(({ onGrid }) => onGrid).length,
    lateness: Float64Array.from(late).sort(),
    responses: Float64Array.from(details.flatMap(({ responseTimeMs }) => responseTimeMs ?? [])).sort(),
    monitors: starts.size,
    firstStartedAt,
    starts,
  }
}

/** Results of the first round cost several times as much as later ones, and wait meanwhile. */
const FIRST_ROUND_MS = 180_000

/** Pause between two looks into the database, which cost time of the machine. */
const LOOK_MS = 1_000

/**
 * Waits until every monitor has a status and the service keeps up.
 *
 * @param lagMs age of the newest stored result of a service that keeps up
 */
export async function waitForFirstRound(location: StoreLocation, lagMs: number): Promise<void> {
  const deadline = performance.now() + FIRST_ROUND_MS
  while (!(await isSettled(location, lagMs))) {
    if (performance.now() > deadline) throw new Error('The service does not keep up with this rate.')
    await pause(LOOK_MS)
  }
}

async function isSettled(location: StoreLocation, lagMs: number): Promise<boolean> {
  const [row] = await readRows<{ unknown: number; newest: number | null }>(
    location,
    `SELECT (SELECT count(*) FROM monitors WHERE runtime_status = 'unknown') AS unknown,
       (SELECT max(scheduled_at) FROM results) AS newest`,
  )
  const { unknown, newest } = row!
  return unknown === 0 && newest !== null && newest >= Date.now() - lagMs
}

function collectStarts(checks: readonly [monitorKey: number, startedAt: number][]): StoredWindow['starts'] {
  const starts: StoredWindow['starts'] = new Map()
  for (const [key, at] of checks) {
    const known = starts.get(key) ?? { first: at, last: at }
    starts.set(key, { first: Math.min(known.first, at), last: Math.max(known.last, at) })
  }
  return starts
}
