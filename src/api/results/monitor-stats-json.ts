/** Statistics, as the API returns them. */
import Type, { type Static } from 'typebox'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { StripDay } from '../../core/results/uptime.ts'
import type { Coverage as Counted } from '../../services/results/coverage.ts'
import type { LatencySummary } from '../../services/results/latency-summary.ts'
import type { Series, SeriesPoint } from '../../services/results/series.ts'
import type { Stats as Measured } from '../../services/results/statistics.ts'
import type { CurrentIncident } from '../../store/incidents/current-incident.ts'
import { IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const NullableMs = Nullable(Type.Integer({ description: 'Unix timestamp in milliseconds' }))

const Incident = Type.Object({
  id: Uuid,
  started_at: IsoTime,
  downtime_minutes: Type.Integer(),
  status: OneOf(['open', 'acknowledged']),
  severity: OneOf(['critical', 'major', 'minor', 'warning']),
})

export const Stats = Type.Object({
  uptime_percentage: Type.Number({ description: '0-100, weighted by time; up to six decimals' }),
  avg_response_time: Type.Number({
    description: 'Milliseconds, averaged over passing checks in UTC hours that began in the period; 0 if none passed',
  }),
  total_checks: Type.Integer(),
  failed_checks: Type.Integer(),
  last_check_at: NullableMs,
  last_success_at: NullableMs,
  last_failure_at: NullableMs,
  runtime_status: OneOf(['up', 'down', 'degraded', 'unknown']),
  current_incident: Nullable(Incident),
})

export const Day = Type.Object({
  timestamp: IsoTime,
  status: OneOf(['success', 'failure', 'no-data']),
  successCount: Type.Integer(),
  failureCount: Type.Integer(),
})

const MEASURES = {
  avg_ms: Type.Number(),
  min_ms: Type.Number(),
  max_ms: Type.Number(),
  p50_ms: Type.Number(),
  p95_ms: Type.Number(),
  p99_ms: Type.Number(),
  count: Type.Integer({ description: 'Number of passing checks' }),
}

const Point = Type.Object({ timestamp: IsoTime, ...MEASURES })

const Summary = Type.Object(MEASURES, { title: 'ResponseTimesSummary' })

export const ResponseTimesSchema = Type.Object({
  series: Type.Array(Point),
  summary: Type.Unsafe<Static<typeof Summary> | null>({
    ...Nullable(Summary),
    description: 'Summary of the whole period; null if no check passed',
  }),
})

export const Coverage = Type.Object({
  scheduled: Type.Integer({ description: 'Number of checks that were due' }),
  executed: Type.Integer({ description: 'Number of due checks that ran' }),
  missed: Type.Integer({ description: 'Number of due checks that did not run' }),
  inconclusive: Type.Integer({
    description: 'Number of executed checks without a verdict because of a problem of the probe',
  }),
  lateness_ms: Type.Object({
    p50: Type.Optional(Type.Number()),
    p95: Type.Optional(Type.Number()),
    p99: Type.Optional(Type.Number()),
  }),
})

/** A paused monitor is not measured. */
export const toMeasuredStatus = (status: RuntimeStatus): Exclude<RuntimeStatus, 'paused'> =>
  status === 'paused' ? 'unknown' : status

export const toCurrentIncident = (incident: CurrentIncident | null, now: number): Static<typeof Incident> | null =>
  incident && {
    id: incident.id,
    started_at: toIso(incident.startedAt),
    downtime_minutes: Math.max(0, Math.floor((now - incident.startedAt - incident.healthyMs) / MINUTE_MS)),
    status: incident.status as 'open' | 'acknowledged',
    severity: incident.severity as Static<typeof Incident>['severity'],
  }

export const toDay = (day: StripDay): Static<typeof Day> => ({
  timestamp: toIso(day.startsAt),
  status: day.status,
  successCount: day.successes,
  failureCount: day.failures,
})

const toMeasures = (point: LatencySummary): Static<typeof Summary> => ({
  avg_ms: roundMs(point.averageMs),
  min_ms: roundMs(point.minMs),
  max_ms: roundMs(point.maxMs),
  p50_ms: roundMs(point.p50Ms),
  p95_ms: roundMs(point.p95Ms),
  p99_ms: roundMs(point.p99Ms),
  count: point.count,
})

const toPoint = (point: SeriesPoint): Static<typeof Point> => ({
  timestamp: toIso(point.startsAt),
  ...toMeasures(point),
})

export const toResponseTimes = ({ points, whole }: Series): Static<typeof ResponseTimesSchema> => ({
  series: points.map(toPoint),
  summary: whole && toMeasures(whole),
})

export const toStats = (stats: Measured) => ({
  avg_response_time: roundMs(stats.averageMs ?? 0),
  total_checks: stats.totalChecks,
  failed_checks: stats.failedChecks,
  last_check_at: stats.lastCheckAt,
  last_success_at: stats.lastSuccessAt,
  last_failure_at: stats.lastFailureAt,
})

export const toCoverage = ({ latenessMs, ...counts }: Counted): Static<typeof Coverage> => ({
  ...counts,
  lateness_ms: {
    p50: roundOrOmit(latenessMs.p50),
    p95: roundOrOmit(latenessMs.p95),
    p99: roundOrOmit(latenessMs.p99),
  },
})

/** Rounds to 10 µs. */
const roundMs = (ms: number): number => Math.round(ms * 100) / 100

const roundOrOmit = (ms: number | null): number | undefined => (ms === null ? undefined : roundMs(ms))
