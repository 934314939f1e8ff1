/** Threads: later messages about an incident answer the first message that a target received. */
import { hasThreads } from '../../channels/index.ts'
import type { Delivery, NotificationTarget, Outcome } from '../../core/notifications/delivery.ts'
import { findThread, saveThreads } from '../../store/notifications/message-threads.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

interface Claim {
  delivery: Delivery
  /** Null when it was deleted. */
  target: NotificationTarget | null
  /** Whether other deliveries are sent with it. */
  isLeader: boolean
}

/** Returns the thread that a message answers; null for none. A grouped message answers no message. */
export async function loadThread(
  { store }: Pick<Context, 'store'>,
  { delivery: { incidentId, targetId }, target, isLeader }: Claim,
): Promise<string | null> {
  if (incidentId === null || !target || isLeader || !hasThreads(target)) return null
  return findThread(store.db, { incidentId, targetId })
}

/** Saves the threads that delivered messages began. A grouped message begins none. */
export const recordThreads = (
  tx: Tx,
  attempts: readonly (Omit<Claim, 'target'> & { outcome: Outcome })[],
): Promise<void> =>
  saveThreads(
    tx,
    attempts.flatMap(({ delivery: { incidentId, targetId }, isLeader, outcome }) =>
      outcome.delivered && outcome.threadId !== undefined && incidentId !== null && !isLeader
        ? [{ incidentId, targetId, threadId: outcome.threadId }]
        : [],
    ),
  )
