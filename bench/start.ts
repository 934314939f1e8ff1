/**
 * Start time with 10,000 monitors in the database. Measures the time to the first response of the API, to the first
 * check, and until every monitor was checked, beside a bare Fastify. Then the server is killed and restarted after a
 * while. Reports the gap between the last check before the restart and the first check after it.
 *
 *   npm run bench -- start [monitors=10000] [interval-seconds=30] [seconds-away=20]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cleanup } from '../test/support/database/stores.ts'
import { type Program, startProgram } from '../test/support/programs/program.ts'
import { findFreePort } from '../test/support/targets/free-port.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { formatFigure, getPercentile, printTable } from './support/report.ts'
import { prepareData } from './support/service.ts'
import { sized } from './support/size.ts'
import { readWindow } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? sized(10_000, 50))
const INTERVAL_SECONDS = Number(process.argv[3] ?? sized(30, 1))
const SECONDS_AWAY = Number(process.argv[4] ?? sized(20, 1))
const STARTS = sized(5, 1)

const FIRST_CHECK_MS = sized(2_000, 1_000)

/** Time beyond an interval in which every monitor is checked. */
const GRACE_SECONDS = sized(2, 1)

/** Monitors per target host: a probe limits how fast it catches up per host. */
const PER_HOST = 20

const computeMedian = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

const BARE = `import Fastify from 'fastify'
const api = Fastify()
api.get('/', async () => ({ ok: true }))
console.log('is ready at ' + await api.listen({ port: 0 }))`

/** Returns the time from the start of a process that only serves Fastify until it is ready, ms. */
async function startBare(): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE], { cwd: import.meta.dirname })
  await once(child.stdout, 'data')
  const took = performance.now() - begun
  child.kill('SIGKILL')
  await once(child, 'exit')
  return took
}

async function main(t: Cleanup): Promise<void> {
  const target = await startTarget(t)
  const { port } = new URL(target.http)
  const monitorOptions = Array.from({ length: Math.ceil(MONITORS / PER_HOST) }, (_, host) => ({
    count: Math.min(PER_HOST, MONITORS - host * PER_HOST),
    target: `http://host-${host}.localhost:${port}/`,
    intervalSeconds: INTERVAL_SECONDS,
  }))
  const { folder, location } = await prepareData(t, monitorOptions)
  // A fixed port: after a kill the same probe registers again, so the server waits for no other probe
  const env = { WK_DATA_DIR: folder, WK_PORT: String(await findFreePort()), WK_LOG_LEVEL: 'warn' }
  const start = () => startProgram(t, { env })

  const bare: number[] = []
  const ready: number[] = []
  for (let i = 0; i < STARTS; i++) {
    bare.push(await startBare())
    const program = await start()
    ready.push(program.startMs)
    await program.stop()
  }

  const begunAt = Date.now()
  const program = await start()
  await pause(FIRST_CHECK_MS)
  const { firstStartedAt } = await readWindow(location, begunAt, Date.now())
  await pause(begunAt + (INTERVAL_SECONDS + GRACE_SECONDS + 2) * 1000 - Date.now())
  const { monitors, count } = await readWindow(location, begunAt, begunAt + (INTERVAL_SECONDS + GRACE_SECONDS) * 1000)

  printTable(
    [`start with ${formatFigure(MONITORS)} monitors`, 'ms'],
    [
      ['bare Fastify, ready', computeMedian(bare)],
      ['Watchkeeper, ready (API and probe)', computeMedian(ready)],
      ['Watchkeeper, first check', firstStartedAt - begunAt],
    ],
  )
  printTable(
    [`within ${INTERVAL_SECONDS + GRACE_SECONDS} s`, 'number'],
    [
      ['monitors checked', monitors],
      ['checks', count],
    ],
  )

  const away = await restart(program, start)
  const { starts: before } = await readWindow(location, begunAt, away.from)
  const { starts: after } = await readWindow(location, away.until, Date.now())
  const blind = [...before]
    .map(([key, { last }]) => ((after.get(key)?.first ?? Infinity) - last) / 1000)
    .sort(compareNumbers)
  printTable(
    [`seconds unchecked over ${SECONDS_AWAY} s without a server`, 'p50', 'p99', 'max'],
    [['a monitor', ...[0.5, 0.99, 1].map((share) => getPercentile(blind, share))]],
  )
}

const compareNumbers = (a: number, b: number): number => a - b

/**
 * Kills the server, starts it again after a while, and waits until every monitor was due.
 *
 * @returns when the server was killed and when it was started again, Unix ms
 */
async function restart(program: Program, start: () => Promise<Program>): Promise<{ from: number; until: number }> {
  await program.kill()
  const from = Date.now()
  await pause(SECONDS_AWAY * 1000)
  const until = Date.now()
  await start()
  await pause((INTERVAL_SECONDS + GRACE_SECONDS + 2) * 1000)
  return { from, until }
}

await withCleanup(main)
