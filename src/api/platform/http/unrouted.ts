/**
 * Answers 404 for unknown paths, and 405 if only other methods match. A browser that opens an unknown address outside
 * the API gets the page of the dashboard, which shows that there is no such screen.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../core/platform/errors.ts'
import type { Api } from '../api.ts'
import type { AddCorsHeaders, Guard } from '../guard.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function refuseUnrouted(api: Api, guard: Guard): void {
  // A hook, because a handler would run after the body was read, and an invalid body would then hide the 404. It uses a
  // callback, because routed requests pass it too and a promise would cost time for each
  api.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    guard.countUnrouted(request, reply).then(() => {
      if (handlePreflight(request, reply)) return
      const refusal = createRefusal(api, request, reply)
      if (refusal.code !== 'NOT_FOUND' || !api.sendMissingScreen || !isNavigation(request)) return done(refusal)
      api.sendMissingScreen(request, reply).catch(done)
    }, done)
  })
  api.setNotFoundHandler((request, reply) => {
    throw createRefusal(api, request, reply)
  })
}

const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/api(?:[/?]|$)/.test(url) &&
  (headers.accept ?? '').includes('text/html')

/** The wildcard route below a status page only answers 404, so it does not count as a route. */
function isRouted(api: Api, method: string, url: string): boolean {
  const route = api.findRoute({ method, url })
  return route !== null && !(Object.hasOwn(route.params, 'slug') && Object.hasOwn(route.params, '*'))
}

function createRefusal(api: Api, request: FastifyRequest, reply: FastifyReply): Problem {
  const path = request.url.split('?', 1)[0]!
  const allowed = METHODS.filter((method) => isRouted(api, method, path))
  // A route may accept the method and still find nothing, such as a missing file
  if (allowed.length === 0 || allowed.some((method) => method === request.method))
    return new Problem('NOT_FOUND', `No route matches ${path}; /docs lists the routes`)
  reply.header('allow', allowed.join(', '))
  return new Problem('METHOD_NOT_ALLOWED', `${path} does not support ${request.method}; use ${allowed.join(', ')}`)
}

const EXPOSED =
  'X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Idempotency-Replayed'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Key, X-Project-ID, X-Request-Id'
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/**
 * Allows browsers of the configured origins to call the API. Off by default.
 *
 * @returns null when no origin is allowed
 */
export function createCors(origins: readonly string[]): AddCorsHeaders | null {
  if (origins.length === 0) return null
  const allowed = new Set(origins)
  return (request, reply) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', EXPOSED)
    reply.header('cross-origin-resource-policy', 'cross-origin')
  }
}

/** Answers a preflight request of an allowed origin; false for any other request. */
function handlePreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isPreflight || !reply.hasHeader('access-control-allow-origin')) return false
  reply.header('access-control-allow-methods', ALLOWED_METHODS)
  reply.header('access-control-allow-headers', ALLOWED_HEADERS)
  reply.header('access-control-max-age', '600')
  reply.code(204).send()
  return true
}
