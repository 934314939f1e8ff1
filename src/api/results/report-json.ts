/**
 * Reports in JSON and CSV.
 *
 * CSV for spreadsheets. Source: RFC 4180.
 */
import Type, { type Static } from 'typebox'
import { MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import type { AvailabilitySlot } from '../../core/results/availability.ts'
import { computeUptimePercentage, sumTime, TIME_STATUSES } from '../../core/results/uptime.ts'
import { type ReportRow, RUNNING_PERIODS, type UptimeFigures } from '../../core/results/uptime-report.ts'
import type { LatencySummary } from '../../services/results/response-times.ts'
import type { Report } from '../../services/results/uptime-report.ts'
import { Pagination } from '../platform/envelope.ts'
import { IsoTime, Nullable, NullableIsoTime, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'
import { DaySlot, SLOT_STATUSES } from './availability.ts'
import { SecondsByStatus, toSeconds, toSecondsByStatus } from './monitor-uptime.ts'

const figureFields = {
  uptime_percentage: Nullable(
    Type.Number({
      description: '100 x (up + degraded) / (up + degraded + down), up to six decimals; null when nothing was measured',
    }),
  ),
  period_seconds: Type.Number({ description: 'Seconds of the period in which the monitor existed' }),
  seconds: SecondsByStatus,
  outages: Type.Integer({ description: 'Outages outside maintenance' }),
  longest_outage_seconds: Type.Number({ description: '0 if there was no outage' }),
  incidents: Type.Integer({ description: 'Incidents of any type that started in the period' }),
}

const Total = Type.Object(
  { monitor_count: Type.Integer(), ...figureFields },
  {
    title: 'UptimeReportTotal',
    description: 'Total over all monitors of the report, not only of this page',
  },
)

const Milliseconds = (what: string) =>
  Nullable(
    Type.Number({
      description: `${what} of passing checks in UTC hours that began in the period; null if no check passed`,
    }),
  )

const Row = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    type: OneOf(MONITOR_TYPES),
    group: Nullable(Type.Object({ id: Uuid, name: Type.String() }, { title: 'ReportedGroup' })),
    created_at: IsoTime,
    deleted_at: { ...NullableIsoTime, description: 'Null if the monitor is not deleted' },
    ...figureFields,
    day_statuses: Type.Array(OneOf(Object.values(SLOT_STATUSES)), {
      description: 'Worst status of each of the `days`',
    }),
    average_response_ms: Milliseconds('Mean response time'),
    p95_response_ms: Milliseconds('95th percentile of the response time (accurate to 1 %)'),
  },
  { title: 'UptimeReportMonitor' },
)

const exampleFigures = { uptime_percentage: 99.988267, period_seconds: 2_678_400 }
const EXAMPLE = {
  period: 'month',
  month: '2026-01',
  timezone: 'UTC',
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-02-01T00:00:00.000Z',
  is_complete: true,
  total: {
    monitor_count: 1,
    ...exampleFigures,
    seconds: { up: 2_556_000, degraded: 0, down: 299.93, paused: 86_400, unknown: 32_100.07, maintenance: 3_600 },
    outages: 1,
    longest_outage_seconds: 299.93,
    incidents: 1,
  },
  days: [
    {
      starts_at: '2026-01-01T00:00:00.000Z',
      status: 'down',
      uptime_percentage: 99.652859,
      down_seconds: 299.93,
      degraded_seconds: 0,
      maintenance_seconds: 0,
    },
  ],
  week: [{ weekday: 1, hour: 0, uptime_percentage: 99.652859, down_seconds: 299.93 }],
  monitors: [
    {
      id: '0198c0de-7a11-7abc-8def-0123456789ab',
      name: 'Web shop',
      type: 'HTTP',
      group: { id: '0198c0de-7a11-7abc-8def-0123456789ac', name: 'Shop' },
      created_at: '2025-11-01T09:30:00.000Z',
      deleted_at: null,
      ...exampleFigures,
      seconds: { up: 2_556_000, degraded: 0, down: 299.93, paused: 86_400, unknown: 32_100.07, maintenance: 3_600 },
      outages: 1,
      longest_outage_seconds: 299.93,
      incidents: 1,
      day_statuses: ['down'],
      average_response_ms: 182.4,
      p95_response_ms: 301.2,
    },
  ],
  pagination: { total_count: 1, limit: 50, offset: 0, has_more: false },
}

const ReportHour = Type.Object(
  {
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday' }),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    uptime_percentage: Nullable(
      Type.Number({ description: '0-100; null when nothing was measured', examples: [99.9] }),
    ),
    down_seconds: Type.Number({ description: 'Sum of all monitors', examples: [299.93] }),
  },
  { title: 'ReportHour' },
)

export const toReportHour = (slot: AvailabilitySlot, place: number): Static<typeof ReportHour> => ({
  weekday: Math.floor(place / 24) + 1,
  hour: place % 24,
  uptime_percentage: slot.uptimePercentage,
  down_seconds: toSeconds(slot.downMs),
})

export const UptimeReport = Type.Object(
  {
    period: OneOf(['month', 'range', ...RUNNING_PERIODS]),
    month: Type.Optional(Type.String({ description: 'Present for a month' })),
    timezone: Type.String(),
    from: IsoTime,
    to: Type.String({
      format: 'date-time',
      description: 'End of the period, exclusive; the current time while the period is in progress',
    }),
    is_complete: Type.Boolean({ description: 'Whether the period is over' }),
    total: Total,
    days: Type.Array(DaySlot, {
      description: 'UTC days of the period, for all monitors together; empty if the period is longer than 367 days',
    }),
    week: Type.Array(ReportHour, {
      description:
        'The 168 hours of a week from Monday, in `timezone`, for all monitors together; empty if the period is longer ' +
        'than 367 days. A UTC hour belongs to the local hour in which it starts',
    }),
    monitors: Type.Array(Row, { description: 'Monitors, sorted by name' }),
    pagination: Pagination,
  },
  { examples: [EXAMPLE] },
)

export const toPeriodJson = ({ kind, name, timezone, from, to, isComplete }: Report) => ({
  period: kind,
  ...(kind === 'month' && { month: name }),
  timezone,
  from: toIso(from),
  to: toIso(to),
  is_complete: isComplete,
})

const toFigures = ({ time, outages, longestOutageMs, incidents }: UptimeFigures) => ({
  uptime_percentage: computeUptimePercentage(time),
  period_seconds: toSeconds(sumTime(time)),
  seconds: toSecondsByStatus(time),
  outages,
  longest_outage_seconds: toSeconds(longestOutageMs),
  incidents,
})

export const toTotal = ({ rows, total }: Report): Static<typeof Total> => ({
  monitor_count: rows.length,
  ...toFigures(total),
})

export const toRow = (row: ReportRow, latency: LatencySummary | null): Static<typeof Row> => ({
  id: row.monitor.id,
  name: row.monitor.name,
  type: row.monitor.type,
  group: row.monitor.group,
  created_at: toIso(row.monitor.createdAt),
  deleted_at: toIsoOrNull(row.monitor.deletedAt),
  ...toFigures(row),
  day_statuses: row.days.map((status) => SLOT_STATUSES[status]),
  average_response_ms: roundOrNull(latency?.averageMs ?? null),
  p95_response_ms: roundOrNull(latency?.p95Ms ?? null),
})

/** Rounds to 10 µs. */
const roundOrNull = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 100) / 100)

const HEADINGS = [
  'monitor_id',
  'name',
  'type',
  'group',
  'created_at',
  'deleted_at',
  'uptime_percentage',
  'period_seconds',
  ...TIME_STATUSES.map((status) => `${status}_seconds`),
  'outages',
  'longest_outage_seconds',
  'incidents',
  'average_response_ms',
  'p95_response_ms',
  'period_from',
  'period_to',
]

export const formatCsvHeader = (): string => formatCsvLine(HEADINGS)

export const formatCsvRow = (row: ReportRow, latency: LatencySummary | null, report: Report): string => {
  const shown = toRow(row, latency)
  const { id, name, type, group, created_at, deleted_at } = shown
  const identity = [id, name, type, group?.name ?? null, created_at, deleted_at]
  const latencies = [shown.average_response_ms, shown.p95_response_ms]
  return formatCsvLine([...identity, ...toFigureCells(shown), ...latencies, ...toPeriodCells(report)])
}

/** Formats the last line: all monitors together. */
export const formatCsvTotal = (report: Report): string =>
  formatCsvLine([
    ...[null, 'Total', null, null, null, null],
    ...toFigureCells(toTotal(report)),
    ...[null, null],
    ...toPeriodCells(report),
  ])

const toPeriodCells = ({ from, to }: Report): Cell[] => [toIso(from), toIso(to)]

const toFigureCells = (figures: ReturnType<typeof toFigures>): Cell[] => [
  figures.uptime_percentage,
  figures.period_seconds,
  ...TIME_STATUSES.map((status) => figures.seconds[status]),
  figures.outages,
  figures.longest_outage_seconds,
  figures.incidents,
]

type Cell = string | number | null

/** Formats a line with its line break. Null becomes an empty cell. */
export const formatCsvLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(',')}\r\n`

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = escapeFormulas(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `=`, `+`, `-` or `@`, also in full width, after spaces or quotes. */
const FORMULA = '[\\s"\\u200b\\ufeff]*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'

/**
 * Spreadsheets with other locales split cells at semicolons, tabs or bars, and read a quote within a cell as text. So a
 * cell, and a formula, may begin after each of these and after a line break.
 */
const INNER_FORMULA = new RegExp(`([,;|\\t\\r\\n])(?=${FORMULA})`, 'g')
const LEADING_FORMULA = new RegExp(`^(?:${FORMULA}|[\\t\\r\\n])`)

/**
 * Escapes formulas, which spreadsheets would run: an apostrophe turns one into text. Numbers stay numbers. Source:
 * OWASP, "CSV Injection".
 */
function escapeFormulas(text: string): string {
  const inside = text.replace(INNER_FORMULA, "$1'")
  return LEADING_FORMULA.test(text) ? `'${inside}` : inside
}
