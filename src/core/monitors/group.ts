/** Monitor groups of a project. Groups can be nested. */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { CHANGE_TIMES, describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description, Name, Nullable, Reference, Uuid } from '../platform/fields/schema.ts'
import { getOrCreate } from '../platform/maps.ts'
import { GroupCondition, type GroupState } from './group-state.ts'

export const GROUP = describeResource(
  'group',
  Type.Object({
    name: Name(80, { examples: ['Web shop'] }),
    description: Description({ examples: ['Customer-facing services'] }),
    parentGroupId: Reference('groups'),
    condition: Nullable(GroupCondition, {
      default: null,
      description:
        'Condition under which the group is up. The group then has a status, a history and incidents of its own, and ' +
        'holds the alerts of its members while it is down. Null: a folder without a status',
      examples: [{ mode: 'at_least', value: 2 }],
    }),
    escalationPolicyId: Reference('escalation_policies', {
      description:
        'Escalation policy of the monitors in the group and its subgroups that have none. Null: the policy of the ' +
        'parent group or the project, if any',
    }),
  }),
  {
    omitsNull: ['shown', 'audited'],
    readOnly: Type.Object({
      organizationId: Uuid,
      createdBy: Uuid,
      checkCount: Type.Integer({ description: 'Monitors directly in the group, without its subgroups' }),
      ...CHANGE_TIMES,
    }),
  },
)
export type GroupDraft = Static<typeof GROUP.schema>
export type Group = GroupDraft & ProjectResource & { createdBy: string }

/** A group with the number of monitors directly in it, and its state; null for a folder. */
export type CountedGroup = Group & { checkCount: number; state: GroupState | null }

/** Maximum number of nested levels: the deepest group has four groups above it. */
export const MAX_GROUP_LEVELS = 5

type Node = Pick<Group, 'id' | 'parentGroupId' | 'name'>

/** All groups of one project. A transaction that changes many groups keeps the tree up to date instead of reading it again. */
export class GroupTree {
  readonly #nodes = new Map<string, Node>()
  readonly #children = new Map<string | null, Map<string, Node>>()

  constructor(nodes: Iterable<Node>) {
    for (const node of nodes) this.save(node)
  }

  get(id: string): Node | undefined {
    return this.#nodes.get(id)
  }

  /** @param parentId null for the top-level groups */
  listChildren(parentId: string | null): MapIterator<Node> {
    return (this.#children.get(parentId) ?? new Map<string, Node>()).values()
  }

  save({ id, parentGroupId, name }: Node): void {
    this.delete(id)
    const node = { id, parentGroupId, name }
    this.#nodes.set(id, node)
    getOrCreate(this.#children, parentGroupId, () => new Map()).set(id, node)
  }

  delete(id: string): void {
    const node = this.#nodes.get(id)
    if (node) this.#children.get(node.parentGroupId)!.delete(id)
    this.#nodes.delete(id)
  }
}

/** Returns a group and all groups nested in it, the group itself first. */
export function listSubtree(tree: GroupTree, id: string): string[] {
  const found = [id]
  for (const above of found) found.push(...tree.listChildren(above).map((child) => child.id))
  return found
}

/** Returns the level of a group: 1 for a top-level group, 0 for an unknown id. */
function getLevel(tree: GroupTree, id: string | null): number {
  let level = 0
  for (let node = tree.get(id ?? ''); node; node = tree.get(node.parentGroupId ?? '')) level++
  return level
}

/** Returns how many levels a group and the groups nested in it occupy. */
const computeHeight = (tree: GroupTree, id: string): number =>
  Math.max(...listSubtree(tree, id).map((below) => getLevel(tree, below))) - getLevel(tree, id) + 1

/**
 * Returns the reason why a group may not be placed in a parent; null when it may.
 *
 * @param id null for a group that is about to be created
 */
export function findPlacementIssue(tree: GroupTree, id: string | null, parentId: string): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'parent_group_id', message })
  if (!tree.get(parentId)) return refuse(`group ${parentId} does not exist in this project`)
  if (id !== null && listSubtree(tree, id).includes(parentId)) return refuse('is inside the group itself')
  const levels = getLevel(tree, parentId) + (id === null ? 1 : computeHeight(tree, id))
  return levels > MAX_GROUP_LEVELS
    ? refuse(`would create ${levels} levels; at most ${MAX_GROUP_LEVELS} are allowed`)
    : null
}

/** Returns whether another group with the same parent has this name. */
export const isNameTaken = (tree: GroupTree, id: string | null, parentId: string | null, name: string): boolean =>
  tree.listChildren(parentId).some((other) => other.id !== id && other.name === name)

export type NestedGroup = CountedGroup & { children: NestedGroup[] }

/** Returns the top-level groups with all nested groups. Each level keeps the order of the list. */
export function toNestedGroups(groups: readonly CountedGroup[]): NestedGroup[] {
  const children = Map.groupBy(groups, ({ parentGroupId }) => parentGroupId)
  const below = (parentId: string | null): NestedGroup[] =>
    (children.get(parentId) ?? []).map((group) => ({ ...group, children: below(group.id) }))
  return below(null)
}
