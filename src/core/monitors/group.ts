/** Groups: what a project sorts its monitors into, one within the other. */
import type { Issue } from '../platform/errors.ts'

export interface Group {
  id: string
  organizationId: string
  projectId: string
  createdBy: string
  /** Null at the top. */
  parentId: string | null
  name: string
  description: string
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

/** A group with the number of its own monitors. */
export interface CountedGroup extends Group {
  checkCount: number
}

/** The deepest group has four above it. */
export const MAX_GROUP_LEVELS = 5

type Node = Pick<Group, 'id' | 'parentId' | 'name'>

/** Every group of one project, by id. */
export type GroupTree = ReadonlyMap<string, Node>

/** A group with all that are nested below it, itself first. */
export function listSubtree(tree: GroupTree, id: string): string[] {
  const children = Map.groupBy(tree.values(), ({ parentId }) => parentId)
  const found = [id]
  for (const above of found) found.push(...(children.get(above) ?? []).map((child) => child.id))
  return found
}

/** 1 at the top, 0 for what is not a group. */
function getLevel(tree: GroupTree, id: string | null): number {
  let level = 0
  for (let node = tree.get(id ?? ''); node; node = tree.get(node.parentId ?? '')) level++
  return level
}

/** How many levels a group and what is below it take up. */
const computeHeight = (tree: GroupTree, id: string): number =>
  Math.max(...listSubtree(tree, id).map((below) => getLevel(tree, below))) - getLevel(tree, id) + 1

/**
 * Why a group may not lie in that parent.
 *
 * @param id null for a group that is about to be made
 */
export function findPlacementIssue(tree: GroupTree, id: string | null, parentId: string): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'parent_group_id', message })
  if (!tree.has(parentId)) return refuse(`group ${parentId} does not exist in this project`)
  if (id !== null && listSubtree(tree, id).includes(parentId)) return refuse('is inside the group itself')
  const levels = getLevel(tree, parentId) + (id === null ? 1 : computeHeight(tree, id))
  return levels > MAX_GROUP_LEVELS
    ? refuse(`would create ${levels} levels; at most ${MAX_GROUP_LEVELS} are allowed`)
    : null
}

/** Whether another group of the same parent has this name. */
export const isNameTaken = (tree: GroupTree, id: string | null, parentId: string | null, name: string): boolean =>
  [...tree.values()].some((other) => other.id !== id && other.parentId === parentId && other.name === name)

export interface NestedGroup extends CountedGroup {
  children: NestedGroup[]
}

/** The groups at the top with everything below them, each level in the order of the list. */
export function toNestedGroups(groups: readonly CountedGroup[]): NestedGroup[] {
  const children = Map.groupBy(groups, ({ parentId }) => parentId)
  const below = (parentId: string | null): NestedGroup[] =>
    (children.get(parentId) ?? []).map((group) => ({ ...group, children: below(group.id) }))
  return below(null)
}
