/** Current state of the monitor per region. */
import { RadioTower } from 'lucide-react'
import { ResultBadge } from '../../../parts/results/result-badge.tsx'
import { ErrorLine } from '../../../parts/results/result-detail.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/page.tsx'
import { Badge } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { getDisplayState } from '../monitor-status.ts'
import type { Monitor } from '../queries.ts'
import { useRegionStatuses } from '../use-regions.ts'
import { ConfirmingBadge } from './confirming.tsx'
import type { RegionStatus } from './region-statuses.ts'

interface Props {
  monitor: Monitor
  /** Opens the results of one region. */
  onResults: (code: string) => void
}

export function RegionsCard({ monitor, onResults }: Props) {
  const { regions: labels } = useText().monitor
  const regionStatuses = useRegionStatuses(monitor)
  if (!regionStatuses || regionStatuses.length === 0) return null
  return (
    <Card title={labels.title} isFlush>
      <ul className="divide-y divide-line">
        {regionStatuses.map((regionStatus) => (
          <RegionRow
            key={regionStatus.code}
            regionStatus={regionStatus}
            monitor={monitor}
            onResults={() => onResults(regionStatus.code)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface RegionRowProps {
  regionStatus: RegionStatus
  monitor: Monitor
  onResults: () => void
}

function RegionRow({ regionStatus: { code, name, isActive, result }, monitor, onResults }: RegionRowProps) {
  const { regions: labels, results } = useText().monitor
  const format = useFormat()
  const state = getDisplayState(monitor)
  const isConfirming =
    (state === 'failing' || state === 'recovering') && monitor.confirming?.regions.includes(code) === true
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-28 font-medium wrap-anywhere">{name}</span>
        {isConfirming ? (
          <ConfirmingBadge monitor={monitor} state={state} />
        ) : (
          result && <ResultBadge status={result.status} />
        )}
        {result?.response_time_ms !== undefined && (
          <span className="tabular" title={results.duration}>
            {format.ms(result.response_time_ms)}
          </span>
        )}
        <span className="text-sm text-muted">{result ? <Ago at={result.checked_at} /> : labels.nothing}</span>
        {!isActive && monitor.status === 'active' && (
          <Badge tone="degraded" icon={RadioTower}>
            {labels.idle}
          </Badge>
        )}
        {result && (
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            aria-label={labels.resultsOf(name)}
            onClick={onResults}
          >
            {labels.results}
          </Button>
        )}
      </div>
      {result && <ErrorLine result={result} className="mt-0.5" />}
    </li>
  )
}
