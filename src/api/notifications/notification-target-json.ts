/** Notification targets and their quiet hours in requests and responses. */
import Type, { type Static } from 'typebox'
import { canSend } from '../../channels/index.ts'
import type { Mailer } from '../../channels/mailer.ts'
import { SERVICES } from '../../channels/services/index.ts'
import { CHANNEL_NAMES, DISABLED_REASONS, type TargetInUse } from '../../core/notifications/delivery.ts'
import { findQuietHoursIssues, QuietHours, toQuietHoursFields } from '../../core/notifications/quiet-hours.ts'
import { listEvents, TARGET_EVENTS, toSubscription } from '../../core/notifications/target-events.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import { createTranslator } from '../../core/platform/fields/translate.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import type { TargetDraft } from '../../services/notifications/notification-targets.ts'
import type { TargetConfig } from '../../services/notifications/target-config.ts'
import { MANAGED_FIELDS, toApiSchema, toManagedFields } from '../platform/fields/resource-schema.ts'
import { Body, IsoTime, Name, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const QuietHoursShown = Type.Unsafe<ApiFields | null>(
  Nullable({ ...toApiSchema(QuietHours, 'shown'), title: 'QuietHours' }),
)
const QuietHoursRequest = Type.Unsafe<ApiFields | null>(Nullable(toApiSchema(QuietHours, 'form')))

const read = createTranslator(QuietHours, 'item') as (body: ApiFields) => QuietHours

/** @throws Problem VALIDATION_ERROR */
export function toQuietHours(body: ApiFields | null): QuietHours | null {
  if (body === null) return null
  const quietHours = read(body)
  const issues = findQuietHoursIssues(quietHours)
  if (issues.length === 0) return quietHours
  throw createInvalid(issues.map(({ field, message }) => ({ field: `quiet_hours.${field}`, message })))
}

/** The channel validates its own settings. */
const Config = Type.Record(Type.String(), Type.Unknown(), {
  maxProperties: 20,
  description:
    'For `email`: `address`, and optionally `smtp_url`, a secret, with `from`: a mail server of its own and its sender; ' +
    'empty texts clear them. For `slack`: `webhook_url`, a secret; or `bot_token`, a secret, and `channel`. ' +
    'For `webhook`: `url`, and `secret`, ' +
    `generated if absent; or \`service\` and the fields of that service, which \`GET /api/forms/notification-target\` ` +
    `lists. Services: ${[...SERVICES.keys()].join(', ')}. ` +
    'Secrets are masked in responses; a masked secret that is sent back keeps its value',
  examples: [
    { url: 'https://example.com/hook' },
    { address: 'oncall@example.com' },
    { service: 'ntfy', topic: 'alerts-Xk2p9' },
  ],
})

const Events = Type.Array(OneOf(TARGET_EVENTS), { description: 'Kinds of messages that the target receives' })

export const Target = Type.Object({
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
    description:
      'Whether this installation can send to the target; `email` requires a mail server of the installation or of the ' +
      'target',
  }),
  fallback_target_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'Target that receives undelivered notifications' }),
  ),
  events: Events,
  quiet_hours: QuietHoursShown,
  monitor_count: Type.Integer({ description: 'Number of monitors that use the target' }),
  last_delivered_at: { ...NullableIsoTime, description: 'Time of the last successful delivery' },
  last_failed_at: { ...NullableIsoTime, description: 'Time of the last failed attempt' },
  last_error: Nullable(
    Type.String({ description: 'Error of the last failed attempt; a later attempt may have succeeded' }),
  ),
  config_note: Nullable(
    Type.String({
      description:
        'Reason for which a receiver replaced a value of `config`, such as the id of a Telegram group that became a ' +
        'supergroup. Null when `config` is as a user entered it',
    }),
  ),
  ...MANAGED_FIELDS,
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
  events: Nullable(
    Type.Unsafe<Static<typeof Events>>({
      ...Events,
      minItems: 1,
      uniqueItems: true,
      description:
        'Messages that the target receives\n\nKinds: `down`, `degraded` (slow), `certificate`, `domain`, `maintenance` ' +
        'and `probe_trouble` (monitors are not checked because of the probes). `recovered`, `reminder` and `flapping` ' +
        'are sent only to targets that received the opening of the incident. ' +
        'Null: all, also kinds of later versions.',
      examples: [['down', 'recovered']],
      [DESCRIPTION_KEY]: `a list of at least one event (${TARGET_EVENTS.join(', ')}) without duplicates, or null for all`,
    }),
  ),
  quiet_hours: QuietHoursRequest,
}

export const TargetCreate = Body({
  name: writable.name,
  channel: writable.channel,
  config: writable.config,
  is_default: Type.Optional(Type.Boolean({ default: false })),
  is_enabled: Type.Optional(Type.Boolean({ default: true })),
  fallback_target_id: Type.Optional(writable.fallback_target_id),
  events: Type.Optional(writable.events),
  quiet_hours: Type.Optional(writable.quiet_hours),
})

export const toTargetDraft = ({
  is_default: isDefault = false,
  is_enabled: isEnabled = true,
  fallback_target_id: fallbackTargetId = null,
  events = null,
  quiet_hours: quietHours = null,
  ...draft
}: Static<typeof TargetCreate>): TargetDraft => ({
  ...draft,
  isDefault,
  isEnabled,
  fallbackTargetId,
  events: toSubscription(events),
  quietHours: toQuietHours(quietHours),
})

/** @param config with masked secrets */
export const toTargetJson = (
  config: TargetConfig,
  target: TargetInUse,
  mailer: Mailer | null,
): Static<typeof Target> => ({
  id: target.id,
  project_id: target.projectId,
  name: target.name,
  channel: target.channel,
  config,
  is_default: target.isDefault,
  is_enabled: target.isEnabled,
  disabled_reason: target.disabledReason ?? null,
  is_deliverable: canSend(target, { mailer }),
  fallback_target_id: target.fallbackTargetId,
  events: listEvents(target.events),
  quiet_hours: target.quietHours ? toQuietHoursFields(target.quietHours) : null,
  monitor_count: target.monitorCount,
  last_delivered_at: toIsoOrNull(target.lastDeliveredAt),
  last_failed_at: toIsoOrNull(target.lastFailedAt),
  last_error: target.lastError,
  config_note: target.configNote,
  ...toManagedFields(target),
  created_at: toIso(target.createdAt),
  updated_at: toIso(target.updatedAt),
})
