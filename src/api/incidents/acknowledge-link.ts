/** The acknowledge link in alerts of open incidents: a page with a button that acknowledges, and buttons that snooze. */
import type { FastifyRequest } from 'fastify'
import { createAcknowledgeLinks } from '../../channels/acknowledge-link.ts'
import { OFFERED_MINUTES } from '../../core/incidents/snooze.ts'
import { acknowledgeByLink, findAlertLink, snoozeByLink } from '../../services/incidents/acknowledge-link.ts'
import type { Api } from '../platform/api.ts'
import { acceptForms, LINK_PAGE_ROUTE, sendLinkPage } from '../platform/link-page.ts'
import type { Resource } from '../platform/resource.ts'
import { createAcknowledgePage } from './acknowledge-page.ts'

const PATH = '/acknowledge/:token'

const getToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

export const registerAcknowledgeLinkRoutes: Resource = (api, { context, config }) => {
  const { baseUrl, secret, acknowledgeLinks = true } = config
  const links = createAcknowledgeLinks(secret)

  /** Acknowledges or snoozes. A length that the page does not offer changes nothing. */
  const changeByLink = (request: FastifyRequest) => {
    const { snooze } = request.query as { snooze?: string }
    if (snooze === undefined) return acknowledgeByLink(context, links, getToken(request))
    const minutes = OFFERED_MINUTES.find((offered) => String(offered) === snooze)
    if (minutes === undefined) return findAlertLink(context, links, getToken(request))
    return snoozeByLink(context, links, getToken(request), minutes)
  }

  api.register(async (scope) => {
    acceptForms(scope as Api)
    scope.get(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await findAlertLink(context, links, getToken(request)) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
    scope.post(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await changeByLink(request) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
  })
}
