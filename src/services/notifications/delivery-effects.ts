/**
 * Effects of a finished delivery besides its outcome: the thread of later messages, replaced settings, and messages to
 * fallbacks.
 *
 * Fallbacks of targets. They receive the deliveries a target could not receive, in the transaction that records the
 * failure.
 */
import { hasThreads } from '../../channels/index.ts'
import { isPersonal } from '../../core/notifications/contact-method.ts'
import type { Delivery, NotificationTarget, Outcome, ReplacedSetting } from '../../core/notifications/delivery.ts'
import { findTopic } from '../../core/notifications/grouped-event.ts'
import { isQuietHoursEvent } from '../../core/notifications/quiet-hours.ts'
import { saveConfigOf } from '../../store/notifications/contact-methods.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { listTargets, lockTargets, saveTarget } from '../../store/notifications/notification-targets.ts'
import { deleteThreadsOf, findThread, saveThreads } from '../../store/notifications/sent-openings.ts'
import { listFallbacks, saveConfigNote } from '../../store/notifications/target-health.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import type { BaseWork } from '../platform/work.ts'
import { groupAll } from './alert-groups.ts'
import { createPendingDelivery } from './notify.ts'

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

interface Attempt {
  delivery: Pick<Delivery, 'projectId' | 'targetId'>
  outcome: Outcome
}

/** Runs in transactions of its own, because changes of targets lock the target before its deliveries. */
export async function storeReplacedSettings(
  { store, now }: Pick<Context, 'store' | 'now'>,
  attempts: readonly Attempt[],
): Promise<void> {
  for (const { delivery, outcome } of attempts)
    for (const one of outcome.replaced ?? []) await store.transact((tx) => storeReplaced(tx, delivery, one, now()))
}

/** A setting that a user has changed since the message was built keeps the value of the user. */
async function storeReplaced(
  tx: Tx,
  { projectId, targetId: id }: Attempt['delivery'],
  { field, before, after, note }: ReplacedSetting,
  now: number,
): Promise<void> {
  const locked = await lockTargets(tx, projectId, [id])
  const target: NotificationTarget | undefined = locked.get(id) ?? (await listTargets(tx, [id])).get(id)
  if (!target || target.config[field] !== before) return
  const { [field]: _, ...rest } = target.config
  const config = after === '' ? rest : { ...rest, [field]: after }
  if (isPersonal(target)) await saveConfigOf(tx, id, config, now)
  else await saveTarget(tx, { ...target, config, updatedAt: now })
  await deleteThreadsOf(tx, id)
  await saveConfigNote(tx, id, note)
}

/** An undelivered message and the reason. */
interface FailedDelivery {
  delivery: Delivery
  reason: string
}

/**
 * Enqueues failed deliveries for the fallbacks of their targets, except tests and changes of sent messages. A fallback
 * receives each event once, however many targets it replaces, so fallbacks may form a cycle.
 *
 * @param wasGrouped whether the deliveries were one message and stay together
 */
export async function notifyFallbacks(
  work: BaseWork,
  failed: readonly FailedDelivery[],
  wasGrouped: boolean,
): Promise<void> {
  const { tx } = work
  const undelivered = failed.filter(({ delivery: { event } }) => event.type !== 'test' && !event.data.edit)
  const ids = [...new Set(undelivered.map(({ delivery }) => delivery.targetId))]
  const fallbacks = await listFallbacks(tx, ids)
  if (fallbacks.size === 0) return
  const names = await listTargets(tx, [...fallbacks.keys()])
  const copies = undelivered.flatMap(({ delivery, reason }) => {
    const fallback = fallbacks.get(delivery.targetId)
    const name = names.get(delivery.targetId)?.name ?? describeRecipient(delivery)
    return fallback ? [toFallbackDelivery(delivery, fallback, { target_name: name, reason }, work)] : []
  })
  const inserted = await insertDeliveries(tx, copies)
  if (!wasGrouped) return
  const alerts = copies
    .filter(({ id, event, leaderId }) => inserted.has(id) && leaderId === null && findTopic(event.type) !== null)
    .map((copy) => ({ ...copy, scope: null, type: copy.event.type }))
  await groupAll(tx, alerts, work.at, true)
}

/** Returns only the host of an address: the rest may be a secret, and other users read this text. */
const describeRecipient = ({ recipient }: Delivery): string => URL.parse(recipient)?.host || recipient

/**
 * Creates the fallback delivery with the creation time of the original. Later deliveries of the incident stay behind
 * it.
 */
function toFallbackDelivery(
  { event, eventId, incidentId, targetId, createdAt }: Delivery,
  fallback: NotificationTarget,
  fallbackFor: NonNullable<Delivery['event']['data']['fallback_for']>,
  work: Pick<BaseWork, 'newId' | 'at'>,
): Delivery {
  const { alert_group, ...rest } = event.data
  const data = isQuietHoursEvent(event) ? { ...rest, ...(alert_group && { alert_group }) } : rest
  return createPendingDelivery(
    fallback,
    {
      eventId,
      event: { ...event, data: { ...data, fallback_for: fallbackFor } },
      incidentId,
      createdAt,
      fallbackFor: targetId,
      updatedAt: Math.max(work.at, createdAt),
    },
    work,
  )
}
