/** What each region says of it at present. */
import { RadioTower } from 'lucide-react'
import { ResultBadge } from '../../../parts/result-badge.tsx'
import { TroubleLine } from '../../../parts/result-detail.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import type { Monitor } from '../queries.ts'
import { useStandings } from '../use-regions.ts'
import type { RegionStanding } from './region-standings.ts'

interface Props {
  monitor: Monitor
  /** To the results of one region. */
  onResults: (code: string) => void
}

export function RegionsCard({ monitor, onResults }: Props) {
  const { regions: words } = useText().monitor
  const standings = useStandings(monitor)
  if (!standings || standings.length === 0) return null
  return (
    <Card title={words.title} isFlush>
      <ul className="divide-y divide-line">
        {standings.map((standing) => (
          <Standing
            key={standing.code}
            standing={standing}
            isChecked={monitor.status === 'active'}
            onResults={() => onResults(standing.code)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface StandingProps {
  standing: RegionStanding
  isChecked: boolean
  onResults: () => void
}

function Standing({ standing: { name, isActive, result }, isChecked, onResults }: StandingProps) {
  const { regions: words, results } = useText().monitor
  const format = useFormat()
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-28 font-medium wrap-anywhere">{name}</span>
        {result && <ResultBadge status={result.status} />}
        {result?.response_time_ms !== undefined && (
          <span className="tabular" title={results.duration}>
            {format.ms(result.response_time_ms)}
          </span>
        )}
        <span className="text-sm text-muted">{result ? <Ago at={result.checked_at} /> : words.nothing}</span>
        {!isActive && isChecked && (
          <Badge tone="degraded" icon={RadioTower}>
            {words.idle}
          </Badge>
        )}
        {result && (
          <Button size="small" look="ghost" className="ml-auto" aria-label={words.resultsOf(name)} onClick={onResults}>
            {words.results}
          </Button>
        )}
      </div>
      {result && <TroubleLine result={result} className="mt-0.5" />}
    </li>
  )
}
