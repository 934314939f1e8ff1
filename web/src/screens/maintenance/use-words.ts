/** Times and repetitions in the reader's words. */
import { useMemo } from 'react'
import { type Moment, toMs } from '../../text/format.ts'
import { useFormat, useLanguage, useText } from '../../text/text.tsx'
import type { Window } from './draft.ts'
import { type Rule, ruleOf } from './recurrence.ts'
import { wallOf } from './zone-time.ts'

/** A Sunday; days of the week are named after those that follow it. */
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

/** With the day of the week, in a zone; without one in the reader's. */
export function useMoment(zone?: string): (at: Moment) => string {
  const clock = useClock(zone)
  return (at) => clock.format(toMs(at))
}

/** From one moment to another, and of one day the day once. */
export function useSpan(): (from: Moment, to: Moment) => string {
  const clock = useClock()
  return (from, to) => clock.formatRange(toMs(from), toMs(to))
}

/** `Sundays at 02:00 (Europe/Berlin)`. */
export function useRecurrenceWords(): (recurrence: NonNullable<Window['recurrence']>) => string {
  const { maintenance } = useText()
  const { words } = maintenance
  const days = useDayNames('long')
  const format = useFormat()
  const said = (rule: Rule): string => {
    if (rule.kind === 'cron') return words.cron(rule.expression)
    const time = format.time(Date.parse(`2023-01-01T${two(rule.hour)}:${two(rule.minute)}`))
    if (rule.kind === 'daily') return words.daily(time)
    if (rule.kind === 'weekly') return words.weekly(format.list(rule.days.map((day) => days[day]!)), time)
    return rule.day === 'last' ? words.monthlyLast(time) : words.monthly(String(rule.day), time)
  }
  return ({ cron, timezone, until }) => {
    const last = until === null ? '' : `, ${words.until(format.date(`${wallOf(Date.parse(until), timezone)}`))}`
    return `${said(ruleOf(cron))} (${timezone.replaceAll('_', ' ')})${last}`
  }
}

const two = (value: number): string => String(value).padStart(2, '0')
