/** Weekdays as the API names them, for selection. */
import { useMemo } from 'react'
import { useLanguage } from '../../text/text.tsx'
import type { Option } from '../../ui/field.tsx'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** A Monday; the names of the weekdays are formatted from it. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Returns the weekdays with their names in the user's language. */
export function useWeekdayOptions(): readonly Option[] {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    return WEEKDAYS.map((value, index) => ({ value, label: format.format(MONDAY + index * DAY_MS) }))
  }, [locale])
}
