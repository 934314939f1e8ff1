/**
 * Dates in the formats of registries. Pure. An ambiguous date is refused, because a wrong date causes a false alert, or
 * lets a domain expire.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'

export interface DateFormat {
  /** Meaning of `03/04/2026`; absent if unknown. */
  numericOrder?: 'dmy' | 'mdy'
  /** Minutes east of UTC for times without a zone. */
  zoneMinutes?: number
}

/** No domain is older than the DNS (RFC 882, 1983), and a date beyond this limit means "never". */
const FIRST_YEAR = 1983
const LAST_YEAR = 2150

/** Maximum number of characters of a text; the longest known date has fewer than 50, and remarks may follow it. */
const MAX_LENGTH = 120

/**
 * Parses a date. A day without a time means its first moment in UTC.
 *
 * @returns Unix ms; null for a text that is no date, or an ambiguous one
 */
export function parseDateText(text: string, dateFormat: DateFormat = {}): number | null {
  if (text.length > MAX_LENGTH) return null
  const clean = removeExtras(text)
  for (const { pattern, fields } of SHAPES) {
    const match = pattern.exec(clean)
    if (match) return toTimestamp(fields(match, dateFormat), clean.slice(match[0].length), dateFormat)
  }
  return null
}

/**
 * Removes `(YYYY-MM-DD)`, `#162310` and other remarks after the date, a preceding day of the week, and a final full
 * stop.
 */
const removeExtras = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\((?![+-]|GMT|UTC|[A-Z]{3}\))[^()]*\)$/, '')
    .replace(/ ?#\d+$/, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, '')
    .replace(/\.$/, '')

interface Day {
  year: number
  month: number
  day: number
  /** Time between the day and the year: `Sat Mar 28 23:59:00 2026`. */
  time?: string
}

interface Shape {
  /** Matches from the start of the text up to where a time may follow. */
  pattern: RegExp
  fields: (match: RegExpExecArray, dateFormat: DateFormat) => Day | null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const NAME =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const END = '(?![0-9])'

const parseMonth = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

const toYmd = (match: RegExpExecArray): Day => ({
  year: Number(match[1]),
  month: Number(match[2]),
  day: Number(match[3]),
})

const toDmy = (match: RegExpExecArray): Day => ({
  year: Number(match[3]),
  month: Number(match[2]),
  day: Number(match[1]),
})

const SHAPES: readonly Shape[] = [
  // 2026-09-14, 2026.09.14, 2026/09/14, 2026. 09. 14.
  { pattern: new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${END}`), fields: toYmd },
  { pattern: new RegExp(`^(\\d{4})/(\\d{1,2})/(\\d{1,2})${END}`), fields: toYmd },
  { pattern: new RegExp(`^(\\d{4})\\. ?(\\d{1,2})\\. ?(\\d{1,2})${END}\\.?`), fields: toYmd },
  // 20260914
  { pattern: new RegExp(`^(\\d{4})(\\d{2})(\\d{2})${END}`), fields: toYmd },
  // 2026-Sep-14
  {
    pattern: new RegExp(`^(\\d{4})[- ]${NAME}[- ](\\d{1,2})${END}\\.?`, 'i'),
    fields: ([, year, name, day]) => ({ year: Number(year), month: parseMonth(name!), day: Number(day) }),
  },
  // 14.09.2026: dates with dots never start with the month
  { pattern: new RegExp(`^(\\d{1,2})\\. ?(\\d{1,2})\\. ?(\\d{4})${END}`), fields: toDmy },
  // 14/09/2026 or 09/14/2026
  {
    pattern: new RegExp(`^(\\d{1,2})([/-])(\\d{1,2})\\2(\\d{4})${END}`),
    fields: ([, first, , second, year], { numericOrder }) =>
      toNumericDay(Number(first), Number(second), Number(year), numericOrder),
  },
  // 14-Sep-2026, 14 September 2026, 14th Sep 2026
  {
    pattern: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/. ]${NAME}[-/., ]+(\\d{4})${END}`, 'i'),
    fields: ([, day, name, year]) => ({ year: Number(year), month: parseMonth(name!), day: Number(day) }),
  },
  // Sep 14 23:59:00 2026
  {
    pattern: new RegExp(`^${NAME} (\\d{1,2}) (\\d{1,2}:\\d{2}:\\d{2})(?: [A-Z]{3,4})? (\\d{4})${END}`, 'i'),
    fields: ([, name, day, time, year]) => ({
      year: Number(year),
      month: parseMonth(name!),
      day: Number(day),
      time: time!,
    }),
  },
  // September 14, 2026
  {
    pattern: new RegExp(`^${NAME}[- ](\\d{1,2})(?:st|nd|rd|th)?,?[- ](\\d{4})${END}`, 'i'),
    fields: ([, name, day, year]) => ({ year: Number(year), month: parseMonth(name!), day: Number(day) }),
  },
]

/** Only a number above twelve, or a known convention, shows which number is the month. */
function toNumericDay(first: number, second: number, year: number, order: DateFormat['numericOrder']): Day | null {
  const dayFirst: Day = { year, month: second, day: first }
  const monthFirst: Day = { year, month: first, day: second }
  if (first === second) return dayFirst
  if (first > 12) return order === 'mdy' ? null : dayFirst
  if (second > 12) return order === 'dmy' ? null : monthFirst
  if (order === undefined) return null
  return order === 'dmy' ? dayFirst : monthFirst
}

// 04:00:00, T04:00:00.000Z, 04:00 UTC, 00:00:00+02, 12:00:00 (GMT+0:00), at 00:00:00.000
const TIME = /^(?:T|[ ,]{1,2}|[ ,]at )(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(.*)$/

/** @param rest text after the day */
function toTimestamp(day: Day | null, rest: string, { zoneMinutes = 0 }: DateFormat): number | null {
  if (day === null) return null
  const start = toDayStart(day)
  if (start === null) return null
  const text = day.time === undefined ? rest : ` ${day.time}${rest}`
  if (text === '') return start
  const match = TIME.exec(text)
  if (match === null) return parseZone(text) === null ? null : start
  const sinceMidnight = parseTime(match)
  const zone = parseZone(match[4]!)
  if (sinceMidnight === null || zone === null) return null
  return start + sinceMidnight - (zone ?? zoneMinutes) * MINUTE_MS
}

/** First moment of the day; null when the calendar has no such day. */
function toDayStart({ year, month, day }: Day): number | null {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || day < 1) return null
  const start = Date.UTC(year, month - 1, day)
  const back = new Date(start)
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? start : null
}

function parseTime([, hours, minutes, seconds = '0']: RegExpExecArray): number | null {
  const ms = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS
  // 24:00:00 is the end of the day; a leap second has the number 60. Source: ISO 8601
  return Number(minutes) > 59 || Number(seconds) > 60 || ms > DAY_MS ? null : ms
}

/** Minutes east of UTC. Only zones with a single meaning among registries. */
const ZONES: Record<string, number> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  JST: 540,
  KST: 540,
  CLT: -240,
  CLST: -180,
}

const OFFSET = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/

/** Largest offset from UTC in use, in minutes. */
const MAX_OFFSET = 14 * 60

/** @returns minutes; undefined without a zone or for an ambiguous name; null for a text that is no zone */
function parseZone(text: string): number | null | undefined {
  const zone = text.trim().replace(/^\((.*)\)$/, '$1')
  if (zone === '') return undefined
  const offset = OFFSET.exec(zone)
  if (offset) return parseOffset(offset)
  if (!/^[A-Z]{1,5}$/.test(zone)) return null
  return ZONES[zone]
}

function parseOffset([, sign, hours, minutes = '0']: RegExpExecArray): number | null {
  const distance = Number(hours) * 60 + Number(minutes)
  if (distance > MAX_OFFSET || Number(minutes) > 59) return null
  return sign === '-' ? -distance : distance
}
