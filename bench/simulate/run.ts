/** Runs the probes for a while, samples every half minute, and reports the outcome. */
import { setTimeout as delay } from 'node:timers/promises'
import { sized } from '../support/size.ts'
import type { Figures } from './figures.ts'
import type { SimulatedProbe } from './probe.ts'
import { type Phase, printHead, printPart } from './report.ts'
import { getFreeGigabytes, type Watch } from './watch.ts'

/** Interval at which the probes look for due checks. */
const TICK_MS = 20

const PART_MS = 30_000
const WAITS_EVERY_MS = 200

/** The run stops below this. */
const MIN_FREE_GB = sized(10, 0)

/**
 * At a sustained rate at least this share is stored when the run ends; the rest are results of the last second or two.
 */
const SUSTAINED_SHARE = 0.97
const SUSTAINED_COMMIT_MS = 1_000

/** The run is aborted when this many seconds of results are not stored. */
const HOPELESS_SECONDS = 60

export class DiskFull extends Error {}

export interface RunnerOptions {
  probes: readonly SimulatedProbe[]
  figures: Figures
  watch: Watch
  now: () => number
  folder: string
  /** Results per second when all monitors are checked. */
  fullRate: number
}

export class Simulation {
  readonly #options: RunnerOptions
  #share = 0
  #timer: NodeJS.Timeout

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
  }

  get waiting(): number {
    return this.#options.probes.reduce((sum, probe) => sum + probe.waiting, 0)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const probe of this.#options.probes) probe.close()
  }

  /** Runs without measuring. */
  async runWarmUp(share: number, seconds: number): Promise<void> {
    this.#share = share
    await delay(seconds * 1_000)
  }

  /** Runs no checks until all results are stored, for about two minutes at most. */
  async waitUntilDrained(): Promise<void> {
    this.#share = 0
    for (let tries = 0; this.waiting > 0 && tries < 240; tries++) await delay(500)
  }

  /**
   * @param share share of the monitors that are checked
   * @throws DiskFull
   */
  async measure(share: number, seconds: number): Promise<Phase> {
    const { figures, watch, fullRate } = this.#options
    this.#share = share
    figures.reset()
    watch.takeWaits()
    const sizes = await watch.readSizes()
    const first = await watch.sample()
    let before = first
    printHead()
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
      await this.#runPart(Math.min(PART_MS, end - performance.now()))
      const sample = await watch.sample()
      printPart(figures.takePart(), before, sample, this.waiting, await watch.listVacuums())
      before = sample
      if (this.waiting > HOPELESS_SECONDS * fullRate * share) break
    }
    const all = figures.readAll()
    const grown = new Map([...(await watch.readSizes())].map(([name, bytes]) => [name, bytes - (sizes.get(name) ?? 0)]))
    return {
      share,
      all,
      first,
      last: before,
      waiting: this.waiting,
      waits: watch.takeWaits(),
      grown,
      memory: watch.readMemory(),
      isSustained: all.stored >= SUSTAINED_SHARE * all.due && all.commit.p99 < SUSTAINED_COMMIT_MS,
    }
  }

  async #runPart(ms: number): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end; ) {
      await delay(Math.min(WAITS_EVERY_MS, Math.max(1, end - performance.now())))
      await this.#options.watch.sampleWaits()
    }
    const free = getFreeGigabytes(this.#options.folder)
    if (free < MIN_FREE_GB) throw new DiskFull(`${free.toFixed(1)} GB are left on the disk`)
  }

  #tick(): void {
    const now = this.#options.now()
    for (const probe of this.#options.probes) probe.tick(now, this.#share)
  }
}
