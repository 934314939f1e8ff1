/** A year of all monitors of a project on one printable page. */
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useMe } from '../../app/me.ts'
import { type Bars, DAY_MS } from '../../parts/monitors/bars.ts'
import { YEAR_DAYS, YearCells } from '../../parts/monitors/year-cells.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { type Report, reportQuery } from './queries.ts'
import { Summary } from './summary.tsx'

const toBars = ({ days }: Report): Bars => ({
  monitorId: null,
  startsAt: Date.parse(days[0]!.starts_at),
  stepMs: DAY_MS,
  statuses: days.map(({ status }) => status),
  uptimes: days.map(({ uptime_percentage }) => uptime_percentage),
  slots: days,
})

const toIsoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

export default function ProjectYear() {
  const text = useText()
  const { year } = text.monitor
  const { organization } = useMe()
  const now = Date.now()
  const period = { kind: 'range', from: toIsoDay(now - (YEAR_DAYS - 1) * DAY_MS), to: toIsoDay(now) } as const
  const { data, error, refetch } = useQuery(reportQuery({ period, zone: 'UTC', group: null, tag: null }, 0))
  return (
    <Page
      title={year.title(organization.name)}
      crumbs={[{ label: text.shell.nav.reports, to: '/reports' }]}
      actions={
        <Button icon={Printer} className="print:hidden" onClick={() => print()}>
          {text.reports.print}
        </Button>
      }
    >
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          <Summary total={data.total} />
          <Card title={year.cells}>
            <YearCells bars={toBars(data)} />
            <p className="mt-2 text-xs text-muted">{year.noteAll}</p>
          </Card>
        </div>
      ) : (
        <Card title={year.cells}>
          <Skeleton lines={7} />
        </Card>
      )}
    </Page>
  )
}
