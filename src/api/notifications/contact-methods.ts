/** Contact methods of the user: how alerts reach a user who is on call. */
import Type from 'typebox'
import { canSend } from '../../channels/index.ts'
import type { Mailer } from '../../channels/mailer.ts'
import { CONTACT_METHOD, type ContactMethod, isAccountEmail } from '../../core/notifications/contact-method.ts'
import { applyOutcome } from '../../core/notifications/delivery.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import {
  createContactMethod,
  listOwnMethods,
  loadVapidKeys,
  prepareContactTest,
  recordContactTest,
  removeContactMethod,
  updateContactMethod,
} from '../../services/notifications/contact-methods.ts'
import { maskConfig, showOwnSecret, type TargetConfig } from '../../services/notifications/target-config.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { DELETED, Deleted, replyCreated, toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { createResourceSchema, showResource } from '../platform/fields/resource-schema.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { DeliverySchema, toDelivery } from './notification-log.ts'
import { checkQuietHours, shownFields, writtenFields } from './notification-target-json.ts'
import { MAX_TARGET_BYTES, TESTS_PER_RECIPIENT, toTestLimitKey } from './notification-targets.ts'

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const tags = ['Account']
const ADDRESS = '/api/auth/contact-methods'

const MethodSchema = createResourceSchema<typeof CONTACT_METHOD.schema, ContactMethod>(CONTACT_METHOD, {
  title: 'ContactMethod',
  shown: {
    ...shownFields,
    is_account_email: Type.Boolean({ description: 'Whether this is the email address of the account' }),
  },
  written: writtenFields,
})

/** @param config with masked secrets */
const toMethod = (method: ContactMethod, config: TargetConfig, mailer: Mailer | null): ApiFields => ({
  ...showResource(CONTACT_METHOD, { ...method, config }),
  is_account_email: isAccountEmail(method),
  disabled_reason: method.disabledReason ?? null,
  is_deliverable: canSend(method, { mailer }),
})

const PublicKey = Type.String({
  description: 'An uncompressed point of P-256 in base64url',
  examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
})

const OneMethod = toDataSchema(Type.Object({ contact_method: MethodSchema.Shown }))
const params = UuidParams('id')

/** Tests per user in 15 minutes. Each new contact method would otherwise have its own limit. */
const TESTS_PER_USER = 30

export const registerContactMethodRoutes: Resource = (api, { context: base, egress, mailer, sendAttempt, limits }) => {
  const context = { ...base, egress }
  const { db } = context.store
  const tests = limits.limiter('test of target', TESTS_PER_RECIPIENT)
  const ownTests = limits.limiter('test of contact method', TESTS_PER_USER)
  const toMasked = (method: ContactMethod) => toMethod(method, maskConfig(method), mailer)

  api.get(
    ADDRESS,
    {
      config: { access: SESSION },
      schema: {
        tags,
        summary: 'List your contact methods in the order of their use',
        description:
          'A step of an escalation policy that names an on-call schedule notifies the user on call through these ' +
          'methods. Only you see them.',
        response: { 200: toDataSchema(Type.Object({ contact_methods: Type.Array(MethodSchema.Shown) })) },
      },
    },
    async ({ actor }) => toEnvelope({ contact_methods: (await listOwnMethods(db, actor.userId)).map(toMasked) }),
  )

  api.get(
    `${ADDRESS}/web-push-key`,
    {
      config: { access: SESSION },
      schema: {
        tags,
        summary: 'Get the public key for push messages',
        description:
          'A browser needs it as `applicationServerKey` to subscribe. Create a contact method with the channel ' +
          '`webhook`, the service `web_push` and the fields `endpoint`, `p256dh` and `auth` of the subscription.',
        response: { 200: toDataSchema(Type.Object({ public_key: PublicKey })) },
      },
    },
    async () => toEnvelope({ public_key: (await loadVapidKeys(context)).publicKey }),
  )

  api.post(
    ADDRESS,
    {
      bodyLimit: MAX_TARGET_BYTES,
      config: { access: SESSION },
      schema: {
        tags,
        summary: 'Create a contact method; the secret of a webhook is returned once',
        body: MethodSchema.Create,
        response: { 201: OneMethod },
      },
    },
    async ({ actor, body }, reply) => {
      const draft = CONTACT_METHOD.toDraft(body)
      checkQuietHours(draft.quietHours)
      const method = await createContactMethod(context, actor, draft)
      return replyCreated(reply, { contact_method: toMethod(method, showOwnSecret(method), mailer) })
    },
  )

  api.patch(
    `${ADDRESS}/:id`,
    {
      bodyLimit: MAX_TARGET_BYTES,
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Update a contact method; only sent fields change, including within `config`',
        description: 'At least one contact method stays enabled.',
        params,
        body: MethodSchema.Update,
        response: { 200: OneMethod },
      },
    },
    async ({ actor, params: { id }, body }) => {
      const change = CONTACT_METHOD.toChange(body)
      checkQuietHours(change.quietHours)
      return toEnvelope({ contact_method: toMasked(await updateContactMethod(context, actor, id, change)) })
    },
  )

  api.delete(
    `${ADDRESS}/:id`,
    {
      config: { access: SESSION, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Delete a contact method; the email address of the account can only be disabled',
        params,
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async ({ actor, params: { id } }) => {
      await removeContactMethod(context, actor, id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    `${ADDRESS}/:id/test`,
    {
      config: { access: SESSION, weight: 'waiting', errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'Send a test notification to yourself once and return the result',
        params,
        response: { 200: toDataSchema(Type.Object({ delivery: DeliverySchema })) },
      },
    },
    async ({ actor, params: { id } }) => {
      const { target, delivery } = await prepareContactTest(context, actor, id)
      await ownTests.take(actor.userId, 'tests of your contact methods')
      await tests.take(toTestLimitKey(target), 'tests of this recipient')
      const outcome = await sendAttempt(target, delivery)
      await recordContactTest(context, actor, id, outcome)
      const now = context.now()
      return toEnvelope({
        delivery: toDelivery({ ...delivery, ...applyOutcome(delivery, outcome, now, () => 0), updatedAt: now }),
      })
    },
  )
}
