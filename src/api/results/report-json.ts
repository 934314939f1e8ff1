/** Reports as the API shows them: as JSON, and as a table for spreadsheets. */
import Type, { type Static } from 'typebox'
import { MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import { STATUSES_OF_TIME, totalOf, uptimePercentage } from '../../core/results/uptime.ts'
import type { Balance, ReportRow } from '../../core/results/uptime-report.ts'
import type { Latency, Report } from '../../services/results/uptime-report.ts'
import { Pagination } from '../platform/envelope.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { type Cell, csvLine } from './csv.ts'
import { inSeconds, SecondsByStatus, toSecondsByStatus } from './uptime-json.ts'

const balanceFields = {
  uptime_percentage: Nullable(
    Type.Number({
      description: '100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured',
    }),
  ),
  period_seconds: Type.Number({ description: 'As long as the monitor was there in the period' }),
  seconds: SecondsByStatus,
  outages: Type.Integer({ description: 'Stretches of being down outside of maintenance' }),
  longest_outage_seconds: Type.Number({ description: '0 when there was none' }),
  incidents: Type.Integer({ description: 'Of any kind, that began in the period' }),
}

const Total = Type.Object(
  { monitor_count: Type.Integer(), ...balanceFields },
  { title: 'UptimeReportTotal', description: 'All monitors of the report together, not those of the page alone' },
)

const Milliseconds = (what: string) =>
  Nullable(Type.Number({ description: `${what}, of passing checks in whole UTC hours; null when there was none` }))

const Row = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    group: Nullable(Type.Object({ id: Uuid, name: Type.String() }, { title: 'ReportedGroup' })),
    created_at: IsoTime,
    deleted_at: { ...NullableIsoTime, description: 'Null while the monitor is there' },
    ...balanceFields,
    average_response_ms: Milliseconds('Mean response time'),
    p95_response_ms: Milliseconds('95 % were at least as fast, within 1 %'),
  },
  { title: 'UptimeReportMonitor' },
)

const balance = { uptime_percentage: 99.988267, period_seconds: 2_678_400 }
const EXAMPLE = {
  month: '2026-01',
  timezone: 'UTC',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  is_complete: true,
  total: {
    monitor_count: 1,
    ...balance,
    seconds: { up: 2_556_000, degraded: 0, down: 299.93, paused: 86_400, unknown: 32_100.07, maintenance: 3_600 },
    outages: 1,
    longest_outage_seconds: 299.93,
    incidents: 1,
  },
  monitors: [
    {
      id: '0198c0de-7a11-7abc-8def-0123456789ab',
      name: 'Web shop',
      type: 'HTTP',
      group: { id: '0198c0de-7a11-7abc-8def-0123456789ac', name: 'Shop' },
      created_at: '2025-11-01T09:30:00.000Z',
      deleted_at: null,
      ...balance,
      seconds: { up: 2_556_000, degraded: 0, down: 299.93, paused: 86_400, unknown: 32_100.07, maintenance: 3_600 },
      outages: 1,
      longest_outage_seconds: 299.93,
      incidents: 1,
      average_response_ms: 182.4,
      p95_response_ms: 301.2,
    },
  ],
  pagination: { total_count: 1, limit: 50, offset: 0, has_more: false },
}

export const UptimeReport = Type.Object(
  {
    month: Type.String(),
    timezone: Type.String(),
    from: IsoTime,
    to: Type.String({ format: 'date-time', description: 'Exclusive; the present while the month goes on' }),
    is_complete: Type.Boolean({ description: 'Whether the month is over' }),
    total: Total,
    monitors: Type.Array(Row, { description: 'By name' }),
    pagination: Pagination,
  },
  { examples: [EXAMPLE] },
)

export const toFrame = ({ month, timezone, from, to, isComplete }: Report) => ({
  month,
  timezone,
  from: toIso(from),
  to: toIso(to),
  is_complete: isComplete,
})

const toBalance = ({ time, outages, longestOutageMs, incidents }: Balance) => ({
  uptime_percentage: uptimePercentage(time),
  period_seconds: inSeconds(totalOf(time)),
  seconds: toSecondsByStatus(time),
  outages,
  longest_outage_seconds: inSeconds(longestOutageMs),
  incidents,
})

export const toTotal = ({ rows, total }: Report): Static<typeof Total> => ({
  monitor_count: rows.length,
  ...toBalance(total),
})

export const toRow = (row: ReportRow, { averageMs, p95Ms }: Latency): Static<typeof Row> => ({
  id: row.monitor.id,
  name: row.monitor.name,
  type: row.monitor.type,
  group: row.monitor.group,
  created_at: toIso(row.monitor.createdAt),
  deleted_at: toIsoOrNull(row.monitor.deletedAt),
  ...toBalance(row),
  average_response_ms: rounded(averageMs),
  p95_response_ms: rounded(p95Ms),
})

/** To 10 µs. */
const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 100) / 100)

const HEADINGS = [
  'monitor_id',
  'name',
  'type',
  'group',
  'created_at',
  'deleted_at',
  'uptime_percentage',
  'period_seconds',
  ...STATUSES_OF_TIME.map((status) => `${status}_seconds`),
  'outages',
  'longest_outage_seconds',
  'incidents',
  'average_response_ms',
  'p95_response_ms',
]

export const csvHeader = (): string => csvLine(HEADINGS)

export const csvRow = (row: ReportRow, latency: Latency): string => {
  const shown = toRow(row, latency)
  const { id, name, type, group, created_at, deleted_at } = shown
  const told = [id, name, type, group?.name ?? null, created_at, deleted_at]
  return csvLine([...told, ...balanceCells(shown), shown.average_response_ms, shown.p95_response_ms])
}

/** The last line: all monitors together. */
export const csvTotal = (report: Report): string =>
  csvLine([null, 'Total', null, null, null, null, ...balanceCells(toTotal(report)), null, null])

const balanceCells = (balance: ReturnType<typeof toBalance>): Cell[] => [
  balance.uptime_percentage,
  balance.period_seconds,
  ...STATUSES_OF_TIME.map((status) => balance.seconds[status]),
  balance.outages,
  balance.longest_outage_seconds,
  balance.incidents,
]
