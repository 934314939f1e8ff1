import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck, Megaphone, SearchX } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../app/me.ts'
import { openIncidentsQuery } from '../../app/open-incidents.tsx'
import { useIsInterrupted } from '../../parts/forms/drafts/use-draft.ts'
import StormLine from '../../parts/incidents/storm-line.tsx'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { countFilters, type Filter, NO_FILTER, parseFilter, toSearch } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { IncidentList } from './incident-list.tsx'
import { listQuery } from './queries.ts'
import { REPORT, ReportDialog } from './report-dialog.tsx'
import { type IncidentSelection, useIncidentSelection } from './use-selection.ts'

export default function Incidents() {
  const { incidents } = useText()
  const mayReport = usePermission('can_manage_incidents')
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const filter = parseFilter(search)
  const [isReporting, setReporting] = useState(useIsInterrupted(REPORT))
  const isRequested = search.new === true // set by the command palette
  const show = (next: Filter) =>
    void navigate({ to: '/incidents', search: toSearch(next), replace: true, resetScroll: false })
  return (
    <Page
      title={incidents.title}
      actions={
        mayReport && (
          <Button icon={Megaphone} onClick={() => setReporting(true)}>
            {incidents.report}
          </Button>
        )
      }
    >
      <FilterBar
        filter={filter}
        onChange={(some) => show({ ...filter, ...some })}
        onClear={() => show({ ...NO_FILTER, status: filter.status })}
      />
      <IncidentResults key={JSON.stringify(filter)} filter={filter} onShow={show} />
      {(isReporting || isRequested) && (
        <ReportDialog
          onClose={() => {
            setReporting(false)
            if (isRequested) show(filter)
          }}
        />
      )}
    </Page>
  )
}

/** A changed filter starts at its first page and without a selection. */
function IncidentResults({ filter, onShow }: { filter: Filter; onShow: (filter: Filter) => void }) {
  const { incidents, status } = useText()
  const selection = useIncidentSelection()
  const usable = usePermission('can_manage_incidents') ? selection : null
  const isAll = filter.status === 'all'
  return (
    <>
      {filter.status === 'unresolved' ? (
        <Unresolved filter={filter} selection={usable} onShow={onShow} />
      ) : (
        <IncidentList
          status={filter.status === 'all' ? null : filter.status}
          filter={filter}
          title={isAll ? incidents.list.others : status.incident[filter.status as keyof typeof status.incident]}
          selection={usable}
          empty={<EmptyState filter={filter} onShow={onShow} />}
        />
      )}
      {selection.selected.size > 0 && <BulkBar selection={selection} />}
    </>
  )
}

interface IncidentResultsProps {
  filter: Filter
  selection: IncidentSelection | null
  onShow: (filter: Filter) => void
}

/** Unacknowledged incidents come first. */
function Unresolved({ filter, selection, onShow }: IncidentResultsProps) {
  const { incidents, acknowledge } = useText()
  const storms = useQuery(openIncidentsQuery).data?.storms ?? []
  const open = useQuery(listQuery('open', filter, 0)).data
  const acknowledged = useQuery(listQuery('acknowledged', filter, 0)).data
  if (open?.incidents.length === 0 && acknowledged?.incidents.length === 0)
    return <EmptyState filter={filter} onShow={onShow} />
  return (
    <div className="flex flex-col gap-4">
      {storms.length > 0 && (
        <ul
          aria-label={acknowledge.stormsTitle}
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {storms.map((storm) => (
            <StormLine key={storm.incident_ids[0]} storm={storm} />
          ))}
        </ul>
      )}
      <IncidentList status="open" filter={filter} title={incidents.list.open} selection={selection} empty={null} />
      <IncidentList
        status="acknowledged"
        filter={filter}
        title={incidents.list.acknowledged}
        selection={selection}
        empty={null}
      />
    </div>
  )
}

function EmptyState({ filter, onShow }: Pick<IncidentResultsProps, 'filter' | 'onShow'>) {
  const { list } = useText().incidents
  if (countFilters(filter) > 0)
    return (
      <Card>
        <Notice icon={SearchX} title={list.none}>
          <Button className="mt-3" onClick={() => onShow({ ...NO_FILTER, status: filter.status })}>
            {list.clear}
          </Button>
        </Notice>
      </Card>
    )
  return (
    <Card>
      <Notice icon={CircleCheck} title={list.noneOpen}>
        <p>{list.noneOpenHelp}</p>
        {filter.status !== 'all' && (
          <Button className="mt-4" onClick={() => onShow({ ...NO_FILTER, status: 'resolved' })}>
            {list.showResolved}
          </Button>
        )}
      </Notice>
    </Card>
  )
}
