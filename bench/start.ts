/**
 * How long a start takes with 10,000 monitors in the database: to the first answer of the API, to the first check, and
 * until every monitor has been checked once, beside a bare Fastify.
 *
 *   npm run bench -- start [monitors=10000] [interval-seconds=30]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startProgram } from '../test/support/program.ts'
import type { Cleanup } from '../test/support/stores.ts'
import { pause, withCleanup } from './support/cleanup.ts'
import { figure, printTable } from './support/report.ts'
import { prepareData } from './support/service.ts'
import { readWindow } from './support/stored.ts'
import { startTarget } from './support/target.ts'

const MONITORS = Number(process.argv[2] ?? 10_000)
const INTERVAL_SECONDS = Number(process.argv[3] ?? 30)
const STARTS = 5

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!

const BARE = `import Fastify from 'fastify'
const api = Fastify()
api.get('/', async () => ({ ok: true }))
console.log('is ready at ' + await api.listen({ port: 0 }))`

/** From the start of a process that only serves Fastify to its being ready, ms. */
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
  const wish = { count: MONITORS, target: target.http, intervalSeconds: INTERVAL_SECONDS }
  const { folder, databaseFile } = await prepareData(t, [wish])
  const start = () => startProgram(t, { env: { WK_DATA_DIR: folder, WK_LOG_LEVEL: 'warn' } })

  const bare: number[] = []
  const ready: number[] = []
  for (let i = 0; i < STARTS; i++) {
    bare.push(await startBare())
    const program = await start()
    ready.push(program.startMs)
    await program.stop()
  }

  const begunAt = Date.now()
  await start()
  await pause(2_000)
  const { firstStartedAt } = readWindow(databaseFile, begunAt, Date.now())
  await pause(begunAt + (INTERVAL_SECONDS + 4) * 1000 - Date.now())
  const { monitors, count } = readWindow(databaseFile, begunAt, begunAt + (INTERVAL_SECONDS + 2) * 1000)

  printTable(
    [`start with ${figure(MONITORS)} monitors`, 'ms'],
    [
      ['bare Fastify, ready', median(bare)],
      ['Watchkeeper, ready (API and probe)', median(ready)],
      ['Watchkeeper, first check', firstStartedAt - begunAt],
    ],
  )
  printTable(
    [`within ${INTERVAL_SECONDS + 2} s`, 'number'],
    [
      ['monitors checked', monitors],
      ['checks', count],
    ],
  )
}

await withCleanup(main)
