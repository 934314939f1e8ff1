/** Turns every error that a route throws into an answer. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { TROUBLE_MESSAGES } from '../../core/platform/database-trouble.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import type { ApiDeps } from './deps.ts'
import { notJson, sendProblem, unavailable } from './errors.ts'
import type { Guard } from './guard.ts'
import { BODY_LIMIT, sizeText } from './http/body-limit.ts'

/** Creates the error handler. An unexpected error is logged with the request's id, and the answer names only that id. */
export function errorHandler({ context, log }: Pick<ApiDeps, 'context' | 'log'>, guard: Pick<Guard, 'stampUnjudged'>) {
  const { troubleOf, isConflict } = context.store.traits

  return (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): void => {
    guard.stampUnjudged(request, reply)
    sendProblem(reply, error instanceof Problem ? error : (ofFramework(error, request) ?? ofFault(error, request)))
  }

  function ofFault(error: Error, request: FastifyRequest): Problem {
    const where = { requestId: request.id, method: request.method, url: loggedUrl(request), err: error }
    const trouble = troubleOf(error)
    if (trouble !== null) {
      if (log) log.warn(where, 'the database is not available')
      return unavailable(TROUBLE_MESSAGES[trouble])
    }
    if (isConflict(error)) return unavailable('Others kept changing the same at the same time')
    if (log) log.error(where, 'a request failed')
    const code = request.routeOptions.config.failure ?? 'INTERNAL_ERROR'
    return new Problem(code, 'Something went wrong on our side', { request_id: request.id })
  }
}

/** Removes secrets from an address: the query, and the token of a heartbeat, also in a mistyped address. */
export function loggedUrl({ url, params, routeOptions, is404 }: FastifyRequest): string | undefined {
  if ((params as { token?: string } | null)?.token !== undefined) return routeOptions.url
  const path = url.split('?', 1)[0]!
  return is404 ? path.replace(/[\w.~-]{20,}/g, '…') : path
}

/** Refusals of the framework itself; null for anything else. */
function ofFramework({ code, statusCode, message }: FastifyError, { routeOptions }: FastifyRequest): Problem | null {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${sizeText(routeOptions.bodyLimit ?? BODY_LIMIT)}`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return notJson()
  if (code === 'FST_ERR_BAD_URL') return unusable('The address holds a % that does not stand for UTF-8 text')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return unusable('A part of the address is too long')
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  return unusable(message)
}

const unusable = (message: string): Problem => invalid({ field: '', message })
