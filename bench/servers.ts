/**
 * Ingest rate of two servers on one PostgreSQL, compared with one. Probes push batches of 500 results, three at a time
 * per server.
 *
 *   npm run bench -- servers [monitors=4000] [seconds=4] [rounds=3] [troubled-percent=0]
 *
 * One and two servers run in turn, on monitors divided between them. The database shares the cores of this machine,
 * which limits the gain from a second server. The bench therefore also reports the CPU time of a result on both sides.
 * From it follows the possible gain here, and with separate cores for the database. Lock waits of connections (`Lock`,
 * `LWLock`) would show that two servers block each other. `Client ClientRead` is a wait for a server.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE_MS } from '../src/core/platform/time/time.ts'
import type { CheckResult } from '../src/core/probes/protocol.ts'
import { computeGridOffsetMs } from '../src/core/probes/schedule.ts'
import { recordResults } from '../src/services/evaluation/record-results.ts'
import { openStore, type Store } from '../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../test/support/database/rows.ts'
import { type Cleanup, createMigratedDatabaseUrl } from '../test/support/database/stores.ts'
import { createTestContext } from '../test/support/factories/context.ts'
import { withCleanup } from './support/cleanup.ts'
import { findDatabaseServerPid, readTreeCpuSeconds } from './support/cpu.ts'
import { sized } from './support/size.ts'

const BATCH = 500
const WRITERS = 3
const START = Date.UTC(2026, 0, 10)
const SAMPLE_MS = 25
const WARM_UP_SECONDS = sized(1, 0.1)

/** Order for a server: its monitors, and how long to write. */
interface Order {
  keys: number[]
  /** First round of results that is not stored yet. */
  round: number
  seconds: number
  /** Percentage of monitors that fail three of every ten checks. */
  troubled: number
}

interface Done {
  results: number
  rounds: number
  cpuSeconds: number
}

function createResult(monitorKey: number, index: number, round: number, troubled: number): CheckResult {
  const fails = index % 100 < troubled && (round + index) % 10 < 3
  const at = START + round * MINUTE_MS + computeGridOffsetMs(`alice-monitor-${index}`, 'local', 60)
  return {
    monitorKey,
    kind: 'check',
    scheduledAt: at,
    startedAt: at + 1,
    status: fails ? 'down' : 'up',
    responseTimeMs: 20 + (index % 7),
    statusCode: fails ? 500 : 200,
    errorType: fails ? 'status_code' : null,
    errorMessage: fails ? 'status 500, expected 200-299' : null,
    timings: { dnsMs: 0, connectMs: 1, tlsMs: null, firstByteMs: 19, downloadMs: 0.3 },
    remoteAddress: '192.0.2.7',
  }
}

/** Records results on one server for a while. Each writer has its own monitors, as a probe has. */
async function recordRounds(store: Store, { keys, round, seconds, troubled }: Order): Promise<Done> {
  const context = createTestContext(store, START)
  const end = performance.now() + seconds * 1_000
  const used = process.cpuUsage()
  const size = Math.ceil(keys.length / WRITERS)
  const runWriter = async (own: readonly number[]): Promise<number> => {
    let rounds = 0
    for (; performance.now() < end; rounds++) {
      context.setTime(Math.max(context.now(), START + (round + rounds + 1) * MINUTE_MS))
      for (let from = 0; from < own.length; from += BATCH) {
        const batch = own.slice(from, from + BATCH)
        await recordResults(
          context,
          'local',
          batch.map((key) => createResult(key, key, round + rounds, troubled)),
        )
      }
    }
    return rounds
  }
  const keysByWriter = Array.from({ length: WRITERS }, (_, n) => keys.slice(n * size, (n + 1) * size))
  const rounds = await Promise.all(keysByWriter.map(runWriter))
  const { user, system } = process.cpuUsage(used)
  const results = rounds.reduce((sum, count, n) => sum + count * keysByWriter[n]!.length, 0)
  return { results, rounds: Math.max(...rounds), cpuSeconds: (user + system) / 1e6 }
}

async function serve(url: string): Promise<void> {
  const store = openStore({ url })
  process.on('message', async (order: Order) => process.send!(await recordRounds(store, order)))
  process.send!('ready')
}

const receiveMessage = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a server ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message as T)
    })
  })

interface Measurement {
  perSecond: number
  /** CPU time per result, µs. */
  serverUs: number
  databaseUs: number
}

class Bench {
  readonly #children: ChildProcess[]
  readonly #store: Store
  readonly #databasePid: number
  readonly #keys: number[]
  #round = 0

  constructor(children: ChildProcess[], store: Store, databasePid: number, keys: number[]) {
    this.#children = children
    this.#store = store
    this.#databasePid = databasePid
    this.#keys = keys
  }

  async measure(servers: number, seconds: number, troubled: number, waits?: Map<string, number>): Promise<Measurement> {
    const size = Math.ceil(this.#keys.length / servers)
    const before = readTreeCpuSeconds(this.#databasePid)
    const begun = performance.now()
    const working = this.#children.slice(0, servers).map((child, n) => {
      const done = receiveMessage<Done>(child)
      child.send({
        keys: this.#keys.slice(n * size, (n + 1) * size),
        round: this.#round,
        seconds,
        troubled,
      } satisfies Order)
      return done
    })
    const all = Promise.all(working)
    if (waits) await this.#watch(waits, all)
    const done = await all
    const took = (performance.now() - begun) / 1_000
    this.#round += Math.max(...done.map(({ rounds }) => rounds))
    const sum = (of: (one: Done) => number) => done.reduce((total, one) => total + of(one), 0)
    const results = sum((one) => one.results)
    return {
      perSecond: results / took,
      serverUs: (sum(({ cpuSeconds }) => cpuSeconds) / results) * 1e6,
      databaseUs: ((readTreeCpuSeconds(this.#databasePid) - before) / results) * 1e6,
    }
  }

  /** Samples the waits of active connections until the promise settles. */
  async #watch(waits: Map<string, number>, over: Promise<unknown>): Promise<void> {
    let isOver = false
    void over.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const { rows } = await sql<{ what: string }>`
        select coalesce(wait_event_type || ' ' || wait_event, 'at work') as what from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(this.#store.db)
      for (const { what } of rows) waits.set(what, (waits.get(what) ?? 0) + 1)
      await delay(SAMPLE_MS)
    }
  }
}

const computeMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!

const summarizeCost = (measurements: readonly Measurement[]) => ({
  serverUs: computeMedian(measurements.map(({ serverUs }) => serverUs)),
  databaseUs: computeMedian(measurements.map(({ databaseUs }) => databaseUs)),
})

function show(name: string, measurements: readonly Measurement[]): string {
  const { serverUs, databaseUs } = summarizeCost(measurements)
  const results = Math.round(computeMedian(measurements.map(({ perSecond }) => perSecond))).toLocaleString('en')
  return `${name}: ${results} results per second; each ${serverUs.toFixed(0)} µs of a server and ${databaseUs.toFixed(0)} µs of the database\n`
}

/** Returns the possible gain of two servers over one, from the CPU time of a result. A server computes on one core. */
function computeSpeedup(one: readonly Measurement[], two: readonly Measurement[], cores: number): number {
  const perSecond = (servers: number, { serverUs, databaseUs }: ReturnType<typeof summarizeCost>) =>
    Math.min(servers / serverUs, cores / (serverUs + databaseUs))
  return perSecond(2, summarizeCost(two)) / perSecond(1, summarizeCost(one))
}

async function main(t: Cleanup, monitors: number, seconds: number, rounds: number, troubled: number): Promise<void> {
  const url = await createMigratedDatabaseUrl(t)
  const store = openStore({ url })
  t.after(() => store.close())
  await insertWorkspace(store)
  const keys = await insertMonitors(store, monitors, { at: START })
  const children = [0, 1].map(() => fork(import.meta.filename, ['--serve', url]))
  t.after(() => {
    for (const child of children) child.kill()
  })
  await Promise.all(children.map((child) => receiveMessage(child)))
  const bench = new Bench(children, store, await findDatabaseServerPid(store), keys)
  await bench.measure(2, WARM_UP_SECONDS, troubled)
  const [one, two] = [[] as Measurement[], [] as Measurement[]]
  const waits = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    one.push(await bench.measure(1, seconds, troubled))
    two.push(await bench.measure(2, seconds, troubled, waits))
  }
  const ratio = computeMedian(two.map(({ perSecond }, round) => perSecond / one[round]!.perSecond))
  const cores = availableParallelism()
  const samples = [...waits.values()].reduce((sum, count) => sum + count, 0)
  const seen = [...waits].sort(([, a], [, b]) => b - a).slice(0, 8)
  process.stdout.write(
    show('One server', one) +
      show('Two servers', two) +
      `Two servers store ${ratio.toFixed(2)} times as much as one (median of ${rounds}). The CPU time of a result allows ` +
      `${computeSpeedup(one, two, cores).toFixed(2)} on the ${cores} cores of this machine, and ${computeSpeedup(one, two, 64).toFixed(2)} with enough cores.\n` +
      `Active connections with two servers: ${seen.map(([what, count]) => `${what} ${Math.round((100 * count) / samples)}%`).join(', ')}\n`,
  )
}

const [mode, ...rest] = process.argv.slice(2)
if (mode === '--serve') await serve(rest[0]!)
else {
  const monitors = Number(mode ?? sized(4_000, 60))
  const seconds = Number(rest[0] ?? sized(4, 0.2))
  const rounds = Number(rest[1] ?? sized(3, 1))
  await withCleanup((t) => main(t, monitors, seconds, rounds, Number(rest[2] ?? 0)))
  process.exit(0)
}
