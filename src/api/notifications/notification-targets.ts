/** Notification targets. A secret is returned once when it is created, and masked afterwards. */
import Type from 'typebox'
import { applyOutcome, type NotificationTarget, type TargetInUse } from '../../core/notifications/delivery.ts'
import { TARGET } from '../../core/notifications/notification-target.ts'
import { hasOwnMailServer } from '../../core/notifications/receiver.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import { saveOutcomes } from '../../services/notifications/deliveries.ts'
import {
  createTarget,
  getTarget,
  removeTarget,
  rotateSecret,
  updateTarget,
} from '../../services/notifications/notification-targets.ts'
import { maskConfig, showOwnSecret } from '../../services/notifications/target-config.ts'
import { createTest, prepareUnsavedTest } from '../../services/notifications/target-tests.ts'
import { listProjectTargets } from '../../store/notifications/notification-targets.ts'
import { type GuardedAccess, toMonitorScope } from '../platform/access.ts'
import {
  DELETED,
  Deleted,
  OffsetQuery,
  replyCreated,
  toDataSchema,
  toEnvelope,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { DeliverySchema, toDelivery } from './notification-log.ts'
import { TargetSchema, toTargetChange, toTargetDraft, toTargetJson, UnsavedTarget } from './notification-target-json.ts'

/**
 * Maximum body size in bytes. The channel defines the schema of the config, so the limit cannot be derived from the
 * body schema.
 */
export const MAX_TARGET_BYTES = 64 * 1024

const TargetResponse = toDataSchema(Type.Object({ target: TargetSchema.Shown }))

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.notification_targets, scope: 'project' }
const TAGS = ['Notification targets']

export const registerNotificationTargetRoutes: Resource = (api, { context: base, egress, mailer }) => {
  const context = { ...base, egress }
  const { db } = context.store

  const toTarget = (target: TargetInUse) => toTargetJson(maskConfig(target), target, mailer)
  /** Shows a newly generated secret in this one response. */
  const toOpenTarget = (target: TargetInUse) => toTargetJson(showOwnSecret(target), target, mailer)

  api.get(
    '/api/notification-targets',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'List the notification targets, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('targets', TargetSchema.Shown) },
      },
    },
    async ({ project, query }) => {
      const { targets, total } = await listProjectTargets(db, project.id, query)
      return toEnvelope({ targets: targets.map(toTarget), pagination: toPagination(query, total, targets.length) })
    },
  )

  api.post(
    '/api/notification-targets',
    {
      bodyLimit: MAX_TARGET_BYTES,
      config: { access: EDIT, errors: ['PLAN_LIMIT_REACHED', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Create a notification target; the secret of a webhook is returned once',
        body: TargetSchema.Create,
        response: { 201: TargetResponse },
      },
    },
    async (request, reply) => {
      const target = await createTarget(context, toMonitorScope(request), toTargetDraft(request.body))
      return replyCreated(reply, { target: toOpenTarget(target) })
    },
  )

  api.get(
    '/api/notification-targets/:id',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Get a notification target',
        params: UuidParams('id'),
        response: { 200: TargetResponse },
      },
    },
    async ({ project, params }) => toEnvelope({ target: toTarget(await getTarget(db, project.id, params.id)) }),
  )

  api.patch(
    '/api/notification-targets/:id',
    {
      bodyLimit: MAX_TARGET_BYTES,
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Update a notification target; only sent fields change, including within `config`',
        params: UuidParams('id'),
        body: TargetSchema.Update,
        response: { 200: TargetResponse },
      },
    },
    async (request) => {
      const change = toTargetChange(request.body)
      return toEnvelope({
        target: toTarget(await updateTarget(context, toMonitorScope(request), request.params.id, change)),
      })
    },
  )

  api.delete(
    '/api/notification-targets/:id',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete a notification target and remove it from its monitors',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Deleted) },
      },
    },
    async (request) => {
      await removeTarget(context, toMonitorScope(request), request.params.id)
      return toEnvelope(DELETED)
    },
  )

  api.post(
    '/api/notification-targets/:id/rotate-secret',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Rotate the secret of a webhook; the new secret is returned once',
        params: UuidParams('id'),
        response: { 200: TargetResponse },
      },
    },
    async (request) =>
      toEnvelope({ target: toOpenTarget(await rotateSecret(context, toMonitorScope(request), request.params.id)) }),
  )
}

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
        body: UnsavedTarget,
        response,
      },
    },
    async (request) => {
      const { target_id: id = null } = request.body as { target_id?: string }
      const { name = 'New target', channel, config, fallbackTargetId } = TARGET.toDraft(request.body)
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
