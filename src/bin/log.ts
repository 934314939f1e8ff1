/** Log lines on standard error: JSON, or colored text on a terminal. */
import { type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

type LogFormat = 'auto' | 'json' | 'pretty'

/** Messages for the operator go to standard output, which keeps them separate from the log. */
const STDERR = 2

export async function createLog(level: string, format: LogFormat = 'auto'): Promise<Logger> {
  const options: LoggerOptions = { level, base: undefined, serializers: { err: toLoggedError } }
  if (format === 'pretty' || (format === 'auto' && process.stderr.isTTY)) {
    const { default: pretty } = await import('pino-pretty')
    return pino(
      options,
      pretty({ sync: true, destination: STDERR, ignore: 'pid,hostname', messageFormat: toPlainText }),
    )
  }
  return pino(options, pino.destination({ dest: STDERR, sync: true }))
}

/** JSON escapes line breaks and characters that move the cursor of a terminal; the text format must escape them too. */
const toPlainText = (log: Record<string, unknown>, key: string): string => escapeControls(String(log[key]))

/**
 * The logged parts of an error: type, message, code, stack and cause. All other properties that libraries attach are
 * dropped. They may contain a row, a request, or an address with a password.
 */
export interface LoggedError {
  type: string
  message: string
  /** Such as `ECONNREFUSED`, or a code of PostgreSQL. */
  code?: string
  stack?: string
  cause?: LoggedError
  /** The errors of an AggregateError. */
  errors?: LoggedError[]
}

/** Maximum depth of nested causes, which also ends a cycle. */
const MAX_DEPTH = 4
const MAX_ERRORS = 10
const MAX_MESSAGE_LENGTH = 2_000

/** @returns the value unchanged if it is not an error */
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

/** Returns the stack frames without the message, which is logged separately. */
const extractFrames = (stack: string): string[] => stack.split('\n').filter((line) => /^ {4}at /.test(line))

const sanitizeText = (text: string): string => escapeControls(hideCredentials(text))

/**
 * Hides credentials in addresses such as postgres://user:password@host. Some libraries repeat such addresses in their
 * messages.
 */
const hideCredentials = (text: string): string => text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1***@')

/**
 * Escapes characters that move the cursor, start a new line or change the text direction. Foreign text then cannot
 * imitate a log line of this program.
 */
export const escapeControls = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export interface Reporter {
  report: (message: string, error: unknown) => void
  warn: (message: string) => void
}

/** The same problem is logged again after this time. */
const REPEAT_AFTER_MS = 60_000

/** When this number of kinds is reached, all are forgotten. */
const MAX_KINDS = 100

/**
 * Logs temporary problems: the first one at once, repeats rarely enough to keep the log readable.
 *
 * @param now ms
 */
export function createReporter(log: Pick<Logger, 'warn'>, now: () => number): Reporter {
  const reported = new Map<string, { at: number; unsaid: number }>()
  return {
    warn: (message) => log.warn(message),
    report(message, error) {
      const reason = describeReason(error)
      const kind = `${message} ${reason}`.replaceAll(/\d+/g, '#')
      const before = reported.get(kind)
      if (before && now() - before.at < REPEAT_AFTER_MS) {
        before.unsaid += 1
        return
      }
      if (reported.size >= MAX_KINDS) reported.clear()
      reported.set(kind, { at: now(), unsaid: 0 })
      log.warn({ ...(reason && { reason }), ...(before?.unsaid && { repeated: before.unsaid }) }, message)
    },
  }
}

/** A message for operators needs no stack. */
function describeReason(error: unknown): string {
  if (error === null || error === undefined) return ''
  return error instanceof Error ? error.message : String(error)
}
