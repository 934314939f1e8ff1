/** Sees maintenance begin and end, and what it has kept from people. */
import type { Continuity } from '../core/platform/continuity.ts'
import { carryOnWindows } from '../services/maintenance/maintenance-spans.ts'
import { openWithheld } from '../services/maintenance/withheld.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep. What begins is written down well ahead, so only telling it can be this late. */
const LOOK_EVERY_MS = 5_000

export function startMaintenanceWatch(
  context: Context,
  log: LoopLog,
  unsettledMs: Continuity['unsettledMs'] = () => 0,
): Loop {
  const run = async (): Promise<number | null> => {
    // First what is over, so that it opens what was withheld
    const windowsAt = await carryOnWindows(context)
    // After an interruption results that wait at the probes may show a recovery
    const waitMs = unsettledMs(context.now())
    const withheldAt = waitMs > 0 ? context.now() + waitMs : await openWithheld(context)
    const moments = [windowsAt, withheldAt].filter((moment) => moment !== null)
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
