/** Dashboard summary of a project. */
import Type from 'typebox'
import { OverviewReader } from '../services/overview.ts'
import { IncidentSchema, showIncidents } from './incidents/incident-json.ts'
import type { GuardedAccess } from './platform/access.ts'
import { toDataSchema, toEnvelope } from './platform/envelope.ts'
import type { Resource } from './platform/resource.ts'
import { Nullable } from './platform/schemas.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project', session: true }

const Count = Type.Integer({ minimum: 0 })
const Uptime = Nullable(
  Type.Number({ description: '0-100, weighted by time; null when nothing was measured', examples: [99.95] }),
)

const Overview = Type.Object({
  monitors: Type.Object({
    total: Count,
    up: Count,
    down: Count,
    degraded: Count,
    paused: Type.Integer({ minimum: 0, description: 'Paused and disabled monitors' }),
    unknown: Count,
  }),
  open_incidents: Type.Integer({ minimum: 0, description: 'Incidents that are open or acknowledged' }),
  uptime_24h: Uptime,
  uptime_30d: Uptime,
  avg_response_time_24h: Nullable(
    Type.Number({
      description: 'Average of passing checks in milliseconds; null if no check passed',
      examples: [182.4],
    }),
  ),
  latest_incidents: Type.Array(IncidentSchema, { description: 'Five newest incidents' }),
})

const DESCRIPTION =
  'Uptime covers all monitors of the project: the time in which they were up or degraded, divided by the ' +
  'measured time. Uptime and response time are computed at most every 15 seconds. In a project with more ' +
  'than 500 monitors, the response time excludes the current hour and is computed at most every five ' +
  'minutes.'

export const registerDashboardRoutes: Resource = (api, { context }) => {
  const overviews = new OverviewReader(context)

  api.get(
    '/api/dashboard/overview',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Dashboard'],
        summary: 'Get the overview of a project',
        description: DESCRIPTION,
        response: { 200: toDataSchema(Overview) },
      },
    },
    async ({ project }) => {
      const { byStatus, openIncidents, uptime24h, uptime30d, averageMs24h, latestIncidents } = await overviews.read(
        project.id,
      )
      const count = (status: string): number => byStatus.get(status) ?? 0
      return toEnvelope({
        monitors: {
          total: [...byStatus.values()].reduce((sum, n) => sum + n, 0),
          up: count('up'),
          down: count('down'),
          degraded: count('degraded'),
          paused: count('paused'),
          unknown: count('unknown'),
        },
        open_incidents: openIncidents,
        uptime_24h: uptime24h,
        uptime_30d: uptime30d,
        avg_response_time_24h: averageMs24h === null ? null : Math.round(averageMs24h * 100) / 100,
        latest_incidents: await showIncidents(context.store.db, latestIncidents),
      })
    },
  )
}
