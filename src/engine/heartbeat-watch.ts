/** Records the deadlines of heartbeats that pass. */
import type { Continuity } from '../core/platform/time/continuity.ts'
import { findNextDeadline, recordIntakeAlive, recordOverdue } from '../services/heartbeats/heartbeats.ts'
import type { Context } from '../services/platform/context.ts'

/** Deadlines recorded in one transaction. */
const BATCH = 500

interface HeartbeatWatchOptions {
  context: Context
  continuity: Continuity
  log: { warn(details: object, message: string): void }
}

/** @returns one look, for a server that has settled; it returns when the next deadline passes, Unix ms */
export function createHeartbeatCheck({
  context,
  continuity,
  log,
}: HeartbeatWatchOptions): () => Promise<number | null> {
  return async () => {
    const now = context.now()
    const dueAt = await findNextDeadline(context)
    if (dueAt === null) return null // an installation without heartbeats is not written to all the time
    const deferred = await recordIntakeAlive(context, continuity)
    if (deferred > 0)
      log.warn({ deferred }, 'postponed heartbeat deadlines: pings may have been lost while no server was running')
    // A deadline that moved is passed over: it is later than `now`
    if (dueAt > now) return dueAt
    const recorded = await recordOverdue(context, BATCH, now)
    return recorded === BATCH ? context.now() : findNextDeadline(context)
  }
}
