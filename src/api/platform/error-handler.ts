/** Converts every error that a route throws to a response. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { TROUBLE_MESSAGES } from '../../core/platform/database/database-trouble.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import type { ApiDeps } from './deps.ts'
import { createNotJson, createUnavailable, sendProblem } from './errors.ts'
import type { Guard } from './guard.ts'
import { BODY_LIMIT, formatSize } from './http/body-limit.ts'
import { isLargeUnread } from './http/unread-requests.ts'

export const createErrorHandler =
  (toProblem: ToProblem, guard: Pick<Guard, 'addMissingHeaders'>) =>
  (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): void => {
    guard.addMissingHeaders(request, reply)
    if (isLargeUnread(request.raw)) reply.header('connection', 'close')
    sendProblem(reply, toProblem(error, request))
  }

/** Converts an error of a request. */
export type ToProblem = (error: Error, request: FastifyRequest) => Problem

/**
 * Creates the conversion of errors. An unexpected error is logged with the ID of the request, and the problem contains
 * only that ID.
 */
export function createProblemConverter({ context, log }: Pick<ApiDeps, 'context' | 'log'>): ToProblem {
  const { findTrouble, isConflict } = context.store.traits

  return (error, request) =>
    error instanceof Problem
      ? error
      : (convertFrameworkError(error as FastifyError, request) ?? convertFault(error, request))

  function convertFault(error: Error, request: FastifyRequest): Problem {
    const where = { requestId: request.id, method: request.method, url: toLoggedUrl(request), err: error }
    const trouble = findTrouble(error)
    if (trouble !== null) {
      if (log) log.warn(where, 'the database is not available')
      return createUnavailable(TROUBLE_MESSAGES[trouble])
    }
    if (isConflict(error)) return createUnavailable('Other requests kept changing the same data at the same time')
    if (log) log.error(where, 'a request failed')
    const code = request.routeOptions.config.failure ?? 'INTERNAL_ERROR'
    return new Problem(code, 'An unexpected error occurred on the server', { request_id: request.id })
  }
}

/** Removes secrets from a URL: the query, and the token of a heartbeat, even in a mistyped URL. */
export function toLoggedUrl({ url, params, routeOptions, is404 }: FastifyRequest): string | undefined {
  if ((params as { token?: string } | null)?.token !== undefined) return routeOptions.url
  const path = url.split('?', 1)[0]!
  return is404 ? path.replace(/[\w.~-]{20,}/g, '…') : path
}

/** Converts errors of Fastify itself; null for all other errors. */
function convertFrameworkError(
  { code, statusCode, message }: FastifyError,
  { routeOptions }: FastifyRequest,
): Problem | null {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem(
      'PAYLOAD_TOO_LARGE',
      `The body is larger than ${formatSize(routeOptions.bodyLimit ?? BODY_LIMIT)}`,
    )
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return createNotJson()
  if (code === 'FST_ERR_BAD_URL') return createUnusableProblem('The URL has a % sequence that is not valid UTF-8')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return createUnusableProblem('A segment of the URL path is too long')
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  return createUnusableProblem(message)
}

const createUnusableProblem = (message: string): Problem => createInvalid({ field: '', message })
