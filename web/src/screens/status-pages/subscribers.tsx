import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { useAction } from '../../app/use-action.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { LoadError, Skeleton } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/status.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { DateTime } from '../../ui/time.tsx'

const PAGE = 50

export function Subscribers({ projectId, pageId }: { projectId: string; pageId: string }) {
  const { subscribers: labels } = useText().statusPages
  const client = useQueryClient()
  const { run } = useAction()
  const [offset, setOffset] = useState(0)
  const list = useQuery({
    queryKey: ['subscribers', pageId, offset],
    queryFn: () =>
      getData(
        api.GET('/api/projects/{projectId}/status-pages/{pageId}/subscribers', {
          params: { path: { projectId, pageId }, query: { limit: PAGE, offset } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const [leaving, setLeaving] = useState<{ id: string; email: string } | null>(null)
  if (list.isPending) return <Skeleton />
  if (list.isLoadingError) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  const { subscribers, pagination } = list.data
  if (pagination.total_count === 0) return <p className="text-muted">{labels.none}</p>
  const remove = ({ id: subscriberId, email }: { id: string; email: string }) => {
    setLeaving(null)
    run({
      name: labels.removeOf(email),
      send: () =>
        getData(
          api.DELETE('/api/projects/{projectId}/status-pages/{pageId}/subscribers/{subscriberId}', {
            params: { path: { projectId, pageId, subscriberId } },
          }),
        ),
      onSettled: () => client.invalidateQueries({ queryKey: ['subscribers', pageId] }),
    })
  }
  return (
    <>
      <Table
        label={labels.title}
        head={[labels.email, labels.state, labels.since, { text: labels.remove, isHidden: true }]}
      >
        {subscribers.map(({ id, email, status, confirmed_at: confirmedAt, created_at: createdAt }) => (
          <tr key={id}>
            <Cell className="wrap-anywhere">{email}</Cell>
            <Cell>
              <Badge tone={status === 'confirmed' ? 'up' : 'quiet'}>{labels.states[status]}</Badge>
            </Cell>
            <Cell className="whitespace-nowrap">
              <DateTime at={confirmedAt ?? createdAt} />
            </Cell>
            <Cell className="text-right">
              <Button size="small" aria-label={labels.removeOf(email)} onClick={() => setLeaving({ id, email })}>
                {labels.remove}
              </Button>
            </Cell>
          </tr>
        ))}
      </Table>
      {leaving && (
        <Confirm
          isOpen
          onClose={() => setLeaving(null)}
          onConfirm={() => remove(leaving)}
          title={labels.removeTitle(leaving.email)}
          action={labels.remove}
        >
          <p>{labels.removeText}</p>
        </Confirm>
      )}
      <Pager offset={offset} limit={PAGE} total={pagination.total_count} onChange={setOffset} />
    </>
  )
}
