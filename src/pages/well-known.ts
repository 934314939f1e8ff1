/** Files that crawlers and security researchers expect at every web server. */
import { DAY_MS, formatIsoTime, startOfDay } from '../core/platform/time/time.ts'
import { type PagePlugin, POLLED_ROUTE } from './deps.ts'

/** Paths that only programs use. Pages state themselves whether they may be indexed. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /ping/\n'

/** The file must expire within a year (RFC 9116, section 2.5.5). It is generated, so it is always valid. */
const VALID_MS = 180 * DAY_MS

const FOR_AN_HOUR = { 'cache-control': 'public, max-age=3600' }

export const registerWellKnownRoutes: PagePlugin = (server, { context, config }) => {
  const { baseUrl, securityContact } = config
  server.get('/robots.txt', POLLED_ROUTE, (_request, reply) =>
    reply.headers(FOR_AN_HOUR).type('text/plain; charset=utf-8').send(ROBOTS),
  )

  // Source: RFC 9116
  server.get('/.well-known/security.txt', POLLED_ROUTE, (_request, reply) => {
    const lines = [
      `Contact: ${securityContact ?? `${baseUrl}/`}`,
      `Expires: ${formatIsoTime(startOfDay(context.now() + VALID_MS))}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ]
    return reply
      .headers(FOR_AN_HOUR)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
