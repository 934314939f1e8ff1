/** Schemas of a monitor in requests and responses. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { MAX_DEPENDENCIES } from '../../core/monitors/dependency.ts'
import {
  CONFIGURED_STATUSES,
  type ConfiguredStatus,
  DEFAULT_FAILURE_THRESHOLD,
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_TIMEOUT_MS,
  MAX_TAGS,
  MAX_TARGETS,
  MONITOR_TYPES,
  type MonitorType,
  RUNTIME_STATUSES,
} from '../../core/monitors/monitor.ts'
import { DEFAULT_KEYS, toFieldName } from '../../core/monitors/monitor-defaults.ts'
import { YEAR_DAYS } from '../../core/platform/time/time.ts'
import { PROBERS } from '../../probers/index.ts'
import { MONITOR_SORTS } from '../../store/monitors/monitor-list.ts'
import { HEARTBEAT_FIELDS } from '../heartbeats/heartbeat-json.ts'
import { OffsetQuery } from '../platform/envelope.ts'
import { MANAGED_FIELDS } from '../platform/fields/resource-schema.ts'
import { MONITOR_EXAMPLE } from '../platform/openapi-examples.ts'
import { Body, IsoTime, Name, Nullable, OneOf, UnixSeconds, UpdateBody, Uuid } from '../platform/schemas.ts'
import { toEndFields } from '../platform/times.ts'
import { PartialDomainMonitoring, type PartialOptions, PartialSslMonitoring } from './expiry-settings.ts'
import { createSettingsTranslator } from './monitor-settings.ts'
import { Confirming, SilenceSchema } from './monitor-state-json.ts'

/** All monitor types: the types that a probe checks, and HEARTBEAT, which waits for pings. */
export const settingsTranslator = createSettingsTranslator({ ...PROBERS, HEARTBEAT: { settings: HeartbeatSettings } })

const monitorFields = {
  interval_seconds: Type.Integer({
    title: 'Check interval',
    minimum: 30,
    maximum: 86_400,
    description: 'Seconds between checks. For a heartbeat, the expected interval within the limits of this field',
  }),
  timeout_ms: Type.Integer({
    title: 'Timeout',
    minimum: 1_000,
    maximum: 60_000,
    description: 'A check that takes longer fails. Must be shorter than the interval\n\nIn milliseconds.',
  }),
  failure_threshold: Type.Integer({
    title: 'Failure threshold',
    minimum: 1,
    maximum: 10,
    description: 'Consecutive failing checks before a region counts as down',
  }),
  recovery_threshold: Type.Integer({
    title: 'Recovery threshold',
    minimum: 1,
    maximum: 10,
    description: 'Consecutive passing checks before a region that is down counts as up',
  }),
  reminder_interval_minutes: Type.Integer({
    title: 'Reminder interval',
    minimum: 0,
    maximum: 1_440,
    description:
      'Repeats the alert until the incident is acknowledged or resolved; 0 sends no reminders\n\nIn minutes.',
  }),
}

const Target = Type.String({
  title: 'Target',
  minLength: 1,
  maxLength: 2_048,
  description: 'URL or host, depending on the type. Must be absent for a heartbeat, which gets a generated token',
})
export const Tags = Type.Array(Name(40), {
  title: 'Tags',
  maxItems: MAX_TAGS,
  description:
    'Used for filtering and search, for example production or shop\n\nTags are not returned with the monitor; `GET /api/tags` lists them with counts.',
})

export const TargetIds = Type.Array(Uuid, {
  title: 'Notification targets',
  maxItems: MAX_TARGETS,
  description:
    'Notified when the monitor goes down and when it recovers\n\nDefault for a new monitor: the default targets of the project. An empty list notifies no recipient.',
})

const ParentIds = Type.Array(Uuid, {
  title: 'Dependencies',
  maxItems: MAX_DEPENDENCIES,
  description:
    'Alerts are held while one of these monitors is down, for example an upstream router\n\nMonitors of the same project; the list is replaced as a whole. While a dependency is down, directly or through its own dependencies, checks, results and incidents continue, and reminders wait. Recipients who were notified of an incident are still notified of its end. If this monitor is still down shortly after the dependency recovers, its alert is sent. Cycles and chains of more than five dependencies are refused.',
})

/** Fields accepted at creation and in updates. */
const writable = {
  name: Type.String({ ...Name(80), title: 'Name', examples: ['Web shop'] }),
  target: Target,
  ...monitorFields,
  monitoring_regions: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    title: 'Regions',
    maxItems: 50,
    description: 'Regions that run the checks; selected automatically if empty\n\nCodes from `GET /api/regions`.',
  }),
  group_id: Nullable(Type.String({ ...Uuid, title: 'Group', description: 'Group of the monitor; null for no group' })),
  tags: Tags,
  notification_target_ids: TargetIds,
  depends_on_monitor_ids: ParentIds,
  ssl_monitoring: PartialSslMonitoring,
  domain_monitoring: PartialDomainMonitoring,
  notes: Nullable(
    Type.String({
      title: 'Notes',
      maxLength: 4_000,
      description:
        'Plain text that every alert contains, up to 4,000 characters\n\nNull or an empty text for no notes.',
    }),
  ),
  runbook_url: Nullable(
    Type.String({
      title: 'Runbook',
      minLength: 1,
      maxLength: 2_048,
      description: 'Alerts link to these instructions\n\nURL with http or https; null for no runbook.',
    }),
  ),
  escalation_policy_id: Nullable(
    Type.String({
      ...Uuid,
      title: 'Escalation policy',
      description:
        'Notifies its steps one after another, instead of the notification targets, until a user acknowledges the incident.\n\nNull: the policy of the group or the project, if any.',
    }),
  ),
  ...(settingsTranslator.request as Record<never, TSchema>),
}

/** Defaults of fields that a create request omits. */
const CREATION_DEFAULTS = {
  interval_seconds: DEFAULT_INTERVAL_SECONDS,
  timeout_ms: DEFAULT_TIMEOUT_MS,
  failure_threshold: DEFAULT_FAILURE_THRESHOLD,
  recovery_threshold: DEFAULT_RECOVERY_THRESHOLD,
  reminder_interval_minutes: 0,
  group_id: null,
}

/** Applies at creation only; an update leaves omitted fields unchanged. */
const withDefaults = <P extends TProperties>(properties: P, defaults: Partial<Record<keyof P, unknown>>): P => ({
  ...properties,
  ...Object.fromEntries(
    Object.entries(defaults).map(([field, fallback]) => [field, { ...properties[field], default: fallback }]),
  ),
})

const { name: _, ...others } = Type.Partial(Type.Object(withDefaults(writable, CREATION_DEFAULTS))).properties

export const MonitorCreate = Body({
  name: writable.name,
  type: OneOf(MONITOR_TYPES, { title: 'Type', description: 'Type of check; cannot be changed after creation' }),
  ...others,
  status: Type.Optional(
    OneOf(['active', 'paused'], { title: 'Status', default: 'active', description: 'Whether the monitor is checked' }),
  ),
})

/** A test check needs no name. */
export const MonitorTest = Body({ ...MonitorCreate.properties, name: Type.Optional(writable.name) })

export const Monitor = Type.Object(
  {
    id: Uuid,
    organization_id: Uuid,
    project_id: Uuid,
    created_by: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    target: Type.String(),
    interval_seconds: Type.Integer(),
    timeout_ms: Type.Integer(),
    status: OneOf(CONFIGURED_STATUSES),
    configState: OneOf(CONFIGURED_STATUSES),
    runtimeStatus: OneOf(RUNTIME_STATUSES),
    paused_until: Type.Optional(
      Type.Unsafe<string>({ ...IsoTime, description: 'End of a pause that ends by itself; otherwise absent' }),
    ),
    in_maintenance: Type.Optional(
      Type.Boolean({
        description:
          'True while the monitor is in maintenance: no incidents open and no alerts are sent. Otherwise absent, ' +
          'and absent in lists',
      }),
    ),
    is_flapping: Type.Optional(
      Type.Boolean({
        description:
          'True while the monitor is flapping: its incident stays open, and status changes are not sent ' +
          'individually. Otherwise absent, and absent in lists',
      }),
    ),
    confirming: Type.Optional(Confirming),
    silence: Type.Optional(SilenceSchema),
    failure_threshold: Type.Integer(),
    recovery_threshold: Type.Integer(),
    reminder_interval_minutes: Type.Integer(),
    group_id: Type.Optional(Uuid),
    ...(Type.Partial(Type.Object(settingsTranslator.response)).properties as Record<never, TSchema>),
    ...HEARTBEAT_FIELDS,
    ssl_monitoring: Type.Optional(PartialSslMonitoring),
    domain_monitoring: Type.Optional(PartialDomainMonitoring),
    notification_target_ids: Type.Optional(Type.Array(Uuid)),
    depends_on_monitor_ids: Type.Optional(
      Type.Array(Uuid, { description: 'Alerts of the monitor are held while a dependency is down' }),
    ),
    ...MANAGED_FIELDS,
    notes: Type.Optional(Type.String()),
    runbook_url: Type.Optional(Type.String()),
    escalation_policy_id: Type.Optional(Uuid),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { examples: [MONITOR_EXAMPLE] },
)

/** Fields of a request that pauses monitors. */
export const PauseFields = toEndFields('pause', YEAR_DAYS, 'Without both, the pause has no end')

export type MonitorCreateBody = Static<typeof MonitorCreate>
export type MonitorTestBody = Static<typeof MonitorTest>
/** In a bulk edit, null removes the certificate and the domain settings. */
export type MonitorUpdateBody = Omit<MonitorTestBody, 'type' | 'status' | 'ssl_monitoring' | 'domain_monitoring'> & {
  type?: MonitorType
  status?: ConfiguredStatus
  ssl_monitoring?: PartialOptions | null
  domain_monitoring?: PartialOptions | null
}

export const MonitorUpdate = Type.Unsafe<MonitorUpdateBody>(
  UpdateBody({ ...writable, type: OneOf(MONITOR_TYPES), status: OneOf(CONFIGURED_STATUSES) }, Monitor),
)

/** Fields that a bulk edit can set. */
export const MonitorEdit = Type.Unsafe<MonitorUpdateBody>(
  Body(
    Type.Partial(
      Type.Object({
        ...writable,
        ssl_monitoring: Nullable(PartialSslMonitoring),
        domain_monitoring: Nullable(PartialDomainMonitoring),
      }),
    ).properties,
  ),
)

/** Fields that may have a default for new monitors. */
export const MonitorDefaultsFields = Type.Partial(
  Type.Pick(Type.Object(writable), DEFAULT_KEYS.map(toFieldName) as (keyof typeof writable)[]),
).properties

export const MonitorQuery = Type.Object({
  ...OffsetQuery,
  type: Type.Optional(OneOf(MONITOR_TYPES, { description: 'Filter by type' })),
  status: Type.Optional(OneOf(CONFIGURED_STATUSES, { description: 'Filter by configured status' })),
  runtime_status: Type.Optional(OneOf(RUNTIME_STATUSES, { description: 'Filter by runtime status' })),
  group_id: Type.Optional({ ...Uuid, description: 'Monitors directly in this group, without its subgroups' }),
  tag: Type.Optional(Type.String({ maxLength: 40, description: 'Filter by tag' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Text contained in the name or target, case-insensitive' }),
  ),
  sort: OneOf(MONITOR_SORTS, { default: '-created_at', description: 'Sort order; `-` sorts in descending order' }),
})
