/**
 * Where the links in mail to subscribers lead: a page with one button. To read it changes nothing, because mail programs
 * and virus scanners open links before people do; programs that offer one click send the POST themselves (RFC 8058,
 * section 3.2). They hold for as long as the subscription does, whatever becomes of the page's address.
 */
import type { FastifyReply } from 'fastify'
import { pageUrl } from '../../core/status-pages/page-address.ts'
import {
  confirmSubscription,
  endSubscription,
  findSubscription,
  type Subscription,
} from '../../services/status-pages/subscribers.ts'
import type { Guest } from '../deps.ts'
import { withForms } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { sendFramed } from '../plain-page.ts'

/** The name of the parameter keeps it out of the log. */
interface Request {
  Params: { token: string }
}

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

export const subscriptions: Guest = (server, { context, config, subscriptionDesk: { links } }) => {
  const { db } = context.store
  const find = async (purpose: 'confirm' | 'end', token: string) => {
    const id = links.subscriberOf(purpose, token)
    return { id, subscription: id === null ? null : await findSubscription(db, id) }
  }

  withForms(server, (scope) => {
    scope.get<Request>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { subscription } = await find('confirm', params.token)
      if (!subscription) return sendLost(reply)
      return subscription.subscriber.confirmedAt === null
        ? send(reply, `Confirm updates of ${subscription.page.name}`, confirmForm(subscription))
        : send(reply, 'You are subscribed', confirmed(subscription, config.baseUrl))
    })
    scope.post<Request>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { id } = await find('confirm', params.token)
      const subscription = id === null ? null : await confirmSubscription(context, id)
      return subscription ? send(reply, 'You are subscribed', confirmed(subscription, config.baseUrl)) : sendLost(reply)
    })
    scope.get<Request>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
      const { id, subscription } = await find('end', params.token)
      if (id === null) return sendLost(reply)
      return subscription ? send(reply, 'Unsubscribe?', endForm(subscription)) : sendEnded(reply)
    })
    scope.post<Request>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
      const id = links.subscriberOf('end', params.token)
      if (id === null) return sendLost(reply)
      await endSubscription(context, id)
      return sendEnded(reply)
    })
  })
}

// Without an address of its own a form goes to where the page came from, whatever stands in front of the server
const confirmForm = ({ subscriber, page }: Subscription): Html => html`
  <p>Mail about incidents and maintenance on <b>${page.name}</b> will go to <b>${subscriber.email}</b>.</p>
  <form method="post"><p class="more"><button class="button" type="submit">Confirm</button></p></form>`

const confirmed = ({ subscriber, page }: Subscription, baseUrl: string): Html => html`
  <p>Mail about incidents and maintenance on <b>${page.name}</b> goes to <b>${subscriber.email}</b> from now on. Every mail
  has a link that ends it.</p><p class="more"><a href="${pageUrl(baseUrl, page)}">To the status page</a></p>`

const endForm = ({ subscriber, page }: Subscription): Html => html`
  <p>Mail about <b>${page.name}</b> goes to <b>${subscriber.email}</b>.</p>
  <form method="post"><p class="more"><button class="button" type="submit">Unsubscribe</button></p></form>`

const sendEnded = (reply: FastifyReply): FastifyReply =>
  send(reply, 'You are unsubscribed', html`<p>No more mail of this kind will come.</p>`)

const sendLost = (reply: FastifyReply): FastifyReply =>
  send(
    reply.code(404),
    'This link is not good',
    html`<p>It is incomplete, or it has run out. To subscribe, begin anew on the status page.</p>`,
  )

const send = (reply: FastifyReply, title: string, content: Html): FastifyReply =>
  sendFramed(reply, {
    title,
    page: null,
    body: html`<div class="w"><header><h1>${title}</h1></header><main>${content}</main></div>`,
  })
