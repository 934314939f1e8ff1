import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Bars, DAY_MS } from '../../parts/monitors/bars.ts'
import { StatusBars } from '../../parts/monitors/status-bars.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { findShortMeasurement } from './measured.ts'
import type { Report, Row } from './queries.ts'

/** Heads in two lines let all columns fit beside the navigation. Small type lets them fit on paper. */
const FITTING = [
  '[&_th]:align-bottom [&_th]:whitespace-normal',
  'print:overflow-visible print:text-xs print:[&_td]:px-1 print:[&_th]:px-1 print:[&_th]:text-xs',
  'print:[&_td]:whitespace-normal print:[&_td:first-child]:min-w-24 print:[&_td_span]:text-xs print:[&_td_span]:whitespace-normal',
].join(' ')

export function ReportTable({ report, withTotal }: { report: Report; withTotal: boolean }) {
  const reports = useText().reports
  const number = (text: string) => ({ text, isNumber: true })
  return (
    <Table
      label={reports.label}
      className={FITTING}
      head={[
        reports.monitor,
        reports.days,
        number(reports.uptime),
        number(reports.downtime),
        number(reports.outages),
        number(reports.longest),
        number(reports.incidents),
        number(reports.average),
        number(reports.p95),
      ]}
    >
      {report.monitors.map((row) => (
        <Monitor key={row.id} row={row} period={report} />
      ))}
      {withTotal && (
        <tr className="font-semibold">
          <Cell>{reports.total}</Cell>
          <Cell />
          <UptimeCells balance={report.total} />
          <Cell isNumber />
          <Cell isNumber />
        </tr>
      )}
    </Table>
  )
}

/** Bars of a monitor; the popup reads its details. */
const toBars = ({ id, day_statuses }: Row, { days }: Report): Bars => ({
  monitorId: id,
  startsAt: Date.parse(days[0]!.starts_at),
  stepMs: DAY_MS,
  statuses: day_statuses,
  uptimes: [],
})

function Monitor({ row, period }: { row: Row; period: Report }) {
  const reports = useText().reports
  const { ms } = useFormat()
  const isGone = row.deleted_at !== null
  return (
    <tr className="break-inside-avoid hover:bg-hover">
      <Cell className="min-w-48">
        {isGone ? (
          <span className="wrap-anywhere">
            {row.name} <span className="text-muted">({reports.deleted})</span>
          </span>
        ) : (
          <Link
            to="/monitors/$id"
            params={{ id: row.id }}
            className="rounded font-medium underline-offset-2 wrap-anywhere hover:underline"
          >
            {row.name}
          </Link>
        )}
        {row.group && <span className="block text-sm text-muted wrap-anywhere">{row.group.name}</span>}
      </Cell>
      <Cell className="min-w-24">
        {period.days.length > 0 && <StatusBars bars={toBars(row, period)} className="h-5" />}
      </Cell>
      <UptimeCells balance={row} note={<MeasuredNote row={row} period={period} />} />
      <Cell isNumber>{row.average_response_ms === null ? reports.nothing : ms(row.average_response_ms)}</Cell>
      <Cell isNumber>{row.p95_response_ms === null ? reports.nothing : ms(row.p95_response_ms)}</Cell>
    </tr>
  )
}

type UptimeFigures = Pick<Row, 'uptime_percentage' | 'seconds' | 'outages' | 'longest_outage_seconds' | 'incidents'>

/** Marks an uptime that was measured only for a part of the period. */
function MeasuredNote({ row, period }: { row: Row; period: Report }) {
  const reports = useText().reports
  const { duration, date } = useFormat()
  const short = findShortMeasurement(row, period)
  if (short === null) return null
  return (
    <span className="block text-xs font-normal whitespace-nowrap text-muted">
      {'since' in short ? reports.measuredSince(date(short.since)) : reports.measuredFor(duration(short.forMs))}
    </span>
  )
}

function UptimeCells({ balance: figures, note }: { balance: UptimeFigures; note?: ReactNode }) {
  const reports = useText().reports
  const { percent, duration, number } = useFormat()
  const { uptime_percentage: uptime, seconds, outages, longest_outage_seconds: longest, incidents } = figures
  const span = (count: number) => (count > 0 ? duration(Math.max(1_000, count * 1_000)) : reports.nothing)
  return (
    <>
      <Cell isNumber className={uptime === null ? 'text-muted' : 'font-semibold'}>
        {uptime === null ? reports.notMeasured : percent(uptime, 3)}
        {note}
      </Cell>
      <Cell isNumber>{span(seconds.down)}</Cell>
      <Cell isNumber>{number(outages)}</Cell>
      <Cell isNumber>{span(longest)}</Cell>
      <Cell isNumber>{number(incidents)}</Cell>
    </>
  )
}
