/** Sees certificates and domains come to their end. */
import { HOUR_MS } from '../core/platform/time/time.ts'
import { forgetOldSubjects, lookAtExpiries, nextExpiryLook } from '../services/expiry/expiries.ts'
import type { Context } from '../services/platform/context.ts'

/** Looked at in one transaction. */
const BATCH = 200

/** What targets have heard is tidied up that often, so many at a time. */
const TIDY_EVERY_MS = HOUR_MS
const TIDY_BATCH = 1_000

interface ExpiryWatchOptions {
  context: Context
  batch?: number
}

/** @returns one look; it returns when the next threshold is due, Unix ms */
export function watchExpiries({ context, batch = BATCH }: ExpiryWatchOptions): () => Promise<number | null> {
  let tidyAt = context.now()
  return async () => {
    if (context.now() >= tidyAt) {
      const forgotten = await forgetOldSubjects(context, TIDY_BATCH)
      if (forgotten < TIDY_BATCH) tidyAt = context.now() + TIDY_EVERY_MS
    }
    const dueAt = await nextExpiryLook(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    await lookAtExpiries(context, batch)
    return nextExpiryLook(context)
  }
}
