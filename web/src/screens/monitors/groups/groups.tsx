/** Screen to create, rename, move and delete groups. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderTree, Plus, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../../api/chunk.ts'
import { runAsking } from '../../../app/managed/ask.ts'
import { usePermission } from '../../../app/me.ts'
import { useMonitorStore } from '../../../app/monitor-store/use-monitor-store.ts'
import { useFormPreload } from '../../../parts/forms/resources/resource-dialog.tsx'
import GroupForm from '../../../parts/monitors/group-form.tsx'
import { DefaultsDialog } from '../../../parts/monitors/monitor-defaults/defaults-dialog.tsx'
import { WakeUpDialog } from '../../../parts/notifications/escalation/wake-up.tsx'
import { groupTreeQuery } from '../../../parts/platform/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { GroupDelete } from './group-delete.tsx'
import { GroupMove } from './group-move.tsx'
import type { GroupAction } from './group-tree-row.tsx'
import { GroupTreeView } from './group-tree-view.tsx'
import { findMoveRefusal, type Group } from './tree.ts'
import { useGroupTree } from './use-groups.ts'
import { useMoveGroup } from './use-move-group.ts'

const GroupStatus = lazy(() => loadChunk(() => import('./group-status.tsx')))

type Open =
  | { deed: Exclude<GroupAction, 'add' | 'defaults'>; group: Group; parent?: Group }
  | { deed: 'add' | 'defaults'; group: Group | null }

export default function Groups() {
  const { groups: labels, monitorDefaults, shell } = useText()
  const mayEdit = usePermission('can_edit_monitors')
  const client = useQueryClient()
  const store = useMonitorStore()
  const { error, isPending, refetch } = useQuery(groupTreeQuery)
  const tree = useGroupTree()
  const [open, setOpen] = useState<Open | null>(null)
  const move = useMoveGroup(tree)
  // Only a move from the top level cannot be undone, so it is confirmed
  const dropOn = (group: Group, parent: Group) =>
    group.parentId === null && findMoveRefusal(tree, group.id, parent.id) === null
      ? runAsking([group], () => setOpen({ deed: 'move', group, parent }))
      : runAsking([group], () => move.run(group, parent))
  const start = (deed: GroupAction, group: Group) => {
    // The deletion has a confirmation. Subgroups and defaults are not fields of the group in a document
    const isAsking = deed === 'edit' || deed === 'move'
    runAsking(isAsking ? [group] : [], () => setOpen({ deed, group }))
  }
  useFormPreload('group')
  const close = () => setOpen(null)
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['groups'] })
    store.scheduleReload()
  }
  const done = () => {
    close()
    refresh()
  }
  return (
    <Page
      title={labels.title}
      subtitle={labels.subtitle}
      crumbs={[{ label: shell.nav.monitors, to: '/' }]}
      actions={
        mayEdit && (
          <>
            <Button icon={SlidersHorizontal} onClick={() => setOpen({ deed: 'defaults', group: null })}>
              {monitorDefaults.projectAction}
            </Button>
            {tree.list.length > 0 && (
              <Button variant="primary" icon={Plus} onClick={() => setOpen({ deed: 'add', group: null })}>
                {labels.add}
              </Button>
            )}
          </>
        )
      }
    >
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton lines={5} />
      ) : tree.list.length === 0 ? (
        <Notice icon={FolderTree} title={labels.emptyTitle} className="rounded-lg border border-line bg-surface">
          <p>{labels.empty}</p>
          {mayEdit && (
            <Button
              variant="primary"
              icon={Plus}
              className="mt-4"
              onClick={() => setOpen({ deed: 'add', group: null })}
            >
              {labels.add}
            </Button>
          )}
        </Notice>
      ) : (
        <GroupTreeView tree={tree} mayEdit={mayEdit} onAction={start} onMove={dropOn} />
      )}
      {open?.deed === 'status' && (
        <Suspense>
          <GroupStatus group={open.group} onClose={close} />
        </Suspense>
      )}
      {open?.deed === 'add' && <GroupForm group={null} parent={open.group} onClose={close} onRefresh={refresh} />}
      {open?.deed === 'edit' && <GroupForm group={open.group} parent={null} onClose={close} onRefresh={refresh} />}
      {open?.deed === 'defaults' && <DefaultsDialog group={open.group} onClose={close} />}
      {open?.deed === 'move' && (
        <GroupMove tree={tree} group={open.group} parent={open.parent ?? null} onClose={close} onDone={done} />
      )}
      {open?.deed === 'wakeUp' && (
        <WakeUpDialog outage={{ group: open.group.id }} name={open.group.name} onClose={close} />
      )}
      {open?.deed === 'delete' && <GroupDelete tree={tree} group={open.group} onClose={close} onDone={done} />}
    </Page>
  )
}
