/** Time as the API adds it up: seconds with up to three decimals, which are exact. */
import Type, { type Static } from 'typebox'
import { RUNTIME_STATUSES } from '../../core/monitors/monitor.ts'
import {
  addUp,
  outagesOf,
  STATUSES_OF_TIME,
  type Stretch,
  type TimeInStatus,
  totalOf,
  uptimePercentage,
} from '../../core/results/uptime.ts'
import { IsoTime, Nullable, OneOf } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

export const inSeconds = (ms: number): number => ms / 1_000

/** Time in each status; it adds up to the period. */
export const SecondsByStatus = Type.Object(
  {
    up: Type.Number(),
    degraded: Type.Number({ description: 'Counts as available' }),
    down: Type.Number(),
    paused: Type.Number({ description: 'Not measured' }),
    unknown: Type.Number({ description: 'Not measured: nobody could say' }),
    maintenance: Type.Number({ description: 'In maintenance, whatever the status was: not measured either' }),
  },
  { title: 'SecondsByStatus', description: 'Adds up to `period_seconds` exactly' },
)

export function toSecondsByStatus(time: TimeInStatus): Static<typeof SecondsByStatus> {
  const seconds = { ...time }
  for (const status of STATUSES_OF_TIME) seconds[status] = inSeconds(time[status])
  return seconds
}

const Span = Type.Object(
  {
    from: IsoTime,
    to: Type.String({ format: 'date-time', description: 'Exclusive: the next span begins here' }),
    duration_seconds: Type.Number(),
    status: OneOf(RUNTIME_STATUSES),
    in_maintenance: Type.Boolean({ description: 'Whether it is outside of the uptime for that' }),
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
    from: Type.String({ format: 'date-time', description: 'Not before the monitor was created' }),
    to: Type.String({ format: 'date-time', description: 'Exclusive' }),
    period_seconds: Type.Number({ description: 'From `from` to `to`' }),
    uptime_percentage: Type.Number({
      description: '100 x (up + degraded) / (up + degraded + down), up to six decimals',
    }),
    seconds: SecondsByStatus,
    outages: Type.Integer({
      description: 'Stretches of being down outside of maintenance; one that began earlier or goes on is counted too',
    }),
    longest_outage_seconds: Type.Number({ description: 'As far as it lies in the period; 0 when there was none' }),
    mttr_seconds: Nullable(
      Type.Number({ description: 'Mean time to recover: down per outage; null when there was none' }),
    ),
    mtbf_seconds: Nullable(
      Type.Number({ description: 'Mean time between failures: up and degraded per outage; null when there was none' }),
    ),
    spans: Type.Array(Span, {
      description: 'What is added up, without a gap from `from` to `to`, oldest first; the newest 1,000',
    }),
    spans_truncated: Type.Boolean({ description: 'Whether earlier spans are left out' }),
  },
  { examples: [EXAMPLE] },
)

/** Most spans that are listed. */
const MOST_SPANS = 1_000

/** @param stretches without a gap, at least one of them measured */
export function toUptime(stretches: readonly Stretch[]): Static<typeof Uptime> {
  const time = addUp(stretches)
  const { count, longestMs } = outagesOf(stretches)
  const perOutage = (ms: number): number | null => (count > 0 ? Math.round(ms / count) / 1_000 : null)
  return {
    from: toIso(stretches[0]!.from),
    to: toIso(stretches.at(-1)!.to),
    period_seconds: inSeconds(totalOf(time)),
    uptime_percentage: uptimePercentage(time)!,
    seconds: toSecondsByStatus(time),
    outages: count,
    longest_outage_seconds: inSeconds(longestMs),
    mttr_seconds: perOutage(time.down),
    mtbf_seconds: perOutage(time.up + time.degraded),
    spans: stretches.slice(-MOST_SPANS).map(({ from, to, status, inMaintenance }) => ({
      from: toIso(from),
      to: toIso(to),
      duration_seconds: inSeconds(to - from),
      status,
      in_maintenance: inMaintenance,
    })),
    spans_truncated: stretches.length > MOST_SPANS,
  }
}
