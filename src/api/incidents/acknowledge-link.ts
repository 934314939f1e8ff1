/** The acknowledge link in alerts of open incidents: a page with one button. */
import type { FastifyRequest } from 'fastify'
import { createAcknowledgeLinks } from '../../channels/acknowledge-link.ts'
import { acknowledgeByLink, findAlertLink } from '../../services/incidents/acknowledge-link.ts'
import type { Api } from '../platform/api.ts'
import { acceptForms, LINK_PAGE_ROUTE, sendLinkPage } from '../platform/link-page.ts'
import type { Resource } from '../platform/resource.ts'
import { createAcknowledgePage } from './acknowledge-page.ts'

const PATH = '/acknowledge/:token'

const getToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

export const registerAcknowledgeLinkRoutes: Resource = (api, { context, config }) => {
  const { baseUrl, secret, acknowledgeLinks = true } = config
  const links = createAcknowledgeLinks(secret)

  api.register(async (scope) => {
    acceptForms(scope as Api)
    scope.get(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await findAlertLink(context, links, getToken(request)) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
    scope.post(PATH, LINK_PAGE_ROUTE, async (request, reply) => {
      const link = acknowledgeLinks ? await acknowledgeByLink(context, links, getToken(request)) : null
      return sendLinkPage(reply, createAcknowledgePage(link, baseUrl))
    })
  })
}
