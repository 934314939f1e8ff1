/** Memory that only the start needed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { scheduleMemoryRelease } from '../../src/bin/memory.ts'

test('a program releases the memory of its start as soon as it is idle', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let looks = 0
  scheduleMemoryRelease(undefined, () => looks++ === 0)
  let ofStart = Array.from({ length: 400_000 }, (_, index) => ({ index }))
  const before = getHeapStatistics().used_heap_size
  const countReleased = () => before - getHeapStatistics().used_heap_size
  ofStart = []
  t.mock.timers.tick(8_000)
  assert.ok(countReleased() < 4_000_000, 'while it is busy')
  t.mock.timers.tick(52_000)
  assert.ok(countReleased() > 4_000_000 + ofStart.length)
  assert.equal(looks, 2)
})
