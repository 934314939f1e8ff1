/** Records missed deadlines of heartbeats. */
import type { Continuity } from '../core/platform/time/continuity.ts'
import { findNextDeadline, recordIntakeAlive, recordOverdue } from '../services/heartbeats/heartbeats.ts'
import type { Context } from '../services/platform/context.ts'

/** Deadlines per transaction. */
const BATCH = 500

interface HeartbeatWatchOptions {
  context: Context
  continuity: Continuity
  log: { warn(details: object, message: string): void }
}

/**
 * @returns a function that checks once and returns the next deadline, Unix ms. It must not be called while the service
 * settles after an interruption
 */
export function createHeartbeatCheck({
  context,
  continuity,
  log,
}: HeartbeatWatchOptions): () => Promise<number | null> {
  return async () => {
    const now = context.now()
    const dueAt = await findNextDeadline(context)
    if (dueAt === null) return null // Avoids constant writes in an installation without heartbeats
    const deferred = await recordIntakeAlive(context, continuity)
    if (deferred > 0)
      log.warn({ deferred }, 'postponed heartbeat deadlines: pings may have been lost while no server was running')
    // A deadline that has moved is skipped: it is later than `now`
    if (dueAt > now) return dueAt
    const recorded = await recordOverdue(context, BATCH, now)
    return recorded === BATCH ? context.now() : findNextDeadline(context)
  }
}
