import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { asProblem } from '../../api/problem.ts'
import { ownZone } from '../../parts/zone-picker.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Notice, Skeleton, Trouble, useProblemText } from '../../ui/trouble.tsx'
import { isMonth, monthOf, monthsLater } from './months.ts'
import { PAGE_SIZE, type Report, readTable, reportQuery, type Wish } from './queries.ts'
import { ReportTable } from './report-table.tsx'
import { useMonthName, WishBar } from './wish-bar.tsx'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The last month that is over, by the reader's own clock, unless the address says otherwise. */
function wishOf(search: Readonly<Record<string, unknown>>): Wish {
  const zone = textOf(search.zone) ?? ownZone()
  return {
    zone,
    month: isMonth(search.month) ? search.month : monthsLater(monthOf(Date.now(), ownZone()), -1),
    group: textOf(search.group),
    tag: textOf(search.tag),
  }
}

const searchOf = ({ month, zone, group, tag }: Wish): Record<string, string> => ({
  month,
  ...(zone !== ownZone() && { zone }),
  ...(group && { group }),
  ...(tag && { tag }),
})

export default function Reports() {
  const { reports } = useText()
  const navigate = useNavigate()
  const nameOf = useMonthName()
  const wish = wishOf(useSearch({ strict: false }) as Record<string, unknown>)
  return (
    <Page
      title={reports.heading(nameOf(wish.month))}
      subtitle={<span className="hidden print:inline">{wish.zone}</span>}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button icon={Printer} onClick={() => print()}>
            {reports.print}
          </Button>
          <DownloadButton wish={wish} />
        </div>
      }
    >
      <WishBar
        wish={wish}
        onChange={(some) =>
          void navigate({
            to: '/reports',
            search: searchOf({ ...wish, ...some }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Shown key={JSON.stringify(wish)} wish={wish} />
    </Page>
  )
}

function Shown({ wish }: { wish: Wish }) {
  const { reports } = useText()
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(reportQuery(wish, offset))
  if (error && !data)
    return (
      <Card>
        <Trouble error={error} onRetry={() => void refetch()} />
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

/** Browsers read the file after the click; one that is taken away at once may come out empty. */
const KEEP_MS = 10_000

function DownloadButton({ wish }: { wish: Wish }) {
  const { reports } = useText()
  const tell = useToast()
  const words = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readTable(wish),
    onSuccess: (table) => save(table, `uptime-${wish.month}.csv`),
    onError: (error) => tell.failed(reports.downloadFailed, words(asProblem(error))),
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
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS)
}

/** All monitors together, at a glance. */
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
