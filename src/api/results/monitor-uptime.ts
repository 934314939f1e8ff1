/** Uptime of a monitor over any period, with its components. Durations are exact seconds with up to three decimals. */
import Type, { type Static } from 'typebox'
import { RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import { Problem } from '../../core/platform/errors.ts'
import {
  computeUptimePercentage,
  type StatusSpan,
  summarizeOutages,
  sumSpans,
  sumTime,
  TIME_STATUSES,
  type TimeInStatus,
} from '../../core/results/uptime.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { getPeriodMs, SERIES_PERIODS, type SeriesPeriod } from '../../services/results/response-times.ts'
import { readSpans, resolvePeriod, trimBefore } from '../../services/results/uptime.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'

const DESCRIPTION = `Uptime is computed from time, not from the number of checks. It is the sum of the status history, to
the millisecond; \`spans\` lists the same spans, so the result can be verified. Paused time, maintenance and time with an
unknown status are excluded from the calculation. The period is at most 366 days long. It starts no earlier than the
creation of the monitor and ends no later than now. The last few minutes may still change, because missing results are
detected with a delay.`

export const PeriodQuery = {
  from: Type.Optional({ ...IsoTime, description: 'Start of the period. Default: 30 days before `to`' }),
  to: Type.Optional({ ...IsoTime, description: 'End of the period, exclusive. Default: now' }),
}

export const parseIsoPeriod = ({ from, to }: { from?: string; to?: string }): { from?: number; to?: number } => ({
  ...(from !== undefined && { from: parseIso(from) }),
  ...(to !== undefined && { to: parseIso(to) }),
})

/** Uptime of a monitor over any period, with its components. */
export const registerMonitorUptimeRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/monitors/:id/uptime',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'STATS_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'Get the uptime of a monitor over a period, and the spans it is computed from',
        description: DESCRIPTION,
        params: UuidParams('id'),
        querystring: Type.Object(PeriodQuery),
        response: { 200: toDataSchema(Uptime) },
      },
    },
    async ({ params, query, project }) => {
      const period = resolvePeriod(parseIsoPeriod(query), context.now())
      const monitor = await getMonitor(db, project.id, params.id)
      const spans = await readSpans(history, monitor, period)
      if (computeUptimePercentage(sumSpans(spans)) === null)
        throw new Problem('STATS_NOT_FOUND', 'Nothing was measured in this period')
      return toEnvelope(toUptime(spans))
    },
  )

  api.get(
    '/api/monitors/:id/uptime/periods',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'List the uptimes of a monitor over the usual periods, which all end at the same moment',
        params: UuidParams('id'),
        response: { 200: toDataSchema(PeriodUptimes) },
      },
    },
    async ({ params, project }) => {
      const to = context.now()
      const monitor = await getMonitor(db, project.id, params.id)
      const longest = Math.max(...SERIES_PERIODS.map(getPeriodMs))
      const spans = await readSpans(history, monitor, { from: to - longest, to })
      const periods = SERIES_PERIODS.map((period) =>
        toPeriodUptime(period, trimBefore(spans, to - getPeriodMs(period))),
      )
      return toEnvelope({ to: toIso(to), periods })
    },
  )
}

export const toSeconds = (ms: number): number => ms / 1_000

/** Time in each status; the sum is the period. */
export const SecondsByStatus = Type.Object(
  {
    up: Type.Number(),
    degraded: Type.Number({ description: 'Counts as available' }),
    down: Type.Number(),
    paused: Type.Number({ description: 'Not counted' }),
    unknown: Type.Number({ description: 'Not counted: the status was unknown' }),
    maintenance: Type.Number({ description: 'Time in maintenance, regardless of status; not counted' }),
  },
  {
    title: 'SecondsByStatus',
    description: 'Seconds by status; the sum is exactly `period_seconds`',
  },
)

export function toSecondsByStatus(time: TimeInStatus): Static<typeof SecondsByStatus> {
  const seconds = { ...time }
  for (const status of TIME_STATUSES) seconds[status] = toSeconds(time[status])
  return seconds
}

const Span = Type.Object(
  {
    from: IsoTime,
    to: Type.String({ format: 'date-time', description: 'Exclusive; the next span starts here' }),
    duration_seconds: Type.Number(),
    status: OneOf(RUNTIME_STATUSES),
    in_maintenance: Type.Boolean({
      description: 'Whether the span is excluded from the uptime because of maintenance',
    }),
  },
  { title: 'UptimeSpan' },
)

const EXAMPLE = {
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-01-31T00:00:00.000Z',
  period_seconds: 2_592_000,
  uptime_percentage: 99.988267,
  seconds: { up: 2_556_000, degraded: 0, down: 299.93, paused: 0, unknown: 32_100.07, maintenance: 3_600 },
  outages: 1,
  longest_outage_seconds: 299.93,
  mttr_seconds: 299.93,
  mtbf_seconds: 2_556_000,
  spans: [
    {
      from: '2026-01-30T23:00:00.000Z',
      to: '2026-01-31T00:00:00.000Z',
      duration_seconds: 3_600,
      status: 'up',
      in_maintenance: false,
    },
  ],
  spans_truncated: true,
}

export const Uptime = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Start of the period. Never earlier than the creation of the monitor',
    }),
    to: Type.String({ format: 'date-time', description: 'End of the period, exclusive' }),
    period_seconds: Type.Number({ description: 'Seconds from `from` to `to`' }),
    uptime_percentage: Type.Number({
      description: '100 x (up + degraded) / (up + degraded + down), up to six decimals',
    }),
    seconds: SecondsByStatus,
    outages: Type.Integer({
      description: 'Outages outside maintenance, including outages that started before the period or continue after it',
    }),
    longest_outage_seconds: Type.Number({ description: 'Seconds within the period; 0 if there was no outage' }),
    mttr_seconds: Nullable(
      Type.Number({ description: 'Mean time to recovery: down time per outage; null if there was no outage' }),
    ),
    mtbf_seconds: Nullable(
      Type.Number({
        description: 'Mean time between failures: up and degraded time per outage; null if there was no outage',
      }),
    ),
    spans: Type.Array(Span, {
      description:
        'Status spans that the uptime is computed from, without gaps from `from` to `to`, oldest first; the ' +
        'newest 1,000',
    }),
    spans_truncated: Type.Boolean({ description: 'Whether earlier spans are omitted' }),
  },
  { examples: [EXAMPLE] },
)

const PeriodUptime = Type.Object(
  {
    period: OneOf(SERIES_PERIODS),
    uptime_percentage: Nullable(
      Type.Number({ description: 'Up to six decimals; null when nothing was measured', examples: [99.988267] }),
    ),
    seconds: SecondsByStatus,
    outages: Type.Integer({
      description: 'Outages outside maintenance, as in the uptime of one period',
      examples: [1],
    }),
  },
  { title: 'PeriodUptime' },
)

const PeriodUptimes = Type.Object({
  to: Type.String({ format: 'date-time', description: 'End of every period, exclusive' }),
  periods: Type.Array(PeriodUptime, { description: 'Shortest first' }),
})

function toPeriodUptime(period: SeriesPeriod, spans: readonly StatusSpan[]): Static<typeof PeriodUptime> {
  const time = sumSpans(spans)
  return {
    period,
    uptime_percentage: computeUptimePercentage(time),
    seconds: toSecondsByStatus(time),
    outages: summarizeOutages(spans).count,
  }
}

/** Maximum number of spans listed. */
const MAX_SPANS = 1_000

/** @param spans without a gap, at least one of them measured */
export function toUptime(spans: readonly StatusSpan[]): Static<typeof Uptime> {
  const time = sumSpans(spans)
  const { count, longestMs } = summarizeOutages(spans)
  const perOutage = (ms: number): number | null => (count > 0 ? Math.round(ms / count) / 1_000 : null)
  return {
    from: toIso(spans[0]!.from),
    to: toIso(spans.at(-1)!.to),
    period_seconds: toSeconds(sumTime(time)),
    uptime_percentage: computeUptimePercentage(time)!,
    seconds: toSecondsByStatus(time),
    outages: count,
    longest_outage_seconds: toSeconds(longestMs),
    mttr_seconds: perOutage(time.down),
    mtbf_seconds: perOutage(time.up + time.degraded),
    spans: spans.slice(-MAX_SPANS).map(({ from, to, status, inMaintenance }) => ({
      from: toIso(from),
      to: toIso(to),
      duration_seconds: toSeconds(to - from),
      status,
      in_maintenance: inMaintenance,
    })),
    spans_truncated: spans.length > MAX_SPANS,
  }
}
