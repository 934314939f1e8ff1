/**
 * Deletes data past its retention, and moves results into blocks, continuously and in small steps, so that other work
 * does not wait.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import { runCompactionStep } from '../services/retention/compaction.ts'
import { getLastRunDay, prepareDays, runRetentionStep } from '../services/retention/retention.ts'
import type { RetentionContext, RetentionStep } from '../services/retention/retention-run.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Delay after a server start, so that other work comes first. */
const SETTLE_MS = MINUTE_MS

/** Longest sleep; another server may have stopped in the middle of a run. */
const IDLE_MS = 10 * MINUTE_MS
const BUSY_MS = 30_000

/** Pause after a step, as a multiple of its duration: retention takes a fifth of the time at most. */
const PAUSE_FACTOR = 4
const MIN_PAUSE_MS = 20

/** How long a clock must stay days ahead of the last run before it is trusted. */
const CLOCK_GUARD_MS = HOUR_MS
const CLOCK_GUARD_DAYS = 2

interface RetentionOptions {
  context: RetentionContext & Partial<Pick<Context, 'meter'>>
  log: LoopLog & { info(details: object, message: string): void; warn(details: object, message: string): void }
  settleMs?: number
  clockGuardMs?: number
}

export function startRetention({
  context,
  log,
  settleMs = SETTLE_MS,
  clockGuardMs = CLOCK_GUARD_MS,
}: RetentionOptions): Loop {
  const { now } = context
  const { isBusy } = context.store.traits
  const settledAt = performance.now() + settleMs
  let preparedAt = Number.NEGATIVE_INFINITY
  const isClockSuspicious = createClockGuard(context, log, clockGuardMs)

  const run = async (): Promise<number | null> => {
    const leftMs = settledAt - performance.now()
    if (leftMs > 0) return now() + leftMs
    if (await isClockSuspicious()) return null
    const startedAt = performance.now()
    try {
      if (Math.abs(now() - preparedAt) >= HOUR_MS) {
        if (!(await prepareDays(context))) return now() + BUSY_MS
        preparedAt = now()
      }
      const step = await runRetentionStep(context)
      if (step.kind === 'step') reportRun(step, 'deleted data past its retention period')
      if (step.kind !== 'rest') return getNextRunAt(step, performance.now() - startedAt)
      const next = getNextRunAt(await runCompactionStep(context), performance.now() - startedAt)
      return Math.min(step.until, next)
    } catch (error) {
      // A long read takes precedence
      if (isBusy(error)) return now() + BUSY_MS
      throw error
    }
  }

  const getNextRunAt = (step: RetentionStep, tookMs: number): number => {
    if (step.kind === 'busy') return now() + BUSY_MS
    if (step.kind === 'rest') return step.until
    return now() + Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * tookMs)
  }

  const reportRun = ({ finished }: Extract<RetentionStep, { kind: 'step' }>, message: string): void => {
    if (finished && Object.keys(finished).length > 0) log.info({ deleted: finished }, message)
  }

  return startLoop({ name: 'retention', run, idleMs: IDLE_MS, log, now, meter: context.meter })
}

/**
 * Returns whether the clock is suspicious. A clock that is wrong by a year would delete a year of data. A jump, which
 * may also mean that no server ran, is therefore trusted only after it has lasted.
 */
function createClockGuard(
  context: RetentionContext,
  log: RetentionOptions['log'],
  clockGuardMs: number,
): () => Promise<boolean> {
  let jumpedAt: number | null = null
  return async () => {
    const last = await getLastRunDay(context)
    if (last === 0 || startOfDay(context.now()) - last <= CLOCK_GUARD_DAYS * DAY_MS) {
      jumpedAt = null
      return false
    }
    if (jumpedAt === null) {
      jumpedAt = performance.now()
      log.warn(
        { last: new Date(last).toISOString() },
        'postponing retention: the last run was days ago, so the clock may be wrong',
      )
    }
    return performance.now() - jumpedAt < clockGuardMs
  }
}
