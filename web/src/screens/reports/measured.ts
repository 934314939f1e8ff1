/** Monitors that were measured only for a part of the period. Their uptime is not comparable with other uptimes. */
import type { Report, Row } from './queries.ts'

/** Share of the period below which the table states how long a monitor was measured. */
const FULL_SHARE = 0.9

/** A monitor that was new in the period and measured since, or the measured time. */
type ShortMeasurement = { since: string } | { forMs: number }

/** Returns the remark about a short measurement; null for a monitor that was measured in most of the period. */
export function findShortMeasurement(
  {
    created_at,
    deleted_at,
    seconds,
    uptime_percentage: uptime,
  }: Pick<Row, 'created_at' | 'deleted_at' | 'seconds' | 'uptime_percentage'>,
  period: Pick<Report, 'from' | 'to'>,
): ShortMeasurement | null {
  if (uptime === null) return null
  const [from, to, created] = [period.from, period.to, created_at].map(Date.parse) as [number, number, number]
  const measuredMs = (seconds.up + seconds.degraded + seconds.down) * 1000
  // Users chose this time
  const leftOutMs = (seconds.paused + seconds.maintenance) * 1000
  if (measuredMs >= FULL_SHARE * (to - from - leftOutMs)) return null
  const isNew = created > from && deleted_at === null
  return isNew && measuredMs >= FULL_SHARE * (to - created - leftOutMs) && measuredMs >= DAY_MS
    ? { since: created_at }
    : { forMs: measuredMs }
}

const DAY_MS = 86_400_000
