/**
 * Up to millions of monitors on one PostgreSQL with simulated probes. Assignments and results pass through real servers
 * into a real database, but no target is checked. Measures lag, commit times, growth, and the rate that this machine
 * sustains.
 *
 * `--probes` is the number per region. `--history 60` gives every monitor an hour of results before the start.
 *
 * Rollups are computed at the end of an hour. The hour therefore ends in the middle of the run, or after the seconds
 * given by `--hour`. `--http` runs the real program over `/api/probe/*`. `--set` passes a setting to PostgreSQL.
 *
 * If the rate is not sustained, the bench searches for the highest sustained rate and measures it for the same time. A
 * million monitors take 6 GB of disk, plus 8 GB for an hour of history and 2 to 8 GB per minute. The bench stops when
 * 10 GB are left.
 *
 *   npm run bench -- simulate [minutes=5] [monitors=1000000] [--servers 2] [--regions 2] [--probes 2] [--interval 60]
 *         [--history 0] [--hour none|SECONDS] [--http] [--set name=value]
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
import { sized } from './support/size.ts'

const WARM_UP_SECONDS = sized(30, 0.5)

/** Search for a sustained rate: length of a step, number of steps, and factor between them. */
const STEP_SECONDS = sized(60, 1)
const STEPS = sized(5, 0)
const STEP_DOWN = 0.85

/** Maximum time until all probes have their lists. */
const LISTS_MS = 10 * 60_000

/**
 * Time between the insertion of monitors and the warm-up, in which servers start and lists are fetched: a constant
 * part, and a part per monitor.
 */
const START_MS = sized(10_000, 0)
const LIST_MS_PER_MONITOR = 0.05

/**
 * Returns by how much clocks must be ahead of the machine's, so that an hour ends at the desired time.
 *
 * @param begins Unix ms
 */
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
  // Register all probes first, so that no list is computed for an incomplete set of members
  for (const probe of probes) await probe.register()
  for (const probe of probes) probe.startSync()
  const countAssigned = () => probes.reduce((sum, { schedule }) => sum + (schedule.isComplete ? schedule.size : 0), 0)
  while (countAssigned() < options.monitors) {
    if (performance.now() - begun > LISTS_MS)
      throw new Error(`only ${countAssigned()} of ${options.monitors} monitors are assigned`)
    await delay(100)
  }
  printLine(
    `${probes.length} probes received ${countAssigned().toLocaleString('en-US')} monitors after ${formatSecondsSince(begun)} s`,
  )
  return probes
}

const formatSecondsSince = (begun: number): string => ((performance.now() - begun) / 1_000).toFixed(1)

/** Measures the wanted rate and, if it is not sustained, the highest sustained rate. */
async function findRate(simulation: Simulation, options: Options, fullRate: number, begins: number): Promise<void> {
  await simulation.runWarmUp(1, Math.max(WARM_UP_SECONDS, (begins - Date.now()) / 1_000))
  let phase: Phase = await simulation.measure(1, options.minutes * 60)
  printPhase(phase, fullRate)
  if (phase.isSustained) return printLine(`\nThe wanted rate is sustained.`)
  printLine(
    `\nThe wanted rate is not sustained, only ${formatRateRatio(phase, fullRate)} of it. The bottleneck: ${describeBottleneck(phase, options.servers)}.`,
  )
  let share = phase.share * Math.min(0.95, (phase.all.stored / phase.all.due) * 0.95)
  for (let step = 0; step < STEPS; step++, share *= STEP_DOWN) {
    await simulation.waitUntilDrained()
    printLine(`\nTrying ${Math.round(fullRate * share).toLocaleString('en-US')} results a second`)
    await simulation.runWarmUp(share, 10)
    phase = await simulation.measure(share, STEP_SECONDS)
    if (phase.isSustained) break
  }
  if (!phase.isSustained) return printLine('No tried rate is sustained.')
  printLine(`\nSustained. For ${options.minutes} minutes:`)
  phase = await simulation.measure(phase.share, options.minutes * 60)
  printPhase(phase, fullRate)
  printLine(
    `\n${formatRateRatio(phase, fullRate)} of the wanted rate ${phase.isSustained ? 'is' : 'is not'} sustained. The bottleneck: ${describeBottleneck(phase, options.servers)}.`,
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
    `${options.monitors.toLocaleString('en-US')} monitors were created in ${formatSecondsSince(begun)} s; ${getFreeGigabytes(database.folder).toFixed(0)} GB of disk are left`,
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
    printLine(`Stopped early: ${error.message}.`)
  }
}

const options = parseOptions(process.argv.slice(2))
await withCleanup((t) => simulate(t, options))
process.exit(0)
