/** Public badge links of a monitor. */
import Type from 'typebox'
import { BADGE_KINDS } from '../../core/status-pages/badge.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { createBadgeLinks } from '../../services/status-pages/badges.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, UuidParams } from '../platform/schemas.ts'

const EXAMPLE =
  'https://watch.example.com/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/badge.svg?kind=status&token=8Zq3sVdY0mJtKp1w'

const Badge = Type.Object({
  kind: OneOf(BADGE_KINDS),
  url: Type.String({
    format: 'uri',
    description: 'URL of an SVG image that needs no credentials',
    examples: [EXAMPLE],
  }),
})

const DESCRIPTION = `Images for a README or a dashboard: the status, the uptime of 30 days, the average response time of
24 hours, and the 365 days of a year. The URLs are signed for this monitor. Their holder can view these four images and
nothing else, until the monitor is deleted. \`&label=\` changes the text on the left side, and \`&theme=dark\` the colours of
the year.`

export const registerMonitorBadgeRoutes: Resource = (api, { context, config }) => {
  const links = createBadgeLinks(config.secret)

  api.get(
    '/api/monitors/:id/badges',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List the badge URLs of a monitor',
        description: DESCRIPTION,
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ badges: Type.Array(Badge) })) },
      },
    },
    async ({ params, project }) => {
      const { id } = await getMonitor(context.store.db, project.id, params.id)
      const token = links.createToken(id)
      return toEnvelope({
        badges: BADGE_KINDS.map((kind) => ({
          kind,
          url: `${config.baseUrl}/api/monitors/${id}/badge.svg?kind=${kind}&token=${token}`,
        })),
      })
    },
  )
}
