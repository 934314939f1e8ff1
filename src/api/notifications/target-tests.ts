/** Tests of notification targets: one message, sent at once. */
import Type from 'typebox'
import { applyOutcome, type NotificationTarget } from '../../core/notifications/delivery.ts'
import { hasOwnMailServer } from '../../core/notifications/receiver.ts'
import { saveOutcomes } from '../../services/notifications/deliveries.ts'
import { getTarget } from '../../services/notifications/notification-targets.ts'
import { createTest, prepareUnsavedTest } from '../../services/notifications/target-tests.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { toMonitorScope } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { Body, Uuid, UuidParams } from '../platform/schemas.ts'
import { DeliverySchema, toDelivery } from './delivery-json.ts'
import { writable } from './notification-target-json.ts'
import { EDIT, MAX_TARGET_BYTES, TAGS } from './notification-targets.ts'

/**
 * Tests per mailbox, or per target of another channel, in 15 minutes. The recipients have not consented to be notified.
 */
export const TESTS_PER_RECIPIENT = 10

/** Tests of new targets per organization in 15 minutes. Without a saved target, nothing else limits their recipients. */
const TESTS_OF_NEW_TARGETS = 30

/** All targets with the same email address share one limit, across organizations. */
export const toTestLimitKey = ({ id, channel, config }: NotificationTarget): string =>
  channel === 'email' ? `email ${String(config.address).toLowerCase()}` : id

const response = { 200: toDataSchema(Type.Object({ delivery: DeliverySchema })) }

export const registerTargetTestRoutes: Resource = (api, { context: base, egress, sendAttempt, limits }) => {
  const context = { ...base, egress }
  const { db } = context.store
  const tests = limits.limiter('test of target', TESTS_PER_RECIPIENT)
  const newTargets = limits.limiter('test of new target', TESTS_OF_NEW_TARGETS)

  api.post(
    '/api/notification-targets/test',
    {
      bodyLimit: MAX_TARGET_BYTES,
      config: { access: EDIT, weight: 'waiting', errors: ['PLAN_LIMIT_REACHED', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Test an unsaved notification target without storing anything',
        description:
          'Takes the body of `POST /api/notification-targets` and applies the same rules; `name` is optional. Sends ' +
          'one test notification and returns the result. For changes to an existing target, send its id as ' +
          '`target_id`; masked and absent settings then keep their stored values. Without `secret`, a new webhook is ' +
          'signed with a secret that is used only once.',
        body: Body({
          target_id: Type.Optional(
            Type.Unsafe<string>({ ...Uuid, description: 'The target that is being edited; absent for a new target' }),
          ),
          name: Type.Optional(writable.name),
          channel: writable.channel,
          config: writable.config,
          is_default: Type.Optional(writable.is_default),
          is_enabled: Type.Optional(writable.is_enabled),
          fallback_target_id: Type.Optional(writable.fallback_target_id),
          events: Type.Optional(writable.events),
          quiet_hours: Type.Optional(writable.quiet_hours),
        }),
        response,
      },
    },
    async (request) => {
      const { target_id: id = null, name = 'New target', channel, config } = request.body
      const { fallback_target_id: fallbackTargetId = null } = request.body
      const draft = { id, name, channel, config, fallbackTargetId }
      const { target, delivery } = await prepareUnsavedTest(context, toMonitorScope(request), draft)
      if (id === null) await newTargets.take(target.organizationId, 'tests of new targets')
      if (id !== null || channel === 'email') await tests.take(toTestLimitKey(target), 'tests of this recipient')
      const outcome = await sendAttempt(target, delivery)
      const now = context.now()
      return toEnvelope({
        delivery: toDelivery({ ...delivery, ...applyOutcome(delivery, outcome, now, drawZero), updatedAt: now }),
      })
    },
  )

  api.post(
    '/api/notification-targets/:id/test',
    {
      config: { access: EDIT, weight: 'waiting', errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Send a test notification once and return the result',
        params: UuidParams('id'),
        response,
      },
    },
    async ({ project, params }) => {
      await tests.take(toTestLimitKey(await getTarget(db, project.id, params.id)), 'tests of this recipient')
      const { target, delivery } = await createTest(context, project.id, params.id)
      const outcome = await sendAttempt(target, delivery)
      const sent = { ...delivery, hasOwnServer: hasOwnMailServer(target) }
      const attempt = { delivery: sent, outcome, isLeader: false, wasTried: true }
      const [settled] = await saveOutcomes(context, [attempt], drawZero)
      // The pending deliveries of the target are due now
      if (outcome.delivered) context.wake('deliveries')
      return toEnvelope({ delivery: toDelivery({ ...delivery, ...settled, updatedAt: context.now() }) })
    },
  )
}

/** A test has a single attempt, so there is no retry delay to randomize. */
const drawZero = () => 0
