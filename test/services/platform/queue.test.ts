import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQueue } from '../../../src/services/platform/limits/large-work.ts'

test('work is refused as SERVICE_UNAVAILABLE with a retry time when the queue is full', () => {
  const queue = createQueue(1, 1)
  queue.acquire()
  queue.acquire()
  assert.throws(() => queue.acquire(), { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 })
})
