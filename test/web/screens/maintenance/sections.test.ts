import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupWindows } from '../../../../web/src/screens/maintenance/sections.ts'
import type { Window } from '../../../../web/src/screens/maintenance/times-draft.ts'

const window = (name: string, over: object): Window =>
  ({ name, recurrence: null, current: null, next_starts_at: null, ...over }) as unknown as Window

test('active windows sort by end, scheduled ones by start, and past ones latest first', () => {
  const names = (windows: readonly Window[]) => windows.map(({ name }) => name)
  const { active, scheduled, past } = groupWindows([
    window('late', { status: 'active', current: { ends_at: '2026-01-05T09:00:00.000Z' } }),
    window('soon', { status: 'active', current: { ends_at: '2026-01-05T08:00:00.000Z' } }),
    window('in march', { status: 'scheduled', next_starts_at: '2026-03-01T00:00:00.000Z' }),
    window('tonight', { status: 'scheduled', next_starts_at: '2026-01-05T22:00:00.000Z' }),
    window('old', { status: 'finished', ends_at: '2025-01-01T00:00:00.000Z' }),
    window('off', { status: 'cancelled', ends_at: '2030-01-01T00:00:00.000Z', updated_at: '2025-06-01T00:00:00.000Z' }),
  ])
  assert.deepEqual(
    [names(active), names(scheduled), names(past)],
    [
      ['soon', 'late'],
      ['tonight', 'in march'],
      ['off', 'old'],
    ],
  )
})
