/** Months as the API writes them, `2026-01`. */

const PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/

export const isMonth = (text: unknown): text is string => typeof text === 'string' && PATTERN.test(text)

/**
 * Returns the month of a moment.
 *
 * @param at Unix ms
 * @param zone IANA name
 */
export function toMonth(at: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit' }).formatToParts(
    at,
  )
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return `${part('year').padStart(4, '0')}-${part('month')}`
}

/** @param count may be negative */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

/** Newest first, starting with the given month. */
export const listMonths = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(month, -index))
