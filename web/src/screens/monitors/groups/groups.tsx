/** The groups of the project: made, named, moved and deleted here. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderTree, Plus } from 'lucide-react'
import { useState } from 'react'
import { useBoard } from '../../../app/board/use-board.ts'
import { useMay } from '../../../app/me.ts'
import { groupTreeQuery } from '../../../parts/queries.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Notice, Skeleton, Trouble } from '../../../ui/trouble.tsx'
import { GroupDelete } from './group-delete.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupMove } from './group-move.tsx'
import type { GroupDeed } from './group-tree-row.tsx'
import { GroupTreeView } from './group-tree-view.tsx'
import type { Group } from './tree.ts'
import { useGroupTree } from './use-groups.ts'
import { useMoveGroup } from './use-move-group.ts'

type Open = { deed: Exclude<GroupDeed, 'add'>; group: Group } | { deed: 'add'; group: Group | null }

export default function Groups() {
  const { monitors, shell } = useText()
  const words = monitors.groups
  const mayEdit = useMay('can_edit_monitors')
  const client = useQueryClient()
  const board = useBoard()
  const { error, isPending, refetch } = useQuery(groupTreeQuery)
  const tree = useGroupTree()
  const [open, setOpen] = useState<Open | null>(null)
  const move = useMoveGroup(tree)
  const close = () => setOpen(null)
  const done = () => {
    close()
    void client.invalidateQueries({ queryKey: ['groups'] })
    board.readSoon()
  }
  return (
    <Page
      title={words.title}
      subtitle={words.subtitle}
      crumbs={[{ label: shell.nav.monitors, to: '/' }]}
      actions={
        mayEdit &&
        tree.list.length > 0 && (
          <Button look="primary" icon={Plus} onClick={() => setOpen({ deed: 'add', group: null })}>
            {words.add}
          </Button>
        )
      }
    >
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton lines={5} />
      ) : tree.list.length === 0 ? (
        <Notice icon={FolderTree} title={words.emptyTitle} className="rounded-lg border border-line bg-surface">
          <p>{words.empty}</p>
          {mayEdit && (
            <Button look="primary" icon={Plus} className="mt-4" onClick={() => setOpen({ deed: 'add', group: null })}>
              {words.add}
            </Button>
          )}
        </Notice>
      ) : (
        <GroupTreeView
          tree={tree}
          mayEdit={mayEdit}
          onDeed={(deed, group) => setOpen({ deed, group })}
          onMove={(group, parent) => move.run(group, parent)}
        />
      )}
      {open?.deed === 'add' && <GroupForm group={null} parent={open.group} onClose={close} onDone={done} />}
      {open?.deed === 'edit' && <GroupForm group={open.group} parent={null} onClose={close} onDone={done} />}
      {open?.deed === 'move' && <GroupMove tree={tree} group={open.group} onClose={close} onDone={done} />}
      {open?.deed === 'delete' && <GroupDelete tree={tree} group={open.group} onClose={close} onDone={done} />}
    </Page>
  )
}
