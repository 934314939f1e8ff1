/** Notification targets. A secret is returned once when it is created, and masked afterwards. */
import Type, { type Static } from 'typebox'
import { canSend } from '../../channels/index.ts'
import { CHANNEL_NAMES, DISABLED_REASONS, type TargetInUse } from '../../core/notifications/delivery.ts'
import {
  createTarget,
  getTarget,
  removeTarget,
  rotateSecret,
  updateTarget,
} from '../../services/notifications/notification-targets.ts'
import { maskConfig, showOwnSecret, type TargetConfig } from '../../services/notifications/target-config.ts'
import { listProjectTargets } from '../../store/notifications/notification-targets.ts'
import type { GuardedAccess } from '../platform/access.ts'
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
import { toMonitorScope } from '../platform/monitor-access.ts'
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

/**
 * Maximum body size in bytes. The channel defines the schema of the config, so the limit cannot be derived from the
 * body schema.
 */
export const MAX_TARGET_BYTES = 64 * 1024

/** The channel validates its own settings. */
const Config = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 20,
  description:
    'For `email`: `address`. For `slack`: `webhook_url`, a secret. For `webhook`: `url`, and `secret`, ' +
    'generated if absent. Secrets are masked in responses; a masked secret that is sent back keeps its value',
  examples: [{ url: 'https://example.com/hook' }, { address: 'oncall@example.com' }],
})

const Target = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: Type.String({ examples: ['On-call'] }),
  channel: OneOf(CHANNEL_NAMES),
  config: Config,
  is_default: Type.Boolean({ description: 'Whether new monitors without selected targets use this target' }),
  is_enabled: Type.Boolean(),
  disabled_reason: Nullable(
    OneOf(DISABLED_REASONS, {
      description:
        'Reason for automatic disabling: the receiver reported that it is permanently gone, or the recipient ' +
        'unsubscribed by email link. Otherwise null; enabling the target clears it',
    }),
  ),
  is_deliverable: Type.Boolean({
    description: 'Whether this installation can send to the target; `email` requires a mail server',
  }),
  fallback_target_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'Target that receives undelivered notifications' }),
  ),
  monitor_count: Type.Integer({ description: 'Number of monitors that use the target' }),
  last_delivered_at: { ...NullableIsoTime, description: 'Time of the last successful delivery' },
  last_failed_at: { ...NullableIsoTime, description: 'Time of the last failed attempt' },
  last_error: Nullable(
    Type.String({ description: 'Error of the last failed attempt; a later attempt may have succeeded' }),
  ),
  created_at: IsoTime,
  updated_at: IsoTime,
})

export const writable = {
  name: Name(80),
  channel: OneOf(CHANNEL_NAMES),
  config: Config,
  is_default: Type.Boolean(),
  is_enabled: Type.Boolean(),
  fallback_target_id: Nullable(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        'Another target of the project that receives undelivered notifications: after all attempts have failed, ' +
        'or if this target is disabled or deleted. A target receives each event once. Null: no fallback',
    }),
  ),
}

const TargetResponse = toDataSchema(Type.Object({ target: Target }))

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
export const EDIT: GuardedAccess = { permission: 'can_edit_monitors', scope: 'project' }
export const TAGS = ['Notification targets']

export const registerNotificationTargetRoutes: Resource = (api, { context: base, egress, mailer }) => {
  const context = { ...base, egress }
  const { db } = context.store

  const toTargetJson = (config: TargetConfig, target: TargetInUse): Static<typeof Target> => ({
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
  const toTarget = (target: TargetInUse) => toTargetJson(maskConfig(target), target)
  /** Shows a newly generated secret in this one response. */
  const toOpenTarget = (target: TargetInUse) => toTargetJson(showOwnSecret(target), target)

  api.get(
    '/api/notification-targets',
    {
      config: { access: VIEW },
      schema: {
        tags: TAGS,
        summary: 'List the notification targets, newest first',
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('targets', Target) },
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
        body: Body({
          name: writable.name,
          channel: writable.channel,
          config: writable.config,
          is_default: Type.Optional(Type.Boolean({ default: false })),
          is_enabled: Type.Optional(Type.Boolean({ default: true })),
          fallback_target_id: Type.Optional(writable.fallback_target_id),
        }),
        response: { 201: TargetResponse },
      },
    },
    async (request, reply) => {
      const { is_default: isDefault = false, is_enabled: isEnabled = true, name, channel, config } = request.body
      const { fallback_target_id: fallbackTargetId = null } = request.body
      const draft = { name, channel, config, isDefault, isEnabled, fallbackTargetId }
      const target = await createTarget(context, toMonitorScope(request), draft)
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
        body: UpdateBody(writable, Target),
        response: { 200: TargetResponse },
      },
    },
    async (request) => {
      const { name, channel, config, is_default: isDefault, is_enabled: isEnabled } = request.body
      const { fallback_target_id: fallbackTargetId } = request.body
      const change = { name, channel, config, isDefault, isEnabled, fallbackTargetId }
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
