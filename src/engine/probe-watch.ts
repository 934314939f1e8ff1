/**
 * Detects lost probes, so that other probes take over. Any number of servers may run this watch.
 *
 * Silence counts only when a server could have received heartbeats: after an outage of the database or all servers,
 * every lease is extended. The start of one server while others run extends no leases, because such starts may be
 * frequent.
 */
import { SECOND_MS } from '../core/platform/time/time.ts'
import type { Context } from '../services/platform/context.ts'
import { expireLostProbes, extendLeasesAfterGap, findNextLossTime } from '../services/probes/lost-probes.ts'

/** A clock that is behind the last check by more than this was set back, ms. */
const CLOCK_SET_BACK_MS = 10 * SECOND_MS

interface ProbeWatchOptions {
  context: Pick<Context, 'store' | 'now' | 'wake'>
  /** Receives the time of each check, which always writes to the database. */
  onCheck?: (at: number) => void
  log: { warn(details: object, message: string): void }
}

/** @returns a function that checks once and returns when the next lease ends, Unix ms */
export function createProbeCheck({ context, onCheck, log }: ProbeWatchOptions): () => Promise<number | null> {
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    // Read first, because the process may be suspended at any point: extended leases must not expire by an older time
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
