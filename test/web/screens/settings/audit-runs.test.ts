import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupRuns } from '../../../../web/src/screens/settings/audit-runs.ts'

const entry = (id: number, at: string, action = 'monitor.created', name = 'Alice') =>
  ({ id: String(id), action, actor: { name }, ip: '192.0.2.1', created_at: `2026-11-30T10:${at}.000Z` }) as never

test('adjacent entries of one action, person and minute are one run, from three on', () => {
  const runs = groupRuns([
    entry(1, '05:59'),
    entry(2, '05:30'),
    entry(3, '05:00'),
    entry(4, '04:59'),
    entry(5, '04:58'),
    entry(6, '04:57', 'monitor.deleted'),
    entry(7, '04:56', 'monitor.deleted', 'Bob'),
  ])
  assert.deepEqual(
    runs.map((run) => run.map(({ id }) => Number(id))),
    [[1, 2, 3], [4], [5], [6], [7]],
  )
})
