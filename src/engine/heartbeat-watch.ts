/** Sees deadlines pass. */
import type { Context } from '../services/context.ts'
import { keepWatch, nextDeadline, recordOverdue } from '../services/heartbeats.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep. No deadline is nearer than a minute when it is set, so none is overslept. */
const LOOK_EVERY_MS = 10_000

/** Deadlines recorded in one transaction. */
const BATCH = 500

/**
 * How long a server that has just started records nothing: jobs that could not reach it try again meanwhile. Longer
 * absences are seen by `keepWatch`.
 */
const SETTLE_MS = 20_000

export interface HeartbeatWatchOptions {
  context: Context
  log: LoopLog & { warn(details: object, message: string): void }
  settleMs?: number
}

export function startHeartbeatWatch({ context, log, settleMs = SETTLE_MS }: HeartbeatWatchOptions): Loop {
  const settledAt = context.elapsed() + settleMs
  const run = async (): Promise<number | null> => {
    const dueAt = await nextDeadline(context)
    if (dueAt === null) return null // an installation without heartbeats is not written to all the time
    const deferred = await keepWatch(context)
    if (deferred > 0) log.warn({ deferred }, 'nobody took pings for a while: deadlines of heartbeats are put off')
    const unsettledMs = settledAt - context.elapsed()
    if (unsettledMs > 0) return context.now() + unsettledMs
    if (dueAt > context.now()) return dueAt
    const recorded = await recordOverdue(context, BATCH)
    return recorded === BATCH ? context.now() : nextDeadline(context)
  }
  return startLoop({ name: 'heartbeat watch', run, idleMs: LOOK_EVERY_MS, log, now: context.now, meter: context.meter })
}
