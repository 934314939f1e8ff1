/**
 * Unsubscription of email targets with a signed link and without an account, for recipients who never asked for the
 * emails.
 */
import type { UnsubscribeLinks } from '../../channels/signed-links.ts'
import { isPersonal } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { disableTargets, listTargets, lockTargets, saveTarget } from '../../store/notifications/notification-targets.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { AuditedActor } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { addActor, transactSystem } from '../platform/work.ts'
import { compareTargets } from './target-config.ts'

/** The email target of a valid link. */
export interface Subscription {
  address: string
  /** Whether the recipient has unsubscribed. */
  isEnded: boolean
}

/** @returns null for an invalid link, or when the target no longer uses the address */
export async function findSubscription(
  db: Reader,
  links: UnsubscribeLinks,
  token: string,
): Promise<Subscription | null> {
  const target = await findTargetByToken(db, links, token)
  return target && toSubscription(target)
}

/**
 * Unsubscribes an address. A second call changes nothing.
 *
 * @returns as `findSubscription`, with the new state
 */
export const unsubscribe = (context: Context, links: UnsubscribeLinks, token: string): Promise<Subscription | null> =>
  transactSystem(context, async (work) => {
    const { tx, at } = work
    const found = await findTargetByToken(tx, links, token)
    if (found && isPersonal(found)) {
      await disableTargets(tx, [found.id], 'unsubscribed', at)
      return { address: getAddress(found), isEnded: true }
    }
    const before = found && (await lockTargets(tx, found.projectId, [found.id])).get(found.id)
    if (!before || !isTokenOf(before, links, token)) return null
    const { isEnded } = toSubscription(before)
    if (isEnded) return toSubscription(before)
    const after = { ...before, isEnabled: false, disabledReason: 'unsubscribed' as const, updatedAt: at }
    await saveTarget(tx, after)
    await addActor(work, { actor: toActor(before) }).logAudit({
      action: 'notification_target.unsubscribed',
      resourceType: 'notification_target',
      resourceId: before.id,
      changes: compareTargets(before, after),
    })
    return toSubscription(after)
  })

async function findTargetByToken(
  db: Reader,
  links: UnsubscribeLinks,
  token: string,
): Promise<NotificationTarget | null> {
  const id = links.findTargetId(token)
  const target = id === null ? undefined : (await listTargets(db, [id])).get(id)
  return target && isTokenOf(target, links, token) ? target : null
}

const isTokenOf = (target: NotificationTarget, links: UnsubscribeLinks, token: string): boolean =>
  target.channel === 'email' && links.isTokenFor(token, target.id, getAddress(target))

const getAddress = ({ config }: NotificationTarget): string => String(config.address)

const toSubscription = (target: NotificationTarget): Subscription => ({
  address: getAddress(target),
  isEnded: !target.isEnabled && target.disabledReason === 'unsubscribed',
})

/** The recipient is not a member, so their IP address is not disclosed to the organization. */
const toActor = ({ organizationId }: NotificationTarget): AuditedActor => ({
  userId: null,
  userName: 'unsubscribe link',
  organizationId,
  ip: null,
  credential: { kind: 'none' },
})
