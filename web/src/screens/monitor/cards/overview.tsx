import { useQuery } from '@tanstack/react-query'
import { WakeUp } from '../../../parts/notifications/escalation/wake-up.tsx'
import { useText } from '../../../text/text.tsx'
import { Card } from '../../../ui/page.tsx'
import { ResponseChart } from '../chart/response-chart.tsx'
import { hasCertificate } from '../monitor-status.ts'
import type { PageView } from '../page-view.ts'
import { certificateQuery, domainQuery, type Monitor } from '../queries.ts'
import { HistoryCard } from '../results/history.tsx'
import { useMonitorStatus } from '../use-monitor-status.ts'
import { AvailabilityCard } from './availability-card.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { DomainCard } from './domain-card.tsx'
import { IncidentsCard } from './incidents-card.tsx'
import { RegionsCard } from './regions-card.tsx'

interface Props {
  monitor: Monitor
  view: PageView
  navigate: (change: Partial<PageView>) => void
}

/** Overview tab with the most important cards. */
export function Overview({ monitor, view: { period, day }, navigate }: Props) {
  const { id } = monitor
  const { wakeUp } = useText().escalation
  const { history, lastResult } = useMonitorStatus(monitor)
  const certificate = useQuery({
    ...certificateQuery(id),
    enabled: hasCertificate(monitor, history, lastResult),
  }).data
  const domain = useQuery({ ...domainQuery(id), enabled: monitor.domain_monitoring?.enabled === true }).data
  return (
    <div className="flex flex-col gap-4">
      <AvailabilityCard monitor={monitor} day={day} onDay={(next) => navigate({ day: next })} />
      <ResponseChart
        monitor={monitor}
        period={period}
        onPeriod={(next) => navigate({ period: next })}
        onResult={(result) => navigate({ result })}
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <RegionsCard monitor={monitor} onResults={(region) => navigate({ tab: 'results', region })} />
          <IncidentsCard id={id} />
          <CoverageCard monitor={monitor} period={period} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <HistoryCard id={id} isJob={monitor.type === 'HEARTBEAT'} onAll={() => navigate({ tab: 'history' })} />
          <Card title={wakeUp.title}>
            <WakeUp outage={{ monitor: id }} />
          </Card>
          {certificate && <CertificateCard monitor={monitor} certificate={certificate} />}
          {domain && <DomainCard domain={domain} />}
        </div>
      </div>
    </div>
  )
}
