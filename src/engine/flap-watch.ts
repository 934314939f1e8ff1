/** Sees when monitors that were flapping have become steady, as far as the probes have reported. */
import type { Continuity } from '../core/platform/continuity.ts'
import { endFlapping } from '../services/evaluation/steady.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep, and so the longest that the end of flapping is told late. */
const LOOK_EVERY_MS = 5_000

export const startFlapWatch = (context: Context, log: LoopLog, unsettledMs?: Continuity['unsettledMs']): Loop =>
  startLoop({
    name: 'flap watch',
    run: () => endFlapping(context),
    idleMs: LOOK_EVERY_MS,
    unsettledMs,
    log,
    now: context.now,
    meter: context.meter,
  })
