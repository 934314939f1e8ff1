/** Proof of execution: what was due, what ran, and how late. */
import { gridOffsetMs, slotsBetween } from '../core/schedule.ts'
import { LATENESS, mergeEncoded } from '../core/sketch.ts'
import { DAY_MS, HOUR_MS, SECOND_MS, startOfHour } from '../core/time.ts'
import { findOpenHours } from '../store/check-states.ts'
import { listRegions } from '../store/regions.ts'
import { listLateness } from '../store/rollup-reads.ts'
import { listStatusSpans } from '../store/status-changes.ts'
import type { Reader } from '../store/store.ts'
import { listUnrolled, type Parts, partsSince } from './raw-results.ts'
import { lengthOf, type SeriesPeriod } from './series.ts'
import { type MeasuredMonitor, sumSince } from './statistics.ts'

/** Lateness percentiles are within 5 %, null when nothing ran. */
export interface Coverage {
  scheduled: number
  executed: number
  missed: number
  inconclusive: number
  latenessMs: { p50: number | null; p95: number | null; p99: number | null }
}

/** A check that was due this shortly ago may still be on its way into the store, ms. */
const IN_FLIGHT_MS = 5 * SECOND_MS

/** @param period counts from the whole hour, but not from before the present grid began, or the first whole hour on it */
export async function readCoverage(
  db: Reader,
  monitor: MeasuredMonitor,
  period: SeriesPeriod,
  now: number,
): Promise<Coverage> {
  const from = Math.max(startOfHour(now - lengthOf(period)), countedSince(monitor, now))
  const until = Math.max(from, now - monitor.timeoutMs - IN_FLIGHT_MS)
  const parts = partsSince(from, now)
  const { onGrid, inconclusive } = await sumSince(db, monitor.key, parts)
  const scheduled = await countSlots(db, monitor, from, until)
  return {
    scheduled: Math.max(scheduled, onGrid),
    executed: onGrid,
    missed: Math.max(0, scheduled - onGrid),
    inconclusive,
    latenessMs: await readLateness(db, monitor.key, parts, onGrid),
  }
}

/** The results of a part of an hour are told apart from the rest of it while they are there, which is a day at least. */
const countedSince = ({ gridSince }: MeasuredMonitor, now: number): number =>
  now - gridSince < DAY_MS ? gridSince : startOfHour(gridSince + HOUR_MS - 1)

async function readLateness(
  db: Reader,
  monitorKey: number,
  parts: Parts,
  count: number,
): Promise<Coverage['latenessMs']> {
  const lateness = LATENESS.empty()
  const days = await listLateness(db, 'result_days', monitorKey, parts.firstDay, parts.end)
  const hours = await listLateness(db, 'result_hours', monitorKey, parts.firstHour, parts.firstDay)
  for (const sketch of [...days, ...hours]) mergeEncoded(lateness, sketch)
  for (const result of await listUnrolled(db, monitorKey, parts))
    if (result.onGrid) LATENESS.add(lateness, result.latenessMs * 1_000)
  const [p50, p95, p99] = LATENESS.quantiles(lateness, [0.5, 0.95, 0.99], count)
  const toMs = (us: number | null | undefined) => (us === null || us === undefined ? null : us / 1_000)
  return { p50: toMs(p50), p95: toMs(p95), p99: toMs(p99) }
}

/** Grid slots while the monitor was active, over all regions that check it. */
async function countSlots(db: Reader, monitor: MeasuredMonitor, from: number, until: number): Promise<number> {
  const spans = await listStatusSpans(db, monitor.key, 'config', from, until)
  const active = spans.filter((span) => span.status === 'active')
  const reporting = await findOpenHours(db, monitor.key)
  const regions = (await listRegions(db)).filter((region) => reporting.has(region.key))
  let slots = 0
  for (const region of regions) {
    const offset = gridOffsetMs(monitor.id, region.code, monitor.intervalSeconds)
    for (const span of active) {
      const end = Math.min(span.endedAt ?? until, until)
      slots += slotsBetween(offset, monitor.intervalSeconds, Math.max(span.startedAt, from), end)
    }
  }
  return slots
}
