/**
 * Pings per second of the service, each committed before its response, beside a bare Fastify route that stores nothing.
 * Runs the program as operators do, over persistent connections, with SQLite and PostgreSQL.
 *
 *   npm run bench -- heartbeats [seconds=4] [connections=64] [monitors=1000]
 *
 * Load comes from `wrk` if it is installed, else from a process of this file. It shares the machine. The PostgreSQL of
 * the tests does not wait for the disk. Set `DATABASE_URL` to measure a server that does.
 */

import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { migrate } from '../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation } from '../src/store/platform/store.ts'
import { insertMonitors } from '../test/support/database/rows.ts'
import { type Cleanup, createTestDatabaseUrl, createTestFolder, DIALECTS } from '../test/support/database/stores.ts'
import { startProgram } from '../test/support/programs/program.ts'
import { createAccount } from './support/account.ts'
import { withCleanup } from './support/cleanup.ts'
import { readTreeCpuSeconds } from './support/cpu.ts'
import { formatRatio, printTable } from './support/report.ts'

const WARM_UP_SECONDS = 1
const ROUNDS = 2
const SETTINGS = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }

const hasWrk = spawnSync('wrk', ['--version']).error === undefined

interface Load {
  seconds: number
  connections: number
}

interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** @param paths requested in turn */
async function load(origin: string, paths: readonly string[], { seconds, connections }: Load): Promise<LoadResult> {
  return withCleanup(async (t) => {
    const file = join(createTestFolder(t), hasWrk ? 'load.lua' : 'load.json')
    writeFileSync(file, hasWrk ? toLuaScript(paths) : JSON.stringify(paths))
    const [command, args] = hasWrk
      ? ['wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', file, origin]]
      : [process.execPath, [import.meta.filename, '--load', origin, file, String(seconds), String(connections)]]
    const child = spawn(command as string, args as string[], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    for await (const chunk of child.stdout) output += chunk
    if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${origin}: ${output}`)
    const figure = (pattern: RegExp) => pattern.exec(output)?.slice(1) ?? []
    return {
      perSecond: Number(figure(/Requests\/sec:\s+([\d.]+)/)[0]),
      p50Ms: parseMs(figure(/50%\s+([\d.]+)(us|ms|s)/)),
      p99Ms: parseMs(figure(/99%\s+([\d.]+)(us|ms|s)/)),
    }
  })
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 }
const parseMs = ([value, unit]: string[]): number => Number(value) * (UNITS[unit ?? ''] ?? Number.NaN)

const toLuaScript = (paths: readonly string[]): string => `
local paths = { ${paths.map((path) => `"${path}"`).join(', ')} }
local n = 0
request = function()
  n = n % #paths + 1
  return wrk.format("GET", paths[n])
end`

/** Produces the same figures in the output format of `wrk`. */
async function generate(origin: string, paths: readonly string[], seconds: number, connections: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1_000
  const times: number[] = []
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const begun = performance.now()
      const request = http.get(origin + paths[times.length % paths.length], { agent }, (response) => {
        if (response.statusCode !== 200) return reject(new Error(`${origin}: ${response.statusCode}`))
        response.resume().once('end', () => {
          times.push(performance.now() - begun)
          resolve()
        })
      })
      request.once('error', reject)
    })
  const runLoop = async () => {
    while (performance.now() < end) await one()
  }
  await Promise.all(Array.from({ length: connections }, runLoop))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(3)
  process.stdout.write(`50% ${at(0.5)}ms\n99% ${at(0.99)}ms\nRequests/sec: ${times.length / seconds}\n`)
}

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

interface Measured extends LoadResult {
  cpuMs: number
}

/** @throws when fewer pings are stored than were acknowledged */
async function measure({ url, pid, paths, stored }: Contender, requested: Load): Promise<Measured> {
  const before = stored ? await stored() : 0
  const cpu = readTreeCpuSeconds(pid)
  const taken = await load(url, paths, requested)
  const cpuMs = ((readTreeCpuSeconds(pid) - cpu) * 1_000) / (taken.perSecond * requested.seconds)
  const storedCount = stored ? (await stored()) - before : Number.POSITIVE_INFINITY
  if (storedCount < Math.floor(taken.perSecond * requested.seconds * 0.99))
    throw new Error(`${storedCount} pings are stored, but ${taken.perSecond * requested.seconds} were acknowledged`)
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
  for (const contender of contenders) await measure(contender, { seconds: WARM_UP_SECONDS, connections })
  for (let round = 0; round < ROUNDS; round++)
    for (const contender of contenders) rounds.get(contender)!.push(await measure(contender, { seconds, connections }))
  const yardstick = pickBest(rounds.get(contenders[0]!)!)
  process.stdout.write(
    `${hasWrk ? 'wrk' : 'own load'}, ${connections} connections, ${monitors} monitors, best of ${ROUNDS} rounds of ${seconds} s\n\n`,
  )
  printTable(
    ['', 'pings/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU ms/ping'],
    contenders.map((contender) => {
      const { perSecond, p50Ms, p99Ms, cpuMs } = pickBest(rounds.get(contender)!)
      return [contender.name, perSecond, formatRatio(perSecond, yardstick.perSecond), p50Ms, p99Ms, cpuMs]
    }),
  )
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--load') {
  const { readFileSync } = await import('node:fs')
  await generate(rest[0]!, JSON.parse(readFileSync(rest[1]!, 'utf8')), Number(rest[2]), Number(rest[3]))
} else {
  const [seconds = 4, connections = 64, monitors = 1_000] = process.argv.slice(2).map(Number)
  await withCleanup((t) => main(t, seconds, connections, monitors))
}
