/** Password form of a protected page and its submission. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { COOKIE_MS, COOKIE_NAME } from '../../services/status-pages/page-lock.ts'
import type { ShownPage } from '../../services/status-pages/public-status.ts'
import type { PageDeps, PagePlugin } from '../deps.ts'
import { getField, withForms } from '../forms.ts'
import { html } from '../html.ts'
import { getPagePath, sendLayout, sendNotFound, sendToPage } from '../plain-page.ts'

/** Prevents caching of pages that depend on the reader. */
const PRIVATE = 'private, no-store'

/** Path within the page to which the form leads; excludes paths that leave the page. */
const PAGE_PATH = /^(?:\/[a-z0-9]+(?:[.-][a-z0-9]+)*){0,3}$/

interface PasswordPrompt {
  /** Path within the page that the reader requested. */
  to: string
  /** Reason to ask for the password again; null at first. */
  refusal: string | null
}

/** Shows only the name of the page, whose slug is in the URL anyway. */
function sendPasswordForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { facts, status }: ShownPage,
  { to, refusal }: PasswordPrompt,
): FastifyReply {
  const { name } = facts
  const path = getPagePath(request, facts.slug)
  sendLayout(reply.header('vary', 'Cookie'), {
    title: `${name}: password`,
    page: { ...status.page, logoUrl: null, isIndexed: false },
    body: html`<div class="w"><header><h1>${name}</h1></header><main><h2>This page is password-protected</h2>
      <form method="post" action="${path}/password">
        <input type="hidden" name="to" value="${to}">
        <label for="password">Password</label>
        <input class="field" id="password" name="password" type="password" autocomplete="current-password" required autofocus
          maxlength="128"${refusal === null ? null : html` aria-invalid="true" aria-describedby="refusal"`}>
        ${refusal === null ? null : html`<p id="refusal" role="alert">${refusal}</p>`}
        <p class="more"><button class="button" type="submit">View page</button></p>
      </form></main></div>`,
  })
  return reply
}

/** Answers a reader who may not view the page: browsers get the form, programs get 401 with HTTP Basic. */
export function requestPassword(request: FastifyRequest, reply: FastifyReply, page: ShownPage): FastifyReply {
  const own = `/status/${page.facts.slug}`
  const path = request.url.split('?', 1)[0]!
  const isFile = path.startsWith(`${own}/api/`) || /\.[a-z]+$/.test(path)
  if (!isFile && request.headers.accept?.includes('text/html')) {
    const to = path.slice(own.length)
    return sendPasswordForm(request, reply, page, { to: PAGE_PATH.test(to) ? to : '', refusal: null })
  }
  return reply
    .code(401)
    .headers({
      'www-authenticate': 'Basic realm="status page", charset="UTF-8"',
      'cache-control': PRIVATE,
      'x-robots-tag': 'noindex',
    })
    .type('text/plain; charset=utf-8')
    .send(
      'This status page is password-protected: send the password with HTTP Basic authentication and any user name.\n',
    )
}

const ROUTE = { config: { access: { public: true } }, schema: { hide: true } } as const

export const registerPasswordRoutes: PagePlugin = (server, deps) =>
  withForms(server, (scope) => {
    // After a refusal, the browser shows this URL and requests it on reload
    scope.get<{ Params: { slug: string } }>('/status/:slug/password', ROUTE, (request, reply) =>
      sendToPage(request, reply, 303),
    )
    scope.post<{ Params: { slug: string } }>('/status/:slug/password', ROUTE, async (request, reply) => {
      const page = await deps.publicPages.find(request.params.slug, request.ip)
      if (!page) return sendNotFound(reply)
      const sent = getField(request.body, 'to')
      const to = PAGE_PATH.test(sent) ? sent : ''
      const refusal = await findRefusal(deps, request, page)
      if (refusal) return sendPasswordForm(request, reply.code(refusal.code), page, { to, refusal: refusal.message })
      const path = getPagePath(request, page.facts.slug)
      return reply
        .header('set-cookie', toCookie(deps, page, path || '/'))
        .header('cache-control', PRIVATE)
        .redirect(`${path}${to}` || '/', 303)
    })
  })

/** @returns null if the password is correct or the page has none */
async function findRefusal(
  { pageLock }: PageDeps,
  { body, ip }: FastifyRequest,
  { facts }: ShownPage,
): Promise<{ code: number; message: string } | null> {
  try {
    if (facts.passwordHash === null) return null
    const isRight = await pageLock.isCorrectPassword(facts, getField(body, 'password'), ip)
    return isRight ? null : { code: 403, message: 'Wrong password. Please try again.' }
  } catch (error) {
    if (error instanceof Problem && error.code === 'RATE_LIMIT_EXCEEDED')
      return { code: 429, message: 'Too many attempts. Please try again in 15 minutes.' }
    throw error
  }
}

const toCookie = ({ pageLock, config }: PageDeps, { facts }: ShownPage, path: string): string =>
  [
    `${COOKIE_NAME}=${pageLock.createPass(facts)}`,
    `Path=${path}`,
    `Max-Age=${COOKIE_MS / SECOND_MS}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(config.baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
