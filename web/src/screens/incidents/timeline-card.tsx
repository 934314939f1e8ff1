/** Timeline of updates and comments, newest first, with the editor for new ones. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { Composer } from './composer.tsx'
import { commentsQuery, type Incident, updatesQuery } from './queries.ts'
import { mergeTimeline } from './timeline.ts'
import { UpdateEntry } from './update-entry.tsx'

/** An incident of a flapping monitor may have hundreds of entries. */
const FIRST_SHOWN = 40

export function TimelineCard({ incident }: { incident: Incident }) {
  const { timeline } = useText().incidents
  const updates = useQuery(updatesQuery(incident.id))
  const comments = useQuery(commentsQuery(incident.id))
  const [isExpanded, setExpanded] = useState(false)
  const failed = updates.data ? null : updates.error
  const entries = mergeTimeline(updates.data ?? [], comments.data ?? [])
  return (
    <Card title={timeline.title}>
      <Composer incident={incident} />
      {failed ? (
        <LoadError error={failed} onRetry={() => void updates.refetch()} />
      ) : updates.isPending ? (
        <Skeleton className="mt-5" lines={4} />
      ) : entries.length === 0 ? (
        <p className="mt-5 text-muted">{timeline.empty}</p>
      ) : (
        <ol className="mt-5 flex flex-col">
          {entries
            .slice(0, isExpanded ? undefined : FIRST_SHOWN)
            .map((entry) =>
              entry.kind === 'update' ? (
                <UpdateEntry key={entry.id} update={entry.update} />
              ) : (
                <CommentEntry key={entry.id} comment={entry.comment} incidentId={incident.id} />
              ),
            )}
        </ol>
      )}
      {!isExpanded && entries.length > FIRST_SHOWN && (
        <Button className="mt-3" onClick={() => setExpanded(true)}>
          {timeline.all(String(entries.length))}
        </Button>
      )}
    </Card>
  )
}
