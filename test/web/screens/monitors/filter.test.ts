import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterOf, isNarrowed, NO_FILTER, searchOf, wishOf } from '../../../../web/src/screens/monitors/filter.ts'
import { treeOf } from '../../../../web/src/screens/monitors/groups/tree.ts'

const child = { id: 'g2', name: 'b', description: '', check_count: 0, child_groups: [] }
const tree = treeOf([{ id: 'g1', name: 'a', description: '', check_count: 0, child_groups: [child] }], () => 0)

test('what stands in the address comes back from it', () => {
  const filter = {
    text: 'web',
    states: ['down' as const, 'up' as const],
    type: 'TCP',
    group: 'g1',
    tag: 'eu',
    sort: 'name' as const,
  }
  assert.deepEqual(filterOf(searchOf(filter)), filter)
  assert.deepEqual(searchOf(NO_FILTER), {})
})

test('an address that makes no sense filters nothing', () => {
  const filter = filterOf({ state: 'asleep', type: 'FAX', sort: 'colour', q: { a: 1 }, group: null, tag: [] })
  assert.deepEqual(filter, NO_FILTER)
  assert.ok(!isNarrowed(filter))
})

test('a number is searched as the text that it is', () => {
  assert.equal(filterOf({ q: 8080 }).text, '8080')
})

test('a group is wished for with the groups below it', () => {
  assert.deepEqual(wishOf({ ...NO_FILTER, group: 'g1' }, tree).groups, new Set(['g1', 'g2']))
  assert.deepEqual(wishOf({ ...NO_FILTER, group: 'none' }, tree).groups, new Set())
  assert.equal(wishOf(NO_FILTER, tree).groups, null)
})
