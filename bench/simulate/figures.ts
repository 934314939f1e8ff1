/** Figures of the probes, for each half minute and for the whole run. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { CheckResult } from '../../src/core/probes/protocol.ts'

/** The histograms count in 10 µs, since they take integers only. */
const UNITS_PER_MS = 100

export interface Percentiles {
  p50: number
  p99: number
  max: number
}

export interface Counts {
  due: number
  stored: number
  seconds: number
  /** Time from when a result was ready until its storage was confirmed, ms. */
  lag: Percentiles
  /** Duration of a batch, ms. */
  commit: Percentiles
}

class Counter {
  due = 0
  stored = 0
  readonly lag = createHistogram()
  readonly commit = createHistogram()
  readonly #since = performance.now()

  read(): Counts {
    const seconds = (performance.now() - this.#since) / 1_000
    const { due, stored } = this
    return { due, stored, seconds, lag: toPercentiles(this.lag), commit: toPercentiles(this.commit) }
  }
}

const toPercentiles = (histogram: RecordableHistogram): Percentiles =>
  histogram.count === 0
    ? { p50: Number.NaN, p99: Number.NaN, max: Number.NaN }
    : {
        p50: histogram.percentile(50) / UNITS_PER_MS,
        p99: histogram.percentile(99) / UNITS_PER_MS,
        max: histogram.max / UNITS_PER_MS,
      }

const record = (histogram: RecordableHistogram, ms: number): void =>
  histogram.record(Math.max(1, Math.round(ms * UNITS_PER_MS)))

export class Figures {
  #part = new Counter()
  #all = new Counter()

  recordDue(count: number): void {
    this.#part.due += count
    this.#all.due += count
  }

  /** @param now Unix ms, by the clock of the probes */
  recordStored(results: readonly CheckResult[], now: number): void {
    for (const count of [this.#part, this.#all]) {
      count.stored += results.length
      for (const { startedAt, responseTimeMs } of results) record(count.lag, now - startedAt - responseTimeMs!)
    }
  }

  recordCommit(ms: number): void {
    for (const count of [this.#part, this.#all]) record(count.commit, ms)
  }

  /** Returns the counts since the previous call. */
  takePart(): Counts {
    const part = this.#part.read()
    this.#part = new Counter()
    return part
  }

  readAll(): Counts {
    return this.#all.read()
  }

  reset(): void {
    this.#part = new Counter()
    this.#all = new Counter()
  }
}
