/**
 * So many monitors on one PostgreSQL, for minutes, with simulated probes: assignments and results go through real servers into
 * a real database, and nobody is checked. Lag, the time of commits, growth, and the rate that this machine holds.
 *
 *   npm run bench -- simulate [minutes=5] [monitors=1000000] [--servers 2] [--regions 2] [--probes 2] [--interval 60]
 *       [--history 0] [--hour none|SECONDS] [--http] [--set name=value]
 *
 * `--probes` are those of each region. With `--history 60` every monitor has an hour of results when it begins. An hour ends
 * in the middle of the time, or after so many seconds (`--hour`), because hours are summed up when they are over. `--http` is
 * the program itself over `/api/probe/*`, and `--set` a setting of PostgreSQL. When the rate is not held, the highest that
 * is held is looked for, and measured for as long. It takes 6 GB of disk for a million monitors, 8 more for an hour of
 * history, and 2 to 8 for each minute; it stops when 10 GB are left.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { HOUR_MS, startOfHour } from '../src/core/platform/time/time.ts'
import { createSystemClock } from '../src/probe/schedule/clock.ts'
import { openStore } from '../src/store/platform/store.ts'
import type { Cleanup } from '../test/support/database/stores.ts'
import { startDatabase } from './simulate/database.ts'
import { Figures } from './simulate/figures.ts'
import { type Options, parseOptions } from './simulate/options.ts'
import { SimulatedProbe } from './simulate/probe.ts'
import { describeBottleneck, formatRateRatio, type Phase, printLine, printPhase } from './simulate/report.ts'
import { DiskFull, Simulation } from './simulate/run.ts'
import { type ServerHandle, startHttpServers, startServers } from './simulate/servers.ts'
import { getFreeGigabytes, Watch } from './simulate/watch.ts'
import { createWorld, listRegionCodes } from './simulate/world.ts'
import { withCleanup } from './support/cleanup.ts'

const WARM_UP_SECONDS = 30

/** Looking for a rate that is held: how long each is tried, how many, and the next one. */
const STEP_SECONDS = 60
const STEPS = 5
const STEP_DOWN = 0.85

/** Longest until all probes have their lists. */
const LISTS_MS = 10 * 60_000

/** Between the making of the world and the warm-up servers start and lists are fetched: so long, and for each monitor. */
const START_MS = 10_000
const LIST_MS_PER_MONITOR = 0.05

/** By how much clocks are to be ahead of the machine's, so that an hour ends when it is to end. @param begins Unix ms */
function computeClockShift({ hourAfterSeconds }: Options, begins: number): number {
  if (hourAfterSeconds === null) return 0
  return startOfHour(begins) + HOUR_MS - hourAfterSeconds * 1_000 - begins
}

async function createProbes(
  servers: readonly ServerHandle[],
  options: Options,
  figures: Figures,
  now: () => number,
): Promise<SimulatedProbe[]> {
  const clock = createSystemClock(now)
  const report = (message: string, error: unknown) => process.stderr.write(`${message}: ${error}\n`)
  const { intervalSeconds, probesPerRegion } = options
  const regions = listRegionCodes(options).flatMap((region) => Array.from({ length: probesPerRegion }, () => region))
  const probes = regions.map((region, n) => {
    const server = servers[n % servers.length]!
    return new SimulatedProbe({ region, server, clock, intervalSeconds, figures, report })
  })
  const begun = performance.now()
  // All of them first, so that no list is begun for members that are no longer all
  for (const probe of probes) await probe.register()
  for (const probe of probes) probe.startSync()
  const countAssigned = () => probes.reduce((sum, { schedule }) => sum + (schedule.isComplete ? schedule.size : 0), 0)
  while (countAssigned() < options.monitors) {
    if (performance.now() - begun > LISTS_MS)
      throw new Error(`the probes hold ${countAssigned()} of ${options.monitors}`)
    await delay(100)
  }
  printLine(
    `${probes.length} probes hold ${countAssigned().toLocaleString('en-US')} monitors after ${formatSecondsSince(begun)} s`,
  )
  return probes
}

const formatSecondsSince = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1)

/** The wanted rate, and where it is not held the highest that is. */
async function findRate(simulation: Simulation, options: Options, fullRate: number, begins: number): Promise<void> {
  await simulation.runWarmUp(1, Math.max(WARM_UP_SECONDS, (begins - Date.now()) / 1_000))
  let phase: Phase = await simulation.measure(1, options.minutes * 60)
  printPhase(phase, fullRate)
  if (phase.isSustained) return printLine(`\nThe wanted rate is held.`)
  printLine(
    `\nThe wanted rate is not held: ${formatRateRatio(phase, fullRate)} of it is. It is bound by ${describeBottleneck(phase, options.servers)}.`,
  )
  let share = phase.share * Math.min(0.95, (phase.all.stored / phase.all.due) * 0.95)
  for (let step = 0; step < STEPS; step++, share *= STEP_DOWN) {
    await simulation.waitUntilDrained()
    printLine(`\nTrying ${Math.round(fullRate * share).toLocaleString('en-US')} results a second`)
    await simulation.runWarmUp(share, 10)
    phase = await simulation.measure(share, STEP_SECONDS)
    if (phase.isSustained) break
  }
  if (!phase.isSustained) return printLine('No rate that was tried is held.')
  printLine(`\nHeld. For ${options.minutes} minutes:`)
  phase = await simulation.measure(phase.share, options.minutes * 60)
  printPhase(phase, fullRate)
  printLine(
    `\n${formatRateRatio(phase, fullRate)} of the wanted rate ${phase.isSustained ? 'is' : 'is not'} held. It is bound by ${describeBottleneck(phase, options.servers)}.`,
  )
}

async function simulate(t: Cleanup, options: Options): Promise<void> {
  const database = await startDatabase(t, options.monitors, options.settings)
  const store = openStore({ url: database.url, poolSize: 3 })
  t.after(() => store.close())
  const begun = performance.now()
  const shift = computeClockShift(options, Date.now())
  printLine(
    `PostgreSQL with ${Object.entries(database.settings)
      .map((pair) => pair.join('='))
      .join(' ')}`,
  )
  await createWorld(store, options, Date.now() + shift)
  printLine(
    `${options.monitors.toLocaleString('en-US')} monitors were made in ${formatSecondsSince(begun)} s; ${getFreeGigabytes(database.folder).toFixed(0)} GB of disk are left`,
  )
  const begins = Date.now() + START_MS + LIST_MS_PER_MONITOR * options.monitors + WARM_UP_SECONDS * 1_000
  const clockShiftMs = computeClockShift(options, begins)
  const now = () => Date.now() + clockShiftMs
  const codes = listRegionCodes(options)
  const servers = options.isOverHttp
    ? await startHttpServers(t, options.servers, database.url, codes)
    : await startServers(t, options.servers, { url: database.url, clockShiftMs })
  const figures = new Figures()
  const probes = await createProbes(servers, options, figures, now)
  const watch = new Watch(
    store,
    database.pid,
    servers.map(({ pid }) => pid),
  )
  const fullRate = options.monitors / options.intervalSeconds
  const simulation = new Simulation({ probes, figures, watch, now, folder: database.folder, fullRate })
  t.after(() => simulation.close())
  try {
    await findRate(simulation, options, fullRate, begins)
  } catch (error) {
    if (!(error instanceof DiskFull)) throw error
    printLine(`It was stopped: ${error.message}.`)
  }
}

/** Whoever ends it early leaves no server behind, and no files. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => reject(new Error(`ended by ${signal}`)))
})

const options = parseOptions(process.argv.slice(2))
await withCleanup((t) => Promise.race([simulate(t, options), interrupted]))
process.exit(0)
