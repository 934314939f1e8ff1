/**
 * Looks for monitors whose opinions have gone stale, a page at a time, so that no walk holds up anything else. After an
 * interruption the results that wait at the probes come first.
 */
import type { Continuity } from '../core/platform/continuity.ts'
import { markSilentMonitors } from '../services/evaluation/silence.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Between two walks over all monitors. The status is written with the moment it began, so being late costs no truth. */
const WALK_EVERY_MS = 15_000

/** Between two pages of a walk. */
const PAGE_EVERY_MS = 50

export function startSilenceWatch(context: Context, log: LoopLog, unsettledMs?: Continuity['unsettledMs']): Loop {
  let after = 0
  const run = async (): Promise<number | null> => {
    const next = await markSilentMonitors(context, after)
    after = next ?? 0
    return next === null ? null : context.now() + PAGE_EVERY_MS
  }
  return startLoop({
    name: 'silence watch',
    run,
    idleMs: WALK_EVERY_MS,
    unsettledMs,
    log,
    now: context.now,
    meter: context.meter,
  })
}
