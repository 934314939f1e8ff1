import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeGroupStates,
  computeGroupStatus,
  createGroupTree,
  describeGroupStatus,
  GROUP_MODES,
  GROUP_STATUSES,
  type GroupCondition,
  type GroupStatus,
  type MemberCounts,
  NO_MEMBERS,
} from '../../../src/core/monitors/group-state.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'

const count = (counts: Partial<MemberCounts>): MemberCounts => ({ ...NO_MEMBERS, ...counts })

const atLeast = (value: number): GroupCondition => ({ mode: 'at_least', value })
const percent = (value: number): GroupCondition => ({ mode: 'percent', value })
const ALL: GroupCondition = { mode: 'all' }
const ANY: GroupCondition = { mode: 'any' }

const CASES: [title: string, condition: GroupCondition, members: Partial<MemberCounts>, status: GroupStatus][] = [
  ['all members up', ALL, { up: 3 }, 'up'],
  ['all, one down', ALL, { up: 2, down: 1 }, 'down'],
  ['all, one slow', ALL, { up: 2, degraded: 1 }, 'degraded'],
  ['all, one unknown', ALL, { up: 2, unknown: 1 }, 'unknown'],
  ['any, one up', ANY, { up: 1, down: 4 }, 'degraded'],
  ['any, none up', ANY, { down: 4 }, 'down'],
  ['any, none known up', ANY, { down: 4, unknown: 1 }, 'unknown'],
  ['at least 3 of 5, three up', atLeast(3), { up: 3, down: 2 }, 'degraded'],
  ['at least 3 of 5, two up', atLeast(3), { up: 2, down: 3 }, 'down'],
  ['at least 3 with two members: all of them', atLeast(3), { up: 2 }, 'up'],
  ['at least 3 with two members, one down', atLeast(3), { up: 1, down: 1 }, 'down'],
  ['1 % of 3 is one member', percent(1), { up: 1, down: 2 }, 'degraded'],
  ['67 % of 3 is three members', percent(67), { up: 2, down: 1 }, 'down'],
  ['66 % of 3 is two members', percent(66), { up: 2, down: 1 }, 'degraded'],
  ['unknown members that cannot change the outcome', atLeast(1), { up: 1, unknown: 2 }, 'up'],
  ['no member', ANY, {}, 'unknown'],
]

for (const [title, condition, members, status] of CASES)
  test(`a group with a condition is ${status}: ${title}`, () =>
    assert.equal(computeGroupStatus(condition, count(members)), status))

test('the reason of a status counts the members and names those that are down', () => {
  const describe = (condition: GroupCondition, members: Partial<MemberCounts>, ...names: string[]) => {
    const counts = count(members)
    return describeGroupStatus(condition, { status: computeGroupStatus(condition, counts), members: counts }, names)
  }
  assert.equal(
    describe(atLeast(3), { up: 2, down: 3 }, 'A', 'B', 'C'),
    '2 of 5 members are up, expected at least 3: A, B, C are down',
  )
  assert.equal(describe(ALL, { up: 4, down: 1 }, 'A'), '4 of 5 members are up, expected all: A is down')
  assert.equal(describe(percent(50), { down: 1 }, 'A'), '0 of 1 member is up, expected at least 50 % (1): A is down')
  assert.equal(describe(ANY, { up: 1, down: 1 }, 'A'), '1 of 2 members are up: A is down')
  assert.equal(describe(ALL, { up: 1, unknown: 1 }), '1 of 2 members are up, 1 unknown, expected all')
  assert.equal(
    describe(ALL, { down: 7 }, 'A', 'B', 'C', 'D', 'E', 'F', 'G'),
    '0 of 7 members are up, expected all: A, B, C, D, E and 2 more are down',
  )
  assert.match(describe(ALL, {}), /^no member counts/)
})

interface ModelMonitor {
  groupId: string | null
  status: GroupStatus
  isPaused: boolean
  inMaintenance: boolean
}

interface ModelGroup {
  id: string
  parentGroupId: string | null
  condition: GroupCondition | null
}

const conditionOf = (dice: Dice): GroupCondition => {
  const mode = dice.one(GROUP_MODES)
  if (mode === 'at_least') return { mode, value: dice.between(1, 5) }
  return mode === 'percent' ? { mode, value: dice.between(1, 100) } : { mode }
}

/** Groups whose parents have smaller numbers, so that there is no cycle. */
const groupsOf = (dice: Dice): ModelGroup[] =>
  Array.from({ length: dice.between(1, 6) }, (_, index) => ({
    id: `g${index}`,
    parentGroupId: index === 0 || dice.happens(0.3) ? null : `g${dice.between(0, index - 1)}`,
    condition: dice.happens(0.7) ? conditionOf(dice) : null,
  }))

/** Lists the statuses of the members of a group, by walking down for every question. */
function listMembers(groups: readonly ModelGroup[], monitors: readonly ModelMonitor[], id: string): GroupStatus[] {
  const own = monitors.filter(({ groupId, isPaused, inMaintenance }) => groupId === id && !isPaused && !inMaintenance)
  const below = groups
    .filter(({ parentGroupId }) => parentGroupId === id)
    .flatMap((child) => {
      const members = listMembers(groups, monitors, child.id)
      if (child.condition === null) return members
      return members.length === 0 ? [] : [judge(child.condition, members)]
    })
  return [...own.map(({ status }) => status), ...below]
}

/** Tries every way in which the unknown members may be up or down. */
function judge({ mode, value }: GroupCondition, members: readonly GroupStatus[]): GroupStatus {
  if (members.length === 0) return 'unknown'
  const holds = (statuses: readonly GroupStatus[]): boolean => {
    const available = statuses.filter((status) => status !== 'down').length
    if (mode === 'all') return available === statuses.length
    if (mode === 'any') return available > 0
    if (mode === 'percent') return available * 100 >= value! * statuses.length
    return available >= value! || available === statuses.length
  }
  const unknowns = members.filter((status) => status === 'unknown').length
  const outcomes = Array.from({ length: 2 ** unknowns }, (_, bits) => {
    let next = 0
    return holds(members.map((status) => (status === 'unknown' ? ((bits >> next++) & 1 ? 'up' : 'down') : status)))
  })
  if (!outcomes.includes(true)) return 'down'
  if (outcomes.includes(false)) return 'unknown'
  return members.some((status) => status === 'down' || status === 'degraded') ? 'degraded' : 'up'
}

function countByGroup(monitors: readonly ModelMonitor[]): Map<string, MemberCounts> {
  const counts = new Map<string, MemberCounts>()
  for (const { groupId, status, isPaused, inMaintenance } of monitors) {
    if (groupId === null || isPaused || inMaintenance) continue
    const before = counts.get(groupId) ?? NO_MEMBERS
    counts.set(groupId, { ...before, [status]: before[status] + 1 })
  }
  return counts
}

property('the states of groups equal a brute-force model over random histories', 200, (dice) => {
  const groups = groupsOf(dice)
  let monitors: ModelMonitor[] = Array.from({ length: dice.between(0, 10) }, () => ({
    groupId: dice.one(groups).id,
    status: dice.one(GROUP_STATUSES),
    isPaused: false,
    inMaintenance: false,
  }))
  const change = (monitor: ModelMonitor): ModelMonitor[] => {
    const kind = dice.between(0, 4)
    if (kind === 0) return [{ ...monitor, status: dice.one(GROUP_STATUSES) }]
    if (kind === 1) return [{ ...monitor, isPaused: !monitor.isPaused }]
    if (kind === 2) return [{ ...monitor, inMaintenance: !monitor.inMaintenance }]
    if (kind === 3) return [{ ...monitor, groupId: dice.happens(0.2) ? null : dice.one(groups).id }]
    return []
  }
  for (let step = 0; step < 12; step++) {
    const states = computeGroupStates(createGroupTree(groups), countByGroup(monitors))
    for (const { id, condition } of groups) {
      const expected = condition && judge(condition, listMembers(groups, monitors, id))
      assert.equal(states.get(id)?.status ?? null, expected, JSON.stringify({ id, groups, monitors }))
    }
    monitors = monitors.flatMap((monitor) => (dice.happens(0.3) ? change(monitor) : [monitor]))
  }
})
