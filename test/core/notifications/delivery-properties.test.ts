import assert from 'node:assert/strict'
import { applyOutcome, MAX_RETRIES, type Outcome, type Settlement } from '../../../src/core/notifications/delivery.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { property } from '../properties.ts'

/** As documented, before jitter. */
const WAITS_MS = [10 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]

const failing = (dice: Dice, retryAfterMs: number | null = null): Outcome => ({
  delivered: false,
  message: dice.one(['500', '', 'x'.repeat(2_000)]),
  permanent: false,
  bounced: false,
  retryAfterMs,
  disableTarget: false,
  receiver: 'answering',
})

property('a receiver that never answers is tried six times with growing waits, and then no more', 500, (dice) => {
  let now = 1_000_000
  let delivery: Parameters<typeof applyOutcome>[0] = {
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    retryAt: null,
  }
  const waits: number[] = []
  let settled: Settlement
  do {
    settled = applyOutcome(delivery, failing(dice), now, () => dice.between(0, 999) / 1_000)
    assert.ok(settled.errorMessage!.length >= 1 && settled.errorMessage!.length <= 500)
    if (settled.status === 'pending') waits.push(settled.nextAttemptAt - now)
    delivery = { ...delivery, ...settled }
    now = settled.nextAttemptAt
  } while (settled.status === 'pending')
  assert.equal(settled.status, 'failed')
  assert.equal(waits.length, WAITS_MS.length)
  waits.forEach((wait, index) => {
    const usual = WAITS_MS[index]!
    assert.ok(wait >= 0.8 * usual && wait <= 1.2 * usual, `${wait} ms instead of about ${usual} ms`)
  })
})

property('no receiver gets a message more than six times, whenever it is sent', 1_000, (dice) => {
  let delivery: Parameters<typeof applyOutcome>[0] = {
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    retryAt: null,
  }
  let [now, handedOver, settled] = [0, 0, null as Settlement | null]
  while (settled?.status !== 'failed') {
    const isSent = dice.happens(0.7)
    if (isSent) handedOver++
    const receiver = isSent ? 'silent' : 'away'
    settled = applyOutcome(delivery, { ...failing(dice), handedOver: isSent, receiver } as Outcome, now, () => 0.5)
    delivery = { ...delivery, ...settled }
    now = dice.happens(0.5) ? settled.nextAttemptAt : now + Math.floor((settled.nextAttemptAt - now) / 2)
  }
  assert.ok(handedOver <= 1 + MAX_RETRIES, `${handedOver} times`)
})

property("a wait is at least the receiver's requested wait, but at most an hour because of it", 1_000, (dice) => {
  const asked = dice.one([0, 1, 5 * SECOND_MS, 5 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS, 1e15])
  const retryCount = dice.between(0, MAX_RETRIES - 2)
  const before = { errorMessage: 'once', retryCount, maxRetries: MAX_RETRIES, lastRetryAt: 1, retryAt: null }
  const { status, nextAttemptAt } = applyOutcome(before, failing(dice, asked), 0, () => dice.between(0, 999) / 1_000)
  assert.equal(status, 'pending')
  assert.ok(nextAttemptAt >= Math.min(asked, HOUR_MS))
  assert.ok(nextAttemptAt <= Math.max(HOUR_MS, 1.2 * WAITS_MS.at(-1)!))
  assert.ok(Number.isInteger(nextAttemptAt))
})

property('each outcome of an attempt ends the delivery or schedules a retry', 1_000, (dice) => {
  const outcome: Outcome = dice.happens(0.2)
    ? { delivered: true }
    : {
        delivered: false,
        message: 'no',
        permanent: dice.happens(0.3),
        bounced: dice.happens(0.2),
        retryAfterMs: dice.one([null, 1_000]),
        disableTarget: dice.happens(0.2),
        receiver: dice.one(['away', 'unavailable', 'silent', 'limiting', 'answering']),
      }
  const before = {
    errorMessage: dice.one([null, 'once']),
    retryCount: dice.between(0, MAX_RETRIES - 1),
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    retryAt: null,
  }
  const after = applyOutcome(before, outcome, 5_000, () => 0.5)
  assert.equal(after.status === 'delivered', outcome.delivered)
  assert.equal(after.deliveredAt, outcome.delivered ? 5_000 : null)
  assert.equal(after.errorMessage === null, outcome.delivered)
  assert.ok(after.retryCount - before.retryCount === (before.errorMessage === null ? 0 : 1))
  if (after.status === 'pending') assert.ok(after.nextAttemptAt > 5_000 && after.retryCount < MAX_RETRIES)
  if (!outcome.delivered && (outcome.permanent || outcome.bounced)) assert.notEqual(after.status, 'pending')
})
