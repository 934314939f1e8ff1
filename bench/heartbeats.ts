/**
 * Pings per second of the service, each committed before its response, beside a bare Fastify route that stores nothing.
 * Runs the program as operators do, over persistent connections, with SQLite and PostgreSQL.
 *
 *   npm run bench -- heartbeats [seconds=4] [connections=64] [monitors=1000]
 *
 * Load comes from `wrk` if it is installed, else from a process of its own. It shares the machine. The PostgreSQL of
 * the tests does not wait for the disk. Set `DATABASE_URL` to measure a server that does.
 */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation } from '../src/store/platform/store.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder, DIALECTS } from '../test/support/database/stores.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { createAccount } from './support/account.ts'
import { withCleanup } from './support/cleanup.ts'
import { readTreeCpuSeconds } from './support/cpu.ts'
import { LOADER, type Load, type LoadResult, sendLoad } from './support/load.ts'
import { formatRatio, printTable } from './support/report.ts'
import { IS_TOY, sized } from './support/size.ts'

const WARM_UP_SECONDS = 1
const ROUNDS = sized(2, 1)
const SETTINGS = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }

/** A route with the same response that stores nothing: the cost of HTTP only. */
const BARE = `import Fastify from 'fastify'
const api = Fastify()
api.get('/api/heartbeat/:token', async () => ({ success: true, data: { received: true } }))
console.log('is ready at ' + await api.listen({ port: 0, host: '127.0.0.1' }))`

async function startBare(t: Cleanup): Promise<{ url: string; pid: number }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { cwd: import.meta.dirname })
  t.after(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { url: /http:\S+/.exec(String(line))![0], pid: child.pid! }
}

/**
 * Inserts heartbeat monitors.
 *
 * @returns their ping tokens
 */
async function prepare(store: Store, count: number): Promise<string[]> {
  const at = Date.now()
  await migrate(store, at)
  const { workspace } = await createAccount(store, at)
  const tokens = Array.from({ length: count }, () => randomUUID())
  const settings = JSON.stringify(SETTINGS)
  const keys = await insertMonitors(store, count, {
    at,
    workspace,
    type: 'HEARTBEAT',
    settings,
    interval_seconds: 3_600,
  })
  const empty = {
    last_at: 0,
    last_ping_at: null,
    last_run_ms: null,
    open_runs: '[]',
    armed_at: null,
    due_at: null,
    pings: 0,
  }
  await store.transact(async (tx) => {
    for (const [index, key] of keys.entries()) {
      const row = { ...empty, monitor_key: key, token: tokens[index]! }
      await tx.insertInto('heartbeats').values(row).execute()
    }
  })
  return tokens
}

interface Contender {
  name: string
  url: string
  pid: number
  paths: string[]
  /** Number of stored pings; null for the bare route. */
  stored: (() => Promise<number>) | null
}

async function startService(t: Cleanup, dialect: (typeof DIALECTS)[number], monitors: number): Promise<Contender> {
  const folder = createTestFolder(t)
  const url = dialect === 'postgres' ? await createTestDatabaseUrl(t) : null
  const location: StoreLocation = url === null ? { file: join(folder, 'watchkeeper.db') } : { url }
  const store = openStore(location)
  const tokens = await prepare(store, monitors)
  await store.close()
  const program = await startProgram(t, {
    env: {
      WK_DATA_DIR: folder,
      WK_LOCAL_PROBE: 'off',
      WK_LOG_LEVEL: 'warn',
      ...(url !== null && { DATABASE_URL: url }),
    },
  })
  const stored = async () => {
    const reader = openStore(location)
    const { pings } = await reader.db
      .selectFrom('heartbeats')
      .select((eb) => eb.fn.sum<number>('pings').as('pings'))
      .executeTakeFirstOrThrow()
    await reader.close()
    return Number(pings)
  }
  const paths = tokens.map((token) => `/api/heartbeat/${token}`)
  return { name: dialect, url: program.url, pid: program.pid, paths, stored }
}

type Wanted = Pick<Load, 'seconds' | 'connections'>

interface Measured extends LoadResult {
  cpuMs: number
}

/** @throws when fewer pings are stored than were acknowledged */
async function measure({ url, pid, paths, stored }: Contender, wanted: Wanted): Promise<Measured> {
  const before = stored ? await stored() : 0
  const cpu = readTreeCpuSeconds(pid)
  const taken = await sendLoad({ origin: url, paths, ...wanted })
  const cpuMs = ((readTreeCpuSeconds(pid) - cpu) * 1_000) / taken.count
  const storedCount = stored ? (await stored()) - before : Number.POSITIVE_INFINITY
  if (storedCount < taken.count)
    throw new Error(`${storedCount} pings are stored, but ${taken.count} were acknowledged`)
  return { ...taken, cpuMs }
}

const pickBest = (rounds: readonly Measured[]): Measured => rounds.toSorted((a, b) => b.perSecond - a.perSecond)[0]!

/** Measures all in turn and takes the best round of each, since other load on the machine can only slow them down. */
async function main(t: Cleanup, seconds: number, connections: number, monitors: number): Promise<void> {
  const bare = await startBare(t)
  const contenders: Contender[] = [
    { name: 'bare Fastify', ...bare, paths: ['/api/heartbeat/x'], stored: null },
    ...(await Promise.all(DIALECTS.map((dialect) => startService(t, dialect, monitors)))),
  ]
  const rounds = new Map<Contender, Measured[]>(contenders.map((contender) => [contender, []]))
  if (!IS_TOY) for (const contender of contenders) await measure(contender, { seconds: WARM_UP_SECONDS, connections })
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of contenders) rounds.get(contender)!.push(await measure(contender, { seconds, connections }))
  const yardstick = pickBest(rounds.get(contenders[0]!)!)
  process.stdout.write(
    `${LOADER}, ${connections} connections, ${monitors} monitors, best of ${ROUNDS} rounds of ${seconds} s\n\n`,
  )
  printTable(
    ['', 'pings/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU ms/ping'],
    contenders.map((contender) => {
      const { perSecond, p50Ms, p99Ms, cpuMs } = pickBest(rounds.get(contender)!)
      return [contender.name, perSecond, formatRatio(perSecond, yardstick.perSecond), p50Ms, p99Ms, cpuMs]
    }),
  )
}

const [seconds = sized(4, 0.3), connections = sized(64, 4), monitors = sized(1_000, 10)] = process.argv
  .slice(2)
  .map(Number)
await withCleanup((t) => main(t, seconds, connections, monitors))
