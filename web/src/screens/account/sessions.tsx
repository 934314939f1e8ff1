import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Badge } from '../../ui/status.tsx'
import { Ago, DateTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Skeleton, Trouble, useProblemText } from '../../ui/trouble.tsx'

/** Every browser and program that is signed in to the account, so that a lost one can be signed out. */
export function Sessions() {
  const words = useText().account.sessions
  const format = useFormat()
  const client = useQueryClient()
  const toast = useToast()
  const problemText = useProblemText()
  const list = useQuery({ queryKey: ['sessions'], queryFn: () => dataOf(api.GET('/api/auth/sessions')) })
  if (list.isPending) return <Skeleton />
  if (list.isError) return <Trouble error={list.error} onRetry={() => void list.refetch()} />
  const end = async (id: string) => {
    try {
      await dataOf(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }))
      toast.done(words.ended)
    } catch (error) {
      toast.failed(problemText(asProblem(error)))
    }
    void client.invalidateQueries({ queryKey: ['sessions'] })
  }
  return (
    <Card title={words.title} isFlush>
      <ul className="divide-y divide-line">
        {list.data.sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
            <div>
              <p>
                {words.since} <DateTime at={session.created_at} />
              </p>
              <p className="text-sm text-muted">
                {words.lastUsed} <Ago at={session.last_used_at} /> · {session.organization_name}
              </p>
            </div>
            {session.is_current ? (
              <Badge tone="accent">{words.here}</Badge>
            ) : (
              <Button
                size="small"
                aria-label={words.endOf(format.dateTime(session.created_at))}
                onClick={() => void end(session.id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
