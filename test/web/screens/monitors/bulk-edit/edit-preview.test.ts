import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listInnerChanges, summarizePreview } from '../../../../../web/src/screens/monitors/bulk-edit/edit-preview.ts'

type Result = Parameters<typeof summarizePreview>[0]['results'][number]

const changed = (name: string, ...changes: Result['changes']): Result => ({
  ...{ monitor_id: name, name, outcome: 'succeeded', changes },
})
const refused = (name: string, message: string): Result => ({
  ...{ monitor_id: name, name, outcome: 'failed', changes: [], error: { code: 'NO', message } },
})

test('equal changes are counted together, the most frequent first', () => {
  const interval = (before: number) => ({ field: 'interval_seconds', before, after: 60 })
  const results = [changed('a', interval(30)), changed('b', interval(300)), changed('c', interval(300))]
  const { changing, fields } = summarizePreview({ results })
  assert.equal(changing, 3)
  assert.deepEqual(fields, [
    {
      field: 'interval_seconds',
      groups: [
        { before: 300, after: 60, entries: null, names: ['b', 'c'] },
        { before: 30, after: 60, entries: null, names: ['a'] },
      ],
    },
  ])
})

test('lists are compared by their entries, whatever else they contain', () => {
  const results = [
    changed('a', { field: 'tags', before: ['x'], after: ['x', 'new'] }),
    changed('b', { field: 'tags', after: ['new'] }),
  ]
  const [tags] = summarizePreview({ results }).fields
  assert.deepEqual(
    tags!.groups.map(({ entries, names }) => [entries, names]),
    [[{ added: ['new'], removed: [] }, ['a', 'b']]],
  )
})

test('refusals are grouped by their reason, and other monitors without a change are counted', () => {
  const same: Result = { monitor_id: 'd', name: 'd', outcome: 'skipped', changes: [] }
  const preview = summarizePreview({ results: [refused('a', 'x'), refused('b', 'y'), refused('c', 'y'), same] })
  assert.deepEqual(preview.refusals, [
    { code: 'NO', message: 'y', names: ['b', 'c'] },
    { code: 'NO', message: 'x', names: ['a'] },
  ])
  assert.deepEqual([preview.changing, preview.unchanged], [0, 1])
})

test('only the changed fields of an object are listed', () => {
  assert.deepEqual(listInnerChanges({ before: { enabled: true, days: [1] }, after: { enabled: false, days: [1] } }), [
    { key: 'enabled', before: true, after: false },
  ])
  assert.deepEqual(listInnerChanges({ before: 1, after: 2 }), [{ key: null, before: 1, after: 2 }])
})
