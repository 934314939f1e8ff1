/**
 * Account emails: every user has the email address of the account as a contact method. It is stored when the user changes it,
 * or before the first delivery that refers to it.
 *
 * Kinds of the contact methods of a user, as other members see them.
 */
import { type ContactMethod, isAccountEmail } from '../../core/notifications/contact-method.ts'
import { NO_HEALTH } from '../../core/notifications/delivery.ts'
import { listUsers } from '../../store/accounts/users.ts'
import { insertContactMethods, listContactMethods } from '../../store/notifications/contact-methods.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/** Lists the contact methods of users in the order of their use, also account emails that are not stored. */
export async function listMethodsOf(db: Reader, userIds: readonly string[]): Promise<ContactMethod[]> {
  const stored = await listContactMethods(db, userIds)
  const known = new Set(stored.filter(isAccountEmail).map(({ userId }) => userId))
  const missing = await listUsers(
    db,
    userIds.filter((id) => !known.has(id)),
  )
  return [...missing.map(toAccountEmail), ...stored].sort((one, other) => one.delayMinutes - other.delayMinutes)
}

const toAccountEmail = ({ id, email, createdAt }: { id: string; email: string; createdAt: number }): ContactMethod => ({
  ...NO_HEALTH,
  id,
  userId: id,
  name: 'Account email',
  channel: 'email',
  config: { address: email },
  delayMinutes: 0,
  isEnabled: true,
  quietHours: null,
  createdAt,
  updatedAt: createdAt,
})

/** Stores the account emails of users who have none. Other ids are ignored. */
export async function storeAccountEmails(tx: Tx, ids: readonly string[]): Promise<void> {
  await insertContactMethods(tx, (await listUsers(tx, ids)).map(toAccountEmail))
}

/** A kind of contact method by which a user can be reached. The address is personal. */
export interface ContactKind extends Pick<ContactMethod, 'channel' | 'lastDeliveredAt'> {
  /** Null for a channel that has no services. */
  service: string | null
}

/**
 * Lists the kinds of the enabled contact methods of users, each kind once, with its last delivered message.
 *
 * @param canSend whether this installation can send messages by a method
 */
export async function listContactKinds(
  db: Reader,
  userIds: readonly string[],
  canSend: (method: ContactMethod) => boolean,
): Promise<Map<string, ContactKind[]>> {
  const enabled = (await listMethodsOf(db, userIds)).filter((method) => method.isEnabled && canSend(method))
  const toKinds = (methods: readonly ContactMethod[]): ContactKind[] => {
    const kinds = new Map<string, ContactKind>()
    for (const { channel, config, lastDeliveredAt } of methods) {
      const service = typeof config.service === 'string' ? config.service : null
      const key = `${channel} ${service}`
      const latest = Math.max(lastDeliveredAt ?? 0, kinds.get(key)?.lastDeliveredAt ?? 0)
      kinds.set(key, { channel, service, lastDeliveredAt: latest || null })
    }
    return [...kinds.values()]
  }
  return new Map([...Map.groupBy(enabled, ({ userId }) => userId)].map(([userId, own]) => [userId, toKinds(own)]))
}
