import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { toPlainTitle } from '../../../app/incidents/plain-title.ts'
import { useText } from '../../../text/text.tsx'
import { Downtime } from '../../../ui/downtime.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { IncidentBadge, SeverityBadge } from '../../../ui/status.tsx'
import { DateTime } from '../../../ui/time.tsx'
import { incidentsQuery } from '../queries.ts'

const SHOWN = 5

/** Latest incidents of this monitor. */
export function IncidentsCard({ id }: { id: string }) {
  const { incidents: text } = useText().monitor
  const { data, error, refetch } = useQuery(incidentsQuery(id))
  const incidents = data?.incidents.slice(0, SHOWN)
  return (
    <Card
      title={text.title}
      isFlush
      actions={
        data &&
        data.pagination.total_count > SHOWN && (
          <Link
            to="/incidents"
            search={{ monitor_id: id } as never}
            className="rounded text-sm text-accent hover:underline"
          >
            {text.all}
          </Link>
        )
      }
    >
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : !incidents ? (
        <Skeleton className="p-4" />
      ) : incidents.length === 0 ? (
        <Notice icon={ShieldCheck} title={text.empty} className="!py-8">
          {text.emptyText}
        </Notice>
      ) : (
        <ul className="divide-y divide-line">
          {incidents.map((incident) => {
            const { id: key, title, severity, started_at, resolved_at } = incident
            return (
              <li key={key} className="flex flex-col gap-1 px-4 py-2.5">
                <div className="flex flex-wrap items-center gap-2">
                  <Link
                    to="/incidents/$id"
                    params={{ id: key }}
                    className="min-w-0 flex-1 basis-48 rounded font-medium wrap-anywhere hover:underline"
                  >
                    {toPlainTitle(title)}
                  </Link>
                  <IncidentBadge incident={incident} />
                  <SeverityBadge severity={severity} />
                </div>
                <p className="text-sm text-muted">
                  <DateTime at={started_at} /> · <Downtime incident={incident} />
                  {resolved_at === undefined && `, ${text.ongoing}`}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
