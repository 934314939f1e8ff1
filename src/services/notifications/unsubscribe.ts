/** The way out for whoever gets the mail of a target that they never asked for: by a signed link, without an account. */
import type { UnsubscribeLinks } from '../../channels/unsubscribe-link.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { listTargets, lockTargets, saveTarget } from '../../store/notifications/notification-targets.ts'
import type { Reader } from '../../store/platform/store.ts'
import { type AuditedActor, audit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { targetChanges } from './target-config.ts'

/** What a good link is about. */
export interface Subscription {
  address: string
  /** Whoever reads there has ended it. */
  isEnded: boolean
}

/** @returns null for a link that is not ours, or that is for an address which the target no longer writes to */
export async function findSubscription(
  db: Reader,
  links: UnsubscribeLinks,
  token: string,
): Promise<Subscription | null> {
  const target = await findTargetOf(db, links, token)
  return target && subscriptionOf(target)
}

/** Ends it, once: a second time changes nothing. @returns as `findSubscription`, afterwards */
export async function unsubscribe(
  context: Context,
  links: UnsubscribeLinks,
  token: string,
): Promise<Subscription | null> {
  return context.store.transact(async (tx) => {
    const found = await findTargetOf(tx, links, token)
    const before = found && (await lockTargets(tx, found.projectId, [found.id])).get(found.id)
    if (!before || !isOf(before, links, token)) return null
    const { isEnded } = subscriptionOf(before)
    if (isEnded) return subscriptionOf(before)
    const after = { ...before, isEnabled: false, disabledReason: 'unsubscribed' as const, updatedAt: context.now() }
    await saveTarget(tx, after)
    await audit(tx, context, byLink(before), {
      action: 'notification_target.unsubscribed',
      resourceType: 'notification_target',
      resourceId: before.id,
      changes: targetChanges(before, after),
    })
    return subscriptionOf(after)
  })
}

async function findTargetOf(db: Reader, links: UnsubscribeLinks, token: string): Promise<NotificationTarget | null> {
  const id = links.targetOf(token)
  const target = id === null ? undefined : (await listTargets(db, [id])).get(id)
  return target && isOf(target, links, token) ? target : null
}

const isOf = (target: NotificationTarget, links: UnsubscribeLinks, token: string): boolean =>
  target.channel === 'email' && links.isFor(token, target.id, addressOf(target))

const addressOf = ({ config }: NotificationTarget): string => String(config.address)

const subscriptionOf = (target: NotificationTarget): Subscription => ({
  address: addressOf(target),
  isEnded: !target.isEnabled && target.disabledReason === 'unsubscribed',
})

/** Nobody of the organization: where strangers read their mail is none of its business. */
const byLink = ({ organizationId }: NotificationTarget): AuditedActor => ({
  userId: null,
  userName: 'unsubscribe link',
  organizationId,
  ip: null,
  credential: { kind: 'none' },
})
