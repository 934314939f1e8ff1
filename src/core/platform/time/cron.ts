/**
 * Five-field cron expressions in a time zone, which follow clock changes. A fixed time that is skipped runs right after
 * the gap; one that occurs twice runs the first time. An expression with `*` or a step in its minutes or hours follows
 * the elapsed time. It therefore runs in both halves of a repeated hour.
 */
import { Cron } from 'croner'
import { BoundedMap } from '../bounded-map.ts'

/** A schedule that repeats without an end. */
export interface CronSchedule {
  /** Returns the first time later than `after`; both Unix ms. Infinity beyond the year 9999. */
  nextRun(after: number): number
  /** Returns the last time earlier than `before`; both Unix ms. -Infinity before the year 1. */
  previousRun(before: number): number
}

/** Why an expression or its time zone is invalid; `message` explains it to the author. */
export class CronError extends Error {
  readonly part: 'expression' | 'timezone'

  constructor(part: CronError['part'], message: string) {
    super(message)
    this.part = part
  }
}

/** Maximum length, longer than any readable expression. */
export const MAX_CRON_LENGTH = 200

/**
 * Numbers, names, and `* , - /`. Extensions of the classic form are the last day (`L`), the nearest weekday (`W`) and
 * the n-th weekday of a month (`#`). `?` is not allowed, because it would mean the time of parsing.
 */
const FIELD = /^[0-9a-z*,/#-]+$/i

/** Maximum number of cached schedules: the same few are parsed repeatedly. */
const CACHE_LIMIT = 1_000
const schedules = new BoundedMap<string, CronSchedule>(CACHE_LIMIT)

/**
 * @param expression minute, hour, day of month, month, day of week
 * @param timezone IANA name, such as `Europe/Berlin`
 * @throws CronError
 */
export const parseCron = (expression: string, timezone: string): CronSchedule =>
  schedules.getOrInsertComputed(`${timezone} ${expression}`, () => createSchedule(expression, timezone))

function createSchedule(expression: string, timezone: string): CronSchedule {
  if (!isTimezone(timezone)) throw new CronError('timezone', `${timezone} is not a time zone such as Europe/Berlin`)
  const cron = read(expression, timezone)
  return {
    nextRun: (after) => cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY,
    previousRun: (before) => cron.previousRuns(1, new Date(before))[0]?.getTime() ?? Number.NEGATIVE_INFINITY,
  }
}

function read(expression: string, timezone: string): Cron {
  const fields = expression.trim().split(/\s+/)
  if (fields.length !== 5 || expression.length > MAX_CRON_LENGTH || !fields.every((field) => FIELD.test(field)))
    throw new CronError('expression', 'must be five fields: minute, hour, day of month, month, day of week')
  const cron = parseExpression(fields.join(' '), timezone)
  if (!cron.nextRun(new Date(0))) throw new CronError('expression', 'specifies a day that never occurs')
  return cron
}

function parseExpression(expression: string, timezone: string): Cron {
  try {
    // Vixie cron's rule for fixed times. Source: cron(8), "Daylight Saving Time and other time changes"
    return new Cron(expression, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
  } catch (error) {
    throw new CronError('expression', `is invalid: ${describeCronError(error)}`)
  }
}

/** Removes the prefix from messages such as `CronPattern: Invalid value for minute: 61`. */
const describeCronError = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^\w+: /, '') : ''

/** Accepts the names that `Intl` supports, except bare offsets (`+01:00`). */
export function isTimezone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
