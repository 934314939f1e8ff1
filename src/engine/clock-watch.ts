/** Detects steps of the wall clock, and shifts everything that waits. */
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { ClockMove, ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'

/** Until a step is detected, the service time continues unchanged. */
export const CLOCK_CHECK_MS = 2 * SECOND_MS

interface ClockWatchOptions {
  context: Pick<Context, 'now'>
  clockSync: ClockSync
  /** Receives how far the service time is ahead of this machine's clock, ms, after each check. */
  onClockLead: (leadMs: number) => void
  log: { warn(details: object, message: string): void }
}

/** @returns a function that checks once and returns the time of the next check, Unix ms */
export function createClockCheck({ context, clockSync, onClockLead, log }: ClockWatchOptions): () => Promise<number> {
  return async () => {
    const move = await clockSync.sync()
    if (move) warnOfMove(move, log)
    onClockLead(clockSync.clock.leadMs)
    return context.now() + CLOCK_CHECK_MS
  }
}

export function warnOfMove({ byMs, shiftedMs }: ClockMove, log: ClockWatchOptions['log']): void {
  const step = `${Math.abs(byMs / SECOND_MS).toFixed(1)} s`
  const effect = shiftedMs === 0 ? 'stored times are unchanged' : 'pending due times were shifted'
  log.warn({ byMs, shiftedMs }, `the clock was set ${byMs < 0 ? 'back' : 'forward'} by ${step}; ${effect}`)
}
