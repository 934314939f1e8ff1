/**
 * Load that exceeds the machine. Checks then start late. A monitor gets its next slot only after its check, so at most one
 * check of each monitor waits. Checks wait in proportion to their intervals, so every interval becomes longer by the same factor.
 * Checks on demand and confirmations of a change do not wait.
 */
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

/** Longer intervals have the delay of this interval: an hourly check waits for minutes and not for hours. */
const MAX_WEIGHT_SECONDS = 5 * (MINUTE_MS / SECOND_MS)

/** Returns the share of a monitor in the delay: checks start in the order of their delay divided by this weight. */
export const computeDelayWeight = (intervalSeconds: number): number => Math.min(intervalSeconds, MAX_WEIGHT_SECONDS)

/** A larger delay that arises at once comes from a stall of the process or the machine. */
const MAX_STEP_MS = 5 * SECOND_MS

/**
 * Returns whether the schedule was interrupted. The checks of the pause are then caught up at a bounded rate, so that they
 * cause no burst. A delay that grows little by little is a lack of capacity, and rescheduling would only add work.
 *
 * @param lagMs how long the oldest check has been due, ms; negative when none is due
 * @param lastLagMs the same a moment ago
 */
export const isInterrupted = (lagMs: number, lastLagMs: number): boolean => lagMs - Math.max(0, lastLagMs) > MAX_STEP_MS

/** Delay at which a probe counts as overloaded, and below which its checks are on time again, ms. */
const OVERLOADED_MS = 5 * SECOND_MS
const RECOVERED_MS = SECOND_MS

/** How long checks must be on time until an overload has ended. */
const CALM_MS = MINUTE_MS

/**
 * Finds out whether a probe is overloaded, so that its log reports the start and the end once.
 *
 * @param lateAt when checks were late the last time, monotonic ms; null without an overload
 * @returns the same after this observation
 */
export function updateOverload(lateAt: number | null, lateMs: number, now: number): number | null {
  if (lateMs > (lateAt === null ? OVERLOADED_MS : RECOVERED_MS)) return now
  return lateAt !== null && now - lateAt < CALM_MS ? lateAt : null
}

/** Period and resolution of `SkippedShare`. */
const PERIOD_MS = MINUTE_MS
const SAMPLE_MS = SECOND_MS

/** Measures the share of slots on the grid that were skipped in the last minute. */
export class SkippedShare {
  readonly #samples: { at: number; due: number; skipped: number }[] = []

  /**
   * Adds the present counts.
   *
   * @param due number of slots since the start, including skipped ones
   * @param now monotonic ms
   * @returns percent, 0 to 100
   */
  add(due: number, skipped: number, now: number): number {
    while (this.#samples.length > 1 && this.#samples[1]!.at <= now - PERIOD_MS) this.#samples.shift()
    const last = this.#samples.at(-1)
    if (last === undefined || last.at <= now - SAMPLE_MS) this.#samples.push({ at: now, due, skipped })
    const first = this.#samples[0]!
    return due > first.due ? (100 * (skipped - first.skipped)) / (due - first.due) : 0
  }
}

/** When results are stored later than this, the server stores them more slowly than checks produce them. See `LATE_MS`. */
const MAX_DELAY_MS = 5 * SECOND_MS

/** A server that has accepted nothing for this time is away. Checks then continue, and their results are kept. */
const AWAY_MS = 20 * SECOND_MS

/** Checks that start for each accepted result: fewer while results wait for too long, and more afterwards. */
const SHRINKING = 0.8
const GROWING = 1.25

/** Checks that may start before the next results are accepted. */
const BURST = 16

/** The exchange of results with the server. */
export interface Exchange {
  /** Time from a measurement to its storage: of the oldest waiting result, or of the last stored ones, ms. */
  delayMs: number
  /** Time since the server last accepted results, ms; infinite while it accepts none. */
  silentMs: number
  /** Number of accepted results since the start. */
  accepted: number
}

/**
 * Limits the checks of a probe to the rate at which the server stores results. The limit ends when no check is late any more:
 * the late checks would otherwise fill the queue of results again.
 */
export class ResultLimit {
  /** Number of checks that may start; null without a limit. */
  #budget: number | null = null
  /** Number of accepted results that are in the budget. */
  #counted = 0

  /** Counts a check that starts. */
  countStart(): void {
    if (this.#budget !== null) this.#budget -= 1
  }

  /**
   * Returns whether a check may start now.
   *
   * @param lateMs how long the oldest check has been due
   */
  mayStart({ delayMs, silentMs, accepted }: Exchange, lateMs: number): boolean {
    const isBehind = delayMs > MAX_DELAY_MS
    const isNeeded = isBehind || (this.#budget !== null && lateMs > RECOVERED_MS)
    if (!isNeeded || silentMs > AWAY_MS) {
      this.#budget = null
      return true
    }
    const added = this.#budget === null ? BURST : (accepted - this.#counted) * (isBehind ? SHRINKING : GROWING)
    this.#budget = (this.#budget ?? 0) + added
    this.#counted = accepted
    return this.#budget >= 1
  }
}
