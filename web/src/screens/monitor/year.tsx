/** A year of a monitor on one printable page: its days, and its typical week. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import type { Schemas } from '../../api/types.ts'
import { availabilityQuery } from '../../parts/monitors/availability.ts'
import { DAY_MS } from '../../parts/monitors/bars.ts'
import { WeekHeat } from '../../parts/monitors/week-heat.tsx'
import { YEAR_DAYS, YearCells } from '../../parts/monitors/year-cells.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { monitorQuery, weekQuery } from './queries.ts'

export default function MonitorYear() {
  const { id } = useParams({ strict: false }) as { id: string }
  const text = useText()
  const { year } = text.monitor
  const monitor = useQuery(monitorQuery(id)).data
  const days = useQuery(availabilityQuery(id, { count: YEAR_DAYS, stepMs: DAY_MS }))
  const week = useQuery(weekQuery(id))
  const error = days.error ?? week.error
  return (
    <Page
      title={year.title(monitor?.name ?? text.monitor.title)}
      crumbs={[
        { label: text.shell.nav.monitors, to: '/' },
        { label: monitor?.name ?? text.monitor.title, to: `/monitors/${id}` },
      ]}
      actions={
        <Button icon={Printer} className="print:hidden" onClick={() => print()}>
          {text.reports.print}
        </Button>
      }
    >
      {error ? (
        <LoadError error={error} onRetry={() => void Promise.all([days.refetch(), week.refetch()])} />
      ) : (
        <div className="flex flex-col gap-4">
          <Card title={year.cells}>
            {days.data ? <YearCells bars={days.data.bars} /> : <Skeleton lines={7} />}
            <p className="mt-2 text-xs text-muted">{year.note}</p>
          </Card>
          <Card title={year.week}>{week.data ? <ResponseHeat hours={week.data} /> : <Skeleton lines={7} />}</Card>
        </div>
      )}
    </Page>
  )
}

/** The median response times of a week. */
function ResponseHeat({ hours }: { hours: readonly Schemas['WeekHour'][] }) {
  const { year } = useText().monitor
  const { ms, number } = useFormat()
  const cells = hours.map(({ weekday, hour, p50_ms: value, count }) => ({
    weekday,
    hour,
    value,
    text: ms(value),
    title: year.hour(ms(value), number(count)),
  }))
  return <WeekHeat label={year.week} cells={cells} colour="chart-1" formatValue={ms} />
}
