import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, Printer } from 'lucide-react'
import { useState } from 'react'
import { ownZone } from '../../parts/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Notice, Skeleton, Trouble } from '../../ui/trouble.tsx'
import { DownloadButton } from './download.tsx'
import { isMonth, monthOf, monthsLater } from './months.ts'
import { PAGE_SIZE, reportQuery, type Wish } from './queries.ts'
import { ReportTable } from './report-table.tsx'
import { Summary } from './summary.tsx'
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
