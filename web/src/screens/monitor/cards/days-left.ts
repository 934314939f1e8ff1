/** Remaining days of a certificate or domain as text. Pure. */
import type { Catalogue } from '../../../text/catalogue.ts'

type Texts = Pick<
  Catalogue['monitor']['certificate'],
  'daysLeft' | 'oneDayLeft' | 'lastDay' | 'expired' | 'expiredLastDay'
>

/** @param days rounded down by the API, so -2 is between one and two days after the end: 1 day ago */
export function describeDaysLeft(text: Texts, days: number): string {
  if (days < 0) return days === -1 ? text.expiredLastDay : text.expired(String(-days - 1))
  if (days === 0) return text.lastDay
  return days === 1 ? text.oneDayLeft : text.daysLeft(String(days))
}
