/** Allows browsers of the configured origins to call the API. Off by default. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddCorsHeaders } from '../guard.ts'

const EXPOSED =
  'X-API-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After, Idempotency-Replayed'
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-API-Key, X-Project-ID, X-Request-Id'
const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** @returns null when no origin is allowed */
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
export function handlePreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isPreflight || !reply.hasHeader('access-control-allow-origin')) return false
  reply.header('access-control-allow-methods', ALLOWED_METHODS)
  reply.header('access-control-allow-headers', ALLOWED_HEADERS)
  reply.header('access-control-max-age', '600')
  reply.code(204).send()
  return true
}
