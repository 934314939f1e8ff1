import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyOutcome, MAX_RETRIES, type Outcome, type Settlement } from '../../../src/core/notifications/delivery.ts'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'

const NOW = 1_000_000
const middle = () => 0.5

const NEW = { errorMessage: null, retryCount: 0, maxRetries: MAX_RETRIES, lastRetryAt: null, retryAt: null }
const RETRIED = { ...NEW, errorMessage: '500', retryCount: 2, lastRetryAt: 900_000 }

type Failed = Extract<Outcome, { delivered: false }>
const failing = (over: Partial<Failed> = {}): Failed => ({
  delivered: false,
  message: 'the receiver answered 500',
  permanent: false,
  bounced: false,
  retryAfterMs: null,
  disableTarget: false,
  receiver: 'answering',
  ...over,
})

test('an accepted message is delivered, at the first or a later attempt', () => {
  assert.deepEqual(applyOutcome(NEW, { delivered: true }, NOW, middle), {
    status: 'delivered',
    deliveredAt: NOW,
    errorMessage: null,
    retryCount: 0,
    wasHandedOver: true,
    lastRetryAt: null,
    retryAt: null,
    nextAttemptAt: NOW,
  })
  const late = applyOutcome(RETRIED, { delivered: true }, NOW, middle)
  assert.deepEqual([late.retryCount, late.lastRetryAt, late.errorMessage], [3, NOW, null])
})

test('five retries follow about 10 s, 30 s, 2 min, 10 min and 30 min apart, and then the delivery fails', () => {
  const waits: number[] = []
  let delivery: Pick<Settlement, 'errorMessage' | 'retryCount' | 'lastRetryAt' | 'retryAt'> = NEW
  let settled: Settlement
  let now = NOW
  do {
    settled = applyOutcome({ ...delivery, maxRetries: MAX_RETRIES }, failing(), now, middle)
    if (settled.status === 'pending') waits.push(settled.nextAttemptAt - now)
    delivery = settled
    now = settled.nextAttemptAt
  } while (settled.status === 'pending')
  assert.deepEqual(waits, [10_000, 30_000, 120_000, 600_000, 1_800_000])
  assert.deepEqual([settled.status, settled.retryCount, settled.lastRetryAt], ['failed', 5, now])
})

test('an attempt before the next retry is due counts as a retry only when it succeeds', () => {
  const waiting = { ...RETRIED, retryAt: NOW + 60_000 }
  const failed = applyOutcome(waiting, failing(), NOW, middle)
  assert.deepEqual(
    [failed.status, failed.retryCount, failed.lastRetryAt, failed.retryAt, failed.nextAttemptAt],
    ['pending', 2, NOW, NOW + 60_000, NOW + 60_000],
  )
  assert.equal(applyOutcome(waiting, { delivered: true }, NOW, middle).retryCount, 3)
  const last = { ...waiting, retryCount: MAX_RETRIES - 1 }
  assert.equal(applyOutcome(last, failing(), NOW, middle).status, 'pending', 'no retry is used up')
  assert.equal(applyOutcome(waiting, failing(), NOW + 60_000, middle).retryCount, 3, 'a retry that is due counts')
})

test('an early attempt takes the place of a retry when the receiver got the message before', () => {
  const waiting = { ...RETRIED, retryAt: NOW + 60_000 }
  const sent = { handedOver: true, receiver: 'silent' } as const
  const first = applyOutcome(waiting, failing(sent), NOW, middle)
  assert.deepEqual([first.retryCount, first.wasHandedOver, first.retryAt], [2, true, NOW + 60_000])
  const again = applyOutcome({ ...waiting, wasHandedOver: true }, failing(sent), NOW, middle)
  assert.deepEqual([again.retryCount, again.retryAt], [3, NOW + 600_000])
  const last = { ...waiting, wasHandedOver: true, retryCount: MAX_RETRIES - 1 }
  assert.equal(applyOutcome(last, failing(sent), NOW, middle).status, 'failed')
  assert.equal(applyOutcome(last, failing(), NOW, middle).status, 'pending', 'the receiver did not get it again')
})

test('the first failure is not a retry', () => {
  const { retryCount, lastRetryAt, errorMessage } = applyOutcome(NEW, failing(), NOW, middle)
  assert.deepEqual([retryCount, lastRetryAt, errorMessage], [0, null, 'the receiver answered 500'])
})

test('jitter changes a wait by at most a fifth', () => {
  const wait = (random: number) => applyOutcome(NEW, failing(), NOW, () => random).nextAttemptAt - NOW
  assert.deepEqual([wait(0), wait(1)], [8_000, 12_000])
})

test("a receiver's requested wait is respected, for at most an hour", () => {
  const wait = (retryAfterMs: number) => applyOutcome(NEW, failing({ retryAfterMs }), NOW, middle).nextAttemptAt - NOW
  assert.deepEqual([wait(1_000), wait(77_000), wait(DAY_MS)], [10_000, 77_000, HOUR_MS])
})

test('a permanent failure is not retried', () => {
  const permanent = applyOutcome(NEW, failing({ permanent: true, message: '404' }), NOW, middle)
  assert.deepEqual([permanent.status, permanent.errorMessage, permanent.retryCount], ['failed', '404', 0])
  assert.equal(applyOutcome(NEW, failing({ bounced: true }), NOW, middle).status, 'bounced')
})

test('a test notification is sent once', () => {
  assert.equal(applyOutcome({ ...NEW, maxRetries: 0 }, failing(), NOW, middle).status, 'failed')
})

test('an error reason is never empty and limited in length', () => {
  assert.equal(applyOutcome(NEW, failing({ message: '' }), NOW, middle).errorMessage, 'no reason given')
  assert.equal(applyOutcome(NEW, failing({ message: 'not\0 today\n' }), NOW, middle).errorMessage, 'not today')
  assert.equal(applyOutcome(NEW, failing({ message: 'x'.repeat(9_999) }), NOW, middle).errorMessage?.length, 500)
})
