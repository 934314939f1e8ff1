import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { getLocalZone } from '../../parts/zone-picker.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton, useProblemText } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useToast } from '../../ui/toast.tsx'
import { addMonths, isMonth, toMonth } from './months.ts'
import { fetchCsv, PAGE_SIZE, type Report, type ReportOptions, reportQuery } from './queries.ts'
import { ReportFilters, useMonthName } from './report-filters.tsx'
import { ReportTable } from './report-table.tsx'

const parseText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Parses the options from the address. The default is the last complete month in the user's time zone. */
function parseOptions(search: Readonly<Record<string, unknown>>): ReportOptions {
  const zone = parseText(search.zone) ?? getLocalZone()
  return {
    zone,
    month: isMonth(search.month) ? search.month : addMonths(toMonth(Date.now(), getLocalZone()), -1),
    group: parseText(search.group),
    tag: parseText(search.tag),
  }
}

const toSearch = ({ month, zone, group, tag }: ReportOptions): Record<string, string> => ({
  month,
  ...(zone !== getLocalZone() && { zone }),
  ...(group && { group }),
  ...(tag && { tag }),
})

export default function Reports() {
  const { reports } = useText()
  const navigate = useNavigate()
  const nameOf = useMonthName()
  const options = parseOptions(useSearch({ strict: false }) as Record<string, unknown>)
  return (
    <Page
      title={reports.heading(nameOf(options.month))}
      subtitle={<span className="hidden print:inline">{options.zone}</span>}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button icon={Printer} onClick={() => print()}>
            {reports.print}
          </Button>
          <DownloadButton wish={options} />
        </div>
      }
    >
      <ReportFilters
        wish={options}
        onChange={(some) =>
          void navigate({
            to: '/reports',
            search: toSearch({ ...options, ...some }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <ReportView key={JSON.stringify(options)} wish={options} />
    </Page>
  )
}

function ReportView({ wish: options }: { wish: ReportOptions }) {
  const { reports } = useText()
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(reportQuery(options, offset))
  if (error && !data)
    return (
      <Card>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    )
  const { total_count: count } = data.pagination
  if (count === 0)
    return (
      <Card>
        <Notice icon={ChartColumn} title={reports.empty}>
          {reports.emptyHelp}
        </Notice>
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      {!data.is_complete && (
        <p className="rounded-md bg-degraded-soft px-3 py-2 text-degraded" role="status">
          {reports.goesOn}
        </p>
      )}
      <Summary total={data.total} />
      <Card isFlush>
        <ReportTable report={data} withTotal={offset + PAGE_SIZE >= count} />
        <div className="print:hidden">
          <Pager offset={offset} limit={PAGE_SIZE} total={count} onChange={setOffset} />
        </div>
      </Card>
      <p className="max-w-3xl text-sm text-muted">{reports.footnote}</p>
    </div>
  )
}

/** Browsers read the file after the click; revoking its URL earlier could produce an empty file. */
const REVOKE_DELAY_MS = 10_000

function DownloadButton({ wish: options }: { wish: ReportOptions }) {
  const { reports } = useText()
  const toast = useToast()
  const describeProblem = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchCsv(options),
    onSuccess: (table) => save(table, `uptime-${options.month}.csv`),
    onError: (error) => toast.failed(reports.downloadFailed, describeProblem(toProblem(error))),
  })
  return (
    <Button icon={Download} isPending={isPending} onClick={() => mutate()}>
      {reports.download}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS)
}

/** Summary of all monitors. */
function Summary({ total }: { total: Report['total'] }) {
  const { reports } = useText()
  const format = useFormat()
  const figures = [
    {
      term: reports.uptime,
      value: total.uptime_percentage === null ? reports.notMeasured : format.percent(total.uptime_percentage, 3),
    },
    { term: reports.downtime, value: format.duration(total.seconds.down * 1000) },
    { term: reports.longest, value: format.duration(total.longest_outage_seconds * 1000) },
    { term: reports.outages, value: format.number(total.outages) },
    { term: reports.incidents, value: format.number(total.incidents) },
    { term: reports.monitors, value: format.number(total.monitor_count) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
      {figures.map(({ term, value }) => (
        <div key={term} className="flex flex-col bg-surface px-4 py-3">
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="text-xl font-semibold tabular">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
