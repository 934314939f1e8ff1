/** Evaluates the expiry of certificates and domains. */
import { HOUR_MS } from '../core/platform/time/time.ts'
import { deleteOldSubjects, evaluateExpiries, getNextExpiryDueAt } from '../services/expiry/expiries.ts'
import type { Context } from '../services/platform/context.ts'

/** Watches per transaction. */
const BATCH = 200

/** Interval between cleanups of notified subjects, and their batch size. */
const CLEANUP_INTERVAL_MS = HOUR_MS
const CLEANUP_BATCH = 1_000

interface ExpiryWatchOptions {
  context: Context
  batch?: number
}

/** @returns a function that evaluates once and returns the time of the next threshold, Unix ms */
export function watchExpiries({ context, batch = BATCH }: ExpiryWatchOptions): () => Promise<number | null> {
  let cleanupAt = context.now()
  return async () => {
    if (context.now() >= cleanupAt) {
      const deleted = await deleteOldSubjects(context, CLEANUP_BATCH)
      if (deleted < CLEANUP_BATCH) cleanupAt = context.now() + CLEANUP_INTERVAL_MS
    }
    const dueAt = await getNextExpiryDueAt(context)
    if (dueAt === null || dueAt > context.now()) return dueAt
    await evaluateExpiries(context, batch)
    return getNextExpiryDueAt(context)
  }
}
