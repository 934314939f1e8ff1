/** Formats numbers and times for the user's locale and time zone. */
import type { FirstTexts } from './catalogue.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A point in time: ISO 8601 text, or Unix ms. */
export type Moment = string | number

export const toMs = (moment: Moment): number => (typeof moment === 'number' ? moment : Date.parse(moment))

export interface Format {
  number: (value: number) => string
  /**
   * Rounds down, so that only a full 100 % shows as 100 %.
   *
   * @param share 0-100
   */
  percent: (share: number, digits?: number) => string
  /** Milliseconds as `0.4 ms`, `182 ms` or `1.2 s`; one minute or more as a duration. */
  ms: (ms: number) => string
  /** The two largest units, or at most `most` units: `2 h 5 min`. */
  duration: (ms: number, most?: number) => string
  date: (moment: Moment) => string
  time: (moment: Moment) => string
  dateTime: (moment: Moment) => string
  /** The time of today, weekday and time within the next six days, otherwise date and time. */
  soon: (moment: Moment, now: number) => string
  /** The weekday in a few letters. */
  weekday: (moment: Moment) => string
  /** With seconds, for events that can occur several times a minute. */
  exactTime: (moment: Moment) => string
  /** The time of day with seconds. */
  clock: (moment: Moment) => string
  /** With seconds and a UTC label. */
  utc: (moment: Moment) => string
  /** The UTC day of a moment. */
  utcDate: (moment: Moment) => string
  /** `3 minutes ago`, `in 2 hours`. */
  relative: (moment: Moment, now: number) => string
  list: (items: readonly string[]) => string
}

export function createFormat(language: string, text: FirstTexts): Format {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' })
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exactTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' })
  const soon = new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' })
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'medium' })
  const utc = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  const utcDate = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const list = new Intl.ListFormat(language)
  const percents = [0, 1, 2, 3].map(
    (digits) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        roundingMode: 'trunc',
      } as Intl.NumberFormatOptions),
  )
  const { units } = text.common

  const duration = (ms: number, most = 2): string => {
    const parts = (
      [
        [DAY, units.d],
        [HOUR, units.h],
        [MINUTE, units.min],
        [SECOND, units.s],
      ] as const
    ).reduce<{ rest: number; said: string[] }>(
      ({ rest, said }, [size, unit]) => {
        const count = Math.floor(rest / size)
        return {
          rest: rest - count * size,
          said: count > 0 || said.length > 0 ? [...said, count > 0 ? unit(String(count)) : ''] : said,
        }
      },
      { rest: Math.max(0, ms), said: [] },
    )
    // A line may break between `2 h` and `5 min`, but not between a number and its unit
    const said = parts.said.slice(0, most).filter(Boolean)
    return (said.length > 0 ? said : [units.s('0')]).map((part) => part.replaceAll(' ', '\u00a0')).join(' ')
  }

  return {
    number: (value) => number.format(value),
    percent: (share, digits = 2) =>
      units.percent(percents[share >= 100 ? 0 : digits]!.format(share > 0 ? Math.max(share, 10 ** -digits) : share)),
    ms: (ms) => {
      if (ms >= MINUTE) return duration(ms)
      if (ms >= SECOND) return units.s(number.format(ms / SECOND))
      return units.ms(ms < 10 ? number.format(ms) : String(Math.round(ms)))
    },
    duration,
    date: (moment) => date.format(toMs(moment)),
    time: (moment) => time.format(toMs(moment)),
    dateTime: (moment) => dateTime.format(toMs(moment)),
    soon: (moment, now) => {
      const at = toMs(moment)
      if (at < now || at >= now + 6 * DAY) return dateTime.format(at)
      return (date.format(at) === date.format(now) ? time : soon).format(at)
    },
    weekday: (moment) => weekday.format(toMs(moment)),
    clock: (moment) => clock.format(toMs(moment)),
    exactTime: (moment) => exactTime.format(toMs(moment)),
    utc: (moment) => `${utc.format(toMs(moment))} UTC`,
    utcDate: (moment) => utcDate.format(toMs(moment)),
    relative: (moment, now) => {
      const delta = toMs(moment) - now
      const size = Math.abs(delta)
      if (size < 10 * SECOND) return text.common.justNow
      if (size < MINUTE) return relative.format(Math.trunc(delta / SECOND), 'second')
      if (size < HOUR) return relative.format(Math.trunc(delta / MINUTE), 'minute')
      if (size < DAY) return relative.format(Math.trunc(delta / HOUR), 'hour')
      if (size < 60 * DAY) return relative.format(Math.trunc(delta / DAY), 'day')
      return date.format(toMs(moment))
    },
    list: (items) => list.format(items),
  }
}
