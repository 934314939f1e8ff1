/**
 * Pages behind signed links that work without an account. They work without scripts and load nothing. Reading a page
 * changes nothing, because mail programs and virus scanners open links automatically; its button sends a POST.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { PublicAccess } from './access.ts'
import type { Api } from './api.ts'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:17px/1.5 system-ui,sans-serif;background:#f2f4f7;color:#16191d}
main{max-width:34rem;margin:12vh auto 0;padding:2rem;background:#fff;border:1px solid #d6dbe1}
h1{margin:0 0 .75rem;font-size:1.4rem;line-height:1.3}p,ul,form{margin:0 0 1rem;overflow-wrap:anywhere}ul{padding-left:1.2rem}
button{font:inherit;font-weight:600;padding:.6rem 1.1rem;border:0;background:#2457c5;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #16191d;outline-offset:2px}a{color:#2457c5}
.other button{padding:calc(.6rem - 1px) 1.1rem;border:1px solid #8a94a0;background:none;color:inherit}
@media(prefers-color-scheme:dark){body{background:#14171c;color:#f0f3f6}main{background:#1f242b;border-color:#39414b}
button:focus-visible{outline-color:#f0f3f6}a{color:#8ab4ff}}
@media(max-width:36rem){main{margin:0;border-width:0 0 1px;padding:1.5rem}form button{width:100%;padding:.9rem}}`

/** Allows only its own style, by hash, and its own form. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

const PUBLIC: PublicAccess = { public: true }

/** Options of a route that sends link pages. A path parameter named `token` keeps the token out of the log. */
export const LINK_PAGE_ROUTE = { config: { access: PUBLIC }, schema: { hide: true } } as const

export interface LinkPage {
  status: 200 | 403 | 404 | 410
  title: string
  /** HTML. */
  content: string
}

/** Sends the page, or only its title to a program that asks for JSON, such as the service worker of the dashboard. */
export function sendLinkPage(reply: FastifyReply, { status, title, content }: LinkPage): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'accept' })
  if (reply.request.headers.accept === 'application/json') return reply.send({ title })
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(renderPage(title, content))
}

const renderPage = (title: string, content: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>
${content}</main></body></html>
`

export const renderParagraph = (html: string): string => `<p>${html}</p>\n`

/**
 * Renders a form with one button. The form is sent to the URL of the page, whatever proxy is in front of the server.
 *
 * @param query added to that URL: `?snooze=30`
 */
export const renderButtonForm = (label: string, query = ''): string =>
  `<form method="post"${query === '' ? '' : ` action="${query}" class="other"`}><button type="submit">${label}</button></form>\n`

/** Forms have small bodies, and mail programs send `List-Unsubscribe=One-Click`. */
const BODY_LIMIT = 10_240

/** Accepts form bodies of both types and ignores their content. */
export function acceptForms(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, _body, done) => done(null))
}
