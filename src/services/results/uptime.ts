/** Status history of monitors in a period. Every displayed uptime is computed from these spans. */
import { createInvalid } from '../../core/platform/errors.ts'
import { DAY_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { type StatusSpan, splitIntoSpans } from '../../core/results/uptime.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import { listSpansByGroup } from '../../store/monitors/group-history.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listMaintenance, listSpans, listSpansByMonitor } from '../../store/results/uptime-report.ts'

/** Unix ms; `to` is exclusive. */
export interface Period {
  from: number
  to: number
}

/** A monitor and its lifetime. */
export interface MonitorLifetime {
  key: number
  createdAt: number
  /** Null while the monitor exists; absent where deleted monitors are not loaded. */
  deletedAt?: number | null
}

/** Returns the part of a period in which the monitor existed. It may be empty, with equal ends. */
export function clampToLifetime(
  { createdAt, deletedAt = null }: Omit<MonitorLifetime, 'key'>,
  { from, to }: Period,
): Period {
  const begins = Math.max(from, createdAt)
  return { from: begins, to: Math.max(begins, Math.min(to, deletedAt ?? to)) }
}

/** Reads the spans of the monitor's lifetime within the period, without gaps. */
export async function readSpans(db: Reader, monitor: MonitorLifetime, period: Period): Promise<StatusSpan[]> {
  const lifetime = clampToLifetime(monitor, period)
  const query = { monitorKey: monitor.key, ...lifetime }
  return splitIntoSpans(await listSpans(db, query), lifetime.from, lifetime.to, await listMaintenance(db, query))
}

/** A group and its creation. */
interface GroupLifetime {
  id: string
  createdAt: UnixMs
}

/** Reads the spans of a group's lifetime within the period, without gaps. Members in maintenance did not count. */
export const readGroupSpans = async (db: Reader, group: GroupLifetime, period: Period): Promise<StatusSpan[]> =>
  (await readSpansOfGroups(db, [group], period))[0]!

/** Reads the spans of many groups with one query, in the order of the groups. */
export async function readSpansOfGroups(
  db: Reader,
  groups: readonly GroupLifetime[],
  period: Period,
): Promise<StatusSpan[][]> {
  const spans = await listSpansByGroup(
    db,
    groups.map(({ id }) => id),
    period,
  )
  return groups.map((group) => {
    const { from, to } = clampToLifetime(group, period)
    return splitIntoSpans(spans.get(group.id) ?? [], from, to)
  })
}

/**
 * Reads the spans of many monitors with two queries, in the order of the monitors. Intended for about 100 monitors.
 */
export async function readSpansOf(
  db: Reader,
  monitors: readonly MonitorLifetime[],
  period: Period,
): Promise<StatusSpan[][]> {
  const keys = monitors.map(({ key }) => key)
  const lifetimes = monitors.map((monitor) => clampToLifetime(monitor, period))
  const [spans, maintenance] = await Promise.all([
    listSpansByMonitor(db, keys, period),
    listMaintenanceSpans(db, keys, period.from, period.to),
  ])
  return lifetimes.map(({ from, to }, index) => {
    const key = keys[index]!
    return splitIntoSpans(spans.get(key) ?? [], from, to, maintenance.get(key))
  })
}

/** Cuts off the time before the first UTC day of a strip. 30 days ago is in the middle of an earlier day. */
export const trimBefore = (spans: readonly StatusSpan[], first: number): StatusSpan[] =>
  spans.filter(({ to }) => to > first).map((span) => (span.from < first ? { ...span, from: first } : span))

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

/**
 * Returns the requested period. The default is the last 30 days, and no period ends after the current time.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function resolvePeriod({ from, to }: { from?: number; to?: number }, now: number): Period {
  const until = Math.min(to ?? now, now)
  const since = from ?? until - DEFAULT_DAYS * DAY_MS
  if (since >= until) throw createInvalid({ field: 'from', message: 'must be earlier than to, and not in the future' })
  if (until - since > MAX_DAYS * DAY_MS)
    throw createInvalid({ field: 'from', message: `must be at most ${MAX_DAYS} days before to` })
  return { from: since, to: until }
}
