/**
 * Looks whether held alerts are still to be held. Any number of servers run one. What an alert in doubt waits for is
 * checked at once, so that the wait is short.
 */

import type { Continuity } from '../core/platform/time/continuity.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { lookAtHolds, nextLook } from '../services/incidents/hold-looks.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** A hold that has just begun is seen after that at the latest. */
const LOOK_EVERY_MS = SECOND_MS

/** Incidents looked at in one transaction. */
const BATCH = 500

/** What is due but not to be had is in the hands of another server at this moment. */
const CONTESTED_MS = 100

/** Checks under way at a time, and how long until one monitor is checked again for this. */
const MOST_CHECKS = 20
const CHECK_EVERY_MS = 20 * SECOND_MS

interface HoldWatchOptions {
  context: Context
  /** Checks a monitor now; null where this server has no probe. */
  check: ((monitorKey: number) => Promise<void>) | null
  continuity?: Pick<Continuity, 'interruptedAt'>
  log: LoopLog
}

/** @returns a loop; nobody has to wake it. Stopping it lets the checks under way come to their end */
export function startHoldWatch({ context, check, continuity, log }: HoldWatchOptions): Loop {
  const underWay = new Map<number, Promise<void>>()
  /** When each was checked last. */
  const checkedAt = new Map<number, number>()

  const run = async (): Promise<number | null> => {
    const dueAt = await nextLook(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const { count, awaited } = await lookAtHolds(context, BATCH, continuity?.interruptedAt(context.now()))
    if (check) lookAt(awaited, check)
    if (count === 0) return context.now() + CONTESTED_MS
    return count === BATCH ? context.now() : nextLook(context)
  }

  const lookAt = (awaited: readonly number[], check: (monitorKey: number) => Promise<void>): void => {
    const now = context.now()
    for (const [key, at] of checkedAt) if (at + CHECK_EVERY_MS <= now) checkedAt.delete(key)
    const fresh = awaited.filter((key) => !checkedAt.has(key) && !underWay.has(key))
    for (const key of fresh.slice(0, MOST_CHECKS - underWay.size)) {
      checkedAt.set(key, now)
      const checking = check(key)
        .catch((err) => log.error({ err, monitor: key }, 'what an alert waits for could not be checked'))
        .finally(() => {
          underWay.delete(key)
          loop.wake()
        })
      underWay.set(key, checking)
    }
  }

  const loop = startLoop({
    name: 'hold watch',
    run,
    idleMs: LOOK_EVERY_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }
}
