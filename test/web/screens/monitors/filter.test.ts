import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isNarrowed,
  NO_FILTER,
  parseFilter,
  toListOptions,
  toSearch,
} from '../../../../web/src/screens/monitors/filter.ts'
import { buildTree } from '../../../../web/src/screens/monitors/groups/tree.ts'

const child = { id: 'g2', name: 'b', description: '', check_count: 0, child_groups: [] }
const tree = buildTree([{ id: 'g1', name: 'a', description: '', check_count: 0, child_groups: [child] }], () => 0)

test('a filter survives a round trip through the address', () => {
  const filter = {
    text: 'web',
    states: ['down' as const, 'up' as const],
    isSilenced: true,
    type: 'TCP',
    group: 'g1',
    tag: 'eu',
    sort: 'name' as const,
  }
  assert.deepEqual(parseFilter(toSearch(filter)), filter)
  assert.deepEqual(toSearch(NO_FILTER), {})
})

test('an invalid address filters nothing', () => {
  const filter = parseFilter({ state: 'asleep', type: 'FAX', sort: 'colour', q: { a: 1 }, group: null, tag: [] })
  assert.deepEqual(filter, NO_FILTER)
  assert.ok(!isNarrowed(filter))
})

test('a numeric query is searched as text', () => {
  assert.equal(parseFilter({ q: 8080 }).text, '8080')
})

test('a group filter includes its subgroups', () => {
  assert.deepEqual(toListOptions({ ...NO_FILTER, group: 'g1' }, tree).groups, new Set(['g1', 'g2']))
  assert.deepEqual(toListOptions({ ...NO_FILTER, group: 'none' }, tree).groups, new Set())
  assert.equal(toListOptions(NO_FILTER, tree).groups, null)
})
