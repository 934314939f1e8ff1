/** Everything that happened during an incident, newest first, with the escalation and the editor for new entries. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Options } from '../../ui/field.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { Composer } from './composer.tsx'
import { EscalationState } from './escalation-state.tsx'
import { ChangeEntry, DeliveryEntry, FailureEntry } from './further-entries.tsx'
import { commentsQuery, deliveriesQuery, findingsQuery, type Incident, updatesQuery } from './queries.ts'
import {
  isTimelineMatch,
  listFurtherEntries,
  mergeTimeline,
  TIMELINE_FILTERS,
  type TimelineEntry,
  type TimelineFilter,
} from './timeline.ts'
import { UpdateEntry } from './update-entry.tsx'

/** An incident of a flapping monitor may have hundreds of entries. */
const FIRST_SHOWN = 40

export function TimelineCard({ incident }: { incident: Incident }) {
  const { timeline } = useText().incidents
  const format = useFormat()
  const updates = useQuery(updatesQuery(incident.id))
  const comments = useQuery(commentsQuery(incident.id))
  const deliveries = useInfiniteQuery(deliveriesQuery(incident.id))
  const { data: findings } = useQuery(findingsQuery(incident.id))
  const [isExpanded, setExpanded] = useState(false)
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const failed = updates.data ? null : updates.error
  const sent = deliveries.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const further = listFurtherEntries(incident, sent, findings?.changes ?? [])
  const entries = mergeTimeline(updates.data ?? [], comments.data ?? [], further)
  const matching = entries.filter((entry) => isTimelineMatch(entry, filter))
  const shown = matching.slice(0, isExpanded ? undefined : FIRST_SHOWN)
  return (
    <Card
      title={timeline.title}
      actions={
        <select
          aria-label={timeline.filter}
          className="control w-auto max-w-full"
          value={filter}
          onChange={(event) => setFilter(event.target.value as TimelineFilter)}
        >
          <Options options={TIMELINE_FILTERS.map((value) => ({ value, label: timeline.filters[value] }))} />
        </select>
      }
    >
      {incident.status !== 'resolved' && <EscalationState incident={incident} />}
      <Composer incident={incident} />
      {failed ? (
        <LoadError error={failed} onRetry={() => void updates.refetch()} />
      ) : updates.isPending ? (
        <Skeleton className="mt-5" lines={4} />
      ) : matching.length === 0 ? (
        <p className="mt-5 text-muted">{timeline.empty}</p>
      ) : (
        <ol className="mt-5 flex flex-col">
          {shown.map((entry, index) => (
            <Fragment key={entry.id}>
              {format.date(entry.at) !== (index > 0 && format.date(shown[index - 1]!.at)) && (
                <li className="mb-2 text-sm font-semibold text-muted not-first:mt-2">{format.date(entry.at)}</li>
              )}
              <Entry entry={entry} incidentId={incident.id} />
            </Fragment>
          ))}
        </ol>
      )}
      {!isExpanded && matching.length > FIRST_SHOWN && (
        <Button className="mt-3" onClick={() => setExpanded(true)}>
          {timeline.all(String(matching.length))}
        </Button>
      )}
      {(isExpanded || matching.length <= FIRST_SHOWN) && deliveries.hasNextPage && (
        <Button
          className="mt-3"
          isPending={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {timeline.older}
        </Button>
      )}
    </Card>
  )
}

function Entry({ entry, incidentId }: { entry: TimelineEntry; incidentId: string }) {
  if (entry.kind === 'update') return <UpdateEntry update={entry.update} />
  if (entry.kind === 'comment') return <CommentEntry comment={entry.comment} incidentId={incidentId} />
  if (entry.kind === 'delivery') return <DeliveryEntry delivery={entry.delivery} />
  if (entry.kind === 'change') return <ChangeEntry change={entry.change} />
  return <FailureEntry at={new Date(entry.at).toISOString()} />
}
