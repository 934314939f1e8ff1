import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DependencyState,
  describeLateAlert,
  describeNeverNotified,
  listAwaited,
  type SuppressedMonitor,
  type Suppression,
  startSuppression,
  updateSuppression,
} from '../../../src/core/incidents/suppression.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

const NOW = 1_000_000
const WHAT = { incidentId: 'incident', monitorKey: 1, entryId: 'entry', since: NOW }

const ancestor = (over: Partial<DependencyState> = {}): DependencyState => ({
  key: 2,
  name: 'Router',
  isActive: true,
  isChecked: true,
  status: 'up',
  statusSince: 0,
  intervalSeconds: 60,
  lastCheckAt: NOW - 1,
  isInDoubt: false,
  ...over,
})

const DOWN = ancestor({ status: 'down' })
const SEEN = ancestor({ lastCheckAt: NOW })
const CHILD: SuppressedMonitor = { status: 'down', intervalSeconds: 60, lastStartedAt: NOW, isRecovering: false }

const hold = (over: Partial<Suppression> = {}): Suppression => ({
  ...WHAT,
  parentKey: 2,
  phase: 'down',
  clearedAt: null,
  waitUntil: null,
  reviewAt: NOW,
  ...over,
})

const BEGINNINGS: [what: string, ancestors: DependencyState[], expected: [string, number] | null][] = [
  ['nothing', [], null],
  ['one that is up and was seen since', [SEEN], null],
  ['one that is down', [DOWN], ['down', 2]],
  ['one that is down further up', [SEEN, ancestor({ key: 3, status: 'down' })], ['down', 3]],
  ['one that is down and at rest', [ancestor({ isActive: false, status: 'down' })], null],
  ['one that was not seen since', [ancestor()], ['in_doubt', 2]],
  ['one that was never seen', [ancestor({ status: 'unknown', lastCheckAt: null })], ['in_doubt', 2]],
  ['one whose last check failed', [{ ...SEEN, isInDoubt: true }], ['in_doubt', 2]],
  ['a heartbeat that is up', [ancestor({ isChecked: false })], null],
  ['a heartbeat that is down', [{ ...DOWN, isChecked: false }], ['down', 2]],
  ['one at rest', [ancestor({ isActive: false, status: 'paused' })], null],
]

for (const [what, ancestors, expected] of BEGINNINGS)
  test(`the alert of a monitor that depends on ${what} is ${expected ? `held: ${expected[0]}` : 'told'}`, () => {
    const made = startSuppression(WHAT, ancestors, NOW)
    assert.deepEqual(made && [made.phase, made.parentKey], expected)
  })

test('doubt lasts for one more check and a little, and for a minute at most', () => {
  const until = (intervalSeconds: number) =>
    startSuppression(WHAT, [ancestor({ intervalSeconds })], NOW)!.waitUntil! - NOW
  assert.deepEqual([until(30), until(300)], [50 * SECOND_MS, MINUTE_MS])
})

test('in doubt, the one that goes down holds it, and one that is seen up or too late a word ends it', () => {
  const begun = startSuppression(WHAT, [ancestor()], NOW)!
  assert.equal(updateSuppression(begun, [DOWN], CHILD, NOW + 1)!.phase, 'down')
  assert.equal(updateSuppression(begun, [ancestor()], CHILD, NOW + 1)!.phase, 'in_doubt')
  assert.equal(updateSuppression(begun, [SEEN], CHILD, NOW + 1), null)
  assert.equal(updateSuppression(begun, [ancestor()], CHILD, begun.waitUntil!), null)
  assert.deepEqual(
    listAwaited(begun, [SEEN, ancestor({ key: 3 })]).map(({ key }) => key),
    [3],
  )
})

test('what holds goes on holding, and when it is up another that is down takes its place', () => {
  assert.equal(updateSuppression(hold(), [{ ...DOWN, key: 3 }, DOWN], CHILD, NOW)!.parentKey, 2)
  assert.equal(updateSuppression(hold(), [SEEN, { ...DOWN, key: 3 }], CHILD, NOW)!.parentKey, 3)
  const again = updateSuppression(hold({ phase: 'clearing', clearedAt: 1, waitUntil: NOW }), [DOWN], CHILD, NOW)!
  assert.deepEqual([again.phase, again.clearedAt, again.waitUntil], ['down', null, null])
})

const UP_SINCE = ancestor({ statusSince: NOW })

test('after that its own next check tells, within two intervals', () => {
  const waiting = updateSuppression(hold(), [UP_SINCE], CHILD, NOW)!
  assert.deepEqual([waiting.phase, waiting.clearedAt, waiting.waitUntil], ['clearing', NOW, NOW + 2 * MINUTE_MS])
  const seen = { ...CHILD, lastStartedAt: NOW + 1 }
  assert.equal(updateSuppression(waiting, [UP_SINCE], seen, NOW + 2), null, 'still down')
  assert.notEqual(updateSuppression(waiting, [UP_SINCE], { ...seen, isRecovering: true }, NOW + 2), null)
  assert.notEqual(updateSuppression(waiting, [UP_SINCE], { ...seen, status: 'unknown' }, NOW + 2), null)
  assert.equal(updateSuppression(waiting, [UP_SINCE], CHILD, waiting.waitUntil!), null)
})

test('a child is given two intervals, and ten minutes at most or when it is not checked either', () => {
  const patience = (over: Partial<SuppressedMonitor>) =>
    updateSuppression(hold(), [UP_SINCE], { ...CHILD, ...over }, NOW)!.waitUntil! - NOW
  assert.deepEqual([patience({ intervalSeconds: 30 }), patience({ intervalSeconds: 240 })], [MINUTE_MS, 8 * MINUTE_MS])
  const longest = [patience({ status: 'unknown' }), patience({ intervalSeconds: 3_600 })]
  assert.deepEqual(longest, [10 * MINUTE_MS, 10 * MINUTE_MS])
})

test('a child that is up, and whose incident is open for its flapping alone, is waited for', () => {
  const waiting = updateSuppression(hold(), [UP_SINCE], { ...CHILD, status: 'up' }, NOW)!
  assert.deepEqual([waiting.phase, waiting.waitUntil], ['clearing', null])
  assert.notEqual(
    updateSuppression(waiting, [UP_SINCE], { ...CHILD, status: 'up', lastStartedAt: NOW + 9 }, NOW + 10),
    null,
  )
  assert.equal(updateSuppression(waiting, [UP_SINCE], { ...CHILD, lastStartedAt: NOW + 9 }, NOW + 10), null)
})

test('a wait begins again when the server was interrupted since the last look', () => {
  const doubt = startSuppression(WHAT, [ancestor()], NOW)!
  const later = doubt.waitUntil! + SECOND_MS
  const step = (hold: Suppression, interruptedAt: number) =>
    updateSuppression(hold, [ancestor()], CHILD, later, interruptedAt)
  const looked = { ...doubt, reviewAt: later - SECOND_MS }
  assert.equal(step(looked, doubt.reviewAt), null)
  assert.equal(step(looked, later)!.waitUntil, later + MINUTE_MS)
})

test('after a time in which nobody looked the wait begins anew', () => {
  const clearing = updateSuppression(hold(), [UP_SINCE], CHILD, NOW)!
  const back = NOW + 60 * MINUTE_MS
  assert.equal(updateSuppression(clearing, [UP_SINCE], CHILD, back)!.waitUntil, back + 2 * MINUTE_MS)
  assert.equal(
    updateSuppression(clearing, [UP_SINCE], { ...CHILD, lastStartedAt: NOW + 1 }, back),
    null,
    'it was checked',
  )
  const doubting = startSuppression(WHAT, [ancestor()], NOW)!
  assert.equal(updateSuppression(doubting, [ancestor()], CHILD, back)!.waitUntil, back + MINUTE_MS)
  assert.equal(updateSuppression(doubting, [SEEN], CHILD, back), null, 'there is no doubt')
})

test('silence of what held it is no evidence: no time ends the wait until it is heard', () => {
  const silent = ancestor({ status: 'unknown', statusSince: NOW })
  const waiting = updateSuppression(hold(), [silent], CHILD, NOW)!
  assert.equal(waiting.waitUntil, null)
  assert.notEqual(updateSuppression(waiting, [silent], CHILD, NOW + 60 * MINUTE_MS), null)
  const heard = updateSuppression(waiting, [UP_SINCE], CHILD, NOW + 60 * MINUTE_MS)!
  assert.equal(heard.waitUntil, NOW + 62 * MINUTE_MS)
  assert.equal(updateSuppression(waiting, [silent], { ...CHILD, lastStartedAt: NOW + 1 }, NOW + MINUTE_MS), null)
})

test('the words say what held it, and why no longer', () => {
  const late = (holder?: DependencyState) => describeLateAlert('down', 'Router', holder)
  const told = 'Alert delayed: alerts were held while the dependency "Router" was down'
  assert.equal(late(SEEN), `${told}; this monitor has not recovered with it`)
  assert.equal(late(ancestor({ isActive: false })), `${told}; the dependency is no longer checked`)
  assert.equal(late(ancestor({ status: 'unknown' })), `${told}; its current status is unknown`)
  assert.equal(late(), `${told}; the monitor no longer depends on it`)
  assert.match(describeLateAlert('in_doubt', 'Router', SEEN), /unclear whether the dependency "Router" was down/)
  assert.match(describeNeverNotified('in_doubt', 'Router'), /^No alert was sent: the incident ended before/)
})
