/** Builds the rows of the list: monitors only, or groups with their monitors. */
import { getMonitorState, type MonitorSummary } from '../../../app/monitor-store/monitor-summary.ts'
import type { MonitorState } from '../../../ui/status.tsx'
import type { GroupTree } from '../groups/tree.ts'

interface MonitorRow {
  kind: 'monitor'
  /** Row id, equal to the monitor id. */
  id: string
  /** 1 at the top. */
  level: number
}

export interface GroupRow {
  kind: 'group'
  /** Row id. */
  id: string
  /** Null for the row of ungrouped monitors. */
  groupId: string | null
  name: string
  level: number
  isOpen: boolean
  /** Shown monitors by state, in the group and all its subgroups. */
  counts: StateCounts
  total: number
}

export type StateCounts = ReadonlyMap<MonitorState, number>

export type Row = MonitorRow | GroupRow

/** Row id of ungrouped monitors. */
const UNGROUPED = 'group:none'

export const toGroupRowId = (groupId: string | null): string => (groupId === null ? UNGROUPED : `group:${groupId}`)

export const toFlatRows = (ids: readonly string[]): Row[] => ids.map((id) => ({ kind: 'monitor', id, level: 1 }))

interface Grouping {
  /** In display order. */
  ids: readonly string[]
  getMonitor: (id: string) => MonitorSummary | undefined
  tree: GroupTree
  /** Row ids of collapsed groups. */
  closed: ReadonlySet<string>
  /** Whether empty groups are shown as drop targets. */
  hasEmpty: boolean
  ungroupedName: string
}

export function groupRows({ ids, getMonitor, tree, closed, hasEmpty, ungroupedName }: Grouping): Row[] {
  const own = new Map<string | null, string[]>()
  const monitors: MonitorSummary[] = []
  for (const id of ids) {
    const monitor = getMonitor(id)
    if (!monitor) continue
    monitors.push(monitor)
    push(own, tree.byId.get(monitor.group_id ?? '')?.id ?? null, id)
  }
  const counts = countStates(monitors, tree)
  const rows: Row[] = []
  const hidden = new Set<string>()
  const add = (groupId: string | null, name: string, level: number) => {
    const rowId = toGroupRowId(groupId)
    const isOpen = !closed.has(rowId)
    const states = counts.get(groupId) ?? new Map()
    const total = [...states.values()].reduce((sum, n) => sum + n, 0)
    if (total === 0 && !(hasEmpty && groupId !== null)) return
    rows.push({ kind: 'group', id: rowId, groupId, name, level, isOpen, counts: states, total })
    if (isOpen) for (const id of own.get(groupId) ?? []) rows.push({ kind: 'monitor', id, level: level + 1 })
  }
  for (const { id, name, level, parentId } of tree.list) {
    if (parentId !== null && (hidden.has(parentId) || closed.has(toGroupRowId(parentId)))) hidden.add(id)
    else add(id, name, level)
  }
  add(null, ungroupedName, 1)
  return rows
}

/** Counts monitors by state, in each group and its subgroups. The key null is for ungrouped monitors. */
export function countStates(
  monitors: Iterable<MonitorSummary>,
  tree: GroupTree,
): ReadonlyMap<string | null, StateCounts> {
  const counts = new Map<string | null, Map<MonitorState, number>>()
  for (const monitor of monitors) {
    const group = tree.byId.get(monitor.group_id ?? '')
    const state = getMonitorState(monitor)
    count(counts, group?.id ?? null, state)
    for (let above = tree.byId.get(group?.parentId ?? ''); above; above = tree.byId.get(above.parentId ?? ''))
      count(counts, above.id, state)
  }
  return counts
}

function count(counts: Map<string | null, Map<MonitorState, number>>, id: string | null, state: MonitorState): void {
  const states = counts.get(id) ?? new Map<MonitorState, number>()
  states.set(state, (states.get(state) ?? 0) + 1)
  counts.set(id, states)
}

function push(lists: Map<string | null, string[]>, key: string | null, id: string): void {
  const list = lists.get(key)
  if (list) list.push(id)
  else lists.set(key, [id])
}
