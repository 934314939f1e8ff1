/** Contact methods of a user: the email address of the account, and further addresses with a delay. */
import { CONTACT_SERVICES, canReachPerson } from '../../channels/index.ts'
import { createVapidKeys, type VapidKeys } from '../../channels/web-push/vapid.ts'
import type { Actor } from '../../core/accounts/access.ts'
import {
  CONTACT_METHOD,
  type ContactMethod,
  type ContactMethodDraft,
  isAccountEmail,
  MAX_CONTACT_METHODS,
  toPersonalTarget,
} from '../../core/notifications/contact-method.ts'
import {
  computeHealthAfter,
  type Delivery,
  NO_HEALTH,
  type NotificationTarget,
  type Outcome,
} from '../../core/notifications/delivery.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { type Fields, hasSealedSecrets } from '../../core/platform/sealing/sealed-fields.ts'
import { lockUser } from '../../store/accounts/users.ts'
import {
  deleteContactMethod,
  insertContactMethods,
  listContactMethods,
  saveContactMethod,
} from '../../store/notifications/contact-methods.ts'
import { disableTargets } from '../../store/notifications/notification-targets.ts'
import { saveConfigNote, saveHealth } from '../../store/notifications/target-health.ts'
import {
  deleteInstanceSetting,
  findInstanceSetting,
  insertInstanceSetting,
} from '../../store/platform/instance-settings.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { listMethodsOf, storeAccountEmails } from './account-emails.ts'
import { storeReplacedSettings } from './delivery-effects.ts'
import { createChannelChange, type TargetContext } from './notification-targets.ts'
import { applyQuietHours } from './quiet-hours.ts'
import { mergeConfig } from './target-config.ts'
import { createTestDelivery } from './target-tests.ts'

/** Absent fields stay unchanged. */
type ContactMethodChange = { [Field in keyof ContactMethodDraft]?: ContactMethodDraft[Field] | undefined }

/** A change of a user's own contact methods, which belong to no project. */
type UserWork = Work<{ actor: Actor }>

/** Lists the contact methods of a user in the order of their use. */
export const listOwnMethods = (db: Reader, userId: string): Promise<ContactMethod[]> => listMethodsOf(db, [userId])

/** @throws Problem VALIDATION_ERROR */
export async function createContactMethod(
  context: TargetContext,
  actor: Actor,
  draft: ContactMethodDraft,
): Promise<ContactMethod> {
  const config = mergeConfig(draft.channel, draft.config, null, context.egress, CONTACT_SERVICES)
  if (!canReachPerson({ channel: draft.channel, config }))
    throw createInvalid({
      field: 'config.service',
      message: `${config.service} selects its recipients itself and cannot be a contact method; use it in a notification target`,
    })
  return changeMethods(context, actor, async (work, methods) => {
    const { at, newId } = work
    const { userId } = actor
    const method = { ...draft, ...NO_HEALTH, config, id: newId(), userId, createdAt: at, updatedAt: at }
    if (methods.length >= MAX_CONTACT_METHODS)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_CONTACT_METHODS} contact methods of a user` })
    await insertContactMethods(work.tx, [method])
    await work.audit(CONTACT_METHOD, null, method)
    return method
  })
}

/** @throws Problem VALIDATION_ERROR, RESOURCE_NOT_FOUND */
export async function updateContactMethod(
  context: TargetContext,
  actor: Actor,
  id: string,
  { channel, config: sent, ...change }: ContactMethodChange,
): Promise<ContactMethod> {
  const updated = await changeMethods(context, actor, async (work, methods) => {
    const { tx, at } = work
    const before = getMethod(methods, id)
    if (channel !== undefined && channel !== before.channel) throw createChannelChange(before.channel)
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const config = sent
      ? mergeConfig(before.channel, sent, before.config, context.egress, CONTACT_SERVICES)
      : before.config
    if (isAccountEmail(before) && config.address !== before.config.address)
      throw createInvalid({ field: 'config.address', message: 'is the address of the account and cannot be changed' })
    const configNote = sent ? null : before.configNote
    const after = clearStaleReason({ ...before, ...defined, config, configNote, updatedAt: at })
    requireEnabled(methods, after)
    await saveContactMethod(tx, after)
    if (sent) await saveConfigNote(tx, id, null)
    await applyQuietHours(tx, before, after, at)
    await work.audit(CONTACT_METHOD, before, after)
    return after
  })
  if (change.quietHours !== undefined) context.wake('deliveries')
  return updated
}

/** Clears the disable reason of an enabled method. */
const clearStaleReason = ({ disabledReason, ...method }: ContactMethod): ContactMethod =>
  method.isEnabled || disabledReason === undefined ? method : { ...method, disabledReason }

/** @throws Problem VALIDATION_ERROR for the account email or the last enabled method; RESOURCE_NOT_FOUND */
export async function removeContactMethod(context: Context, actor: Actor, id: string): Promise<void> {
  await changeMethods(context, actor, async (work, methods) => {
    const method = getMethod(methods, id)
    if (isAccountEmail(method))
      throw createInvalid({ field: 'id', message: 'is the email address of the account, which can only be disabled' })
    requireEnabled(methods, { ...method, isEnabled: false })
    await deleteContactMethod(work.tx, id)
    await work.audit(CONTACT_METHOD, method, null)
  })
}

/** Refuses a change after which no method is enabled. Alerts for the user would then be lost. */
function requireEnabled(methods: readonly ContactMethod[], changed: ContactMethod): void {
  const others = methods.filter(({ id }) => id !== changed.id)
  if ([...others, changed].some(({ isEnabled }) => isEnabled)) return
  throw createInvalid({ field: 'is_enabled', message: 'is the last enabled contact method; enable another one first' })
}

function getMethod(methods: readonly ContactMethod[], id: string): ContactMethod {
  const method = methods.find((one) => one.id === id)
  if (!method) throw new Problem('RESOURCE_NOT_FOUND', `You have no contact method ${id}`)
  return method
}

/** Runs a change while no other change of the user's contact methods runs. */
const changeMethods = <T>(
  context: Context,
  actor: Actor,
  change: (work: UserWork, methods: readonly ContactMethod[]) => Promise<T>,
): Promise<T> =>
  transact(context, { actor }, async (work) => {
    const { tx } = work
    await lockUser(tx, actor.userId)
    await storeAccountEmails(tx, [actor.userId])
    return change(work, await listContactMethods(tx, [actor.userId]))
  })

/** @throws Problem RESOURCE_NOT_FOUND */
export async function prepareContactTest(
  context: Context,
  { userId, organizationId }: Actor,
  id: string,
): Promise<{ target: NotificationTarget; delivery: Delivery }> {
  const method = getMethod(await listOwnMethods(context.store.db, userId), id)
  const target = toPersonalTarget(method, { organizationId, projectId: '' })
  return { target, delivery: createTestDelivery(context, target, `Test of your contact method "${method.name}"`) }
}

/** Saves the outcome of a test. The test itself is not stored, because it belongs to no project. */
export async function recordContactTest(
  { store, now }: Context,
  { userId }: Actor,
  id: string,
  outcome: Outcome,
): Promise<void> {
  await storeReplacedSettings({ store, now }, [{ delivery: { projectId: '', targetId: id }, outcome }])
  await store.transact(async (tx) => {
    await storeAccountEmails(tx, [userId])
    await saveHealth(tx, new Map([[id, computeHealthAfter(NO_HEALTH, outcome, now())]]))
    if (!outcome.delivered && outcome.disableTarget) await disableTargets(tx, [id], 'receiver_gone', now())
  })
}

const NAME = 'vapid'

/**
 * Loads the key pair, and creates it at the first start. A pair whose private key cannot be opened is replaced, because
 * the operator has accepted the loss of the previous secret. Every device must then subscribe again.
 */
export async function loadVapidKeys({ store, now }: Pick<Context, 'store' | 'now'>): Promise<VapidKeys> {
  const found = await findInstanceSetting(store.db, NAME)
  if (found && !hasSealedSecrets(found.content)) return toKeys(found.content)
  return store.transact(async (tx) => {
    const current = await findInstanceSetting(tx, NAME)
    if (current && hasSealedSecrets(current.content)) await deleteInstanceSetting(tx, NAME)
    const { publicKey, privateKey } = createVapidKeys()
    await insertInstanceSetting(tx, NAME, { public_key: publicKey, secret: privateKey }, now())
    // The pair of another server, if that was faster
    return toKeys((await findInstanceSetting(tx, NAME))!.content)
  })
}

const toKeys = ({ public_key, secret }: Fields): VapidKeys => ({
  publicKey: String(public_key),
  privateKey: String(secret),
})
