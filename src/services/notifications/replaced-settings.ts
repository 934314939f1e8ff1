/** Stores settings of targets that a receiver replaced, such as the id of a Telegram group that became a supergroup. */
import { isPersonal } from '../../core/notifications/contact-method.ts'
import type { Delivery, NotificationTarget, Outcome, ReplacedSetting } from '../../core/notifications/delivery.ts'
import { saveConfigOf } from '../../store/notifications/contact-methods.ts'
import { deleteThreadsOf } from '../../store/notifications/message-threads.ts'
import { listTargets, lockTargets, saveTarget } from '../../store/notifications/notification-targets.ts'
import { saveConfigNote } from '../../store/notifications/target-health.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

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
