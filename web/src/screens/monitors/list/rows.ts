/** What stands in the list, row by row: monitors alone, or groups with their monitors. */
import { type MonitorLine, stateOf } from '../../../app/board/line.ts'
import type { MonitorState } from '../../../ui/status.tsx'
import type { GroupTree } from '../groups/tree.ts'

interface MonitorRow {
  kind: 'monitor'
  /** Of the row; that of the monitor. */
  id: string
  /** 1 at the top. */
  level: number
}

export interface GroupRow {
  kind: 'group'
  /** Of the row. */
  id: string
  /** Null for those without a group. */
  groupId: string | null
  name: string
  level: number
  isOpen: boolean
  /** Of it and of all groups below it: the monitors that are shown, by state. */
  counts: ReadonlyMap<MonitorState, number>
  total: number
}

export type Row = MonitorRow | GroupRow

/** The row of those without a group. */
const LOOSE = 'group:none'

export const rowIdOf = (groupId: string | null): string => (groupId === null ? LOOSE : `group:${groupId}`)

export const flatRows = (ids: readonly string[]): Row[] => ids.map((id) => ({ kind: 'monitor', id, level: 1 }))

interface Grouping {
  /** In the order to be shown. */
  ids: readonly string[]
  lineOf: (id: string) => MonitorLine | undefined
  tree: GroupTree
  /** Row ids of groups that are folded up. */
  closed: ReadonlySet<string>
  /** Whether groups without any monitor are shown, too: as a place to put some. */
  hasEmpty: boolean
  looseName: string
}

export function groupedRows({ ids, lineOf, tree, closed, hasEmpty, looseName }: Grouping): Row[] {
  const own = new Map<string | null, string[]>()
  const counts = new Map<string | null, Map<MonitorState, number>>()
  for (const id of ids) {
    const line = lineOf(id)
    if (!line) continue
    const group = tree.byId.get(line.group_id ?? '')
    const home = group?.id ?? null
    push(own, home, id)
    const state = stateOf(line)
    count(counts, home, state)
    for (let above = tree.byId.get(group?.parentId ?? ''); above; above = tree.byId.get(above.parentId ?? ''))
      count(counts, above.id, state)
  }
  const rows: Row[] = []
  const hidden = new Set<string>()
  const add = (groupId: string | null, name: string, level: number) => {
    const rowId = rowIdOf(groupId)
    const isOpen = !closed.has(rowId)
    const states = counts.get(groupId) ?? new Map()
    const total = [...states.values()].reduce((sum, n) => sum + n, 0)
    if (total === 0 && !(hasEmpty && groupId !== null)) return
    rows.push({ kind: 'group', id: rowId, groupId, name, level, isOpen, counts: states, total })
    if (isOpen) for (const id of own.get(groupId) ?? []) rows.push({ kind: 'monitor', id, level: level + 1 })
  }
  for (const { id, name, level, parentId } of tree.list) {
    if (parentId !== null && (hidden.has(parentId) || closed.has(rowIdOf(parentId)))) hidden.add(id)
    else add(id, name, level)
  }
  add(null, looseName, 1)
  return rows
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
