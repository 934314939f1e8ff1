/**
 * Pages behind the links in subscription emails, each with one button. Reading a page changes nothing, because mail
 * programs and virus scanners open links automatically. Mail programs with one-click unsubscribe send the POST
 * themselves (RFC 8058, section 3.2). The links stay valid as long as the subscription, even if the URL of the status
 * page changes.
 */
import type { FastifyReply } from 'fastify'
import { getPageUrl } from '../../core/status-pages/page-address.ts'
import {
  confirmSubscription,
  deleteSubscription,
  findSubscription,
  type Subscription,
} from '../../services/status-pages/subscribers.ts'
import type { PagePlugin } from '../deps.ts'
import { withForms } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { sendLayout } from '../plain-page.ts'

/** The parameter name keeps the token out of the log. */
interface Request {
  Params: { token: string }
}

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

export const registerSubscriptionRoutes: PagePlugin = (server, { context, config, subscriptionService: { links } }) => {
  const { db } = context.store
  const find = async (purpose: 'confirm' | 'end', token: string) => {
    const id = links.findSubscriberId(purpose, token)
    return { id, subscription: id === null ? null : await findSubscription(db, id) }
  }

  withForms(server, (scope) => {
    scope.get<Request>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { subscription } = await find('confirm', params.token)
      if (!subscription) return sendInvalidLink(reply)
      return subscription.subscriber.confirmedAt === null
        ? send(reply, `Confirm your subscription to ${subscription.page.name}`, renderConfirmForm(subscription))
        : send(reply, 'You are subscribed', renderConfirmed(subscription, config.baseUrl))
    })
    scope.post<Request>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { id } = await find('confirm', params.token)
      const subscription = id === null ? null : await confirmSubscription(context, id)
      return subscription
        ? send(reply, 'You are subscribed', renderConfirmed(subscription, config.baseUrl))
        : sendInvalidLink(reply)
    })
    scope.get<Request>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
      const { id, subscription } = await find('end', params.token)
      if (id === null) return sendInvalidLink(reply)
      return subscription ? send(reply, 'Unsubscribe?', renderUnsubscribeForm(subscription)) : sendUnsubscribed(reply)
    })
    scope.post<Request>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
      const id = links.findSubscriberId('end', params.token)
      if (id === null) return sendInvalidLink(reply)
      await deleteSubscription(context, id)
      return sendUnsubscribed(reply)
    })
  })
}

// Without an `action`, the form is sent to the URL of the page, whatever proxy is in front of the server
const renderConfirmForm = ({ subscriber, page }: Subscription): Html => html`
  <p>Email updates about incidents and maintenance on <b><bdi>${page.name}</bdi></b> will be sent to <b>${subscriber.email}</b>.</p>
  <form method="post"><p class="more"><button class="button" type="submit">Confirm</button></p></form>`

const renderConfirmed = ({ subscriber, page }: Subscription, baseUrl: string): Html => html`
  <p>Email updates about incidents and maintenance on <b><bdi>${page.name}</bdi></b> are now sent to <b>${subscriber.email}</b>. Every
  email has an unsubscribe link.</p><p class="more"><a href="${getPageUrl(baseUrl, page)}">View status page</a></p>`

const renderUnsubscribeForm = ({ subscriber, page }: Subscription): Html => html`
  <p>Email updates about <b><bdi>${page.name}</bdi></b> are sent to <b>${subscriber.email}</b>.</p>
  <form method="post"><p class="more"><button class="button" type="submit">Unsubscribe</button></p></form>`

const sendUnsubscribed = (reply: FastifyReply): FastifyReply =>
  send(reply, 'You are unsubscribed', html`<p>You will receive no more updates.</p>`)

const sendInvalidLink = (reply: FastifyReply): FastifyReply =>
  send(
    reply.code(404),
    'This link is not valid',
    html`<p>The link is incomplete or has expired. To subscribe, start again on the status page.</p>`,
  )

const send = (reply: FastifyReply, title: string, content: Html): FastifyReply =>
  sendLayout(reply, {
    title,
    page: null,
    body: html`<div class="w"><header><h1>${title}</h1></header><main>${content}</main></div>`,
  })
