/** The shapes of a monitor: what comes in, and what goes out. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import { MOST_PARENTS } from '../../core/monitors/dependency.ts'
import {
  CONFIGURED_STATUSES,
  type ConfiguredStatus,
  DEFAULT_FAILURE_THRESHOLD,
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_TIMEOUT_MS,
  MONITOR_TYPES,
  type MonitorType,
  RUNTIME_STATUSES,
} from '../../core/monitors/monitor.ts'
import { DEFAULT_WARNING_DAYS } from '../../core/monitors/monitor-change.ts'
import { PROBERS } from '../../probers/index.ts'
import { MONITOR_SORTS } from '../../store/monitors/monitor-list.ts'
import { HEARTBEAT_FIELDS } from '../heartbeats/heartbeat-json.ts'
import { OffsetQuery } from '../platform/envelope.ts'
import { MONITOR_EXAMPLE } from '../platform/openapi-examples.ts'
import { Body, Name, Nullable, OneOf, UnixSeconds, UpdateBody, Uuid } from '../platform/schemas.ts'
import { apiSchema, translator } from '../platform/settings-words.ts'
import { monitorSettingsWords } from './monitor-settings.ts'

/** Every type that can be made: those that a probe checks, and the one that waits for pings. */
export const settingsWords = monitorSettingsWords({ ...PROBERS, HEARTBEAT: { settings: HeartbeatSettings } })

const WarningDays = Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
  title: 'Days of warning',
  default: [...DEFAULT_WARNING_DAYS],
  maxItems: 20,
  description: 'How many days ahead; 30, 14, 7 and 1 if absent at first',
  examples: [[30, 14, 7, 1]],
})

/** As `core/monitors/monitor.ts` has it. */
export const SslMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'Watch the certificate',
    default: true,
    description:
      'Of https URLs, and of TCP monitors, which speak TLS while it is on, unless their protocol is ssh or http; of ' +
      'others it has nothing to watch. True if absent at first',
  }),
  checkExpiry: Type.Boolean({
    title: 'Warn before it ends',
    default: true,
    description: 'Whether its end is watched; true if absent at first',
  }),
  checkValidity: Type.Boolean({
    title: 'Tell when it is no good',
    default: true,
    description:
      'Whether it must be in date, valid for the host, strong enough, and its issuer be known. A TCP monitor is down ' +
      'when it is not; HTTP and KEYWORD have `verify_ssl` for that. True if absent at first',
  }),
  expiryWarningDays: WarningDays,
  ignoreSelfSigned: Type.Boolean({
    title: 'Accept a self-signed one',
    default: false,
    description:
      'Whether one is taken that signs itself, or that leads to a root of its own which the server sends along; ' +
      'checks pass then. Host and dates must be right all the same. False if absent at first',
  }),
})

export const DomainMonitoring = Type.Object({
  enabled: Type.Boolean({
    title: 'Watch the registration',
    default: true,
    description: 'The target must be under a publicly registered domain; true if absent at first',
  }),
  expiryWarningDays: WarningDays,
})

export const ssl = { toApi: translator(SslMonitoring, 'api'), fromApi: translator(SslMonitoring, 'settings') }
export const domain = { toApi: translator(DomainMonitoring, 'api'), fromApi: translator(DomainMonitoring, 'settings') }

type InParts = Record<string, unknown>
const SslInParts = Type.Unsafe<InParts>({ ...apiSchema(SslMonitoring), title: 'Certificate watch' })
const DomainInParts = Type.Unsafe<InParts>({ ...apiSchema(DomainMonitoring), title: 'Domain watch' })

const own = {
  interval_seconds: Type.Integer({
    title: 'Interval',
    minimum: 30,
    maximum: 86_400,
    description: 'Seconds between checks. Of a heartbeat the expected interval, as far as it reaches',
  }),
  timeout_ms: Type.Integer({
    title: 'Timeout',
    minimum: 1_000,
    maximum: 60_000,
    description: 'Milliseconds that a check may take; below the interval',
  }),
  failure_threshold: Type.Integer({
    title: 'Failures until down',
    minimum: 1,
    maximum: 10,
    description: 'Failing checks in a row before a region counts as down',
  }),
  recovery_threshold: Type.Integer({
    title: 'Passes until up',
    minimum: 1,
    maximum: 10,
    description: 'Passing checks in a row before a region that is down counts as up',
  }),
  reminder_interval_minutes: Type.Integer({
    title: 'Remind every',
    minimum: 0,
    maximum: 1_440,
    description: 'Minutes between reminders of an open incident; 0 is none',
  }),
}

const Target = Type.String({
  title: 'Target',
  minLength: 1,
  maxLength: 2_048,
  description: 'A URL or a host, as the type has it; a heartbeat gets a token instead, and the field must be absent',
})
const TargetIds = Type.Array(Uuid, {
  title: 'Who is told',
  maxItems: 200,
  description: 'Notification targets. If absent at creation, the default ones of the project; an empty list is nobody',
})

const ParentIds = Type.Array(Uuid, {
  title: 'Depends on',
  maxItems: MOST_PARENTS,
  description:
    'Monitors of the same project that this one cannot do without, such as the router in front of it; the list is ' +
    'replaced as a whole. While one of them, or what it depends on in turn, is down, nobody is alerted of this one: its ' +
    'checks, results and incidents go on, its reminders wait, and who has heard of an incident hears of its end. When ' +
    'that one is up again and this one is still down a moment later, its alert is sent. Circles are refused, and chains ' +
    'of more than five',
})

/** What a request may say at creation and at an update alike. */
const writable = {
  name: Type.String({ ...Name(80), title: 'Name', examples: ['Web shop'] }),
  target: Target,
  ...own,
  monitoring_regions: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    title: 'Regions',
    maxItems: 50,
    description: 'Codes of GET /api/regions; empty means automatic',
  }),
  group_id: Nullable(Type.String({ ...Uuid, title: 'Group', description: 'Null for no group' })),
  tags: Type.Array(Name(40), {
    title: 'Tags',
    maxItems: 20,
    description: 'They are not returned with the monitor; `GET /api/tags` counts them',
  }),
  notification_target_ids: TargetIds,
  depends_on_monitor_ids: ParentIds,
  ssl_monitoring: SslInParts,
  domain_monitoring: DomainInParts,
  ...(settingsWords.request as Record<never, TSchema>),
}

/** What holds where the body of a new monitor says nothing. */
const CREATION_DEFAULTS = {
  interval_seconds: DEFAULT_INTERVAL_SECONDS,
  timeout_ms: DEFAULT_TIMEOUT_MS,
  failure_threshold: DEFAULT_FAILURE_THRESHOLD,
  recovery_threshold: DEFAULT_RECOVERY_THRESHOLD,
  reminder_interval_minutes: 0,
  group_id: null,
}

/** Only at creation: what an update leaves out stays as it is. */
const withDefaults = <P extends TProperties>(properties: P, defaults: Partial<Record<keyof P, unknown>>): P => ({
  ...properties,
  ...Object.fromEntries(
    Object.entries(defaults).map(([field, fallback]) => [field, { ...properties[field], default: fallback }]),
  ),
})

const { name: _, ...others } = Type.Partial(Type.Object(withDefaults(writable, CREATION_DEFAULTS))).properties

export const MonitorCreate = Body({
  name: writable.name,
  type: OneOf(MONITOR_TYPES, { title: 'Type', description: 'What is checked, and how; fixed from then on' }),
  ...others,
  status: Type.Optional(
    OneOf(['active', 'paused'], { title: 'Status', default: 'active', description: 'Whether it is checked' }),
  ),
})

/** A test needs no name. */
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
    in_maintenance: Type.Optional(
      Type.Boolean({ description: 'Of a single monitor, while it is: no incident opens and no alert leaves' }),
    ),
    is_flapping: Type.Optional(
      Type.Boolean({
        description:
          'Of a single monitor, while its status changes again and again: its incident stays open, and nobody is told of each change',
      }),
    ),
    failure_threshold: Type.Integer(),
    recovery_threshold: Type.Integer(),
    reminder_interval_minutes: Type.Integer(),
    group_id: Type.Optional(Uuid),
    ...(Type.Partial(Type.Object(settingsWords.response)).properties as Record<never, TSchema>),
    ...HEARTBEAT_FIELDS,
    ssl_monitoring: Type.Optional(SslInParts),
    domain_monitoring: Type.Optional(DomainInParts),
    notification_target_ids: Type.Optional(Type.Array(Uuid)),
    depends_on_monitor_ids: Type.Optional(
      Type.Array(Uuid, { description: 'Its alerts are held while one of these is down' }),
    ),
    created_at: UnixSeconds,
    updated_at: UnixSeconds,
  },
  { examples: [MONITOR_EXAMPLE] },
)

export type MonitorCreateBody = Static<typeof MonitorCreate>
export type MonitorTestBody = Static<typeof MonitorTest>
export type MonitorUpdateBody = Omit<MonitorTestBody, 'type' | 'status'> & {
  type?: MonitorType
  status?: ConfiguredStatus
}

export const MonitorUpdate = Type.Unsafe<MonitorUpdateBody>(
  UpdateBody({ ...writable, type: OneOf(MONITOR_TYPES), status: OneOf(CONFIGURED_STATUSES) }, Monitor),
)

export const MonitorQuery = Type.Object({
  ...OffsetQuery,
  type: Type.Optional(OneOf(MONITOR_TYPES, { description: 'Those of this type' })),
  status: Type.Optional(OneOf(CONFIGURED_STATUSES, { description: 'Those that somebody has set to this' })),
  runtime_status: Type.Optional(OneOf(RUNTIME_STATUSES, { description: 'Those that stand like this' })),
  group_id: Type.Optional({ ...Uuid, description: 'Those in this group itself, not in the groups below it' }),
  tag: Type.Optional(Type.String({ maxLength: 40, description: 'Those with this tag' })),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name or target, in any case' })),
  sort: OneOf(MONITOR_SORTS, { default: '-created_at', description: '`-` turns the order round' }),
})
