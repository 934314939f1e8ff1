/** Follows the wall clock when it is set, and has everything that waits move with it. */
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { ClockMove, ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'

/** Until the step is seen, the service goes by the time that it had. */
export const CLOCK_CHECK_MS = 2 * SECOND_MS

interface ClockWatchOptions {
  context: Pick<Context, 'now'>
  clockSync: ClockSync
  /** Receives by how much the service's time is ahead of this machine's clock, ms, after each look. */
  onClockLead: (leadMs: number) => void
  log: { warn(details: object, message: string): void }
}

/** @returns one look; it returns when to look again, Unix ms */
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
