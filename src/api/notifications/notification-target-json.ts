/** Notification targets and their quiet hours in requests and responses. */
import Type from 'typebox'
import { canSend } from '../../channels/index.ts'
import type { Mailer } from '../../channels/mailer.ts'
import { SERVICES } from '../../channels/services/index.ts'
import { DISABLED_REASONS, type TargetInUse } from '../../core/notifications/delivery.ts'
import { TARGET, type TargetDraft } from '../../core/notifications/notification-target.ts'
import { findQuietHoursIssues, QuietHours } from '../../core/notifications/quiet-hours.ts'
import { listEvents, TARGET_EVENTS, toSubscription } from '../../core/notifications/target-events.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import type { ApiFields } from '../../core/platform/fields/resource.ts'
import type { TargetConfig } from '../../services/notifications/target-config.ts'
import { createResourceSchema, showResource, toApiSchema } from '../platform/fields/resource-schema.ts'
import { Nullable, OneOf, Uuid } from '../platform/schemas.ts'

/** The channel validates its own settings. The description names the services, which only the channels list. */
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

/** Fields of representations that a target and a contact method share, besides the fields that users write. */
export const shownFields = {
  config: Config,
  quiet_hours: Type.Unsafe<ApiFields | null>(Nullable({ ...toApiSchema(QuietHours, 'shown'), title: 'QuietHours' })),
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
}

/** Descriptions of fields in requests. */
export const writtenFields = { config: Config }

export const TargetSchema = createResourceSchema(TARGET, {
  shown: {
    ...shownFields,
    events: Type.Array(OneOf(TARGET_EVENTS), { description: 'Kinds of messages that the target receives' }),
  },
  written: writtenFields,
})

/** A target that is tested before it is saved. */
export const UnsavedTarget = createResourceSchema(TARGET, {
  written: {
    target_id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'The target that is being edited; absent for a new target' }),
    ),
    ...writtenFields,
  },
  omittable: ['name'],
}).Create

/** @throws Problem VALIDATION_ERROR */
export function checkQuietHours(quietHours: QuietHours | null | undefined): void {
  const issues = quietHours ? findQuietHoursIssues(quietHours) : []
  if (issues.length > 0)
    throw createInvalid(issues.map(({ field, message }) => ({ field: `quiet_hours.${field}`, message })))
}

/** @throws Problem VALIDATION_ERROR */
export const toTargetDraft = (body: object): TargetDraft => normalize(TARGET.toDraft(body))

/** @throws Problem VALIDATION_ERROR */
export const toTargetChange = (body: object): Partial<TargetDraft> => normalize(TARGET.toChange(body))

function normalize<Fields extends Partial<TargetDraft>>(fields: Fields): Fields {
  checkQuietHours(fields.quietHours)
  return fields.events === undefined ? fields : { ...fields, events: toSubscription(fields.events) }
}

/** @param config with masked secrets */
export const toTargetJson = (config: TargetConfig, target: TargetInUse, mailer: Mailer | null): ApiFields => ({
  ...showResource(TARGET, { ...target, config }),
  disabled_reason: target.disabledReason ?? null,
  is_deliverable: canSend(target, { mailer }),
  events: listEvents(target.events),
})
