/** Every monitor of a project in one answer, for lists that are drawn, searched and sorted by whoever shows them. */
import Type, { type Static } from 'typebox'
import { CONFIGURED_STATUSES, MONITOR_TYPES, RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import { type ListedMonitor, listAllMonitors, MOST_LISTED } from '../../services/monitors/dashboard-monitors.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const OpenIncident = Type.Object(
  {
    id: Uuid,
    status: OneOf(['open', 'acknowledged']),
    severity: OneOf(['critical', 'major', 'minor', 'warning']),
    title: Type.String({ examples: ['Web shop is down'] }),
  },
  { title: 'IncidentOfMonitor' },
)

const Line = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    target: Type.String({ description: 'Empty for a heartbeat, whose target is the token that its job pings' }),
    status: OneOf(CONFIGURED_STATUSES),
    runtime_status: OneOf(RUNTIME_STATUSES),
    status_since: Type.Unsafe<string>({ ...IsoTime, description: 'Since when it stands like this' }),
    is_flapping: Type.Boolean(),
    in_maintenance: Type.Boolean(),
    group_id: Nullable(Uuid),
    tags: Type.Array(Type.String()),
    interval_seconds: Type.Integer(),
    last_check_at: NullableIsoTime,
    last_response_time_ms: Nullable(
      Type.Number({
        description: 'Of the last check; null when it did not pass, or measured nothing',
        examples: [182.4],
      }),
    ),
    open_incident: Type.Unsafe<Static<typeof OpenIncident> | null>({
      ...Nullable(OpenIncident),
      description: 'Not resolved: of several the most severe, then the oldest',
    }),
  },
  { title: 'MonitorLine' },
)

const DESCRIPTION = `One answer for everything, up to ${MOST_LISTED.toLocaleString('en')} monitors: a client reads it once, and from then on
the stream of \`GET /api/events\`, which tells what to change in it. It is compressed for clients that take \`gzip\`, and has
no \`ETag\`, since something in a large list is new every second.`

export const dashboardMonitors: Resource = (api, { context }) => {
  api.get(
    '/api/dashboard/monitors',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: 'List every monitor of a project, by name',
        description: DESCRIPTION,
        response: {
          200: dataOf(
            Type.Object({
              monitors: Type.Array(Line),
              has_more: Type.Boolean({ description: 'Whether the project has more; `GET /api/monitors` has them all' }),
            }),
          ),
        },
      },
    },
    async ({ project }) => {
      const { monitors, hasMore } = await listAllMonitors(context, project.id)
      return ok({ monitors: monitors.map(toLine), has_more: hasMore })
    },
  )
}

const toLine = (monitor: ListedMonitor): Static<typeof Line> => ({
  id: monitor.id,
  name: monitor.name,
  type: monitor.type,
  target: monitor.type === 'HEARTBEAT' ? '' : monitor.target,
  status: monitor.status,
  runtime_status: monitor.runtimeStatus,
  status_since: toIso(monitor.statusSince),
  is_flapping: monitor.isFlapping,
  in_maintenance: monitor.inMaintenance,
  group_id: monitor.groupId,
  tags: [...monitor.tags],
  interval_seconds: monitor.intervalSeconds,
  last_check_at: toIsoOrNull(monitor.lastCheckAt),
  last_response_time_ms: monitor.lastResponseMs === null ? null : Math.round(monitor.lastResponseMs * 100) / 100,
  open_incident: monitor.openIncident as Static<typeof Line>['open_incident'],
})
