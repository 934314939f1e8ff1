/**
 * What a line of the log says of an error: its kind, its words, where it happened, and what caused it. Whatever else a
 * library hangs on its errors stays out, for that may be the row, the request or the address with a password in it.
 */
export interface LoggedError {
  type: string
  message: string
  /** Such as `ECONNREFUSED`, or that of PostgreSQL. */
  code?: string
  stack?: string
  cause?: LoggedError
  /** What several things that failed together said. */
  errors?: LoggedError[]
}

/** Causes of causes; a circle of them ends as well. */
const MAX_DEPTH = 4
const MAX_ERRORS = 10
const MAX_MESSAGE_LENGTH = 2_000

/** @returns as it came when it is no error */
export const toLoggedError = (error: unknown): unknown => (error instanceof Error ? describe(error, MAX_DEPTH) : error)

function describe(error: Error, depth: number): LoggedError {
  const message = sanitizeText(error.message.slice(0, MAX_MESSAGE_LENGTH))
  const { code, cause, errors } = error as NodeJS.ErrnoException & { errors?: unknown }
  const type = error.constructor.name
  return {
    type,
    message,
    ...(typeof code === 'string' && { code }),
    ...(error.stack && { stack: [`${type}: ${message}`, ...extractFrames(error.stack)].join('\n') }),
    ...(cause instanceof Error && depth > 0 && { cause: describe(cause, depth - 1) }),
    ...(Array.isArray(errors) && depth > 0 && { errors: describeAll(errors, depth - 1) }),
  }
}

const describeAll = (errors: readonly unknown[], depth: number): LoggedError[] =>
  errors
    .slice(0, MAX_ERRORS)
    .filter((one) => one instanceof Error)
    .map((one) => describe(one, depth))

/** Without the message, which stands in front of them as it is. */
const extractFrames = (stack: string): string[] => stack.split('\n').filter((line) => /^ {4}at /.test(line))

const sanitizeText = (text: string): string => escapeControls(hideCredentials(text))

/** Of addresses such as postgres://user:password@host, which some libraries repeat in their messages. */
const hideCredentials = (text: string): string => text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1***@')

/**
 * What moves the cursor of a terminal, begins a line of its own or turns the reading direction is shown instead of done:
 * what others wrote cannot pass for a line of ours.
 */
export const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
