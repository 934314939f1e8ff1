/** Sees certificates and domains come to their end. */
import { HOUR_MS } from '../core/platform/time/time.ts'
import { deleteOldSubjects, evaluateExpiries, getNextExpiryDueAt } from '../services/expiry/expiries.ts'
import type { Context } from '../services/platform/context.ts'

/** Looked at in one transaction. */
const BATCH = 200

/** What targets have heard is tidied up that often, so many at a time. */
const CLEANUP_INTERVAL_MS = HOUR_MS
const CLEANUP_BATCH = 1_000

interface ExpiryWatchOptions {
  context: Context
  batch?: number
}

/** @returns one look; it returns when the next threshold is due, Unix ms */
export function watchExpiries({ context, batch = BATCH }: ExpiryWatchOptions): () => Promise<number | null> {
  let tidyAt = context.now()
  return async () => {
    if (context.now() >= tidyAt) {
      const forgotten = await deleteOldSubjects(context, CLEANUP_BATCH)
      if (forgotten < CLEANUP_BATCH) tidyAt = context.now() + CLEANUP_INTERVAL_MS
    }
    const dueAt = await getNextExpiryDueAt(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    await evaluateExpiries(context, batch)
    return getNextExpiryDueAt(context)
  }
}
