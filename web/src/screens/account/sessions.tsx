import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'

/** All sessions of the account, so that a lost device can be signed out. */
export function Sessions() {
  const labels = useText().account.sessions
  const format = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  const list = useQuery({ queryKey: ['sessions'], queryFn: () => getData(api.GET('/api/auth/sessions')) })
  if (list.isPending) return <Skeleton />
  if (list.isError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const end = (id: string) =>
    run({
      name: labels.end,
      send: () => getData(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
      onDone: () => toast.done(labels.ended),
      onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    })
  return (
    <Card title={labels.title} isFlush>
      <ul className="divide-y divide-line">
        {list.data.sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
            <div>
              <p>
                {labels.since} <DateTime at={session.created_at} />
              </p>
              <p className="text-sm text-muted">
                {labels.lastUsed} <Ago at={session.last_used_at} /> · {session.organization_name}
              </p>
            </div>
            {session.is_current ? (
              <Badge tone="accent">{labels.here}</Badge>
            ) : (
              <Button
                size="small"
                aria-label={labels.endOf(format.dateTime(session.created_at))}
                onClick={() => end(session.id)}
              >
                {labels.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
