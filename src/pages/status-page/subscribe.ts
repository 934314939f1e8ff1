/** GET and POST /status/{slug}/subscribe: the form for email subscriptions. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import Value from 'typebox/value'
import { Problem } from '../../core/platform/errors.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import type { PageDeps, PagePlugin } from '../deps.ts'
import { getField, withForms } from '../forms.ts'
import { type Html, html } from '../html.ts'
import { getPagePath } from '../page-path.ts'
import { sendLayout } from '../plain-page.ts'
import { withPage } from '../read-page.ts'

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

interface Request {
  Params: { slug: string }
}

const Email = Type.String({ format: 'email', maxLength: 254 })

export const registerSubscribeRoutes: PagePlugin = (server, deps) =>
  withForms(server, (scope) => {
    scope.get<Request>('/status/:slug/subscribe', ROUTE, (request, reply) =>
      withPage(deps, request.params.slug, request, reply, (page) => sendForm(deps, request, reply, page, null)),
    )
    scope.post<Request>('/status/:slug/subscribe', ROUTE, (request, reply) =>
      withPage(deps, request.params.slug, request, reply, (page) => handleSubscribe(deps, request, reply, page)),
    )
  })

async function handleSubscribe(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  page: ShownPage,
): Promise<FastifyReply> {
  const email = getField(request.body, 'email').trim()
  if (!Value.Check(Email, email))
    return sendForm(deps, request, reply.code(400), page, { email, words: 'Enter a valid email address.' })
  try {
    await deps.subscriptionService.request(page.facts, email, request.ip)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isTooOften = error.code === 'RATE_LIMIT_EXCEEDED'
    const words = isTooOften ? 'Too many requests. Please try again in 15 minutes.' : error.message
    return sendForm(deps, request, reply.code(isTooOften ? 429 : 409), page, { email, words })
  }
  return sendPage(
    request,
    reply,
    page,
    'Check your inbox',
    html`<p>We sent an email to <b>${email}</b>. Updates start once you click the confirmation link in it.</p>`,
  )
}

function sendForm(
  { subscriptionService }: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  page: ShownPage,
  refusal: { email: string; words: string } | null,
): FastifyReply {
  if (!subscriptionService.isOpenFor(page.facts))
    return sendPage(
      request,
      reply,
      page,
      'Email updates unavailable',
      html`<p>This status page does not send email updates.</p>`,
    )
  const form = html`<p>Get an email when an incident starts, is updated or is resolved, and when
    maintenance is scheduled. Every email has an unsubscribe link.</p>
    <form method="post" action="${getPagePath(request, page.facts.slug)}/subscribe">
      <p class="more"><label for="email">Email address</label>
      <input class="field" id="email" name="email" type="email" autocomplete="email" required maxlength="254"
        value="${refusal?.email ?? ''}"${refusal && html` aria-invalid="true" aria-describedby="refusal"`}></p>
      ${refusal && html`<p id="refusal" role="alert">${refusal.words}</p>`}
      <p class="more"><button class="button" type="submit">Subscribe</button></p></form>`
  return sendPage(request, reply, page, 'Email updates', form)
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, facts }: ShownPage,
  title: string,
  content: Html,
): FastifyReply {
  return sendLayout(reply, {
    title: `${title}: ${facts.name}`,
    page: { ...status.page, isIndexed: false },
    body: html`<div class="w"><header><h1 dir="auto">${facts.name}</h1></header><main><h2>${title}</h2>${content}
      <p class="more"><a href="${getPagePath(request, facts.slug) || '/'}">Back to the status page</a></p></main></div>`,
  })
}
