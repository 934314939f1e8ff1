/** Deletes the rate limit windows that are over, where servers share them. One that is over counts as none, so being late only costs room. */
import { MINUTE_MS } from '../core/platform/time.ts'
import type { Context } from '../services/platform/context.ts'
import { sweepWindows } from '../services/platform/rate-limits.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

const SWEEP_EVERY_MS = 5 * MINUTE_MS

export function startRateLimitSweep(context: Context, log: LoopLog): Loop {
  const run = () => sweepWindows(context)
  return startLoop({
    name: 'rate limit sweep',
    run,
    idleMs: SWEEP_EVERY_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}
