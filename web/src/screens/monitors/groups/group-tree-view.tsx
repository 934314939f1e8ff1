/**
 * The tree of groups, usable by pointer, by drag and drop, and entirely by keyboard (ARIA Authoring Practices,
 * treegrid).
 */
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useMonitorStore, useOrderVersion } from '../../../app/monitor-store/use-monitor-store.ts'
import { useText } from '../../../text/text.tsx'
import { countStates, type StateCounts } from '../list/rows.ts'
import { type GroupAction, GroupTreeRow } from './group-tree-row.tsx'
import { findMoveRefusal, type Group, type GroupTree, listVisibleGroups } from './tree.ts'

const NO_STATES: StateCounts = new Map()

interface TreeViewProps {
  tree: GroupTree
  mayEdit: boolean
  onAction: (action: GroupAction, group: Group) => void
  onMove: (group: Group, parent: Group) => void
}

const ACTION_BY_KEY: Record<string, GroupAction> = { Enter: 'edit', m: 'move', Delete: 'delete', n: 'add' }

export function GroupTreeView({ tree, mayEdit, onAction, onMove }: TreeViewProps) {
  const labels = useText().groups
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [activeId, setActiveId] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const store = useMonitorStore()
  const orderVersion = useOrderVersion(store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version represents the content of the store
  const counts = useMemo(() => countStates(store.listMonitors(), tree), [store, orderVersion, tree])
  const shown = listVisibleGroups(tree, closed)
  const isNested = tree.list.some(({ hasChildren }) => hasChildren)
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === activeId),
  )

  const toggle = (id: string, isOpen: boolean) => {
    const next = new Set(closed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  const goTo = (group: Group | undefined) => {
    if (!group) return
    setActiveId(group.id)
    body.current?.querySelector<HTMLElement>(`[data-group="${group.id}"]`)?.focus()
  }

  const press = (event: KeyboardEvent) => {
    const group = shown[at]
    // Buttons in the row handle Enter themselves
    if (!group || event.target !== event.currentTarget.querySelector(`[data-group="${group.id}"]`)) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }
    const to = targets[event.key]
    const action = ACTION_BY_KEY[event.key]
    if (to !== undefined) goTo(shown[Math.max(0, Math.min(shown.length - 1, to))])
    else if (event.key === 'ArrowRight' && group.hasChildren)
      if (closed.has(group.id)) toggle(group.id, true)
      else goTo(shown[at + 1])
    else if (event.key === 'ArrowLeft')
      if (group.hasChildren && !closed.has(group.id)) toggle(group.id, false)
      else goTo(shown.find(({ id }) => id === group.parentId))
    else if (action && mayEdit) onAction(action, group)
    else return
    event.preventDefault()
  }

  const fits = (parentId: string): boolean => dragged !== null && findMoveRefusal(tree, dragged, parentId) !== 'itself'
  const drag = (group: Group) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', group.name)
      setDragged(group.id)
    },
    onDragOver: (event: DragEvent) => {
      if (!fits(group.id)) return
      event.preventDefault()
      setOver(group.id)
    },
    onDragLeave: () => setOver((before) => (before === group.id ? null : before)),
    onDragEnd: () => {
      setDragged(null)
      setOver(null)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const moved = tree.byId.get(dragged ?? '')
      if (moved && fits(group.id)) onMove(moved, group)
      setDragged(null)
      setOver(null)
    },
  })
  return (
    <>
      <div
        role="treegrid"
        aria-label={labels.label}
        ref={body}
        onKeyDown={press}
        className="divide-y divide-line rounded-lg border border-line bg-surface"
      >
        {shown.map((group, index) => (
          <GroupTreeRow
            key={group.id}
            tree={tree}
            group={group}
            counts={counts.get(group.id) ?? NO_STATES}
            isOpen={!closed.has(group.id)}
            isActive={index === at}
            isNested={isNested}
            isOver={over === group.id}
            mayEdit={mayEdit}
            onToggle={() => toggle(group.id, closed.has(group.id))}
            onFocus={() => setActiveId(group.id)}
            onAction={(action) => onAction(action, group)}
            drag={mayEdit ? drag(group) : null}
          />
        ))}
      </div>
      {mayEdit && <p className="mt-2 px-1 text-sm text-muted max-sm:hidden">{labels.hint}</p>}
    </>
  )
}
