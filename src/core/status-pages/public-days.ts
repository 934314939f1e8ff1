/** The bars of a status page: status and incidents of a component on each UTC day. */
import { DAY_MS } from '../platform/time/time.ts'
import { toGridUntil, toSlots } from '../results/availability.ts'
import type { StatusSpan } from '../results/uptime.ts'
import type { PublicDay, PublicIncident } from './public-status.ts'

/** Returns the start of the first of the given number of days, Unix ms; the last day is today. */
export const getFirstDay = (days: number, now: number): number => toGridUntil(DAY_MS, days, now).from

/**
 * Returns one entry for each day, oldest first.
 *
 * @param spans of one monitor, oldest first, within these days. In a gap, the monitor did not exist
 * @param incidents in the order in which their titles are shown
 */
export const toPublicDays = (
  spans: readonly StatusSpan[],
  days: number,
  now: number,
  incidents: readonly Pick<PublicIncident, 'title' | 'startedAt' | 'resolvedAt'>[] = [],
): PublicDay[] =>
  toSlots(
    spans,
    toGridUntil(DAY_MS, days, now),
    incidents.map(({ title, startedAt, resolvedAt }) => ({ entry: title, startedAt, resolvedAt })),
  )
