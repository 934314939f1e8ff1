/** Answers 404 where there is nothing, and 405 where only other methods find a route. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../../core/platform/errors.ts'
import type { Api } from '../api.ts'
import type { Guard } from '../guard.ts'
import { handlePreflight } from './cors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export function refuseUnrouted(api: Api, guard: Guard): void {
  // In a hook, because a handler would run only after the body was read, and a bad body is not what is wrong here
  // With a callback, because requests that found their route pass it too, and a promise for each costs them
  api.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    guard.countUnrouted(request, reply).then(() => {
      if (!handlePreflight(request, reply)) done(createRefusal(api, request, reply))
    }, done)
  })
  api.setNotFoundHandler((request, reply) => {
    throw createRefusal(api, request, reply)
  })
}

/** The wildcard below a status page answers for whatever is not there, so it takes nothing. */
function isRouted(api: Api, method: string, url: string): boolean {
  const route = api.findRoute({ method, url })
  return route !== null && !(Object.hasOwn(route.params, 'slug') && Object.hasOwn(route.params, '*'))
}

function createRefusal(api: Api, request: FastifyRequest, reply: FastifyReply): Problem {
  const path = request.url.split('?', 1)[0]!
  const allowed = METHODS.filter((method) => isRouted(api, method, path))
  // A route may take the method and still find nothing, such as a file that is not there
  if (allowed.length === 0 || allowed.some((method) => method === request.method))
    return new Problem('NOT_FOUND', `No route matches ${path}; /docs lists the routes`)
  reply.header('allow', allowed.join(', '))
  return new Problem('METHOD_NOT_ALLOWED', `${path} does not support ${request.method}; use ${allowed.join(', ')}`)
}
