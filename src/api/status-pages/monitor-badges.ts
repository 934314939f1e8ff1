/** The links under which badges of a monitor are shown to anybody. */
import Type from 'typebox'
import { BADGE_KINDS } from '../../core/status-pages/badge.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { makeBadgeLinks } from '../../services/status-pages/badges.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, UuidParams } from '../platform/schemas.ts'

const EXAMPLE =
  'https://watch.example.com/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/badge.svg?kind=status&token=8Zq3sVdY0mJtKp1w'

const Badge = Type.Object({
  kind: OneOf(BADGE_KINDS),
  url: Type.String({ format: 'uri', description: 'An SVG picture, read without credentials', examples: [EXAMPLE] }),
})

const DESCRIPTION = `Pictures to put into a README or a dashboard: the status, the uptime of 30 days, and the average
response time of 24 hours. The addresses are signed for this monitor: whoever has one sees these three of it, and nothing
else, for as long as the monitor is there. \`&label=\` writes another text on the left side.`

export const monitorBadges: Resource = (api, { context, config }) => {
  const links = makeBadgeLinks(config.secret)

  api.get(
    '/api/monitors/:id/badges',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'Read the addresses of the badges of a monitor',
        description: DESCRIPTION,
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ badges: Type.Array(Badge) })) },
      },
    },
    async ({ params, project }) => {
      const { id } = await getMonitor(context.store.db, project.id, params.id)
      const token = links.tokenOf(id)
      return ok({
        badges: BADGE_KINDS.map((kind) => ({
          kind,
          url: `${config.baseUrl}/api/monitors/${id}/badge.svg?kind=${kind}&token=${token}`,
        })),
      })
    },
  )
}
