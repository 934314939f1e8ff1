/** Sees certificates and domains come to their end. */
import { HOUR_MS } from '../core/platform/time.ts'
import { forgetOldSubjects, lookAtExpiries, nextExpiryLook } from '../services/expiry/expiries.ts'
import type { Context } from '../services/platform/context.ts'
import { type Loop, type LoopLog, startLoop } from './loop.ts'

/** Longest sleep: what has just been seen is told after that. */
const LOOK_EVERY_MS = 3_000

/** Looked at in one transaction. */
const BATCH = 200

/** What targets have heard is tidied up that often, so many at a time. */
const TIDY_EVERY_MS = HOUR_MS
const TIDY_BATCH = 1_000

export interface ExpiryWatchOptions {
  context: Context
  log: LoopLog
  batch?: number
}

export function startExpiryWatch({ context, log, batch = BATCH }: ExpiryWatchOptions): Loop {
  let tidyAt = context.now()
  const run = async (): Promise<number | null> => {
    if (context.now() >= tidyAt) {
      const forgotten = await forgetOldSubjects(context, TIDY_BATCH)
      if (forgotten < TIDY_BATCH) tidyAt = context.now() + TIDY_EVERY_MS
    }
    const dueAt = await nextExpiryLook(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    await lookAtExpiries(context, batch)
    return nextExpiryLook(context)
  }
  return startLoop({ name: 'expiry watch', run, idleMs: LOOK_EVERY_MS, log, now: context.now, meter: context.meter })
}
