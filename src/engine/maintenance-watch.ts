/** Sees maintenance begin and end, and what it has kept from people. */
import type { Context } from '../services/context.ts'
import { carryOnWindows } from '../services/maintenance-spans.ts'
import { openWithheld } from '../services/withheld.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep. What begins is written down well ahead, so only telling it can be this late. */
const LOOK_EVERY_MS = 5_000

export function startMaintenanceWatch(context: Context, log: LoopLog): Loop {
  const run = async (): Promise<number | null> => {
    // First what is over, so that it opens what was withheld
    const moments = [await carryOnWindows(context), await openWithheld(context)].filter((moment) => moment !== null)
    return moments.length > 0 ? Math.min(...moments) : null
  }
  return startLoop({
    name: 'maintenance watch',
    run,
    idleMs: LOOK_EVERY_MS,
    log,
    now: context.now,
    meter: context.meter,
  })
}
