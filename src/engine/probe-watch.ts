/**
 * Notices probes that are gone, so that others take over. Any number of servers run one. Silence is held against a probe
 * only where it could have been heard: after the database or all servers were away, every probe is given its time again. One
 * server that starts, or comes back, while others run is no reason to: it may do so all the time.
 */
import { SECOND_MS } from '../core/platform/time.ts'
import type { Context } from '../services/platform/context.ts'
import { endLostProbes, forgiveSilence, nextLoss } from '../services/probes/lost-probes.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Also how often regions without probes are looked at. */
const IDLE_MS = 5 * SECOND_MS

/** So much less than when it looked last a clock says only when it was set, ms. */
const SET_BACK_MS = 10 * SECOND_MS

export interface ProbeWatchOptions {
  context: Pick<Context, 'store' | 'now' | 'wake' | 'meter'>
  /** Receives the time of each look: a look writes to the database, whatever else goes on. */
  onLook?: (at: number) => void
  log: LoopLog & { warn(details: object, message: string): void }
}

/** @returns a loop; nobody has to wake it */
export function startProbeWatch(options: ProbeWatchOptions): Loop {
  const { context, log } = options
  const run = makeLook(options)
  return startLoop({ name: 'probe watch', run, idleMs: IDLE_MS, log, now: context.now, meter: context.meter })
}

/** @returns one look after the other; each says when the next lease ends, Unix ms */
export function makeLook({ context, onLook, log }: ProbeWatchOptions): () => Promise<number | null> {
  let lookedAt = Number.NEGATIVE_INFINITY
  return async () => {
    // The process may stand still at any moment: nothing is held against a probe that was forgiven before that
    const now = context.now()
    await forgiveSilence(context, now < lookedAt - SET_BACK_MS)
    onLook?.(context.now())
    for (const { id, name, region } of await endLostProbes(context, now))
      log.warn({ probe: id, name, region }, 'a probe was not heard of for too long; others take over')
    const next = await nextLoss(context)
    lookedAt = context.now()
    return next
  }
}
