/** A page of incidents with its loading, error and empty states. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFormat, useText } from '../../text/text.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { Filter } from './filter.ts'
import { IncidentRow } from './incident-row.tsx'
import { type Incident, listQuery, PAGE_SIZE } from './queries.ts'
import type { IncidentSelection } from './use-selection.ts'

interface IncidentListProps {
  status: Incident['status'] | null
  filter: Filter
  /** The heading, which is followed by the number of incidents. */
  title: string
  /** Null when the user may not select incidents. */
  selection: IncidentSelection | null
  /** Replaces an empty list. */
  empty: ReactNode
}

export function IncidentList({ status, filter, title, selection, empty }: IncidentListProps) {
  const [offset, setOffset] = useState(0)
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
    <Card
      title={`${title} · ${pagination.total_count}`}
      actions={selection && <SelectAll selection={selection} incidents={incidents} />}
      isFlush
    >
      <ul className="divide-y divide-line">
        {incidents.map((incident) => (
          <IncidentRow
            key={incident.id}
            incident={incident}
            isSelected={selection?.selected.has(incident.id) ?? false}
            onSelect={selection?.select ?? null}
          />
        ))}
      </ul>
      <Pager offset={offset} limit={PAGE_SIZE} total={pagination.total_count} onChange={setOffset} />
    </Card>
  )
}

function SelectAll({ selection, incidents }: { selection: IncidentSelection; incidents: readonly Incident[] }) {
  const { bulk } = useText().incidents
  const { number } = useFormat()
  const isAll = incidents.every(({ id }) => selection.selected.has(id))
  return (
    <label className="flex min-h-10 items-center gap-2 text-sm sm:min-h-8">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isAll}
        onChange={({ target }) => selection.selectAll(incidents, target.checked)}
      />
      {bulk.selectAll(number(incidents.length))}
    </label>
  )
}
