import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DueHeap } from '../../../src/probe/schedule/due-groups.ts'
import { seeded } from '../seeded.ts'

test('an empty heap has no due time and no id', () => {
  const heap = new DueHeap()
  assert.deepEqual([heap.size, heap.firstDueAt, heap.has(3), heap.remove(3)], [0, Infinity, false, false])
  assert.ok(Number.isNaN(heap.getDueAt(3)))
})

test('ids are popped in the order of their due times, whatever the order of insertion', () => {
  const random = seeded(1)
  const heap = new DueHeap()
  const dues = Array.from({ length: 1_000 }, () => 1_769_860_800_000 + Math.floor(random() * 60_000))
  dues.forEach((dueAt, id) => {
    heap.set(id, dueAt)
  })
  const out = Array.from(dues, () => dues[heap.pop()]!)
  assert.deepEqual(
    out,
    dues.toSorted((a, b) => a - b),
  )
})

test('ten thousand random additions, moves, removals and pops match a plain list', () => {
  const random = seeded(2)
  const heap = new DueHeap()
  const plain = new Map<number, number>()
  for (let step = 0; step < 10_000; step++) {
    const id = Math.floor(random() * 300)
    const dice = random()
    if (dice < 0.6) {
      const dueAt = Math.floor(random() * 1_000)
      heap.set(id, dueAt)
      plain.set(id, dueAt)
    } else if (dice < 0.8) assert.equal(heap.remove(id), plain.delete(id))
    else if (plain.size > 0) assert.ok(plain.delete(heap.pop()))
    const first = Math.min(...plain.values())
    assert.deepEqual([heap.size, heap.firstDueAt], [plain.size, first])
    assert.equal(heap.has(id), plain.has(id))
    assert.equal(heap.getDueAt(id), plain.get(id) ?? NaN)
  }
})
