/** Where alerts go. A secret is shown when it is made, and masked from then on. */
import Type, { type Static } from 'typebox'
import { canSend } from '../../channels/index.ts'
import {
  CHANNEL_NAMES,
  DISABLED_REASONS,
  type NotificationTarget,
  type TargetInUse,
} from '../../core/notifications/delivery.ts'
import { settle } from '../../services/notifications/deliveries.ts'
import {
  beginTest,
  createTarget,
  getTarget,
  removeTarget,
  rotateSecret,
  updateTarget,
} from '../../services/notifications/notification-targets.ts'
import { maskConfig, showOwnSecret, type TargetConfig } from '../../services/notifications/target-config.ts'
import { listProjectTargets } from '../../store/notifications/notification-targets.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { created, DELETED, Deleted, dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import { scopeOf } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import {
  Body,
  IsoTime,
  Name,
  Nullable,
  NullableIsoTime,
  OneOf,
  UpdateBody,
  Uuid,
  UuidParams,
} from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { DeliverySchema, toDelivery } from './delivery-json.ts'

/** Bytes of a body: the schema of a config is that of its channel, so the limit does not follow from it. */
const LARGEST_TARGET = 64 * 1024

/** Judged by the channel, whose settings it holds. */
const Config = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 20,
  description:
    'For `email`: `address`. For `slack`: `webhook_url`, which is a secret. For `webhook`: `url`, and `secret`, which is ' +
    'made up when absent. A secret is masked in answers, and a masked one that is sent back stays as it is',
  examples: [{ url: 'https://example.com/hook' }, { address: 'oncall@example.com' }],
})

const Target = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: Type.String({ examples: ['On-call'] }),
  channel: OneOf(CHANNEL_NAMES),
  config: Config,
  is_default: Type.Boolean({ description: 'Taken for new monitors that name no targets' }),
  is_enabled: Type.Boolean(),
  disabled_reason: Nullable(
    OneOf(DISABLED_REASONS, {
      description:
        'Why it is off, when nobody of the project switched it off: the receiver said that it is gone for good, or ' +
        'whoever reads the mail followed its link to have no more. Null otherwise; switching it on again clears it',
    }),
  ),
  is_deliverable: Type.Boolean({
    description: 'Whether this installation can send there: `email` takes a mail server',
  }),
  fallback_target_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'Who is told what this target could not be told in the end' }),
  ),
  monitor_count: Type.Integer({ description: 'How many monitors tell it' }),
  last_delivered_at: { ...NullableIsoTime, description: 'When something arrived there last' },
  last_failed_at: { ...NullableIsoTime, description: 'When a try failed last' },
  last_error: Nullable(Type.String({ description: 'Why telling it failed then; it may have been told since' })),
  created_at: IsoTime,
  updated_at: IsoTime,
})

const writable = {
  name: Name(80),
  channel: OneOf(CHANNEL_NAMES),
  config: Config,
  is_default: Type.Boolean(),
  is_enabled: Type.Boolean(),
  fallback_target_id: Nullable(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        'Another target of the project, which is told what this one could not be told in the end: all tries failed, ' +
        'or it is off or deleted. Of each event a target hears once. Null: nobody',
    }),
  ),
}

/** To one mailbox, or one address of a target, in 15 minutes: nobody has agreed to be written to. */
const TESTS_PER_RECIPIENT = 10

/** A mailbox is one, however many targets in however many organizations lead to it. */
const testedAs = ({ id, channel, config }: NotificationTarget): string =>
  channel === 'email' ? `email ${String(config.address).toLowerCase()}` : id

const OneTarget = dataOf(Type.Object({ target: Target }))

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }
const TAGS = ['Notification targets']

export const notificationTargets: Resource = (api, { context: base, egress, attempt, mailer, limits }) => {
  const context = { ...base, egress }
  const { db } = context.store
  const tests = limits.limiter('test of target', TESTS_PER_RECIPIENT)

  const showing = (config: TargetConfig, target: TargetInUse): Static<typeof Target> => ({
    id: target.id,
    project_id: target.projectId,
    name: target.name,
    channel: target.channel,
    config,
    is_default: target.isDefault,
    is_enabled: target.isEnabled,
    disabled_reason: target.disabledReason ?? null,
    is_deliverable: canSend(target.channel, { mailer }),
    fallback_target_id: target.fallbackTargetId,
    monitor_count: target.monitorCount,
    last_delivered_at: toIsoOrNull(target.lastDeliveredAt),
    last_failed_at: toIsoOrNull(target.lastFailedAt),
    last_error: target.lastError,
    created_at: toIso(target.createdAt),
    updated_at: toIso(target.updatedAt),
  })
  const toTarget = (target: TargetInUse) => showing(maskConfig(target), target)
  /** The one answer that shows a secret which was just made up. */
  const toOpenTarget = (target: TargetInUse) => showing(showOwnSecret(target), target)

  api.get(
    '/api/notification-targets',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'List the notification targets, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: pageOf('targets', Target) },
      },
    },
    async ({ project, query }) => {
      const { targets, total } = await listProjectTargets(db, project.id, query)
      return ok({ targets: targets.map(toTarget), pagination: pagination(query, total, targets.length) })
    },
  )

  api.post(
    '/api/notification-targets',
    {
      bodyLimit: LARGEST_TARGET,
      config: { access: EDIT, errors: ['PLAN_LIMIT_REACHED', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Make a notification target; the answer shows the secret of a webhook, once',
        body: Body({
          name: writable.name,
          channel: writable.channel,
          config: writable.config,
          is_default: Type.Optional(Type.Boolean({ default: false })),
          is_enabled: Type.Optional(Type.Boolean({ default: true })),
          fallback_target_id: Type.Optional(writable.fallback_target_id),
        }),
        response: { 201: OneTarget },
      },
    },
    async (request, reply) => {
      const { is_default: isDefault = false, is_enabled: isEnabled = true, name, channel, config } = request.body
      const { fallback_target_id: fallbackTargetId = null } = request.body
      const draft = { name, channel, config, isDefault, isEnabled, fallbackTargetId }
      const target = await createTarget(context, scopeOf(request), draft)
      return created(reply, { target: toOpenTarget(target) })
    },
  )

  api.get(
    '/api/notification-targets/:id',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Read a notification target',
        params: UuidParams('id'),
        response: { 200: OneTarget },
      },
    },
    async ({ project, params }) => ok({ target: toTarget(await getTarget(db, project.id, params.id)) }),
  )

  api.patch(
    '/api/notification-targets/:id',
    {
      bodyLimit: LARGEST_TARGET,
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Change a notification target; only sent fields change, those of `config` one by one',
        params: UuidParams('id'),
        body: UpdateBody(writable, Target),
        response: { 200: OneTarget },
      },
    },
    async (request) => {
      const { name, channel, config, is_default: isDefault, is_enabled: isEnabled } = request.body
      const { fallback_target_id: fallbackTargetId } = request.body
      const change = { name, channel, config, isDefault, isEnabled, fallbackTargetId }
      return ok({ target: toTarget(await updateTarget(context, scopeOf(request), request.params.id, change)) })
    },
  )

  api.delete(
    '/api/notification-targets/:id',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Delete a notification target; its monitors no longer name it',
        params: UuidParams('id'),
        response: { 200: dataOf(Deleted) },
      },
    },
    async (request) => {
      await removeTarget(context, scopeOf(request), request.params.id)
      return ok(DELETED)
    },
  )

  api.post(
    '/api/notification-targets/:id/test',
    {
      config: { access: EDIT, weight: 'waiting', errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Send a test now, once, and say how it went',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ delivery: DeliverySchema })) },
      },
    },
    async ({ project, params }) => {
      await tests.take(testedAs(await getTarget(db, project.id, params.id)), 'tests of this recipient')
      const { target, delivery } = await beginTest(context, project.id, params.id)
      const outcome = await attempt(target, delivery)
      const [settled] = await settle(context, [{ delivery, outcome, leads: false, wasTried: true }], NO_CHANCE)
      // The target's waiting deliveries are due now
      if (outcome.delivered) context.wake('deliveries')
      return ok({ delivery: toDelivery({ ...delivery, ...settled, updatedAt: context.now() }) })
    },
  )

  api.post(
    '/api/notification-targets/:id/rotate-secret',
    {
      config: { access: EDIT, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: TAGS,
        summary: 'Replace the secret of a webhook; the answer shows the new one, once',
        params: UuidParams('id'),
        response: { 200: OneTarget },
      },
    },
    async (request) => ok({ target: toOpenTarget(await rotateSecret(context, scopeOf(request), request.params.id)) }),
  )
}

/** A test is tried once, so there is no wait to spread. */
const NO_CHANCE = () => 0
