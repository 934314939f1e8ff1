/**
 * Finds the times of a cron expression by reading the wall clock every minute. It is slow and independent of the
 * program's code: only `Intl.DateTimeFormat` provides the local time.
 */

export interface Minute {
  /** Unix ms. */
  at: number
  /** Local time, as if it were UTC; Unix ms. */
  face: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the local time, as if it were UTC; Unix ms. */
function shown(zone: string, at: number): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  clocks.set(zone, clock)
  const [, day, month, year, hour, minute, second] = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/
    .exec(clock.format(at))!
    .map(Number)
  return Date.UTC(year!, month! - 1, day, hour, minute, second)
}

/** No clock changes twice within this time. */
const CALM = 6 * HOUR

/**
 * Returns every minute from `from` to `to` (exclusive). Without a clock change in between, the clock is not read every
 * minute.
 */
export function minutesOf(zone: string, from: number, to: number): Minute[] {
  const minutes: Minute[] = []
  for (let start = from; start < to; start += CALM) {
    const offset = shown(zone, start) - start
    const isCalm = shown(zone, start + CALM) - start - CALM === offset
    for (let at = start; at < Math.min(start + CALM, to); at += MINUTE)
      minutes.push({ at, face: isCalm ? at + offset : shown(zone, at) })
  }
  return minutes
}

/**
 * Returns the times of an expression of numbers, lists, ranges, `*` and steps. A fixed time that is skipped runs at the
 * end of the gap, and one that occurs twice runs the first time. With `*` or a step in minute or hour it runs at every
 * matching local time.
 */
export function timesOf(expression: string, minutes: readonly Minute[]): number[] {
  const [minute, hour] = expression.split(' ') as [string, string]
  const isFixed = !/[*/]/.test(minute + hour)
  const comes = matcherOf(expression)
  const times: number[] = []
  let latest = Number.NEGATIVE_INFINITY
  for (const { at, face } of minutes) {
    const isRepeated = face <= latest
    const isDue = comes(face) && !(isFixed && isRepeated)
    if (isDue || (isFixed && skipped(latest, face).some(comes))) times.push(at)
    latest = Math.max(latest, face)
  }
  return times
}

/** Returns the skipped local times, unless a whole day was skipped, which never existed. */
function skipped(before: number, face: number): number[] {
  if (face - before >= DAY) return []
  const missing: number[] = []
  for (let at = before + MINUTE; at < face; at += MINUTE) missing.push(at)
  return missing
}

/** @returns whether the expression matches a local time */
function matcherOf(expression: string): (face: number) => boolean {
  const [minute, hour, day, month, weekday] = expression.split(' ') as [string, string, string, string, string]
  const [minutes, hours] = [valuesOf(minute, 0, 59), valuesOf(hour, 0, 23)]
  const [days, months, weekdays] = [valuesOf(day, 1, 31), valuesOf(month, 1, 12), valuesOf(weekday, 0, 6)]
  const isDay = (date: Date): boolean => {
    const [onDay, onWeekday] = [days.has(date.getUTCDate()), weekdays.has(date.getUTCDay())]
    // If both are restricted, either one matches. Source: POSIX, crontab
    return day === '*' ? onWeekday : weekday === '*' ? onDay : onDay || onWeekday
  }
  return (face) => {
    if (!minutes.has((face / MINUTE) % 60) || !hours.has(Math.floor(face / HOUR) % 24)) return false
    const date = new Date(face)
    return months.has(date.getUTCMonth() + 1) && isDay(date)
  }
}

function valuesOf(field: string, lowest: number, highest: number): Set<number> {
  const values = new Set<number>()
  for (const part of field.split(',')) {
    const [range, step] = part.split('/') as [string, string | undefined]
    const [low, high] = range === '*' ? [lowest, highest] : (range.split('-').map(Number) as [number, number?])
    for (let value = low; value <= (high ?? low); value += Number(step ?? 1)) values.add(value)
  }
  return values
}
