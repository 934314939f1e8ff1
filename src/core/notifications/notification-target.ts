/** The fields of notification targets, and the fields that contact methods of users share with them. */
import Type, { type Static } from 'typebox'
import { CHANGE_TIMES, describeResource } from '../platform/fields/resource.ts'
import { Name, Nullable, OneOf, Reference, Time } from '../platform/fields/schema.ts'
import { DESCRIPTION_KEY } from '../platform/validation/schema-words.ts'
import { CHANNEL_NAMES } from './delivery.ts'
import { QuietHours } from './quiet-hours.ts'
import { type Subscription, TARGET_EVENTS } from './target-events.ts'

export const TARGET_FIELDS = {
  name: Name(80, { examples: ['On-call'] }),
  channel: OneOf(CHANNEL_NAMES),
  /** The channel validates its own settings. */
  config: Type.Record(Type.String(), Type.Unknown(), { maxProperties: 20 }),
  isEnabled: Type.Boolean({ default: true }),
  /** Absent or null: no quiet hours. */
  quietHours: Type.Optional(Nullable(QuietHours, { default: null })),
}

/** Results of the latest deliveries, and the times of changes. */
export const TARGET_HISTORY = {
  lastDeliveredAt: Nullable(Time({ description: 'Time of the last successful delivery' })),
  lastFailedAt: Nullable(Time({ description: 'Time of the last failed attempt' })),
  lastError: Nullable(
    Type.String({ description: 'Error of the last failed attempt; a later attempt may have succeeded' }),
  ),
  configNote: Nullable(
    Type.String({
      description:
        'Reason for which a receiver replaced a value of `config`, such as the id of a Telegram group that became a ' +
        'supergroup. Null when `config` is as a user entered it',
    }),
  ),
  ...CHANGE_TIMES,
}

const { name, channel, config, isEnabled, quietHours } = TARGET_FIELDS

export const TARGET = describeResource(
  'notification_target',
  Type.Object({
    name,
    channel,
    config,
    isDefault: Type.Boolean({
      default: false,
      description: 'Whether new monitors without selected targets use this target',
    }),
    isEnabled,
    fallbackTargetId: Reference('notification_targets', {
      description:
        'Another target of the project that receives undelivered notifications: after all attempts have failed, ' +
        'or if this target is disabled or deleted. A target receives each event once. Null: no fallback',
    }),
    /** Absent or null: all events. */
    events: Type.Optional(
      Type.Unsafe<Subscription>(
        Nullable(Type.Array(OneOf(TARGET_EVENTS)), {
          default: null,
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
    ),
    quietHours,
  }),
  {
    omitsNull: ['audited'],
    readOnly: Type.Object({
      monitorCount: Type.Integer({ description: 'Number of monitors that use the target' }),
      ...TARGET_HISTORY,
    }),
    audited: Type.Object({ disabledReason: Type.String() }),
  },
)
export type TargetDraft = Static<typeof TARGET.schema>
