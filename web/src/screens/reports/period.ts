/** The period of a report: a month, a period that ends now, or a range of days. The address of the page stores it. */
import { addMonths, isMonth, toMonth } from './months.ts'

export const RUNNING_PERIODS = ['7d', '30d', '90d', 'all'] as const
type RunningPeriod = (typeof RUNNING_PERIODS)[number]

export type Period =
  | { kind: 'month'; month: string }
  | { kind: RunningPeriod }
  /** First and last day, `2026-10-01`; empty while the user types. */
  | { kind: 'range'; from: string; to: string }

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

const parseDay = (value: unknown): string => (typeof value === 'string' && DAY_PATTERN.test(value) ? value : '')

/** Returns whether an address names a period. */
export const hasPeriod = (search: Readonly<Record<string, unknown>>): boolean =>
  RUNNING_PERIODS.some((period) => period === search.period) ||
  search.from !== undefined ||
  search.to !== undefined ||
  isMonth(search.month)

/** The month that is not over, which a new installation shows first: its last month is empty. */
export const toCurrentMonth = (now: number, zone: string): Period => ({ kind: 'month', month: toMonth(now, zone) })

/**
 * Parses the period of an address. The default is the last complete month.
 *
 * @param now Unix ms
 */
export function parsePeriod(search: Readonly<Record<string, unknown>>, now: number, zone: string): Period {
  const running = RUNNING_PERIODS.find((period) => period === search.period)
  if (running) return { kind: running }
  if (search.from !== undefined || search.to !== undefined)
    return { kind: 'range', from: parseDay(search.from), to: parseDay(search.to) }
  return { kind: 'month', month: isMonth(search.month) ? search.month : addMonths(toMonth(now, zone), -1) }
}

/** Parameters of the period, the same in the address and in the API. */
export function toPeriodParams(period: Period): Record<string, string> {
  if (period.kind === 'month') return { month: period.month }
  if (period.kind === 'range') return { from: period.from, to: period.to }
  return { period: period.kind }
}

/** Name of the period in a file. */
export function toFileName(period: Period): string {
  if (period.kind === 'month') return period.month
  return period.kind === 'range' ? `${period.from}-to-${period.to}` : period.kind
}

/** Today in a zone, `2026-10-01`. */
export const toDay = (at: number, zone: string): string => new Intl.DateTimeFormat('sv', { timeZone: zone }).format(at)

type RangeProblem = { field: 'from' | 'to'; reason: 'missing' | 'reversed' | 'future' }

/** Finds why a range has no report; null if it has one. */
export function findRangeProblem({ from, to }: { from: string; to: string }, today: string): RangeProblem | null {
  if (from === '') return { field: 'from', reason: 'missing' }
  if (from > today) return { field: 'from', reason: 'future' }
  if (to === '') return { field: 'to', reason: 'missing' }
  return to < from ? { field: 'to', reason: 'reversed' } : null
}
