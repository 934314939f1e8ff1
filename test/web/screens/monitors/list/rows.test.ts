import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonitorSummary } from '../../../../../web/src/app/monitor-store/monitor-summary.ts'
import { buildTree, type GroupNode } from '../../../../../web/src/screens/monitors/groups/tree.ts'
import { groupRows, toGroupRowId } from '../../../../../web/src/screens/monitors/list/rows.ts'

const branch = (id: string, ...children: GroupNode[]): GroupNode => ({
  id,
  name: id,
  description: '',
  check_count: 0,
  child_groups: children,
})
const tree = buildTree([branch('shop', branch('pay')), branch('void')], (a, b) => a.localeCompare(b))

const lineOf = (group_id: string | null, runtime_status: string) =>
  ({ group_id, runtime_status, status: 'active' }) as MonitorSummary
const LINES = new Map([
  ['m1', lineOf('pay', 'down')],
  ['m2', lineOf('shop', 'up')],
  ['m3', lineOf(null, 'up')],
  ['m4', lineOf('gone', 'up')],
])

const rows = (closed: string[] = [], hasEmpty = false) =>
  groupRows({
    ids: [...LINES.keys()],
    getMonitor: (id) => LINES.get(id),
    tree,
    closed: new Set(closed.map((id) => (id === 'loose' ? toGroupRowId(null) : toGroupRowId(id)))),
    hasEmpty,
    ungroupedName: 'Loose',
  })
const shown = (...args: Parameters<typeof rows>) => rows(...args).map(({ id, level }) => `${level} ${id}`)

test('monitors follow their group, and ungrouped monitors come last', () => {
  assert.deepEqual(shown(), ['1 group:shop', '2 m2', '2 group:pay', '3 m1', '1 group:none', '2 m3', '2 m4'])
})

test('a collapsed group hides its rows but counts their monitors', () => {
  assert.deepEqual(shown(['shop', 'loose']), ['1 group:shop', '1 group:none'])
  const [shop] = rows(['shop'])
  assert.ok(shop?.kind === 'group')
  assert.equal(shop.total, 2)
  assert.deepEqual(Object.fromEntries(shop.counts), { down: 1, up: 1 })
})

test('empty groups are shown as drop targets', () => {
  assert.ok(shown([], true).includes('1 group:void'))
})
