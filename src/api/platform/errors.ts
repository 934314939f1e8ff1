/** Problems as HTTP responses: the status of every code, and the failure envelope. */
import type { FastifyReply } from 'fastify'
import { createInvalid, type ErrorCode, Problem } from '../../core/platform/errors.ts'

/** HTTP status of every code. The compiler reports a missing code. */
export const STATUS: Record<ErrorCode, number> = {
  VALIDATION_ERROR: 400,
  VALIDATION_FAILED: 400,
  INVALID_REGIONS: 400,
  MONITOR_CREATE_FAILED: 400,
  MONITOR_UPDATE_FAILED: 400,
  INVALID_PERIOD: 400,
  INVALID_PAGE: 400,
  INVALID_LIMIT: 400,
  CONFIRMATION_REQUIRED: 400,
  AUTHENTICATION_REQUIRED: 401,
  MISSING_AUTH: 401,
  INVALID_API_KEY: 401,
  INVALID_TOKEN: 401,
  INVALID_CREDENTIALS: 401,
  READ_ONLY_API_KEY: 403,
  JWT_REQUIRED: 403,
  INSUFFICIENT_PERMISSIONS: 403,
  FORBIDDEN: 403,
  REGISTRATION_CLOSED: 403,
  PLAN_LIMIT_REACHED: 403,
  INTERVAL_TOO_SHORT: 403,
  LOCATION_MONITORING_NOT_AVAILABLE: 403,
  DOMAIN_MONITORING_NOT_AVAILABLE: 403,
  SSL_MONITORING_NOT_AVAILABLE: 403,
  SLOW_RESPONSE_ALERTS_NOT_AVAILABLE: 403,
  DNS_MONITORING_NOT_AVAILABLE: 403,
  HEARTBEAT_MONITORING_NOT_AVAILABLE: 403,
  MONITOR_LIMIT_REACHED: 403,
  PROJECT_ORGANIZATION_MISMATCH: 403,
  API_KEY_ORGANIZATION_MISMATCH: 403,
  NOT_FOUND: 404,
  MONITOR_NOT_FOUND: 404,
  STATS_NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GROUP_NOT_EMPTY: 409,
  IDEMPOTENCY_CONFLICT: 409,
  PLAN_OUTDATED: 412,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  CHECK_FETCH_FAILED: 500,
  STATS_FETCH_FAILED: 500,
  SPARKLINE_FAILED: 500,
  MONITOR_PAUSE_FAILED: 500,
  MONITOR_RESUME_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
}

/** Seconds after which a client may try again when the database was unavailable. */
const RETRY_AFTER_SECONDS = 5

export const createUnavailable = (message: string, details?: Problem['details']): Problem =>
  new Problem('SERVICE_UNAVAILABLE', message, details, RETRY_AFTER_SECONDS)

export const createNotJson = (): Problem =>
  createInvalid({ field: '', message: 'The body must be JSON, with Content-Type: application/json' })

/** Converts a problem to the failure envelope. */
export const toFailure = ({ code, message, details, retryAfter }: Problem) => ({
  success: false,
  error: { code, message, ...(details && { details }), ...(retryAfter !== undefined && { retryAfter }) },
})

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter))
  return reply.code(STATUS[problem.code]).send(toFailure(problem))
}
