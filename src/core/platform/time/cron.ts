/**
 * Five-field cron expressions in a time zone, read as by the cron of Debian and cronie. They follow clock changes. A fixed
 * time that is skipped runs right after the gap, and one that occurs twice runs the first time. An expression whose
 * minutes or hours begin with `*` follows the elapsed time. It therefore runs in both halves of a repeated hour.
 */
import { Cron } from 'croner'
import type { Issue } from '../errors.ts'
import { BoundedMap, getOrCreate } from '../maps.ts'

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
  getOrCreate(schedules, `${timezone} ${expression}`, () => createSchedule(expression, timezone))

function createSchedule(expression: string, timezone: string): CronSchedule {
  const [issue] = findTimezoneIssues(timezone)
  if (issue) throw new CronError('timezone', issue.message)
  const cron = read(expression, timezone)
  return {
    nextRun: (after) => cron.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY,
    previousRun: (before) => cron.previousRuns(1, new Date(before))[0]?.getTime() ?? Number.NEGATIVE_INFINITY,
  }
}

const FIVE_FIELDS = 'must be five fields: minute, hour, day of month, month, day of week'

/** Names of usual schedules. Source: crontab(5). */
const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

const ZONE_PREFIX = /^\s*(?:CRON_)?TZ=(\S+)\s+/i

/** Splits a leading `CRON_TZ=Europe/Berlin` off an expression; `timezone` is null without one. */
export function splitCronZone(expression: string): { expression: string; timezone: string | null } {
  const found = ZONE_PREFIX.exec(expression)
  return found ? { expression: expression.slice(found[0].length), timezone: found[1]! } : { expression, timezone: null }
}

function read(text: string, timezone: string): Cron {
  const { expression, timezone: named } = splitCronZone(text)
  if (named !== null && named.toLowerCase() !== timezone.toLowerCase())
    throw new CronError(
      'expression',
      `names the time zone ${named}, but the time zone is ${timezone}: remove one of them`,
    )
  const fields = (NICKNAMES[expression.trim().toLowerCase()] ?? expression).trim().split(/\s+/)
  if (fields.length !== 5 || text.length > MAX_CRON_LENGTH || !fields.every((field) => FIELD.test(field)))
    throw new CronError('expression', describeWrongFields(expression.trim(), fields))
  const cron = parseExpression(fields, timezone)
  if (!cron.nextRun(new Date(0))) throw new CronError('expression', 'specifies a day that never occurs')
  return cron
}

/** Explains why a text is not five fields, for texts that other programs accept. */
function describeWrongFields(expression: string, fields: readonly string[]): string {
  if (/^@reboot\b/i.test(expression)) return `${FIVE_FIELDS}; @reboot has no time, use an interval`
  if (/^@every\b/i.test(expression)) return `${FIVE_FIELDS}; @every is an interval, not a schedule`
  if (expression.startsWith('@')) return `${FIVE_FIELDS}, or one of ${Object.keys(NICKNAMES).join(', ')}`
  if (fields.length > 5 && fields.slice(0, 5).every((field) => FIELD.test(field.replace('?', '*'))))
    return fields.slice(5).every((field) => /^[\d*?]/.test(field))
      ? `${FIVE_FIELDS}; this has ${fields.length}, seconds and years are not supported`
      : `${FIVE_FIELDS}; remove the user and the command after them`
  if (fields.some((field) => field.includes('?'))) return `${FIVE_FIELDS}; write * instead of ?`
  if (fields.some((field) => field.includes('~')))
    return `${FIVE_FIELDS}; ~ is a random time, which no deadline can follow`
  return FIVE_FIELDS
}

function parseExpression(fields: readonly string[], timezone: string): Cron {
  try {
    return new Cron(fields.map(expandField).join(' '), {
      timezone,
      mode: '5-part',
      // The rules of Vixie cron for clock changes and for days. Source: cron(8), "Daylight Saving Time and other time changes", and crontab(5)
      fixedTimeRule: 'no-wildcard',
      domAndDow: fields[2]!.startsWith('*') || fields[4]!.startsWith('*'),
      paused: true,
    })
  } catch (error) {
    throw new CronError('expression', `is invalid: ${describeCronError(error)}`)
  }
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ')

/** Limits of the fields, and the numbers of their names. */
const FIELDS = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  { low: 1, high: 12, names: MONTHS },
  { low: 0, high: 7, names: WEEKDAYS },
] as const

/**
 * Writes a field as a list of numbers, because croner has another rule for large steps, steps of single numbers, and
 * clock changes. Croner reads the rest: `L`, `W`, `#` and errors.
 */
function expandField(field: string, index: number): string {
  if (field === '*') return field
  const items = field.split(',').map((item) => expandItem(item, FIELDS[index]!))
  const values = items.join(',')
  // A step marks a field of minutes or hours that begins with `*`
  return index < 2 && field.startsWith('*') ? values.replace(/^\d+/, (first) => `${first}-${first}/1`) : values
}

function expandItem(
  item: string,
  { low, high, ...rest }: { low: number; high: number; names?: readonly string[] },
): string {
  const [, range = '', last, step = '1'] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(item) ?? []
  const toNumber = (text: string): number => {
    const named = rest.names?.indexOf(text.toLowerCase()) ?? -1
    return named >= 0 ? named + low : /^\d+$/.test(text) ? Number(text) : Number.NaN
  }
  const from = range === '*' ? low : toNumber(range)
  const single = range === '*' || item.includes('/') ? high : from
  const to = last === undefined ? single : toNumber(last)
  // A week may end with Sunday, which is 0 and 7
  const until = rest.names === WEEKDAYS && to === 0 && from > 0 ? 7 : to
  if (!(from >= low && until <= high && from <= until && Number(step) > 0)) return item
  const values: number[] = []
  for (let value = from; value <= until; value += Number(step)) values.push(value)
  return values.join(',')
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

/** Returns the error of a field `timezone` whose value is not the name of a time zone. */
export const findTimezoneIssues = (name: string): Issue[] =>
  isTimezone(name) ? [] : [{ field: 'timezone', message: `${name} is not a time zone such as Europe/Berlin` }]
