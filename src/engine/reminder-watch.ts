/**
 * Reminds people of open incidents when their time has come. Any number of servers run one. After an interruption the
 * results that wait at the probes come first: an incident may be over.
 */
import type { Continuity } from '../core/platform/continuity.ts'
import { SECOND_MS } from '../core/platform/time.ts'
import { nextReminderDue, remind } from '../services/incidents/reminding.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep. No interval is shorter than a minute, so none is overslept. */
const LOOK_EVERY_MS = 10 * SECOND_MS

/** Incidents of one transaction. */
const BATCH = 200

/** What is due but not to be had is in the hands of another server at this moment. */
const CONTESTED_MS = 100

export function startReminderWatch(context: Context, log: LoopLog, unsettledMs?: Continuity['unsettledMs']): Loop {
  const run = async (): Promise<number | null> => {
    const dueAt = await nextReminderDue(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    const looked = await remind(context, BATCH)
    if (looked === 0) return context.now() + CONTESTED_MS
    return looked === BATCH ? context.now() : nextReminderDue(context)
  }
  return startLoop({
    name: 'reminder watch',
    run,
    idleMs: LOOK_EVERY_MS,
    unsettledMs,
    log,
    now: context.now,
    meter: context.meter,
  })
}
