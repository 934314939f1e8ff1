import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome, ReceiverState } from '../../../src/core/notifications/delivery.ts'
import {
  computeNextTrialAt,
  findAwaitedReceiver,
  getReceiver,
  hasOwnMailServer,
  INQUIRY_PAUSE_MS,
  isAway,
  listProvenReceivers,
  MAIL_SERVER,
} from '../../../src/core/notifications/receiver.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

const NOW = 1_000 * DAY_MS
const WEBHOOK = { channel: 'webhook', targetId: 'ops' } as const
const MAIL = { channel: 'email', targetId: 'boss' } as const

const failing = (receiver: ReceiverState, retryAfterMs: number | null = null): Outcome => ({
  delivered: false,
  message: 'no',
  permanent: false,
  bounced: false,
  retryAfterMs,
  disableTarget: false,
  receiver,
})

/** Seconds to the next trial for an outage of this age. */
const pace = (receiver: ReceiverState, ageMs: number) =>
  (computeNextTrialAt(NOW - ageMs, failing(receiver), NOW) - NOW) / SECOND_MS

test('an unreachable receiver is tried every 10 s for ten minutes, then less often, but at least once a minute', () => {
  const ages = [0, MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 3 * DAY_MS]
  assert.deepEqual(
    ages.map((age) => pace('away', age)),
    [10, 10, 10, 30, 60, 60],
  )
})

test('a receiver that accepts connections but no messages is tried every 10 s for two minutes, then less often', () => {
  const ages = [0, 2 * MINUTE_MS, 6 * MINUTE_MS, 12 * MINUTE_MS, HOUR_MS]
  assert.deepEqual(
    ages.map((age) => pace('unavailable', age)),
    [10, 10, 30, 60, 60],
  )
})

test('a receiver that answered, limits messages or requested a wait is not tried before the next retry', () => {
  const states = ['away', 'unavailable', 'silent', 'answering', 'limiting'] as const
  assert.deepEqual(
    states.filter((state) => isAway(failing(state))),
    ['away', 'unavailable'],
  )
  assert.equal(isAway(failing('unavailable', 30_000)), false)
  assert.equal(isAway({ delivered: true }), false)
})

test('after an answered inquiry, a message that still fails begins no other inquiry', () => {
  const failed = { ...failing('unavailable'), handedOver: true }
  const paused = NOW + INQUIRY_PAUSE_MS
  assert.equal(computeNextTrialAt(NOW, failed, NOW, paused), paused)
  assert.equal(computeNextTrialAt(NOW, failed, NOW, NOW + SECOND_MS), NOW + 10 * SECOND_MS)
  assert.equal(computeNextTrialAt(NOW, failing('away'), NOW, paused), NOW + 10 * SECOND_MS, 'it is away again')
})

test('a delivery waits for a success at its receiver, which is the shared mail server for emails', () => {
  assert.equal(findAwaitedReceiver(WEBHOOK, failing('away')), 'ops')
  assert.equal(findAwaitedReceiver(WEBHOOK, failing('answering')), 'ops')
  assert.equal(findAwaitedReceiver(WEBHOOK, failing('unavailable', 30_000)), 'ops')
  assert.equal(findAwaitedReceiver(WEBHOOK, failing('limiting', 30_000)), null)
  assert.equal(findAwaitedReceiver(MAIL, failing('away')), MAIL_SERVER)
  assert.equal(findAwaitedReceiver(MAIL, failing('answering')), 'boss', 'the server deferred only this recipient')
  assert.ok(listProvenReceivers(MAIL).includes(MAIL_SERVER) && listProvenReceivers(MAIL).includes('boss'))
  assert.deepEqual(listProvenReceivers(WEBHOOK), ['ops'])
})

test('an email target with a mail server of its own does not prove the shared mail server', () => {
  const own = { ...MAIL, hasOwnServer: true }
  assert.equal(findAwaitedReceiver(own, failing('away')), 'boss')
  assert.deepEqual([getReceiver(own), listProvenReceivers(own)], ['boss', ['boss']])
  assert.ok(hasOwnMailServer({ channel: 'email', config: { smtp_url: 'smtp://mail.example.com' } }))
  assert.ok(hasOwnMailServer({ channel: 'email', config: { sealed: 'unreadable' } }))
  assert.equal(hasOwnMailServer({ channel: 'email', config: { address: 'boss@example.com' } }), false)
  assert.equal(hasOwnMailServer({ channel: 'webhook', config: { sealed: 'unreadable' } }), false)
})
