import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DueGroups } from '../../../src/probe/schedule/due-groups.ts'
import { seeded } from '../seeded.ts'

test('the id that has waited longest relative to its weight comes first', () => {
  const due = new DueGroups()
  due.set(1, 0, 60)
  due.set(2, 40, 10)
  due.set(3, 50, 10)
  assert.deepEqual(
    [due.pop(50), due.pop(110), due.pop(110)],
    [
      { id: 2, dueAt: 40 },
      { id: 3, dueAt: 50 },
      { id: 1, dueAt: 0 },
    ],
  )
})

test('ten thousand random additions, moves, removals and pops match a plain list', () => {
  const random = seeded(3)
  const due = new DueGroups()
  const plain = new Map<number, { dueAt: number; weight: number }>()
  for (let step = 0; step < 10_000; step++) {
    const id = Math.floor(random() * 300)
    const dice = random()
    if (dice < 0.6) {
      const dueAt = Math.floor(random() * 1_000)
      const weight = [10, 60, 300][Math.floor(random() * 3)]!
      due.set(id, dueAt, weight)
      plain.set(id, { dueAt, weight })
    } else if (dice < 0.8) {
      due.remove(id)
      plain.delete(id)
    } else if (plain.size > 0) {
      const longest = Math.max(...[...plain.values()].map(({ dueAt, weight }) => (1_000 - dueAt) / weight))
      const popped = due.pop(1_000)
      const { dueAt, weight } = plain.get(popped.id)!
      assert.deepEqual([popped.dueAt, (1_000 - dueAt) / weight], [dueAt, longest])
      plain.delete(popped.id)
    }
    assert.deepEqual(
      [due.size, due.firstDueAt],
      [plain.size, Math.min(...[...plain.values()].map(({ dueAt }) => dueAt))],
    )
    assert.equal(due.getDueAt(id), plain.get(id)?.dueAt ?? Number.NaN)
  }
})
