/** Forgets the answers that were kept for a day. */
import { MINUTE_MS } from '../core/platform/time.ts'
import type { Context } from '../services/platform/context.ts'
import { forgetOldKeys } from '../services/platform/idempotency.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** A key counts as unused from the moment it is too old, so being late only costs room. */
const SWEEP_EVERY_MS = 10 * MINUTE_MS

export function startIdempotencySweep(context: Context, log: LoopLog): Loop {
  const run = async (): Promise<null> => {
    await forgetOldKeys(context)
    return null
  }
  return startLoop({
    name: 'idempotency sweep',
    run,
    idleMs: SWEEP_EVERY_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}
