/** Screen with all monitors of the project. */
import { FolderTree, Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { usePermission } from '../../app/me.ts'
import { useMonitorStore, useOrderVersion } from '../../app/monitor-store/use-monitor-store.ts'
import { ProbeNotice } from '../../parts/probes/probe-notice.tsx'
import { useText } from '../../text/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadError } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Dashboard } from './dashboard.tsx'
import { ListSkeleton } from './list/list-skeleton.tsx'
import { UntoldIncidents } from './untold-incidents.tsx'

const Empty = lazy(() => loadChunk(() => import('./empty.tsx')))

export default function Monitors() {
  const { monitors } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const store = useMonitorStore()
  useOrderVersion(store)
  const isEmpty = store.state === 'ready' && store.listMonitors().length === 0
  return (
    <Page
      title={monitors.title}
      width="full"
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
      {(store.state === 'failed' || isEmpty) && <UntoldIncidents store={store} rows={[]} />}
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
