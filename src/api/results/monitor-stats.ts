/** Statistics of the results of a monitor. */
import Type, { type Static } from 'typebox'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { StripDay } from '../../core/results/uptime.ts'
import { readPingCoverage } from '../../services/heartbeats/heartbeats.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { type Coverage as Counted, readCoverage } from '../../services/results/coverage.ts'
import {
  type LatencySummary,
  PHASE_PERIODS,
  type PhasePoint,
  readPhases,
  readSeries,
  readWeek,
  SERIES_PERIODS,
  type Series,
  type SeriesPeriod,
  type SeriesPoint,
} from '../../services/results/response-times.ts'
import { type Stats as Measured, readSparkline, readStats } from '../../services/results/statistics.ts'
import { type CurrentIncident, findCurrentIncident } from '../../store/incidents/incident-reads.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, requireTimezone, toIso } from '../platform/times.ts'

const tags = ['Monitors']
const params = UuidParams('id')

const STATS_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const

/** Accepts any text, so that a wrong period gets the error code of the contract. */
const Period = (known: readonly string[], fallback: string) =>
  Type.String({ default: fallback, description: `One of ${known.join(', ')}` })

/** @throws Problem INVALID_PERIOD */
function parsePeriod<T extends string>(known: readonly T[], text: string): T {
  const period = known.find((candidate) => candidate === text)
  if (period !== undefined) return period
  throw new Problem('INVALID_PERIOD', `period must be one of ${known.join(', ')}`, { field: 'period', allowed: known })
}

const Region = Type.Optional(Type.String({ maxLength: 64, description: 'Code of a region. Default: all regions' }))

const STATS_PERIODS = Object.keys(STATS_DAYS) as (keyof typeof STATS_DAYS)[]

export const registerMonitorStatRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/monitors/:id/stats',
    {
      config: {
        access: VIEW,
        errors: ['MONITOR_NOT_FOUND', 'STATS_NOT_FOUND', 'INVALID_PERIOD'],
        failure: 'STATS_FETCH_FAILED',
      },
      schema: {
        tags,
        summary: 'Get the statistics of a monitor',
        params,
        querystring: Type.Object({ period: Period(STATS_PERIODS, '30d') }),
        response: { 200: toDataSchema(Stats) },
      },
    },
    async ({ params, query, project }) => {
      const period = parsePeriod(STATS_PERIODS, query.period)
      const monitor = await getMonitor(db, project.id, params.id)
      const now = context.now()
      const stats = await readStats(history, monitor, STATS_DAYS[period], now)
      if (stats.uptimePercentage === null)
        throw new Problem('STATS_NOT_FOUND', `Nothing was measured in the last ${STATS_DAYS[period]} days`)
      const incident = await findCurrentIncident(db, monitor.key)
      return toEnvelope({
        ...toStats(stats),
        uptime_percentage: stats.uptimePercentage,
        runtime_status: toMeasuredStatus(monitor.runtimeStatus),
        current_incident: toCurrentIncident(incident, now),
      })
    },
  )

  api.get(
    '/api/monitors/:id/sparkline',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'SPARKLINE_FAILED' },
      schema: {
        tags,
        summary: 'List the daily status of a monitor for the last 30 UTC days, oldest first',
        params,
        response: { 200: toDataSchema(Type.Object({ sparkline: Type.Array(Day) })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      return toEnvelope({ sparkline: (await readSparkline(history, monitor.key, context.now())).map(toDay) })
    },
  )

  api.get(
    '/api/monitors/:id/response-times',
    {
      config: {
        access: VIEW,
        compressed: true,
        errors: ['MONITOR_NOT_FOUND', 'INVALID_PERIOD'],
        failure: 'STATS_FETCH_FAILED',
      },
      schema: {
        tags,
        summary: 'List the response times of a monitor as a time series, oldest first',
        params,
        querystring: Type.Object({
          period: Period(SERIES_PERIODS, '24h'),
          region: Region,
          before: Type.Optional({ ...IsoTime, description: 'End of a past period, exclusive. Default: now' }),
        }),
        response: { 200: toDataSchema(ResponseTimesSchema) },
      },
    },
    async ({ params, query, project }) => {
      const period: SeriesPeriod = parsePeriod(SERIES_PERIODS, query.period)
      const monitor = await getMonitor(db, project.id, params.id)
      const now = context.now()
      const before = query.before === undefined ? undefined : parseIso(query.before)
      if (before !== undefined && before > now)
        throw createInvalid({ field: 'before', message: 'must not be in the future' })
      const source = { monitorKey: monitor.key, regionKey: await parseRegion(query.region), before }
      return toEnvelope(toResponseTimes(await readSeries(history, source, period, now)))
    },
  )

  api.get(
    '/api/monitors/:id/phases',
    {
      config: {
        access: VIEW,
        weight: 'heavy',
        compressed: true,
        errors: ['MONITOR_NOT_FOUND'],
        failure: 'STATS_FETCH_FAILED',
      },
      schema: {
        tags,
        summary: 'List the phases of the response times of up to seven days, oldest first',
        description: 'Phases are stored with each result, and not in the sums of longer periods.',
        params,
        querystring: Type.Object({
          period: OneOf(PHASE_PERIODS, { default: '24h', description: 'Period until now' }),
          region: Region,
        }),
        response: { 200: toDataSchema(Type.Object({ series: Type.Array(PhasePointSchema) })) },
      },
    },
    async ({ params, query, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const source = { monitorKey: monitor.key, regionKey: await parseRegion(query.region) }
      const points = await readPhases(history, source, query.period, context.now())
      return toEnvelope({ series: points.map(toPhasePoint) })
    },
  )

  api.get(
    '/api/monitors/:id/week',
    {
      config: {
        access: VIEW,
        compressed: true,
        weight: 'heavy',
        errors: ['MONITOR_NOT_FOUND'],
        failure: 'STATS_FETCH_FAILED',
      },
      schema: {
        tags,
        summary: 'List the typical response times of a monitor by weekday and hour, from the last 90 days',
        params,
        querystring: Type.Object({
          timezone: Type.Optional(
            Type.String({ maxLength: 64, default: 'UTC', description: 'IANA time zone of weekdays and hours' }),
          ),
        }),
        response: { 200: toDataSchema(Type.Object({ hours: Type.Array(WeekHourSchema) })) },
      },
    },
    async ({ params, query: { timezone = 'UTC' }, project }) => {
      requireTimezone(timezone)
      const monitor = await getMonitor(db, project.id, params.id)
      const hours = await readWeek(history, monitor.key, timezone, context.now())
      return toEnvelope({
        hours: hours.map(({ weekday, hour, p50Ms, count }) => ({ weekday, hour, p50_ms: roundMs(p50Ms), count })),
      })
    },
  )

  api.get(
    '/api/monitors/:id/coverage',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'INVALID_PERIOD'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags,
        summary: 'Get the numbers of scheduled and executed checks of a monitor',
        params,
        querystring: Type.Object({ period: Period(SERIES_PERIODS, '24h') }),
        response: { 200: toDataSchema(Coverage) },
      },
    },
    async ({ params, query, project }) => {
      const period: SeriesPeriod = parsePeriod(SERIES_PERIODS, query.period)
      const monitor = await getMonitor(db, project.id, params.id)
      const read = monitor.type === 'HEARTBEAT' ? readPingCoverage : readCoverage
      return toEnvelope(toCoverage(await read(history, monitor, period, context.now())))
    },
  )

  async function parseRegion(code: string | undefined): Promise<number | null> {
    if (code === undefined) return null
    return (await listRegions(db)).find((region) => region.code === code)?.key ?? NO_REGION_KEY
  }
}

/** Region key without results. */
const NO_REGION_KEY = -1

const NullableMs = Nullable(Type.Integer({ description: 'Unix timestamp in milliseconds' }))

const Incident = Type.Object({
  id: Uuid,
  started_at: IsoTime,
  downtime_minutes: Type.Integer(),
  status: OneOf(['open', 'acknowledged']),
  severity: OneOf(['critical', 'major', 'minor', 'warning']),
})

const Stats = Type.Object({
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

const Day = Type.Object({
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

const ResponseTimesSchema = Type.Object({
  series: Type.Array(Point),
  summary: Type.Unsafe<Static<typeof Summary> | null>({
    ...Nullable(Summary),
    description: 'Summary of the whole period; null if no check passed',
  }),
})

const WeekHourSchema = Type.Object(
  {
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday' }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    p50_ms: Type.Number({ description: 'Median of all passing checks' }),
    count: Type.Integer({ description: 'Number of passing checks' }),
  },
  { title: 'WeekHour', description: 'Hours without a passing check are absent' },
)

const PhasePointSchema = Type.Object(
  {
    timestamp: IsoTime,
    dns_ms: Type.Number(),
    connect_ms: Type.Number(),
    tls_ms: Type.Number(),
    first_byte_ms: Type.Number(),
    download_ms: Type.Number(),
    other_ms: Type.Number({ description: 'Time outside of these phases' }),
    count: Type.Integer({ description: 'Number of passing checks' }),
  },
  { title: 'PhasePoint', description: 'Averages of passing checks. The sum of all parts is the average response time' },
)

const Coverage = Type.Object({
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
const toMeasuredStatus = (status: RuntimeStatus): Exclude<RuntimeStatus, 'paused'> =>
  status === 'paused' ? 'unknown' : status

const toCurrentIncident = (incident: CurrentIncident | null, now: number): Static<typeof Incident> | null =>
  incident && {
    id: incident.id,
    started_at: toIso(incident.startedAt),
    downtime_minutes: Math.max(0, Math.floor((now - incident.startedAt - incident.healthyMs) / MINUTE_MS)),
    status: incident.status as 'open' | 'acknowledged',
    severity: incident.severity as Static<typeof Incident>['severity'],
  }

const toDay = (day: StripDay): Static<typeof Day> => ({
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

const toPhasePoint = ({ startsAt, phasesMs, otherMs, count }: PhasePoint): Static<typeof PhasePointSchema> => {
  const [dns = 0, connect = 0, tls = 0, firstByte = 0, download = 0] = phasesMs.map(roundMs)
  return {
    timestamp: toIso(startsAt),
    dns_ms: dns,
    connect_ms: connect,
    tls_ms: tls,
    first_byte_ms: firstByte,
    download_ms: download,
    other_ms: roundMs(otherMs),
    count,
  }
}

const toResponseTimes = ({ points, whole }: Series): Static<typeof ResponseTimesSchema> => ({
  series: points.map(toPoint),
  summary: whole && toMeasures(whole),
})

const toStats = (stats: Measured) => ({
  avg_response_time: roundMs(stats.averageMs ?? 0),
  total_checks: stats.totalChecks,
  failed_checks: stats.failedChecks,
  last_check_at: stats.lastCheckAt,
  last_success_at: stats.lastSuccessAt,
  last_failure_at: stats.lastFailureAt,
})

const toCoverage = ({ latenessMs, ...counts }: Counted): Static<typeof Coverage> => ({
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
