import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { BellPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { usePermission } from '../../app/me.ts'
import { useIsInterrupted } from '../../parts/forms/drafts/use-draft.ts'
import { NEW_TARGET, TargetDialog } from '../../parts/notifications/target-dialog.tsx'
import { TARGETS } from '../../parts/platform/queries.ts'
import { useText } from '../../text/text.tsx'
import { Button } from '../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { NotificationNav } from './notification-nav.tsx'
import { TargetRow } from './target-row.tsx'

const PAGE_SIZE = 50

const targetsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...TARGETS, 'list', offset],
    queryFn: () => getData(api.GET('/api/notification-targets', { params: { query: { limit: PAGE_SIZE, offset } } })),
    placeholderData: keepPreviousData,
  })

export default function Notifications() {
  const { notifications } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const [isAdding, setAdding] = useState(useIsInterrupted(NEW_TARGET))
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useQuery(targetsQuery(offset))
  const add = mayEdit && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {notifications.add}
    </Button>
  )
  return (
    <Page title={notifications.title} subtitle={notifications.subtitle} actions={add}>
      <NotificationNav />
      <Card isFlush>
        {error && !data ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="p-4" lines={5} />
        ) : data.targets.length === 0 && offset === 0 ? (
          <Notice icon={BellPlus} title={notifications.empty}>
            {notifications.emptyHelp}
          </Notice>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {data.targets.map((target) => (
                <TargetRow key={target.id} target={target} />
              ))}
            </ul>
            <Pager offset={offset} limit={PAGE_SIZE} total={data.pagination.total_count} onChange={setOffset} />
          </>
        )}
      </Card>
      {isAdding && <TargetDialog target={null} onClose={() => setAdding(false)} />}
    </Page>
  )
}
