/** GET and POST /status/{slug}/subscribe: the form by which people have themselves told by mail. */

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
    return sendForm(deps, request, reply.code(400), page, { email, words: 'This is not a mail address.' })
  try {
    await deps.subscriptionService.request(page.facts, email, request.ip)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isTooOften = error.code === 'RATE_LIMIT_EXCEEDED'
    const words = isTooOften ? 'That was asked for too often. Please wait a quarter of an hour.' : error.message
    return sendForm(deps, request, reply.code(isTooOften ? 429 : 409), page, { email, words })
  }
  return sendPage(
    request,
    reply,
    page,
    'Look into your mailbox',
    html`<p>A mail is on its way to <b>${email}</b>. It has a link: updates begin when you confirm it.</p>`,
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
    return sendPage(request, reply, page, 'No updates by mail', html`<p>This page sends no mail.</p>`)
  const form = html`<p>You get a mail when an incident begins, when there is news of it and when it is over, and when
    maintenance is planned. Every mail has a link that ends it.</p>
    <form method="post" action="${getPagePath(request, page.facts.slug)}/subscribe">
      <p class="more"><label for="email">Mail address</label>
      <input class="field" id="email" name="email" type="email" autocomplete="email" required maxlength="254"
        value="${refusal?.email ?? ''}"${refusal && html` aria-invalid="true" aria-describedby="refusal"`}></p>
      ${refusal && html`<p id="refusal" role="alert">${refusal.words}</p>`}
      <p class="more"><button class="button" type="submit">Get updates</button></p></form>`
  return sendPage(request, reply, page, 'Updates by mail', form)
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
    body: html`<div class="w"><header><h1>${facts.name}</h1></header><main><h2>${title}</h2>${content}
      <p class="more"><a href="${getPagePath(request, facts.slug) || '/'}">Back to the status page</a></p></main></div>`,
  })
}
