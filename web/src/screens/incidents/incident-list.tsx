/** A page of incidents with its loading, error and empty states. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePermission } from '../../app/me.ts'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Filter } from './filter.ts'
import { IncidentRow } from './incident-row.tsx'
import { type Incident, listQuery, PAGE_SIZE } from './queries.ts'
import type { useAcknowledge } from './use-acknowledge.ts'

interface IncidentListProps {
  status: Incident['status'] | null
  filter: Filter
  /** The heading, which is followed by the number of incidents. */
  title: string
  acknowledgement: ReturnType<typeof useAcknowledge>
  /** Replaces an empty list. */
  empty: ReactNode
}

export function IncidentList({ status, filter, title, acknowledgement, empty }: IncidentListProps) {
  const [offset, setOffset] = useState(0)
  const mayAcknowledge = usePermission('can_manage_incidents')
  const { data, error, refetch } = useQuery({
    ...listQuery(status, filter, offset),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return (
      <Card>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <Skeleton lines={4} />
      </Card>
    )
  const { incidents, pagination } = data
  if (incidents.length === 0 && offset === 0) return empty
  return (
    <Card title={`${title} · ${pagination.total_count}`} isFlush>
      <ul className="divide-y divide-line">
        {incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            mayAcknowledge={mayAcknowledge}
            isPending={acknowledgement.pendingId === incident.id}
            onAcknowledge={acknowledgement.acknowledge}
          />
        ))}
      </ul>
      <Pager offset={offset} limit={PAGE_SIZE} total={pagination.total_count} onChange={setOffset} />
    </Card>
  )
}
