/** Notification targets. A secret is returned once when it is created, and masked afterwards. */
import Type from 'typebox'
import type { TargetInUse } from '../../core/notifications/delivery.ts'
import { toSubscription } from '../../core/notifications/target-events.ts'
import { COLLECTION_RIGHTS } from '../../core/provisioning/rights.ts'
import {
  createTarget,
  getTarget,
  removeTarget,
  rotateSecret,
  updateTarget,
} from '../../services/notifications/notification-targets.ts'
import { maskConfig, showOwnSecret } from '../../services/notifications/target-config.ts'
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
import { UpdateBody, UuidParams } from '../platform/schemas.ts'
import { Target, TargetCreate, toTargetDraft, toTargetJson, writable } from './notification-target-json.ts'
import { toQuietHours } from './quiet-hours-json.ts'

/**
 * Maximum body size in bytes. The channel defines the schema of the config, so the limit cannot be derived from the
 * body schema.
 */
export const MAX_TARGET_BYTES = 64 * 1024

const TargetResponse = toDataSchema(Type.Object({ target: Target }))

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
export const EDIT: GuardedAccess = { ...COLLECTION_RIGHTS.notification_targets, scope: 'project' }
export const TAGS = ['Notification targets']

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
        body: TargetCreate,
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
        body: UpdateBody(writable, Target),
        response: { 200: TargetResponse },
      },
    },
    async (request) => {
      const { name, channel, config, is_default: isDefault, is_enabled: isEnabled } = request.body
      const { fallback_target_id: fallbackTargetId, events: sent, quiet_hours: quiet } = request.body
      const events = sent === undefined ? undefined : toSubscription(sent)
      const quietHours = quiet === undefined ? undefined : toQuietHours(quiet)
      const change = { name, channel, config, isDefault, isEnabled, fallbackTargetId, events, quietHours }
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
