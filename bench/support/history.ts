/**
 * Months of results as the service keeps them, recorded hour by hour at their time. The program then runs until it no
 * longer changes how they are stored.
 */
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { computeGridOffsetMs } from '../../src/core/probes/schedule.ts'
import { recordResults } from '../../src/services/evaluation/record-results.ts'
import { prepareDays } from '../../src/services/retention/retention.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { openStore, type Store, type StoreLocation } from '../../src/store/platform/store.ts'
import { saveRegion } from '../../src/store/probes/regions.ts'
import { insertMonitors } from '../../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder } from '../../test/support/database/stores.ts'
import { createTestContext } from '../../test/support/factories/context.ts'
import { createUuid } from '../../test/support/factories/ids.ts'
import { type Program, startProgram } from '../../test/support/programs/program.ts'
import { createAccount } from './account.ts'
import { pause } from './cleanup.ts'
import { createResult } from './results.ts'
import { sized } from './size.ts'
import { readSizes, readWalBytes } from './sizes.ts'

/** The size counts as final when it is the same for this long. */
const SETTLED_MS = sized(5_000, 100)
const POLL_MS = sized(1_000, 50)
const LONGEST_MS = 10 * 60_000

export interface HistoryOptions {
  dialect: DialectName
  monitors: number
  intervalSeconds: number
  days: number
}

export interface History {
  program: Program
  /** An API key. */
  key: string
  monitorIds: string[]
  results: number
  /** Growth since the monitors were created, bytes. */
  bytes: number
  rollupBytes: number
  walBytes: number | null
}

export async function createHistory(t: Cleanup, options: HistoryOptions): Promise<History> {
  const folder = createTestFolder(t)
  const url = options.dialect === 'postgres' ? await createTestDatabaseUrl(t) : null
  const location: StoreLocation = url === null ? { file: join(folder, 'watchkeeper.db') } : { url }
  const store = openStore(location)
  t.after(() => store.close())
  const now = Date.now()
  const first = now - options.days * DAY_MS
  await migrate(store, first - DAY_MS)
  const { key, monitorIds, grid } = await insertAccount(store, options, first)
  const [before, walBefore] = [await readSizes(store), await readWalBytes(store)]
  const results = await recordHistory(store, grid, first, now)
  const env = { WK_DATA_DIR: folder, WK_RATE_LIMIT: '0', WK_LOCAL_PROBE: 'off', WK_LOG_LEVEL: 'warn' }
  const program = await startProgram(t, { env: { ...env, ...(url !== null && { DATABASE_URL: url }) } })
  await waitUntilSettled(store)
  const [after, walAfter] = [await readSizes(store), await readWalBytes(store)]
  return {
    program,
    key,
    monitorIds,
    results,
    bytes: after.all - before.all,
    rollupBytes: after.rollups - before.rollups,
    walBytes: walAfter === null ? null : walAfter - walBefore!,
  }
}

interface Prepared {
  /** An API key. */
  key: string
  monitorIds: string[]
  grid: GridMonitor[]
}

interface GridMonitor {
  key: number
  offsetMs: number
  intervalMs: number
}

async function insertAccount(store: Store, options: HistoryOptions, first: number): Promise<Prepared> {
  const { workspace, key } = await createAccount(store, first - DAY_MS)
  await store.transact((tx) => saveRegion(tx, { code: 'local', name: 'Local', isDefault: true }, first))
  const monitorIds: string[] = []
  const createId = () => {
    monitorIds.push(createUuid(first))
    return monitorIds.at(-1)!
  }
  const { intervalSeconds, monitors } = options
  const columns = { at: first - DAY_MS, workspace, id: createId, interval_seconds: intervalSeconds }
  const keys = await insertMonitors(store, monitors, columns)
  const grid = keys.map((key, index) => ({
    key,
    offsetMs: computeGridOffsetMs(monitorIds[index]!, 'local', intervalSeconds),
    intervalMs: intervalSeconds * SECOND_MS,
  }))
  return { key, monitorIds, grid }
}

/** @returns the number of results */
async function recordHistory(store: Store, grid: readonly GridMonitor[], first: number, now: number): Promise<number> {
  const context = createTestContext(store, first)
  let count = 0
  for (let from = Math.floor(first / HOUR_MS) * HOUR_MS; from < now; from += HOUR_MS) {
    const until = Math.min(now, from + HOUR_MS)
    context.setTime(until)
    if (from % DAY_MS === 0 || count === 0) await prepareDays(context)
    const batch = grid.flatMap(({ key, offsetMs, intervalMs }) =>
      listDue(from + offsetMs, until, intervalMs).map((at) => createResult(key, at)),
    )
    batch.sort((a, b) => a.scheduledAt - b.scheduledAt)
    await recordResults(context, 'local', batch)
    count += batch.length
  }
  return count
}

const listDue = (from: number, until: number, stepMs: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((until - from) / stepMs)) }, (_, index) => from + index * stepMs)

async function waitUntilSettled(store: Store): Promise<void> {
  const end = performance.now() + LONGEST_MS
  let last = await readSizes(store)
  for (let since = performance.now(); performance.now() - since < SETTLED_MS && performance.now() < end; ) {
    await pause(POLL_MS)
    const sizes = await readSizes(store)
    if (sizes.all !== last.all) since = performance.now()
    last = sizes
  }
}
