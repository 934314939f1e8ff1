import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from '../../src/core/platform/id.ts'
import { createIdSource } from '../../src/runtime/ids.ts'
import { createTestClock, MONDAY } from '../support/time/clock.ts'

test('ids of one millisecond sort in creation order', () => {
  const newId = createIdSource(() => MONDAY)
  const ids = Array.from({ length: 10_000 }, newId)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every((id) => isUuid(id) && id[14] === '7' && '89ab'.includes(id[19]!)))
})

test('an id starts with its creation time', () => {
  const newId = createIdSource(() => MONDAY)
  assert.equal(Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16), MONDAY)
})

test('ids keep increasing when the clock is set back', () => {
  const clock = createTestClock()
  const newId = createIdSource(clock.now)
  const before = newId()
  clock.advance(-60_000)
  assert.ok(newId() > before)
})
