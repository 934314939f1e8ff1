/** A project at a glance. */
import Type from 'typebox'
import { Overviews } from '../services/overview.ts'
import { showIncidents } from './incidents/incident-access.ts'
import { IncidentSchema } from './incidents/incident-json.ts'
import type { GuardedAccess } from './platform/access.ts'
import { dataOf, ok } from './platform/envelope.ts'
import type { Resource } from './platform/resource.ts'
import { Nullable } from './platform/schemas.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project', session: true }

const Count = Type.Integer({ minimum: 0 })
const Uptime = Nullable(
  Type.Number({ description: '0-100, by time; null when nothing was measured', examples: [99.95] }),
)

const Overview = Type.Object({
  monitors: Type.Object({
    total: Count,
    up: Count,
    down: Count,
    degraded: Count,
    paused: Type.Integer({ minimum: 0, description: 'Disabled ones included' }),
    unknown: Count,
  }),
  open_incidents: Type.Integer({ minimum: 0, description: 'Not resolved: open or acknowledged' }),
  uptime_24h: Uptime,
  uptime_30d: Uptime,
  avg_response_time_24h: Nullable(
    Type.Number({ description: 'Milliseconds, of passing checks; null when there was none', examples: [182.4] }),
  ),
  latest_incidents: Type.Array(IncidentSchema, { description: 'The newest five' }),
})

const DESCRIPTION = `The uptime is that of all monitors together: the time in which they were up or degraded, of the time
in which they were measured. Uptime and response time are worked out anew every 15 seconds at most; in a project of more
than 500 monitors, the response time leaves out the present hour, and is worked out anew every five minutes.`

export const dashboard: Resource = (api, { context }) => {
  const overviews = new Overviews(context)

  api.get(
    '/api/dashboard/overview',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Dashboard'],
        summary: 'Read the figures of a project',
        description: DESCRIPTION,
        response: { 200: dataOf(Overview) },
      },
    },
    async ({ project }) => {
      const { byStatus, openIncidents, uptime24h, uptime30d, averageMs24h, latestIncidents } = await overviews.read(
        project.id,
      )
      const count = (status: string): number => byStatus.get(status) ?? 0
      return ok({
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
