/** Durations in the API: exact seconds with up to three decimals. */
import Type, { type Static } from 'typebox'
import { RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import {
  computeUptimePercentage,
  type StatusSpan,
  summarizeOutages,
  sumSpans,
  sumTime,
  TIME_STATUSES,
  type TimeInStatus,
} from '../../core/results/uptime.ts'
import { SERIES_PERIODS, type SeriesPeriod } from '../../services/results/series.ts'
import { IsoTime, Nullable, OneOf } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

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

export const PeriodUptimes = Type.Object({
  to: Type.String({ format: 'date-time', description: 'End of every period, exclusive' }),
  periods: Type.Array(PeriodUptime, { description: 'Shortest first' }),
})

export function toPeriodUptime(period: SeriesPeriod, stretches: readonly StatusSpan[]): Static<typeof PeriodUptime> {
  const time = sumSpans(stretches)
  return {
    period,
    uptime_percentage: computeUptimePercentage(time),
    seconds: toSecondsByStatus(time),
    outages: summarizeOutages(stretches).count,
  }
}

/** Maximum number of spans listed. */
const MAX_SPANS = 1_000

/** @param stretches without a gap, at least one of them measured */
export function toUptime(stretches: readonly StatusSpan[]): Static<typeof Uptime> {
  const time = sumSpans(stretches)
  const { count, longestMs } = summarizeOutages(stretches)
  const perOutage = (ms: number): number | null => (count > 0 ? Math.round(ms / count) / 1_000 : null)
  return {
    from: toIso(stretches[0]!.from),
    to: toIso(stretches.at(-1)!.to),
    period_seconds: toSeconds(sumTime(time)),
    uptime_percentage: computeUptimePercentage(time)!,
    seconds: toSecondsByStatus(time),
    outages: count,
    longest_outage_seconds: toSeconds(longestMs),
    mttr_seconds: perOutage(time.down),
    mtbf_seconds: perOutage(time.up + time.degraded),
    spans: stretches.slice(-MAX_SPANS).map(({ from, to, status, inMaintenance }) => ({
      from: toIso(from),
      to: toIso(to),
      duration_seconds: toSeconds(to - from),
      status,
      in_maintenance: inMaintenance,
    })),
    spans_truncated: stretches.length > MAX_SPANS,
  }
}
