/** Plays a scenario in simulated time in one process: an hour takes seconds. */
import { join } from 'node:path'
import type { CheckRequest } from '../../../src/probers/run-check.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { type Cleanup, createTestFolder } from '../../../test/support/database/stores.ts'
import { createSeededRandom } from '../../../test/support/factories/random.ts'
import type { Message, Report } from '../judge.ts'
import { isWithin, type Scenario, type ScriptedMonitor, type Target } from '../script.ts'
import { toSettings, toTargetText } from '../targets.ts'
import { createRunCheck } from './checks.ts'
import { drainTasks, type Owner, WorldClock } from './clock.ts'
import { takeGlobals } from './globals.ts'
import { createIdGenerator } from './ids.ts'
import { scheduleJobs } from './jobs.ts'
import { SimulatedNetwork } from './network.ts'
import { createReceivers } from './receivers.ts'
import { RegionProbe } from './region-probe.ts'
import { readReport } from './report.ts'
import { type Service, type ServiceOptions, startService } from './service.ts'
import { createWorldMemory } from './witnesses.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

const BEGINS_AT = Date.parse('2026-01-31T12:00:00Z')

const PROBE_ID = '019c1a2b-3c4d-7000-8000-000000000001'

export interface PlayOptions {
  seed: number
  /** Receives log entries of the service. */
  log?: (atMs: number, message: string, details: unknown) => void
}

export async function runScenario(t: Cleanup, scenario: Scenario, options: PlayOptions): Promise<Report> {
  const world = new World(t, scenario, options)
  try {
    return await world.run()
  } finally {
    world.close()
  }
}

class World {
  readonly #scenario: Scenario
  readonly #clock = new WorldClock(BEGINS_AT)
  readonly #world: Owner = { isStopped: false, isDead: false }
  readonly #network: SimulatedNetwork
  readonly #file: string
  readonly #messages: Message[] = []
  readonly #restoreGlobals: () => void
  readonly #shared: Pick<
    ServiceOptions,
    'clock' | 'file' | 'network' | 'newId' | 'probeId' | 'memory' | 'computeStoringMs'
  >
  readonly #log: NonNullable<PlayOptions['log']>
  /** Starts of the checks of the server's probe by monitor, ms since the scenario began. */
  readonly #checks = new Map<string, number[]>()
  readonly #byTarget: ReadonlyMap<string, ScriptedMonitor>
  /** Time that the schedule gives for one check. */
  readonly #checkMs: number
  /** The current process, running or stopped. */
  #process: Owner = { isStopped: false, isDead: true }
  #service: Service | null = null
  /** By the code of the region; empty while the probe runs in the server. */
  readonly #probes: ReadonlyMap<string, RegionProbe>

  constructor(t: Cleanup, scenario: Scenario, { seed, log = () => {} }: PlayOptions) {
    const random = createSeededRandom(seed)
    this.#scenario = scenario
    this.#file = join(createTestFolder(t), 'watchkeeper.db')
    this.#network = new SimulatedNetwork(scenario, this.#atMs)
    this.#log = log
    this.#byTarget = new Map(
      scenario.monitors.flatMap((monitor) => (isChecked(monitor) ? [[toKey(monitor), monitor]] : [])),
    )
    const perSecond = scenario.monitors.reduce((sum, { target }) => sum + (target ? 1 / target.intervalSeconds : 0), 0)
    this.#checkMs = 1_000 / perSecond
    const newId = createIdGenerator(this.#clock.now, random)
    const shared = { clock: this.#clock, file: this.#file, network: this.#network, newId, probeId: PROBE_ID }
    this.#shared = {
      ...shared,
      memory: createWorldMemory(),
      computeStoringMs: (count) => this.#computeStoringMs(count),
    }
    this.#probes = new Map(
      (scenario.regions ?? []).map((region, index) => [region, this.#createRegionProbe(region, index)]),
    )
    this.#restoreGlobals = takeGlobals(this.#clock, () => this.#process, random)
  }

  async run(): Promise<Report> {
    const { lengthMs, troubles } = this.#scenario
    const store = openStore({ file: this.#file })
    await migrate(store, BEGINS_AT)
    await store.close()
    await this.#start()
    const { keys, tokens } = await this.#createWorkspace()
    const server = () => (this.#service ? { process: this.#process, intake: this.#service.intake } : null)
    const parts = { scenario: this.#scenario, clock: this.#clock, world: this.#world, beginsAt: BEGINS_AT }
    scheduleJobs({ ...parts, tokens, server })
    for (const probe of this.#probes.values()) probe.start()
    const turns = troubles
      .flatMap(({ fromMs, toMs, kind, region }) => [
        { atMs: fromMs, kind, region, isBegin: true },
        { atMs: toMs, kind, region, isBegin: false },
      ])
      .sort((a, b) => a.atMs - b.atMs)
    for (const { atMs, kind, region, isBegin } of turns) {
      await this.#clock.passUntil(BEGINS_AT + atMs)
      const probe = region === undefined ? undefined : this.#probes.get(region)
      if (probe !== undefined) {
        if (kind === 'killed') isBegin ? probe.kill() : probe.start()
        if (kind === 'stopped') isBegin ? probe.stop() : probe.resume()
      } else if (kind === 'killed') await (isBegin ? this.#kill() : this.#start())
      else if (kind === 'stopped') isBegin ? this.#clock.stop(this.#process) : this.#clock.resume(this.#process)
    }
    await this.#clock.passUntil(BEGINS_AT + lengthMs)
    const report = await readReport(this.#service!.store, this.#scenario, BEGINS_AT, keys, this.#messages)
    return { ...report, checks: this.#checks }
  }

  close(): void {
    this.#process.isDead = true
    this.#restoreGlobals()
    void this.#service?.store.close()
  }

  readonly #atMs = (): number => this.#clock.now() - BEGINS_AT

  async #start(): Promise<void> {
    const process: Owner = { isStopped: false, isDead: false }
    this.#process = process
    const later = (delayMs: number, run: () => void) => void this.#clock.scheduleAfter(process, delayMs, run)
    const pause = (delayMs: number) => new Promise<void>((resolve) => later(delayMs, resolve))
    const attempt = createReceivers(this.#network, this.#atMs, pause, (message) => this.#messages.push(message))
    const runCheck = createRunCheck(this.#network, (request) => this.#recordStart(request), this.#clock.now, later)
    const log = (message: string, details: unknown) => this.#log(this.#atMs(), message, details)
    const { regions } = this.#scenario
    this.#service = await startService({ ...this.#shared, process, attempt, runCheck, log, regions })
    await drainTasks()
  }

  #createRegionProbe(region: string, index: number): RegionProbe {
    const isCutOff = () =>
      this.#scenario.troubles.some(
        (trouble) => trouble.kind === 'cut' && trouble.region === region && isWithin(trouble, this.#atMs()),
      )
    return new RegionProbe({
      region,
      probeId: PROBE_ID.replace(/1$/, String(index + 1)),
      clock: this.#clock,
      network: new SimulatedNetwork(this.#scenario, this.#atMs, region),
      findMonitor: (request) => this.#findMonitor(request),
      server: () => (isCutOff() || this.#process.isStopped ? null : this.#service),
      log: (message, details) => this.#log(this.#atMs(), `${region}: ${message}`, details),
    })
  }

  async #createWorkspace(): Promise<Workspace> {
    const workspace = await createWorkspace(this.#service!.context, this.#scenario)
    await drainTasks()
    return workspace
  }

  /** Discards everything in memory; committed data stays in the file. */
  async #kill(): Promise<void> {
    this.#process.isDead = true
    await this.#service?.store.close()
    this.#service = null
  }

  /** Returns how long an overloaded machine needs for a number of results. */
  #computeStoringMs(count: number): number {
    const overload = this.#scenario.troubles.find((trouble) => isWithin(trouble, this.#atMs()))
    return overload?.kind === 'overload' ? overload.factor * this.#checkMs * count : 0
  }

  #recordStart(request: CheckRequest): ScriptedMonitor {
    const monitor = this.#findMonitor(request)
    const times = this.#checks.get(monitor.id) ?? []
    this.#checks.set(monitor.id, times)
    times.push(this.#atMs())
    return monitor
  }

  #findMonitor({ type, target, settings }: CheckRequest): ScriptedMonitor {
    const found = this.#byTarget.get(toCheckKey(type, target, settings))
    if (found === undefined) throw new Error(`the world has no ${type} target ${target}`)
    return found
  }
}

const isChecked = (monitor: ScriptedMonitor): monitor is ScriptedMonitor & { target: Target } => monitor.target !== null

const toKey = (monitor: ScriptedMonitor & { target: Target }): string =>
  toCheckKey(monitor.target.type, toTargetText(monitor), toSettings(monitor))

const toCheckKey = (type: string, target: string, settings: unknown): string =>
  `${type} ${target} ${(settings as { port?: number }).port ?? ''}`
