/**
 * Status of a group with a condition, from the statuses of its members. Members are the monitors of the group and of its
 * nested folders, and each nested group with a condition. Paused monitors and monitors in maintenance do not count.
 */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { OneOf } from '../platform/fields/schema.ts'
import type { UnixMs } from '../platform/time/time.ts'

export const GROUP_MODES = ['all', 'any', 'at_least', 'percent'] as const
type GroupMode = (typeof GROUP_MODES)[number]

/** Maximum number of members that a condition can require. */
const MAX_VALUE = 10_000

export const GroupCondition = Type.Object({
  mode: OneOf(GROUP_MODES, {
    description: 'Members that must be up: `all`, `any` (one), `at_least` a number, or a `percent` share',
  }),
  value: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_VALUE,
      description: 'Number of members for `at_least`, percentage for `percent` (1-100)',
    }),
  ),
})
/** Condition under which a group is up. */
export type GroupCondition = Static<typeof GroupCondition>

/** Modes with a value, and the highest value of each. */
const MAX_VALUES: Partial<Record<GroupMode, number>> = { at_least: MAX_VALUE, percent: 100 }

/** Returns the reason why a condition is not valid; null when it is. */
export function findConditionIssue({ mode, value }: GroupCondition): Issue | null {
  const refuse = (message: string): Issue => ({ field: 'condition.value', message })
  const max = MAX_VALUES[mode]
  if (max === undefined) return value === undefined ? null : refuse(`must be absent when the mode is ${mode}`)
  if (value === undefined) return refuse(`is required when the mode is ${mode}`)
  return value > max ? refuse(`must be at most ${max} when the mode is ${mode}`) : null
}

export const GROUP_STATUSES = ['up', 'degraded', 'down', 'unknown'] as const
export type GroupStatus = (typeof GROUP_STATUSES)[number]

/** Number of members that count, by status. */
export type MemberCounts = Record<GroupStatus, number>

export const NO_MEMBERS: Readonly<MemberCounts> = { up: 0, degraded: 0, down: 0, unknown: 0 }

export interface GroupState {
  status: GroupStatus
  since: UnixMs
  members: MemberCounts
}

const countAll = (members: MemberCounts): number => GROUP_STATUSES.reduce((sum, status) => sum + members[status], 0)

/** A degraded member answers, so it is available. */
const countAvailable = ({ up, degraded }: MemberCounts): number => up + degraded

/**
 * Returns how many members must be available. `at_least` with more members than there are means all of them, so that
 * maintenance of a member is no outage of the group.
 */
function computeRequired({ mode, value }: GroupCondition, total: number): number {
  if (mode === 'any') return 1
  if (mode === 'at_least') return Math.min(value!, total)
  return mode === 'percent' ? Math.ceil((total * value!) / 100) : total
}

/**
 * Returns the status of a group. Members with an unknown status may be up or down. The group is therefore unknown while
 * they decide.
 */
export function computeGroupStatus(condition: GroupCondition, members: MemberCounts): GroupStatus {
  const total = countAll(members)
  if (total === 0) return 'unknown'
  const required = computeRequired(condition, total)
  const available = countAvailable(members)
  if (available + members.unknown < required) return 'down'
  if (available < required) return 'unknown'
  return members.down + members.degraded > 0 ? 'degraded' : 'up'
}

interface GroupNode {
  id: string
  /** Null for a top-level group. */
  parentGroupId: string | null
  /** Null for a folder. */
  condition: GroupCondition | null
}

/** Groups of a project by the id of the group that contains them; null for top-level groups. */
export type GroupTree<Group extends GroupNode> = ReadonlyMap<string | null, readonly Group[]>

export const createGroupTree = <Group extends GroupNode>(groups: readonly Group[]): GroupTree<Group> =>
  Map.groupBy(groups, ({ parentGroupId }) => parentGroupId)

type GroupFacts = Pick<GroupState, 'status' | 'members'>

/**
 * Computes the states of all groups with a condition, each after the groups nested in it. A nested group counts as one
 * member, unless none of its own members counts.
 *
 * @param monitors counted monitors directly in each group, by group id
 */
export function computeGroupStates(
  tree: GroupTree<GroupNode>,
  monitors: ReadonlyMap<string, MemberCounts>,
): Map<string, GroupFacts> {
  const states = new Map<string, GroupFacts>()
  const countMembers = (id: string): MemberCounts =>
    (tree.get(id) ?? []).map(countAsMember).reduce(addCounts, monitors.get(id) ?? NO_MEMBERS)
  const countAsMember = ({ id, condition }: GroupNode): MemberCounts => {
    const members = countMembers(id)
    if (condition === null) return members
    const status = computeGroupStatus(condition, members)
    states.set(id, { status, members })
    return countAll(members) === 0 ? NO_MEMBERS : { ...NO_MEMBERS, [status]: 1 }
  }
  for (const top of tree.get(null) ?? []) countAsMember(top)
  return states
}

/**
 * Lists the groups whose monitors are members of a group: the group itself and its nested folders. Also lists the groups
 * that are members themselves.
 */
export function listMemberGroups<Group extends GroupNode>(
  tree: GroupTree<Group>,
  id: string,
): { folders: string[]; nested: Group[] } {
  const folders = [id]
  const nested: Group[] = []
  for (const folder of folders)
    for (const child of tree.get(folder) ?? [])
      if (child.condition === null) folders.push(child.id)
      else nested.push(child)
  return { folders, nested }
}

/**
 * Returns whether a group above this one is down. The outermost group that is down has the incident.
 *
 * @param parents id of the group that contains a group, by its id
 */
export function hasGroupDownAbove(
  parents: ReadonlyMap<string, string | null>,
  id: string,
  getStatus: (id: string) => GroupStatus | undefined,
): boolean {
  for (let above = parents.get(id) ?? null; above !== null; above = parents.get(above) ?? null)
    if (getStatus(above) === 'down') return true
  return false
}

const addCounts = (a: MemberCounts, b: MemberCounts): MemberCounts => ({
  up: a.up + b.up,
  degraded: a.degraded + b.degraded,
  down: a.down + b.down,
  unknown: a.unknown + b.unknown,
})

/** Maximum number of members that a reason names. */
const MAX_NAMED_MEMBERS = 5

/**
 * Returns the reason of a status.
 *
 * @param down names of members that are down
 */
export function describeGroupStatus(
  condition: GroupCondition,
  { status, members }: GroupFacts,
  down: readonly string[],
): string {
  const total = countAll(members)
  if (total === 0) return 'no member counts: each is paused or in maintenance, or the group is empty'
  const count = `${countAvailable(members)} of ${total} ${total === 1 ? 'member is' : 'members are'} up`
  const unknown = members.unknown > 0 ? `, ${members.unknown} unknown` : ''
  const expected = status === 'down' || status === 'unknown' ? `, expected ${describeRequired(condition, total)}` : ''
  return `${count}${unknown}${expected}${describeDown(down, members.down)}`
}

function describeRequired(condition: GroupCondition, total: number): string {
  const required = computeRequired(condition, total)
  if (condition.mode === 'percent') return `at least ${condition.value} % (${required})`
  return required === total ? 'all' : `at least ${required}`
}

function describeDown(names: readonly string[], count: number): string {
  if (names.length === 0) return ''
  const named = names.slice(0, MAX_NAMED_MEMBERS)
  const rest = count - named.length
  return `: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} ${count === 1 ? 'is' : 'are'} down`
}
