/**
 * The unsubscribe link in every email of a target: a page with one button. Mail programs with one-click unsubscribe send
 * the POST themselves (RFC 8058, section 3.2).
 */
import type { FastifyRequest } from 'fastify'
import { createUnsubscribeLinks } from '../../channels/signed-links.ts'
import { escapeHtml } from '../../core/platform/text/plain-text.ts'
import { findSubscription, type Subscription, unsubscribe } from '../../services/notifications/unsubscribe.ts'
import type { Api } from '../platform/api.ts'
import {
  acceptForms,
  LINK_PAGE_ROUTE,
  type LinkPage,
  renderButtonForm,
  renderParagraph,
  sendLinkPage,
} from '../platform/link-page.ts'
import type { Resource } from '../platform/resource.ts'

const PATH = '/unsubscribe/:token'

const getToken = ({ params }: FastifyRequest): string => (params as { token: string }).token

export const registerUnsubscribeRoutes: Resource = (api, { context, config }) => {
  const links = createUnsubscribeLinks(config.secret)

  api.register(async (scope) => {
    acceptForms(scope as Api)
    scope.get(PATH, LINK_PAGE_ROUTE, async (request, reply) =>
      sendLinkPage(reply, createUnsubscribePage(await findSubscription(context.store.db, links, getToken(request)))),
    )
    scope.post(PATH, LINK_PAGE_ROUTE, async (request, reply) =>
      sendLinkPage(reply, createUnsubscribePage(await unsubscribe(context, links, getToken(request)))),
    )
  })
}

/** @param subscription null if the link is invalid */
function createUnsubscribePage(subscription: Subscription | null): LinkPage {
  if (!subscription)
    return {
      status: 404,
      title: 'This link is not valid',
      content: renderParagraph('The link is incomplete, or emails of this kind are no longer sent to this address.'),
    }
  const address = `<strong>${escapeHtml(subscription.address)}</strong>`
  if (subscription.isEnded)
    return {
      status: 200,
      title: 'You are unsubscribed',
      content:
        renderParagraph(`Alerts of this kind no longer go to ${address}.`) +
        renderParagraph('The sender of these alerts can see that this address has unsubscribed.'),
    }
  return {
    status: 200,
    title: 'Unsubscribe from these emails?',
    content:
      renderParagraph(`Watchkeeper sends alerts to ${address} when a monitored service fails.`) +
      renderButtonForm('Unsubscribe'),
  }
}
