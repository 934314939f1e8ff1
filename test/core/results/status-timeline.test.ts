import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareTimelines, normalizeTimeline, type StoredEntry } from '../../../src/core/results/status-timeline.ts'

const entriesOf = (text: string) =>
  text.split(' ').map((word) => {
    const [to, at] = word.split('@') as [string, string]
    return { to, at: Number(at), reason: word }
  })

const stored = (text: string): StoredEntry[] =>
  entriesOf(text).map((entry, index, all) => ({
    ...entry,
    id: `${index}`,
    from: all[index - 1]?.to ?? null,
    actorId: null,
    endedAt: all[index + 1]?.at ?? null,
  }))

for (const [what, before, after] of [
  ['an entry that ends when it begins is dropped', 'up@0 degraded@5 down@5', 'up@0 down@5'],
  ['an entry that then repeats the one before it continues it', 'up@0 unknown@5 up@5', 'up@0'],
  ['an earlier entry replaces later ones', 'up@0 down@5 unknown@9 up@4', 'up@0'],
  ['different times stay', 'up@0 down@5 up@9', 'up@0 down@5 up@9'],
] as const)
  test(`status history: ${what}`, () => {
    assert.deepEqual(
      normalizeTimeline(entriesOf(before)).map(({ reason }) => reason),
      after.split(' '),
    )
  })

test('entries that stay keep their ids, and their neighbours are linked again', () => {
  const changes = compareTimelines(stored('up@0 unknown@5 up@9'), entriesOf('up@0 down@3 up@9'))
  assert.deepEqual(changes.deleted, ['1'])
  assert.deepEqual(
    changes.relinked.map(({ id, from, endedAt }) => [id, from, endedAt]),
    [
      ['0', null, 3],
      ['2', 'down', null],
    ],
  )
  assert.deepEqual(
    changes.added.map(({ from, to, at, endedAt }) => [from, to, at, endedAt]),
    [['up', 'down', 3, 9]],
  )
  assert.deepEqual(changes.current, { to: 'up', at: 9 })
})
