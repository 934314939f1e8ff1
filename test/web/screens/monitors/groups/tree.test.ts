import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  buildTree,
  findMoveRefusal,
  type GroupNode,
  getGroupPath,
  listVisibleGroups,
} from '../../../../../web/src/screens/monitors/groups/tree.ts'

const branch = (id: string, ...children: GroupNode[]): GroupNode => ({
  id,
  name: id.toUpperCase(),
  description: '',
  check_count: 1,
  child_groups: children,
})

const TREE = buildTree([branch('z'), branch('a', branch('c', branch('d')), branch('b'))], (a, b) => a.localeCompare(b))

const DEEP = buildTree(
  [branch('1', branch('2', branch('3', branch('4', branch('5'))))), branch('x', branch('y'))],
  (a, b) => a.localeCompare(b),
)

test('every group follows its parent, siblings by name', () => {
  assert.deepEqual(
    TREE.list.map(({ id, level, position, siblings }) => [id, level, position, siblings]),
    [
      ['a', 1, 1, 2],
      ['b', 2, 1, 2],
      ['c', 2, 2, 2],
      ['d', 3, 1, 1],
      ['z', 1, 2, 2],
    ],
  )
})

test('a group has its subtree, height and path', () => {
  const group = TREE.byId.get('a')!
  assert.deepEqual([...group.subtree].sort(), ['a', 'b', 'c', 'd'])
  assert.equal(group.height, 3)
  assert.deepEqual(getGroupPath(TREE, 'd'), ['A', 'C', 'D'])
})

describe('a group cannot be moved', () => {
  test('into itself or its subgroups', () => {
    assert.equal(findMoveRefusal(TREE, 'a', 'a'), 'itself')
    assert.equal(findMoveRefusal(TREE, 'a', 'd'), 'itself')
  })
  test('to its current parent', () => assert.equal(findMoveRefusal(TREE, 'c', 'a'), 'there'))
  test('to a parent where its subgroups would be too deep', () => {
    assert.equal(findMoveRefusal(DEEP, 'y', '4'), null)
    assert.equal(findMoveRefusal(DEEP, 'x', '4'), 'deep')
  })
})

test('all groups below a collapsed group are hidden', () => {
  assert.deepEqual(
    listVisibleGroups(TREE, new Set(['a'])).map(({ id }) => id),
    ['a', 'z'],
  )
})
