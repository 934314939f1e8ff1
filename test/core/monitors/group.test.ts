import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findPlacementIssue,
  GroupTree,
  isNameTaken,
  listSubtree,
  toNestedGroups,
} from '../../../src/core/monitors/group.ts'

/** `b<a` is group b within group a; a group without a parent is at the top level. Names are ids. */
function treeOf(...groups: string[]): GroupTree {
  return new GroupTree(
    groups.map((text) => {
      const [id, parentGroupId = null] = text.split('<') as [string, string?]
      return { id, parentGroupId, name: id }
    }),
  )
}

const CHAIN = treeOf('1', '2<1', '3<2', '4<3', '5<4', 'other', 'below<other')

test('a tree follows the creation, the move and the deletion of groups', () => {
  const tree = treeOf('a', 'b<a', 'c<b')
  tree.save({ id: 'd', parentGroupId: 'c', name: 'd' })
  tree.save({ id: 'b', parentGroupId: null, name: 'b' })
  assert.deepEqual([listSubtree(tree, 'a'), listSubtree(tree, 'b')], [['a'], ['b', 'c', 'd']])
  tree.delete('d')
  assert.deepEqual(listSubtree(tree, 'b'), ['b', 'c'])
})

test('a subtree is a group with all groups nested in it, the group itself first', () => {
  assert.deepEqual(listSubtree(CHAIN, '3'), ['3', '4', '5'])
  assert.deepEqual(listSubtree(CHAIN, 'below'), ['below'])
  assert.deepEqual(listSubtree(treeOf('a', 'b<a', 'c<a', 'd<b'), 'a'), ['a', 'b', 'c', 'd'])
})

test('a group cannot be placed in itself or in a nested group', () => {
  assert.match(findPlacementIssue(CHAIN, '1', '1')?.message ?? '', /inside the group itself/)
  assert.match(findPlacementIssue(CHAIN, '1', '4')?.message ?? '', /inside the group itself/)
  assert.equal(findPlacementIssue(CHAIN, '4', '1'), null, 'a parent above it is allowed')
  assert.match(findPlacementIssue(CHAIN, null, 'nowhere')?.message ?? '', /group nowhere does not exist/)
})

test('five levels are allowed, and nested groups count when a group moves', () => {
  assert.equal(findPlacementIssue(CHAIN, null, '4'), null)
  assert.match(findPlacementIssue(CHAIN, null, '5')?.message ?? '', /6 levels.*at most 5/)
  assert.equal(findPlacementIssue(CHAIN, 'below', '4'), null)
  assert.match(findPlacementIssue(CHAIN, 'other', '4')?.message ?? '', /6 levels/)
  assert.equal(findPlacementIssue(CHAIN, 'other', '3'), null)
})

test('a group name is taken only by groups with the same parent', () => {
  assert.equal(isNameTaken(CHAIN, null, null, 'other'), true)
  assert.equal(isNameTaken(CHAIN, 'other', null, 'other'), false, 'its own')
  assert.equal(isNameTaken(CHAIN, null, '1', 'other'), false)
  assert.equal(isNameTaken(CHAIN, null, 'other', 'below'), true)
})

test('nesting keeps the order of the list on each level', () => {
  const group = (id: string, parentGroupId: string | null) => ({
    ...{
      id,
      parentGroupId,
      name: id,
      description: '',
      condition: null,
      escalationPolicyId: null,
      organizationId: 'o',
      projectId: 'p',
      createdBy: 'u',
    },
    ...{ createdAt: 0, updatedAt: 0, checkCount: 0, state: null },
  })
  const drawn = (groups: ReturnType<typeof toNestedGroups>): string =>
    groups.map(({ id, children }) => `${id}(${drawn(children)})`).join(' ')
  const list = [group('d', 'b'), group('c', null), group('b', 'a'), group('e', 'a'), group('a', null)]
  assert.equal(drawn(toNestedGroups(list)), 'c() a(b(d()) e())')
})
