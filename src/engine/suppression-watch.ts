/**
 * Reviews suppressions. Any number of servers may run this watch. The dependency of an undecided alert is checked at
 * once, so that the wait is short.
 */

import type { Continuity } from '../core/platform/time/continuity.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { findNextReview, reviewSuppressions } from '../services/incidents/review-suppressions.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest delay until a new suppression is reviewed. */
const REVIEW_INTERVAL_MS = SECOND_MS

/** Incidents per transaction. */
const BATCH = 500

/** Retry delay when due suppressions are locked by another server. */
const CLAIM_RETRY_MS = 100

/** Maximum number of checks in flight, and the minimum interval between checks of one monitor. */
const MAX_CHECKS = 20
const CHECK_INTERVAL_MS = 20 * SECOND_MS

interface SuppressionWatchOptions {
  context: Context
  /** Checks a monitor now; null when this server has no probe. */
  check: ((monitorKey: number) => Promise<void>) | null
  continuity?: Pick<Continuity, 'getInterruptedAt'>
  log: LoopLog
}

/** @returns a loop that needs no wake-up calls; stopping it waits for the checks in flight */
export function startSuppressionWatch({ context, check, continuity, log }: SuppressionWatchOptions): Loop {
  const inFlight = new Map<number, Promise<void>>()
  /** Time of the last check, by monitor key. */
  const checkedAt = new Map<number, number>()

  const run = async (): Promise<number | null> => {
    const dueAt = await findNextReview(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const { count, awaited } = await reviewSuppressions(context, BATCH, continuity?.getInterruptedAt(context.now()))
    if (check) checkAwaited(awaited, check)
    if (count === 0) return context.now() + CLAIM_RETRY_MS
    return count === BATCH ? context.now() : findNextReview(context)
  }

  const checkAwaited = (awaited: readonly number[], check: (monitorKey: number) => Promise<void>): void => {
    const now = context.now()
    for (const [key, at] of checkedAt) if (at + CHECK_INTERVAL_MS <= now) checkedAt.delete(key)
    const fresh = awaited.filter((key) => !checkedAt.has(key) && !inFlight.has(key))
    for (const key of fresh.slice(0, MAX_CHECKS - inFlight.size)) {
      checkedAt.set(key, now)
      const checking = check(key)
        .catch((err) => log.error({ err, monitor: key }, 'failed to check the dependency of a held alert'))
        .finally(() => {
          inFlight.delete(key)
          loop.wake()
        })
      inFlight.set(key, checking)
    }
  }

  const loop = startLoop({
    name: 'suppression watch',
    run,
    idleMs: REVIEW_INTERVAL_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await Promise.all(inFlight.values())
    },
  }
}
