/** Refusals of the API and network errors. */

export interface FieldIssue {
  /** Dotted path into the body, such as `tcp_config.port`. */
  field: string
  message: string
}

/** A longer wait is shown to the user instead of being followed by a retry. */
const MAX_RETRY_AFTER_SECONDS = 5

/** Names of ids in addresses; fields of bodies are in `snake_case`. */
const PATH_ID = /^(?:id|[a-z]+Id)$/

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** HTTP status; 0 without a response of the server. */
  readonly status: number
  /**
   * The API's own code. Without a response of the server: `NETWORK` for a read, `NOT_SENT` for a change that the server
   * did not receive, and `UNCONFIRMED` for a change that it may have received. `NOT_LOADED` for a missing part of the page.
   */
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which a retry makes sense. */
  readonly retryAfter: number | null

  constructor(
    status: number,
    error: { code: string; message: string; details?: Record<string, unknown>; retryAfter?: number },
  ) {
    super(error.message)
    this.status = status
    this.code = error.code
    this.details = error.details ?? {}
    this.retryAfter = error.retryAfter ?? null
  }

  /** Errors by field; empty when the problem is not about fields. */
  get issues(): FieldIssue[] {
    const { issues, field } = this.details as { issues?: FieldIssue[]; field?: string }
    if (issues && issues.length > 0) return issues
    return field === undefined ? [] : [{ field, message: this.message }]
  }

  /** Whether the resource of the address does not exist, also when the address contains no valid id. */
  get isMissing(): boolean {
    return this.status === 404 || (this.status === 400 && this.issues.some(({ field }) => PATH_ID.test(field)))
  }

  /**
   * Whether the same request is likely to succeed soon. A rate limit may last for minutes; a full queue states seconds.
   */
  get isTransient(): boolean {
    if (this.status === 429) return this.retryAfter !== null && this.retryAfter <= MAX_RETRY_AFTER_SECONDS
    return this.status === 0 || this.status >= 500
  }
}

type NetworkCode = 'NETWORK' | 'NOT_SENT' | 'UNCONFIRMED'

export const createNetworkProblem = (cause: unknown, code: NetworkCode = 'NETWORK'): ApiProblem =>
  new ApiProblem(0, { code, message: cause instanceof Error ? cause.message : String(cause) })

/** Returns whether a change got no answer of the server. */
export const isUnanswered = ({ code }: ApiProblem): boolean => code === 'NOT_SENT' || code === 'UNCONFIRMED'

/** Returns whether the session ended, so that the page is about to show the sign-in. */
export const isSessionEnd = (problem: ApiProblem): boolean => problem.code === 'SESSION_ENDED'

/** Converts any thrown value to a problem that can be shown. */
export function toProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error
  return new ApiProblem(0, { code: 'UNEXPECTED', message: error instanceof Error ? error.message : String(error) })
}

/** Reports errors that the form itself found, in the same shape as a refusal of the API. */
export const createFieldProblem = (issues: readonly FieldIssue[]): ApiProblem =>
  new ApiProblem(400, { code: 'VALIDATION_ERROR', message: '', details: { issues } })
