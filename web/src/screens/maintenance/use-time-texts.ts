/** Texts for times and recurrences in the user's language. */
import { useMemo } from 'react'
import { type Moment, toMs } from '../../text/format.ts'
import { useFormat, useLanguage, useText } from '../../text/text.tsx'
import { parseCron, type Rule } from './recurrence.ts'
import type { Window } from './times-draft.ts'
import { formatLocalTime } from './zone-time.ts'

/** A Sunday; weekday names are formatted from the days after it. */
const SUNDAY = Date.UTC(2023, 0, 1)
const DAY_MS = 86_400_000

export function useDayNames(style: 'long' | 'short'): readonly string[] {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' })
    return Array.from({ length: 7 }, (_, day) => format.format(SUNDAY + day * DAY_MS))
  }, [locale, style])
}

function useClock(zone?: string): Intl.DateTimeFormat {
  const { locale } = useLanguage()
  return useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        ...(zone && { timeZone: zone }),
      }),
    [locale, zone],
  )
}

/** Formats a time with its weekday, in the given zone or the user's. */
export function useFormatMoment(zone?: string): (at: Moment) => string {
  const clock = useClock(zone)
  return (at) => clock.format(toMs(at))
}

/** Formats a time span; the date appears once if both ends are on the same day. */
export function useFormatSpan(): (from: Moment, to: Moment) => string {
  const clock = useClock()
  return (from, to) => clock.formatRange(toMs(from), toMs(to))
}

/** Returns `Sundays at 02:00 (Europe/Berlin)`. */
export function useDescribeRecurrence(): (recurrence: NonNullable<Window['recurrence']>) => string {
  const { maintenance } = useText()
  const { recurrence: labels } = maintenance
  const days = useDayNames('long')
  const format = useFormat()
  const describeRule = (rule: Rule): string => {
    if (rule.kind === 'cron') return labels.cron(rule.expression)
    const time = format.time(Date.parse(`2023-01-01T${padTwo(rule.hour)}:${padTwo(rule.minute)}`))
    if (rule.kind === 'daily') return labels.daily(time)
    if (rule.kind === 'weekly') return labels.weekly(format.list(rule.days.map((day) => days[day]!)), time)
    return rule.day === 'last' ? labels.monthlyLast(time) : labels.monthly(String(rule.day), time)
  }
  return ({ cron, timezone, until }) => {
    const last =
      until === null ? '' : `, ${labels.until(format.date(`${formatLocalTime(Date.parse(until), timezone)}`))}`
    return `${describeRule(parseCron(cron))} (${timezone.replaceAll('_', ' ')})${last}`
  }
}

const padTwo = (value: number): string => String(value).padStart(2, '0')
