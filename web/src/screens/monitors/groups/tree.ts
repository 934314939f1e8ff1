/** Flattened tree of groups: every group follows its parent, siblings by name. */
import type { Schemas } from '../../../api/types.ts'

type GroupCondition = NonNullable<Schemas['Group']['condition']>

/** Nested group of the API, reduced to the fields used here. */
export interface GroupNode {
  id: string
  name: string
  description: string
  escalation_policy_id?: string | undefined
  condition?: GroupCondition | undefined
  status?: Group['status']
  managed_by?: string | undefined
  check_count: number
  child_groups: readonly unknown[]
}

export interface Group {
  id: string
  name: string
  description: string
  /** Null for the policy of its parent or of the project. */
  policyId: string | null
  /** Null for a folder, which has no status. */
  condition: GroupCondition | null
  /** Absent without a condition. */
  status?: 'up' | 'degraded' | 'down' | 'unknown' | undefined
  managed_by?: string | undefined
  parentId: string | null
  /** 1 at the top. */
  level: number
  /** Number of monitors directly in the group. */
  ownCount: number
  /** The group and all its subgroups. */
  subtree: ReadonlySet<string>
  /** Number of levels of the subtree, including the group. */
  height: number
  hasChildren: boolean
  /** Position among its siblings, from 1. */
  position: number
  siblings: number
}

export interface GroupTree {
  /** Depth first. */
  list: readonly Group[]
  byId: ReadonlyMap<string, Group>
}

/** Maximum depth that the API allows. */
export const MAX_LEVELS = 5

export function buildTree(nodes: readonly GroupNode[], compare: (a: string, b: string) => number): GroupTree {
  const list: Group[] = []
  const addSiblings = (
    siblings: readonly GroupNode[],
    parentId: string | null,
    level: number,
  ): { ids: string[]; height: number } => {
    const all: string[] = []
    let highest = 0
    const sorted = siblings.toSorted((a, b) => compare(a.name, b.name))
    for (const [index, node] of sorted.entries()) {
      const {
        id,
        name,
        description,
        escalation_policy_id: policyId = null,
        managed_by,
        condition = null,
        status,
        check_count: ownCount,
        child_groups: children,
      } = node
      const listIndex = list.push({} as Group) - 1
      const below = addSiblings(children as readonly GroupNode[], id, level + 1)
      const ids = [id, ...below.ids]
      const height = below.height + 1
      list[listIndex] = {
        id,
        name,
        description,
        policyId,
        managed_by,
        condition,
        status,
        parentId,
        level,
        ownCount,
        subtree: new Set(ids),
        height,
        hasChildren: children.length > 0,
        position: index + 1,
        siblings: sorted.length,
      }
      all.push(...ids)
      highest = Math.max(highest, height)
    }
    return { ids: all, height: highest }
  }
  addSiblings(nodes, null, 1)
  return { list, byId: new Map(list.map((group) => [group.id, group])) }
}

/** Returns the names from the top level to the group itself. */
export function getGroupPath(tree: GroupTree, id: string): string[] {
  const names: string[] = []
  for (let group = tree.byId.get(id); group; group = tree.byId.get(group.parentId ?? '')) names.unshift(group.name)
  return names
}

type MoveRefusal = 'itself' | 'there' | 'deep'

/** Returns why a group cannot be moved into another one; null if it can. */
export function findMoveRefusal(tree: GroupTree, id: string, parentId: string): MoveRefusal | null {
  const [group, parent] = [tree.byId.get(id), tree.byId.get(parentId)]
  if (!group || !parent) return 'there'
  if (group.subtree.has(parentId)) return 'itself'
  if (group.parentId === parentId) return 'there'
  return parent.level + group.height > MAX_LEVELS ? 'deep' : null
}

/** Lists the groups that are visible while some are collapsed. */
export const listVisibleGroups = (tree: GroupTree, closed: ReadonlySet<string>): Group[] => {
  const hidden = new Set<string>()
  return tree.list.filter((group) => {
    if (group.parentId !== null && (hidden.has(group.parentId) || closed.has(group.parentId))) {
      hidden.add(group.id)
      return false
    }
    return true
  })
}
