/** All monitors of a project in one response, for clients that search and sort the list themselves. */
import Type, { type Static } from 'typebox'
import { CONFIGURED_STATUSES, MONITOR_TYPES, RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import { type ListedMonitor, listAllMonitors, MAX_LISTED } from '../../services/monitors/dashboard-monitors.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { MANAGED_FIELDS } from '../platform/fields/resource-schema.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import {
  Confirming,
  SilenceSchema,
  StatusReasonSchema,
  toConfirming,
  toSilence,
  toStatusReason,
} from './monitor-state-json.ts'

const OpenIncident = Type.Object(
  {
    id: Uuid,
    status: OneOf(['open', 'acknowledged']),
    severity: OneOf(['critical', 'major', 'minor', 'warning']),
    title: Type.String({ examples: ['Web shop is down'] }),
    acknowledged_by_name: Type.Optional(
      Type.String({ description: 'Absent while the incident is open, and for a link', examples: ['Alice'] }),
    ),
    acknowledged_via: Type.Optional(
      Type.String({ description: 'Name of the recipient whose link acknowledged it', examples: ['On-call phone'] }),
    ),
  },
  { title: 'MonitorIncident' },
)

const MonitorSummarySchema = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    target: Type.String({ description: 'Empty for a heartbeat monitor, whose target is its ping token' }),
    status: OneOf(CONFIGURED_STATUSES),
    runtime_status: OneOf(RUNTIME_STATUSES),
    status_since: Type.Unsafe<string>({ ...IsoTime, description: 'Time of the last status change' }),
    paused_until: Type.Optional(
      Type.Unsafe<string>({ ...IsoTime, description: 'End of a pause that ends by itself; otherwise absent' }),
    ),
    is_flapping: Type.Boolean(),
    in_maintenance: Type.Boolean(),
    maintenance_until: Type.Optional({ ...IsoTime, description: 'End of the maintenance; absent outside maintenance' }),
    reason: Type.Optional(StatusReasonSchema),
    silence: Type.Optional(SilenceSchema),
    managed_by: MANAGED_FIELDS.managed_by,
    group_id: Nullable(Uuid),
    escalation_policy_id: Type.Optional({
      ...Uuid,
      description: 'Own policy of the monitor; absent when its group or the project decides',
    }),
    tags: Type.Array(Type.String()),
    interval_seconds: Type.Integer(),
    last_check_at: NullableIsoTime,
    last_response_time_ms: Nullable(
      Type.Number({
        description: 'Response time of the last check; null if the check failed or measured nothing',
        examples: [182.4],
      }),
    ),
    open_incident: Type.Unsafe<Static<typeof OpenIncident> | null>({
      ...Nullable(OpenIncident),
      description: 'Open or acknowledged incident: the most severe, or the oldest of the most severe',
    }),
    confirming: Type.Optional(Confirming),
  },
  { title: 'MonitorSummary' },
)

const DESCRIPTION = `Returns up to ${MAX_LISTED.toLocaleString('en')} monitors in one response. A client reads the list once and then follows \`GET /api/events\` for changes. The response is compressed for clients that accept \`gzip\`. It has no \`ETag\`, because a large list changes every second.`

export const registerDashboardMonitorRoutes: Resource = (api, { context }) => {
  api.get(
    '/api/dashboard/monitors',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: 'List all monitors of a project, sorted by name',
        description: DESCRIPTION,
        response: {
          200: toDataSchema(
            Type.Object({
              monitors: Type.Array(MonitorSummarySchema),
              has_more: Type.Boolean({
                description: 'Whether the project has more monitors; `GET /api/monitors` lists all of them',
              }),
            }),
          ),
        },
      },
    },
    async ({ project }) => {
      const { monitors, hasMore } = await listAllMonitors(context, project.id)
      return toEnvelope({ monitors: monitors.map(toSummary), has_more: hasMore })
    },
  )
}

const toSummary = (monitor: ListedMonitor): Static<typeof MonitorSummarySchema> => ({
  id: monitor.id,
  name: monitor.name,
  type: monitor.type,
  target: monitor.type === 'HEARTBEAT' ? '' : monitor.target,
  status: monitor.status,
  runtime_status: monitor.runtimeStatus,
  status_since: toIso(monitor.statusSince),
  ...(monitor.status === 'paused' && monitor.pausedUntil !== null && { paused_until: toIso(monitor.pausedUntil) }),
  is_flapping: monitor.isFlapping,
  in_maintenance: monitor.maintenanceUntil !== null,
  ...(monitor.maintenanceUntil !== null && { maintenance_until: toIso(monitor.maintenanceUntil) }),
  ...(monitor.reason && { reason: toStatusReason(monitor.reason, monitor.reason.actorName) }),
  ...(monitor.silence && { silence: toSilence(monitor.silence) }),
  ...(monitor.managedBy !== null && { managed_by: monitor.managedBy }),
  group_id: monitor.groupId,
  ...(monitor.escalationPolicyId !== null && { escalation_policy_id: monitor.escalationPolicyId }),
  tags: [...monitor.tags],
  interval_seconds: monitor.intervalSeconds,
  last_check_at: toIsoOrNull(monitor.lastCheckAt),
  last_response_time_ms: monitor.lastResponseMs === null ? null : Math.round(monitor.lastResponseMs * 100) / 100,
  open_incident: monitor.openIncident && toOpenIncident(monitor.openIncident),
  ...(monitor.confirming && { confirming: toConfirming(monitor.confirming) }),
})

const toOpenIncident = ({
  acknowledgedByName: name,
  acknowledgedVia: via,
  ...incident
}: NonNullable<ListedMonitor['openIncident']>): Static<typeof OpenIncident> => ({
  ...(incident as Static<typeof OpenIncident>),
  ...(name !== null && { acknowledged_by_name: name }),
  ...(via !== null && { acknowledged_via: via }),
})
