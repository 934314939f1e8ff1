/**
 * Ends what holds alerts, whatever the reason. Any number of servers may run this watch. The dependency of an undecided
 * alert is checked at once, so that the wait is short.
 */
import type { HoldName } from '../core/incidents/hold.ts'
import type { Continuity } from '../core/platform/time/continuity.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { stopFlapping } from '../services/evaluation/stop-flapping.ts'
import { reviewHolds } from '../services/incidents/holds/review-holds.ts'
import { endDueSilences } from '../services/incidents/silences.ts'
import { openDeferredIncidents } from '../services/maintenance/deferred-incidents.ts'
import type { Context } from '../services/platform/context.ts'
import { findNextHoldEnd, findNextHoldReview, type StoredReason } from '../store/incidents/incident-holds.ts'
import { findNextSilenceEnd } from '../store/incidents/silences.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest delay until a new hold is reviewed. */
const REVIEW_INTERVAL_MS = SECOND_MS

/** Incidents or silences per transaction. */
const BATCH = 200

/** Retry delay when due rows are locked by another server. */
const CLAIM_RETRY_MS = 100

/** Maximum number of checks in flight, and the minimum interval between checks of one monitor. */
const MAX_CHECKS = 20
const CHECK_INTERVAL_MS = 20 * SECOND_MS

interface HoldWatchOptions {
  context: Context
  /** Checks a monitor now; null when this server has no probe. */
  check: ((monitorKey: number) => Promise<void>) | null
  continuity?: Pick<Continuity, 'getInterruptedAt' | 'unsettledMs'>
  log: LoopLog
}

/** Does due work, and returns when to call it again, Unix ms; null when nothing is held. */
type Review = () => Promise<number | null>

/** @returns a loop that needs no wake-up calls; stopping it waits for the checks in flight */
export function startHoldWatch({ context, check, continuity, log }: HoldWatchOptions): Loop {
  const { now, store } = context
  const checks = createChecks({ check, now, log, onEnd: () => loop.wake() })

  const reviewReason = (reason: StoredReason): Review =>
    createReview(
      now,
      () => findNextHoldReview(store.db, reason),
      async () => {
        const { count, awaited } = await reviewHolds(context, reason, BATCH, continuity?.getInterruptedAt(now()))
        checks.start(awaited)
        return count
      },
    )

  const reviewDependencies = reviewReason('dependency_down')

  const endSilences = createReview(
    now,
    () => findNextSilenceEnd(store.db),
    () => endDueSilences(context, BATCH),
  )

  /** How each reason ends, in the order of the reviews. */
  const ends: Record<HoldName, readonly Review[]> = {
    dependency_down: [reviewDependencies],
    silenced: [endSilences, reviewReason('silenced')],
    flapping: [() => stopFlapping(context)],
    maintenance: [() => openDeferredIncidents(context)],
    // The pause watch resumes monitors, and the next checks decide about their incidents
    paused: [],
    // Last, because the end of a snooze waits for all other reasons
    snoozed: [reviewReason('snoozed')],
  }

  const run: Review = async () => {
    const waitMs = continuity?.unsettledMs(now()) ?? 0
    // After an interruption, results of the probes arrive first. Only dependencies take the interruption into account
    if (waitMs > 0) return findEarliest([now() + waitMs, await reviewDependencies()])
    const nextAt = await findNextHoldEnd(store.db)
    return nextAt === null || nextAt > now() ? nextAt : findEarliest(await runAll(Object.values(ends).flat()))
  }

  const loop = startLoop({ name: 'hold watch', run, idleMs: REVIEW_INTERVAL_MS, log, now, meter: context.meter })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await checks.finish()
    },
  }
}

/**
 * Creates a review that does one batch at a time.
 *
 * @param findNext returns when work is due, Unix ms
 * @param work returns the size of the batch
 */
function createReview(now: () => number, findNext: Review, work: () => Promise<number>): Review {
  return async () => {
    const dueAt = await findNext()
    if (dueAt === null || dueAt > now()) return dueAt
    const done = await work()
    if (done === 0) return now() + CLAIM_RETRY_MS
    return done === BATCH ? now() : findNext()
  }
}

/** Runs all reviews, so that a failing one delays no other. Throws the first error afterwards. */
async function runAll(reviews: readonly Review[]): Promise<(number | null)[]> {
  const outcomes: PromiseSettledResult<number | null>[] = []
  for (const review of reviews) outcomes.push(...(await Promise.allSettled([review()])))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

const findEarliest = (moments: readonly (number | null)[]): number | null => {
  const known = moments.filter((moment) => moment !== null)
  return known.length === 0 ? null : Math.min(...known)
}

interface ChecksOptions extends Pick<HoldWatchOptions, 'check' | 'log'> {
  now: () => number
  onEnd: () => void
}

/** Checks monitors whose result is awaited. */
function createChecks({ check, now, log, onEnd }: ChecksOptions) {
  const inFlight = new Map<number, Promise<void>>()
  /** Time of the last check, by monitor key. */
  const checkedAt = new Map<number, number>()

  const start = (awaited: readonly number[]): void => {
    if (!check) return
    for (const [key, at] of checkedAt) if (at + CHECK_INTERVAL_MS <= now()) checkedAt.delete(key)
    const fresh = awaited.filter((key) => !checkedAt.has(key) && !inFlight.has(key))
    for (const key of fresh.slice(0, MAX_CHECKS - inFlight.size)) {
      checkedAt.set(key, now())
      const checking = check(key)
        .catch((err) => log.error({ err, monitor: key }, 'failed to check the dependency of a held alert'))
        .finally(() => {
          inFlight.delete(key)
          onEnd()
        })
      inFlight.set(key, checking)
    }
  }

  return { start, finish: () => Promise.all(inFlight.values()) }
}
