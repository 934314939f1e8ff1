/** A year of all monitors of a project on one printable page. */
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useMe } from '../../app/me.ts'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { type Bars, DAY_MS } from '../../parts/monitors/bars.ts'
import { WeekHeat } from '../../parts/monitors/week-heat.tsx'
import { YEAR_DAYS, YearCells } from '../../parts/monitors/year-cells.tsx'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Letterhead } from './letterhead.tsx'
import { type Report, reportQuery } from './queries.ts'
import { Summary } from './summary.tsx'

function toBars(report: Report): Bars {
  // The first local day may begin in an earlier UTC day
  const days = report.days.slice(-YEAR_DAYS)
  return {
    monitorId: null,
    startsAt: Date.parse(days[0]!.starts_at),
    stepMs: DAY_MS,
    statuses: days.map(({ status }) => status),
    uptimes: days.map(({ uptime_percentage }) => uptime_percentage),
    slots: days,
  }
}

/** Returns the local day. */
const toDay = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export default function ProjectYear() {
  const text = useText()
  const { year } = text.monitor
  const { organization } = useMe()
  const now = Date.now()
  const period = { kind: 'range', from: toDay(now - (YEAR_DAYS - 1) * DAY_MS), to: toDay(now) } as const
  const { data, error, refetch } = useQuery(reportQuery({ period, zone: getLocalZone(), group: null, tag: null }, 0))
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
      <Letterhead />
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="flex flex-col gap-4">
          <Summary total={data.total} />
          <Card title={year.cells}>
            <YearCells bars={toBars(data)} />
            <p className="mt-2 text-xs text-muted">{year.noteAll}</p>
          </Card>
          <Card title={year.downtime}>
            <DowntimeHeat hours={data.week} />
            <p className="mt-1 text-xs text-muted">{year.downtimeNote}</p>
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

/** The downtime of all monitors by weekday and hour. */
function DowntimeHeat({ hours }: { hours: Report['week'] }) {
  const { year } = useText().monitor
  const { duration } = useFormat()
  const format = (ms: number) => (ms === 0 ? year.noDowntime : duration(ms))
  const cells = hours
    .filter(({ uptime_percentage: uptime }) => uptime !== null)
    .map(({ weekday, hour, down_seconds: seconds }) => {
      const value = seconds * 1_000
      return { weekday, hour, value, text: format(value), title: format(value) }
    })
  return <WeekHeat label={year.downtime} cells={cells} colour="down-mark" formatValue={format} />
}
