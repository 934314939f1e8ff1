import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { useMe, usePermission } from '../../app/me.ts'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { saveFile } from '../../parts/platform/save-file.ts'
import { useLanguage, useText } from '../../text/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton, useProblemText } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Letterhead } from './letterhead.tsx'
import {
  findRangeProblem,
  hasPeriod,
  type Period,
  parsePeriod,
  toCurrentMonth,
  toDay,
  toFileName,
  toPeriodParams,
} from './period.ts'
import { fetchCsv, PAGE_SIZE, type Report, type ReportOptions, reportQuery } from './queries.ts'
import { ReportFilters, usePeriodHeading } from './report-filters.tsx'
import { ReportTable } from './report-table.tsx'
import { Summary } from './summary.tsx'

const parseText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Parses the options from the address. */
function parseOptions(search: Readonly<Record<string, unknown>>): ReportOptions {
  const zone = parseText(search.zone) ?? getLocalZone()
  return {
    zone,
    period: parsePeriod(search, Date.now(), zone),
    group: parseText(search.group),
    tag: parseText(search.tag),
  }
}

/** An address without a period means the last month, or the current one while the last has no measurement. */
function useOptions(search: Readonly<Record<string, unknown>>): ReportOptions {
  const options = parseOptions(search)
  const isOpen = !hasPeriod(search)
  const { data } = useQuery({ ...reportQuery(options, 0), enabled: isOpen })
  const isEmpty = isOpen && data !== undefined && data.total.uptime_percentage === null
  return isEmpty ? { ...options, period: toCurrentMonth(Date.now(), options.zone) } : options
}

const toSearch = ({ period, zone, group, tag }: ReportOptions): Record<string, string> => ({
  ...toPeriodParams(period),
  ...(zone !== getLocalZone() && { zone }),
  ...(group && { group }),
  ...(tag && { tag }),
})

const isUsablePeriod = (period: Period, zone: string): boolean =>
  period.kind !== 'range' || findRangeProblem(period, toDay(Date.now(), zone)) === null

export default function Reports() {
  const text = useText()
  const { reports } = text
  const { organization } = useMe()
  const navigate = useNavigate()
  const nameOf = usePeriodHeading()
  const options = useOptions(useSearch({ strict: false }) as Record<string, unknown>)
  const isUsable = isUsablePeriod(options.period, options.zone)
  const change = (some: Partial<ReportOptions>) =>
    void navigate({
      to: '/reports',
      search: toSearch({ ...options, ...some }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={nameOf(options.period)}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink to="/reports/year">{text.monitor.year.open}</ButtonLink>
          <Button icon={Printer} onClick={() => print()}>
            {reports.print}
          </Button>
          {isUsable && <DownloadButton wish={options} />}
        </div>
      }
    >
      <Letterhead name={organization.name} />
      <ReportFilters wish={options} onChange={change} />
      {isUsable ? (
        <ReportView
          key={JSON.stringify(options)}
          wish={options}
          onShowAll={() => change({ period: { kind: 'all' }, group: null, tag: null })}
        />
      ) : (
        <Card>
          <Notice icon={ChartColumn} title={reports.badRange} />
        </Card>
      )}
    </Page>
  )
}

function ReportView({ wish: options, onShowAll }: { wish: ReportOptions; onShowAll: () => void }) {
  const reports = useText().reports
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
        <Empty options={options} onShowAll={onShowAll} />
      </Card>
    )
  return (
    <div className="flex flex-col gap-4">
      <Coverage report={data} />
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

/** The exact period, and a note on an unfinished or unmeasured one. */
function Coverage({ report }: { report: Report }) {
  const reports = useText().reports
  const { locale } = useLanguage()
  const { period, from, to, timezone, total } = report
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timezone })
  const note =
    total.uptime_percentage === null
      ? reports.unmeasured
      : !report.is_complete && (period === 'month' || period === 'range')
        ? reports.goesOn
        : null
  return (
    <div>
      <p className="text-muted">
        {reports.covers(format.format(Date.parse(from)), format.format(Date.parse(to)), timezone)}
        {period === 'all' && ` · ${reports.coversAll}`}
      </p>
      {note && (
        <p className="mt-2 rounded-md bg-degraded-soft px-3 py-2 text-degraded" role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** A report of all time without filters is empty only without monitors. */
function Empty({ options: { period, group, tag }, onShowAll }: { options: ReportOptions; onShowAll: () => void }) {
  const reports = useText().reports
  const mayCreate = usePermission('can_edit_monitors')
  if (period.kind === 'all' && group === null && tag === null)
    return (
      <Notice icon={ChartColumn} title={reports.noMonitors}>
        <p>{reports.noMonitorsHelp}</p>
        {mayCreate && (
          <ButtonLink to="/monitors/new" variant="primary" className="mt-4">
            {reports.create}
          </ButtonLink>
        )}
      </Notice>
    )
  return (
    <Notice icon={ChartColumn} title={reports.empty}>
      <p>{reports.emptyHelp}</p>
      <Button className="mt-4" onClick={onShowAll}>
        {reports.showAll}
      </Button>
    </Notice>
  )
}

function DownloadButton({ wish: options }: { wish: ReportOptions }) {
  const reports = useText().reports
  const toast = useToast()
  const describeProblem = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchCsv(options),
    onSuccess: (table) => saveFile(table, `uptime-${toFileName(options.period)}.csv`),
    onError: (error) => toast.failed(reports.downloadFailed, describeProblem(toProblem(error))),
  })
  return (
    <Button icon={Download} isPending={isPending} onClick={() => mutate()}>
      {reports.download}
    </Button>
  )
}
