import { Link, useNavigate } from '@tanstack/react-router'
import {
  Activity,
  BellRing,
  ChevronRight,
  Ellipsis,
  Folder,
  FolderInput,
  FolderPlus,
  History,
  Pencil,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react'
import type { DragEventHandler } from 'react'
import { ManagedBy } from '../../../app/managed/managed.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu } from '../../../ui/menu.tsx'
import { StateIcon } from '../../../ui/status.tsx'
import { GridCell } from '../list/grid-cell.tsx'
import type { StateCounts } from '../list/rows.ts'
import { StateCountList } from './group-row.tsx'
import { type Group, type GroupTree, MAX_LEVELS } from './tree.ts'

export type GroupAction = 'status' | 'add' | 'edit' | 'defaults' | 'move' | 'delete' | 'wakeUp'

interface RowProps {
  tree: GroupTree
  group: Group
  /** Monitors of the group and its subgroups by state. */
  counts: StateCounts
  isOpen: boolean
  isActive: boolean
  /** Whether any group has subgroups, so that rows leave room for the expand mark. */
  isNested: boolean
  /** Whether a dragged item that can be dropped here is over the row. */
  isOver: boolean
  mayEdit: boolean
  onToggle: () => void
  onFocus: () => void
  onAction: (deed: GroupAction) => void
  drag: Record<'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDragEnd' | 'onDrop', DragEventHandler> | null
}

export function GroupTreeRow({
  tree,
  group,
  counts,
  isOpen,
  isActive,
  isNested,
  isOver,
  mayEdit,
  onToggle,
  onFocus,
  onAction,
  drag,
}: RowProps) {
  const { groups: labels } = useText()
  const { number } = useFormat()
  const total = [...group.subtree].reduce((sum, id) => sum + (tree.byId.get(id)?.ownCount ?? 0), 0)
  return (
    <div
      role="row"
      aria-level={group.level}
      aria-posinset={group.position}
      aria-setsize={group.siblings}
      aria-expanded={group.hasChildren ? isOpen : undefined}
      tabIndex={isActive ? 0 : -1}
      data-group={group.id}
      draggable={drag !== null || undefined}
      onFocus={onFocus}
      {...drag}
      className={cx(
        'flex min-h-13 items-center gap-1 py-1.5 pr-2 pl-2 -outline-offset-2 first:rounded-t-lg last:rounded-b-lg hover:bg-hover',
        isOver && 'bg-accent-soft outline-2 outline-accent',
      )}
    >
      <GridCell className="flex min-w-0 flex-1 items-center gap-1.5">
        <span style={{ width: `${(group.level - 1) * 1.375}rem` }} className="shrink-0" aria-hidden />
        {group.hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={(isOpen ? labels.collapse : labels.expand)(group.name)}
            onClick={onToggle}
            className="flex size-8 shrink-0 items-center justify-center rounded hover:bg-sunken"
          >
            <ChevronRight className={cx('size-4 text-muted', isOpen && 'rotate-90')} aria-hidden />
          </button>
        ) : (
          isNested && <span className="size-8 shrink-0" aria-hidden />
        )}
        {group.status ? (
          <StateIcon state={group.status} />
        ) : (
          <Folder className="size-4.5 shrink-0 text-muted" aria-hidden />
        )}
        <div className="min-w-0 px-1 leading-tight">
          <span className="block font-medium wrap-anywhere">{group.name}</span>
          {group.description && <span className="block text-sm text-muted wrap-anywhere">{group.description}</span>}
          <ManagedBy resource={group} />
        </div>
      </GridCell>
      <GridCell className="shrink-0 px-1.5">
        <StateCountList counts={counts} />
      </GridCell>
      <GridCell className="shrink-0 max-sm:hidden">
        <Link
          to="/"
          search={{ group: group.id }}
          tabIndex={isActive ? 0 : -1}
          draggable={false}
          className="inline-flex min-h-8 items-center rounded px-1.5 text-sm text-muted tabular underline-offset-4 hover:text-ink hover:underline"
        >
          {labels.count(number(total))}
        </Link>
      </GridCell>
      <GridCell className="shrink-0">
        <Actions group={group} isActive={isActive} mayEdit={mayEdit} onAction={onAction} />
      </GridCell>
    </div>
  )
}

type ActionsProps = Pick<RowProps, 'group' | 'isActive' | 'mayEdit' | 'onAction'>

function Actions({ group, isActive, mayEdit, onAction }: ActionsProps) {
  const { groups: labels, monitorDefaults, escalation } = useText()
  const navigate = useNavigate()
  const show = {
    label: labels.show,
    icon: Activity,
    onSelect: () => void navigate({ to: '/', search: { group: group.id } }),
  }
  const items = [
    show,
    ...(group.status ? [{ label: labels.status, icon: History, onSelect: () => onAction('status') }] : []),
    { label: escalation.wakeUp.title, icon: BellRing, onSelect: () => onAction('wakeUp') },
    ...(mayEdit
      ? [
          null,
          { label: labels.edit, icon: Pencil, onSelect: () => onAction('edit') },
          { label: monitorDefaults.action, icon: SlidersHorizontal, onSelect: () => onAction('defaults') },
          ...(group.level < MAX_LEVELS
            ? [{ label: labels.addBelow, icon: FolderPlus, onSelect: () => onAction('add') }]
            : []),
          { label: labels.move, icon: FolderInput, onSelect: () => onAction('move') },
          null,
          { label: labels.delete, icon: Trash2, onSelect: () => onAction('delete'), isDanger: true },
        ]
      : []),
  ]
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label={labels.actions(group.name)} tabIndex={isActive ? 0 : -1} />}
      items={items}
    />
  )
}
