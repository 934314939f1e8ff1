/**
 * Answers 404 for unknown paths, and 405 if only other methods match. A browser that opens an unknown address outside the
 * API gets the page of the dashboard, which shows that there is no such screen.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../core/platform/errors.ts'
import type { Api } from '../api.ts'
import type { Guard } from '../guard.ts'
import { handlePreflight } from './cors.ts'

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
