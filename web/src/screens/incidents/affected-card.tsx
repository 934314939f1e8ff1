/** Affected monitors and their current state. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getMonitorState } from '../../app/monitor-store/monitor-summary.ts'
import { useMonitorStore, useMonitorSummary } from '../../app/monitor-store/use-monitor-store.ts'
import { useText } from '../../text/text.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { StateIcon } from '../../ui/status.tsx'
import { affectedQuery } from './queries.ts'

export function AffectedCard({ id }: { id: string }) {
  const { detail } = useText().incidents
  const { data, error, refetch } = useQuery(affectedQuery(id))
  return (
    <Card title={detail.affected} isFlush>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="p-4" lines={2} />
      ) : data.length === 0 ? (
        <p className="p-4 text-muted">{detail.noAffected}</p>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((monitor) => (
            <Monitor key={monitor.id} {...monitor} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Monitor({ id, name, target }: { id: string; name: string; target: string }) {
  const summary = useMonitorSummary(useMonitorStore(), id)
  // The target of a heartbeat is the secret part of its address
  const place = summary?.type === 'HEARTBEAT' ? null : target
  return (
    <li>
      <Link
        to="/monitors/$id"
        params={{ id }}
        className="flex min-h-11 items-center gap-2.5 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        {summary ? <StateIcon state={getMonitorState(summary)} /> : <span className="size-5 shrink-0" />}
        <span className="min-w-0">
          <span className="block font-medium wrap-anywhere">{name}</span>
          {place && <span className="block truncate text-sm text-muted">{place}</span>}
        </span>
      </Link>
    </li>
  )
}
