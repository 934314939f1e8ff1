/** Memory that only the start needed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getHeapStatistics } from 'node:v8'
import { scheduleMemoryRelease } from '../../src/bin/memory.ts'

test('a program releases the memory of its start', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  scheduleMemoryRelease()
  let ofStart = Array.from({ length: 200_000 }, (_, index) => ({ index }))
  const before = getHeapStatistics().used_heap_size
  ofStart = []
  t.mock.timers.tick(60_000)
  assert.ok(before - getHeapStatistics().used_heap_size > 2_000_000 + ofStart.length)
})
