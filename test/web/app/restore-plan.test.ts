import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planRestore } from '../../../web/src/app/restore-plan.ts'

const NOW = Date.parse('2026-01-31T08:00:00Z')
const [LATER, EARLIER] = ['2026-01-31T09:00:00.000Z', '2026-01-31T07:00:00.000Z']

test('an undo groups monitors by the request that restores them', () => {
  assert.deepEqual(
    planRestore(
      [
        { id: 'a', status: 'active' },
        { id: 'b', status: 'paused' },
        { id: 'c', status: 'paused', paused_until: LATER },
        { id: 'd', status: 'disabled' },
        { id: 'e', status: 'active' },
      ],
      NOW,
    ),
    [
      { action: 'resume', ids: ['a', 'e'] },
      { action: 'pause', ids: ['b'] },
      { action: 'pause', ids: ['c'], until: LATER },
      { action: 'disable', ids: ['d'] },
    ],
  )
})

test('a pause that would have ended in the meantime ends at once', () => {
  assert.deepEqual(planRestore([{ id: 'a', status: 'paused', paused_until: EARLIER }], NOW), [
    { action: 'resume', ids: ['a'] },
  ])
})
