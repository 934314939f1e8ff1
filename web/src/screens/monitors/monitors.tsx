/** Screen with all monitors of the project. */
import { useQuery } from '@tanstack/react-query'
import { FolderTree, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadChunk, loadFirstChunk } from '../../api/chunk.ts'
import { usePermission } from '../../app/me.ts'
import { useMonitorStore, useOrderVersion } from '../../app/monitor-store/use-monitor-store.ts'
import { openIncidentsQuery } from '../../app/open-incidents.tsx'
import { ProbeNotice } from '../../parts/probes/probe-notice.tsx'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Dashboard } from './dashboard.tsx'
import { ListSkeleton } from './list/list-skeleton.tsx'

const Empty = lazy(() => loadChunk(() => import('./empty.tsx')))
const OpenIncidents = lazy(() => loadFirstChunk(() => import('./open-incidents.tsx')))

export default function Monitors() {
  const { monitors } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const store = useMonitorStore()
  useOrderVersion(store)
  const incidents = useQuery(openIncidentsQuery).data
  const isEmpty = store.state === 'ready' && store.listMonitors().length === 0
  return (
    <Page
      title={monitors.title}
      actions={
        <>
          <ButtonLink to="/groups" icon={FolderTree} className="max-sm:hidden">
            {monitors.groupsLink}
          </ButtonLink>
          {mayEdit && !isEmpty && (
            <ButtonLink to="/monitors/new" variant="primary" icon={Plus} className="max-sm:size-10 max-sm:px-0">
              <span className="max-sm:sr-only">{monitors.add}</span>
            </ButtonLink>
          )}
        </>
      }
    >
      <ProbeNotice />
      {incidents && incidents.open + incidents.acknowledged > 0 && (
        <Suspense>
          <OpenIncidents data={incidents} />
        </Suspense>
      )}
      {store.state === 'loading' ? (
        <ListSkeleton />
      ) : store.state === 'failed' ? (
        <LoadError error={store.error} onRetry={() => store.retry()} />
      ) : isEmpty ? (
        <Suspense>
          <Empty mayEdit={mayEdit} />
        </Suspense>
      ) : (
        <Dashboard board={store} />
      )}
    </Page>
  )
}
