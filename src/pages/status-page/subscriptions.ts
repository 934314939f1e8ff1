/**
 * Email subscriptions: the form of GET and POST /status/{slug}/subscribe, and the pages behind the links in emails.
 *
 * Each linked page has one button. Reading a page changes nothing, because mail programs and virus scanners follow
 * every link.
 */
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { Problem } from '../../core/platform/errors.ts'
import { getPageUrl } from '../../core/status-pages/status-page.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import {
  confirmSubscription,
  deleteSubscription,
  findSubscription,
  type Subscription,
} from '../../services/status-pages/subscribers.ts'
import type { PageDeps, PagePlugin } from '../deps.ts'
import { getField, withForms } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { getPagePath, sendLayout } from '../plain-page.ts'
import { withPage } from '../read-page.ts'

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

interface PageRequest {
  Params: { slug: string }
}

const Email = Type.String({ format: 'email', maxLength: 254 })

/** GET and POST /status/{slug}/subscribe: the form for email subscriptions. */
export const registerSubscribeRoutes: PagePlugin = (server, deps) =>
  withForms(server, (scope) => {
    scope.get<PageRequest>('/status/:slug/subscribe', ROUTE, (request, reply) =>
      withPage(deps, request, reply, (page) => sendForm(deps, reply, page, null)),
    )
    scope.post<PageRequest>('/status/:slug/subscribe', ROUTE, (request, reply) =>
      withPage(deps, request, reply, (page) => handleSubscribe(deps, reply, page)),
    )
  })

async function handleSubscribe(deps: PageDeps, reply: FastifyReply, page: ShownPage): Promise<FastifyReply> {
  const email = getField(reply.request.body, 'email').trim()
  if (!Value.Check(Email, email))
    return sendForm(deps, reply.code(400), page, { email, message: 'Enter a valid email address.' })
  try {
    await deps.subscriptionService.request(page.facts, email, reply.request.ip)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isTooOften = error.code === 'RATE_LIMIT_EXCEEDED'
    const message = isTooOften ? 'Too many requests. Please try again in 15 minutes.' : error.message
    return sendForm(deps, reply.code(isTooOften ? 429 : 409), page, { email, message })
  }
  return sendPage(
    reply,
    page,
    'Check your inbox',
    html`<p>We sent an email to <b>${email}</b>. Updates start once you click the confirmation link in it.</p>`,
  )
}

function sendForm(
  { subscriptionService }: PageDeps,
  reply: FastifyReply,
  page: ShownPage,
  refusal: { email: string; message: string } | null,
): FastifyReply {
  if (!subscriptionService.isOpenFor(page.facts))
    return sendPage(
      reply,
      page,
      'Email updates unavailable',
      html`<p>This status page does not send email updates.</p>`,
    )
  const form = html`<p>Get an email when an incident starts, is updated or is resolved, and when
    maintenance is scheduled. Every email has an unsubscribe link.</p>
    <form method="post" action="${getPagePath(reply.request, page.facts.slug)}/subscribe">
      <p class="more"><label for="email">Email address</label>
      <input class="field" id="email" name="email" type="email" autocomplete="email" required maxlength="254"
        value="${refusal?.email ?? ''}"${refusal && html` aria-invalid="true" aria-describedby="refusal"`}></p>
      ${refusal && html`<p id="refusal" role="alert">${refusal.message}</p>`}
      <p class="more"><button class="button" type="submit">Subscribe</button></p></form>`
  return sendPage(reply, page, 'Email updates', form)
}

function sendPage(reply: FastifyReply, { status, facts }: ShownPage, title: string, content: Html): FastifyReply {
  return sendLayout(reply, {
    title: `${title}: ${facts.name}`,
    page: { ...status.page, isIndexed: false },
    body: html`<div class="w"><header><h1 dir="auto">${facts.name}</h1></header><main><h2>${title}</h2>${content}
      <p class="more"><a href="${getPagePath(reply.request, facts.slug) || '/'}">Back to the status page</a></p></main></div>`,
  })
}

/** The parameter name keeps the token out of the log. */
interface LinkRequest {
  Params: { token: string }
}

/**
 * Pages behind the links in subscription emails, each with one button. Reading a page changes nothing, because mail
 * programs and virus scanners open links automatically. Mail programs with one-click unsubscribe send the POST
 * themselves (RFC 8058, section 3.2). The links stay valid as long as the subscription, even if the URL of the status
 * page changes.
 */
export const registerSubscriptionRoutes: PagePlugin = (server, { context, config, subscriptionService: { links } }) => {
  const { db } = context.store
  const find = async (purpose: 'confirm' | 'end', token: string) => {
    const id = links.findSubscriberId(purpose, token)
    return { id, subscription: id === null ? null : await findSubscription(db, id) }
  }

  withForms(server, (scope) => {
    scope.get<LinkRequest>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { subscription } = await find('confirm', params.token)
      if (!subscription) return sendInvalidLink(reply)
      return subscription.subscriber.confirmedAt === null
        ? send(reply, `Confirm your subscription to ${subscription.page.name}`, renderConfirmForm(subscription))
        : send(reply, 'You are subscribed', renderConfirmed(subscription, config.baseUrl))
    })
    scope.post<LinkRequest>('/subscriptions/confirm/:token', ROUTE, async ({ params }, reply) => {
      const { id } = await find('confirm', params.token)
      const subscription = id === null ? null : await confirmSubscription(context, id)
      return subscription
        ? send(reply, 'You are subscribed', renderConfirmed(subscription, config.baseUrl))
        : sendInvalidLink(reply)
    })
    scope.get<LinkRequest>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
      const { id, subscription } = await find('end', params.token)
      if (id === null) return sendInvalidLink(reply)
      return subscription ? send(reply, 'Unsubscribe?', renderUnsubscribeForm(subscription)) : sendUnsubscribed(reply)
    })
    scope.post<LinkRequest>('/subscriptions/end/:token', ROUTE, async ({ params }, reply) => {
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
