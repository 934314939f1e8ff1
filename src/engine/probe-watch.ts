/**
 * Notices probes that are gone, so that others take over. Any number of servers run one. Silence is held against a probe
 * only where it could have been heard: after the database or all servers were away, every probe is given its time again. One
 * server that starts, or comes back, while others run is no reason to: it may do so all the time.
 */
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import { expireLostProbes, extendLeasesAfterGap, findNextLossTime } from '../services/probes/lost-probes.ts'

/** So much less than when it looked last a clock says only when it was set, ms. */
const CLOCK_SET_BACK_MS = 10 * SECOND_MS

interface ProbeWatchOptions {
  context: Pick<Context, 'store' | 'now' | 'wake'>
  /** Receives the time of each look: a look writes to the database, whatever else goes on. */
  onCheck?: (at: number) => void
  log: { warn(details: object, message: string): void }
}

/** @returns one look after the other; each says when the next lease ends, Unix ms */
export function createProbeCheck({ context, onCheck, log }: ProbeWatchOptions): () => Promise<number | null> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    // The process may stand still at any moment: nothing is held against a probe that was forgiven before that
    const now = context.now()
    await extendLeasesAfterGap(context, now < checkedAt - CLOCK_SET_BACK_MS)
    onCheck?.(context.now())
    for (const { id, name, region } of await expireLostProbes(context, now))
      log.warn({ probe: id, name, region }, 'probe lease expired; other probes take over')
    const next = await findNextLossTime(context)
    checkedAt = context.now()
    return next
  }
}
