import { useQuery } from '@tanstack/react-query'
import { ResponseChart } from '../chart/response-chart.tsx'
import type { Place } from '../place.ts'
import { certificateQuery, domainQuery, type Monitor } from '../queries.ts'
import { HistoryCard } from '../results/history.tsx'
import { hasCertificate } from '../standing.ts'
import { useStanding } from '../use-standing.ts'
import { CertificateCard } from './certificate-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { DomainCard } from './domain-card.tsx'
import { IncidentsCard } from './incidents-card.tsx'
import { RegionsCard } from './regions-card.tsx'

interface Props {
  monitor: Monitor
  place: Place
  go: (change: Partial<Place>) => void
}

/** What most visits are about, in one look. */
export function Overview({ monitor, place: { period }, go }: Props) {
  const { id } = monitor
  const { history, lastResult } = useStanding(monitor)
  const certificate = useQuery({
    ...certificateQuery(id),
    enabled: hasCertificate(monitor, history, lastResult),
  }).data
  const domain = useQuery({ ...domainQuery(id), enabled: monitor.domain_monitoring?.enabled === true }).data
  return (
    <div className="flex flex-col gap-4">
      <ResponseChart monitor={monitor} period={period} onPeriod={(next) => go({ period: next })} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <RegionsCard monitor={monitor} onResults={(region) => go({ tab: 'results', region })} />
          <IncidentsCard id={id} />
          <CoverageCard monitor={monitor} period={period} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <HistoryCard id={id} isJob={monitor.type === 'HEARTBEAT'} onAll={() => go({ tab: 'history' })} />
          {certificate && <CertificateCard certificate={certificate} />}
          {domain && <DomainCard domain={domain} />}
        </div>
      </div>
    </div>
  )
}
