/** Follows the wall clock when it is set, and has everything that waits move with it. */
import { SECOND_MS } from '../core/platform/time.ts'
import type { ClockMove, ClockSync } from '../services/platform/clock-sync.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Until the step is seen, the service goes by the time that it had. */
const LOOK_EVERY_MS = 2 * SECOND_MS

export interface ClockWatchOptions {
  context: Pick<Context, 'now' | 'meter'>
  clockSync: ClockSync
  /** Receives by how much the service's time is ahead of this machine's clock, ms, after each look. */
  onLead: (leadMs: number) => void
  log: LoopLog & { warn(details: object, message: string): void }
}

export function startClockWatch({ context, clockSync, onLead, log }: ClockWatchOptions): Loop {
  const run = async (): Promise<number> => {
    const move = await clockSync.sync()
    if (move) warnOfMove(move, log)
    onLead(clockSync.clock.leadMs)
    return context.now() + LOOK_EVERY_MS
  }
  return startLoop({
    name: 'clock watch',
    run,
    idleMs: LOOK_EVERY_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}

export function warnOfMove({ byMs, shiftedMs }: ClockMove, log: Pick<ClockWatchOptions['log'], 'warn'>): void {
  const step = `${Math.abs(byMs / SECOND_MS).toFixed(1)} s`
  const moved = shiftedMs === 0 ? 'stored times stay as they are' : 'everything that waits moves with it'
  log.warn({ byMs, shiftedMs }, `the clock was set ${byMs < 0 ? 'back' : 'forward'} by ${step}; ${moved}`)
}
