import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue } from '../../../src/services/platform/queue.ts'

test('work that finds the queue full is refused as SERVICE_UNAVAILABLE and may be tried again soon', () => {
  const queue = createQueue(1, 1)
  queue.acquire()
  queue.acquire()
  assert.throws(() => queue.acquire(), { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 })
})
