/** Contact methods of the user: how alerts reach a user who is on call. */
import Type, { type Static } from 'typebox'
import { canSend } from '../../channels/index.ts'
import type { Mailer } from '../../channels/mailer.ts'
import { type ContactMethod, isAccountEmail, MAX_DELAY_MINUTES } from '../../core/notifications/contact-method.ts'
import { applyOutcome } from '../../core/notifications/delivery.ts'
import { toQuietHoursFields } from '../../core/notifications/quiet-hours.ts'
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
import type { Resource } from '../platform/resource.ts'
import { Body, UpdateBody, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { DeliverySchema, toDelivery } from './notification-log.ts'
import { Target, writable as targetFields, toQuietHours } from './notification-target-json.ts'
import { MAX_TARGET_BYTES, TESTS_PER_RECIPIENT, toTestLimitKey } from './notification-targets.ts'

const SESSION: GuardedAccess = { permission: 'can_view', scope: 'organization', session: true }
const tags = ['Account']
const ADDRESS = '/api/auth/contact-methods'

const writable = {
  name: targetFields.name,
  channel: targetFields.channel,
  config: targetFields.config,
  delay_minutes: Type.Integer({
    minimum: 0,
    maximum: MAX_DELAY_MINUTES,
    description:
      'Time after an alert at which the method is used, unless the incident is acknowledged or resolved before',
  }),
  is_enabled: targetFields.is_enabled,
  quiet_hours: targetFields.quiet_hours,
}

const shown = Target.properties

const Method = Type.Object(
  {
    id: Uuid,
    ...writable,
    quiet_hours: shown.quiet_hours,
    is_account_email: Type.Boolean({ description: 'Whether this is the email address of the account' }),
    disabled_reason: shown.disabled_reason,
    is_deliverable: shown.is_deliverable,
    last_delivered_at: shown.last_delivered_at,
    last_failed_at: shown.last_failed_at,
    last_error: shown.last_error,
    config_note: shown.config_note,
    created_at: shown.created_at,
    updated_at: shown.updated_at,
  },
  { title: 'ContactMethod' },
)

/** @param config with masked secrets */
const toMethod = (method: ContactMethod, config: TargetConfig, mailer: Mailer | null): Static<typeof Method> => ({
  id: method.id,
  name: method.name,
  channel: method.channel,
  config,
  delay_minutes: method.delayMinutes,
  is_enabled: method.isEnabled,
  quiet_hours: method.quietHours ? toQuietHoursFields(method.quietHours) : null,
  is_account_email: isAccountEmail(method),
  disabled_reason: method.disabledReason ?? null,
  is_deliverable: canSend(method, { mailer }),
  last_delivered_at: toIsoOrNull(method.lastDeliveredAt),
  last_failed_at: toIsoOrNull(method.lastFailedAt),
  last_error: method.lastError,
  config_note: method.configNote,
  created_at: toIso(method.createdAt),
  updated_at: toIso(method.updatedAt),
})

const PublicKey = Type.String({
  description: 'An uncompressed point of P-256 in base64url',
  examples: ['BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'],
})

const OneMethod = toDataSchema(Type.Object({ contact_method: Method }))
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
        response: { 200: toDataSchema(Type.Object({ contact_methods: Type.Array(Method) })) },
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
        body: Body({
          name: writable.name,
          channel: writable.channel,
          config: writable.config,
          delay_minutes: Type.Optional({ ...writable.delay_minutes, default: 0 }),
          is_enabled: Type.Optional({ ...writable.is_enabled, default: true }),
          quiet_hours: Type.Optional(writable.quiet_hours),
        }),
        response: { 201: OneMethod },
      },
    },
    async ({ actor, body }, reply) => {
      const {
        delay_minutes: delayMinutes = 0,
        is_enabled: isEnabled = true,
        quiet_hours: quiet = null,
        ...draft
      } = body
      const quietHours = toQuietHours(quiet)
      const method = await createContactMethod(context, actor, { ...draft, delayMinutes, isEnabled, quietHours })
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
        body: UpdateBody(writable, Method),
        response: { 200: OneMethod },
      },
    },
    async ({ actor, params: { id }, body }) => {
      const { name, channel, config, delay_minutes: delayMinutes, is_enabled: isEnabled, quiet_hours: quiet } = body
      const quietHours = quiet === undefined ? undefined : toQuietHours(quiet)
      const change = { name, channel, config, delayMinutes, isEnabled, quietHours }
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
