/** All error codes of the API. `api/platform/errors.ts` maps each to its HTTP status. */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'VALIDATION_FAILED'
  | 'INVALID_REGIONS'
  | 'MONITOR_CREATE_FAILED'
  | 'MONITOR_UPDATE_FAILED'
  | 'INVALID_PERIOD'
  | 'INVALID_PAGE'
  | 'INVALID_LIMIT'
  | 'CONFIRMATION_REQUIRED'
  | 'AUTHENTICATION_REQUIRED'
  | 'MISSING_AUTH'
  | 'INVALID_API_KEY'
  | 'INVALID_TOKEN'
  | 'INVALID_CREDENTIALS'
  | 'READ_ONLY_API_KEY'
  | 'JWT_REQUIRED'
  | 'INSUFFICIENT_PERMISSIONS'
  | 'FORBIDDEN'
  | 'REGISTRATION_CLOSED'
  | 'PLAN_LIMIT_REACHED'
  | 'INTERVAL_TOO_SHORT'
  | 'LOCATION_MONITORING_NOT_AVAILABLE'
  | 'DOMAIN_MONITORING_NOT_AVAILABLE'
  | 'SSL_MONITORING_NOT_AVAILABLE'
  | 'SLOW_RESPONSE_ALERTS_NOT_AVAILABLE'
  | 'DNS_MONITORING_NOT_AVAILABLE'
  | 'HEARTBEAT_MONITORING_NOT_AVAILABLE'
  | 'MONITOR_LIMIT_REACHED'
  | 'PROJECT_ORGANIZATION_MISMATCH'
  | 'API_KEY_ORGANIZATION_MISMATCH'
  | 'NOT_FOUND'
  | 'MONITOR_NOT_FOUND'
  | 'STATS_NOT_FOUND'
  | 'PROJECT_NOT_FOUND'
  | 'RESOURCE_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'GROUP_NOT_EMPTY'
  | 'IDEMPOTENCY_CONFLICT'
  | 'PLAN_OUTDATED'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'INTERNAL_ERROR'
  | 'CHECK_FETCH_FAILED'
  | 'STATS_FETCH_FAILED'
  | 'SPARKLINE_FAILED'
  | 'MONITOR_PAUSE_FAILED'
  | 'MONITOR_RESUME_FAILED'
  | 'SERVICE_UNAVAILABLE'

/** Schema keyword that maps violated keywords to error codes, where the code is not `VALIDATION_ERROR`. */
export const REFUSED_AS = 'x-refused-as'

/** One error in a request. `field` is a dotted path of API names. */
export interface Issue {
  field: string
  message: string
}

/** An error that the client can understand and correct. Any other exception is a fault of the service. */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  /** Seconds until a retry is useful; also sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, retryAfter?: number) {
    super(message)
    this.name = 'Problem'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** Returns the issues of a problem. A problem without issues is one. */
export function listIssues({ message, details }: Problem): readonly Issue[] {
  const { field = '', issues = [] } = (details ?? {}) as { field?: string; issues?: Issue[] }
  return issues.length > 0 ? issues : [{ field, message }]
}

/** Maximum number of listed issues: a longer list helps no client, and costs the server time and memory. */
const MAX_ISSUES = 20

/** Returns the items whose issues are worth describing: the listed ones, and one more that shows that there are more. */
export const limitToListed = <T>(items: readonly T[]): readonly T[] => items.slice(0, MAX_ISSUES + 1)

/** Maximum length of a field name in a response. The name of an unknown field may be as long as the request. */
const MAX_FIELD_LENGTH = 200

/** Maximum length of the message of an issue. A message may quote a name or a key of the request. */
const MAX_MESSAGE_LENGTH = 2_000

/** Creates a `VALIDATION_ERROR` with its fields: the first one in `details.field`, the first 20 in `details.issues`. */
export function createInvalid(issues: Issue | readonly Issue[]): Problem {
  const list = Array.isArray(issues) ? (issues as readonly Issue[]) : [issues as Issue]
  const listed = list.slice(0, MAX_ISSUES).map(({ field, message }) => ({
    field: truncate(field, MAX_FIELD_LENGTH),
    message: truncate(message, MAX_MESSAGE_LENGTH),
  }))
  const first = listed[0] ?? { field: '', message: 'The request is invalid' }
  const message = first.field ? `${first.field}: ${first.message}` : first.message
  const more = list.length > MAX_ISSUES ? ` (only the first ${MAX_ISSUES} issues are listed)` : ''
  return new Problem('VALIDATION_ERROR', message + more, { field: first.field, issues: listed })
}

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text

/** Why the program cannot start, in one line for the operator. The message states how to solve the problem. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** Returns the code, such as `EACCES`; the message when there is no code. */
export const describeCause = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
