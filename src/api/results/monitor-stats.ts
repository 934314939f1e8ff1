/** Statistics of the results of a monitor. */
import Type from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import { readPingCoverage } from '../../services/heartbeats/heartbeat-coverage.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { readCoverage } from '../../services/results/coverage.ts'
import { readSeries, SERIES_PERIODS, type SeriesPeriod } from '../../services/results/series.ts'
import { readSparkline, readStats } from '../../services/results/statistics.ts'
import { findCurrentIncident } from '../../store/incidents/current-incident.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import {
  Coverage,
  Day,
  ResponseTimesSchema,
  Stats,
  toCoverage,
  toCurrentIncident,
  toDay,
  toMeasuredStatus,
  toResponseTimes,
  toStats,
} from './monitor-stats-json.ts'

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
          region: Type.Optional(Type.String({ maxLength: 64, description: 'Code of a region. Default: all regions' })),
        }),
        response: { 200: toDataSchema(ResponseTimesSchema) },
      },
    },
    async ({ params, query, project }) => {
      const period: SeriesPeriod = parsePeriod(SERIES_PERIODS, query.period)
      const monitor = await getMonitor(db, project.id, params.id)
      const region = query.region === undefined ? null : ((await regionKey(query.region)) ?? NO_REGION_KEY)
      return toEnvelope(toResponseTimes(await readSeries(history, monitor.key, period, region, context.now())))
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

  async function regionKey(code: string): Promise<number | undefined> {
    return (await listRegions(db)).find((region) => region.code === code)?.key
  }
}

/** Region key without results. */
const NO_REGION_KEY = -1
