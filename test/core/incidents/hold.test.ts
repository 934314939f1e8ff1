import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Ancestor,
  awaitedOf,
  beginHold,
  type HeldMonitor,
  type Hold,
  lateInWords,
  overInWords,
  stepHold,
} from '../../../src/core/incidents/hold.ts'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

const NOW = 1_000_000
const WHAT = { incidentId: 'incident', monitorKey: 1, entryId: 'entry', since: NOW }

const ancestor = (over: Partial<Ancestor> = {}): Ancestor => ({
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
const CHILD: HeldMonitor = { status: 'down', intervalSeconds: 60, lastBegunAt: NOW, isRecovering: false }

const hold = (over: Partial<Hold> = {}): Hold => ({
  ...WHAT,
  parentKey: 2,
  stage: 'down',
  clearedAt: null,
  waitUntil: null,
  lookAt: NOW,
  ...over,
})

const BEGINNINGS: [what: string, ancestors: Ancestor[], expected: [string, number] | null][] = [
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
    const made = beginHold(WHAT, ancestors, NOW)
    assert.deepEqual(made && [made.stage, made.parentKey], expected)
  })

test('doubt lasts for one more check and a little, and for a minute at most', () => {
  const until = (intervalSeconds: number) => beginHold(WHAT, [ancestor({ intervalSeconds })], NOW)!.waitUntil! - NOW
  assert.deepEqual([until(30), until(300)], [50 * SECOND_MS, MINUTE_MS])
})

test('in doubt, the one that goes down holds it, and one that is seen up or too late a word ends it', () => {
  const begun = beginHold(WHAT, [ancestor()], NOW)!
  assert.equal(stepHold(begun, [DOWN], CHILD, NOW + 1)!.stage, 'down')
  assert.equal(stepHold(begun, [ancestor()], CHILD, NOW + 1)!.stage, 'in_doubt')
  assert.equal(stepHold(begun, [SEEN], CHILD, NOW + 1), null)
  assert.equal(stepHold(begun, [ancestor()], CHILD, begun.waitUntil!), null)
  assert.deepEqual(
    awaitedOf(begun, [SEEN, ancestor({ key: 3 })]).map(({ key }) => key),
    [3],
  )
})

test('what holds goes on holding, and when it is up another that is down takes its place', () => {
  assert.equal(stepHold(hold(), [{ ...DOWN, key: 3 }, DOWN], CHILD, NOW)!.parentKey, 2)
  assert.equal(stepHold(hold(), [SEEN, { ...DOWN, key: 3 }], CHILD, NOW)!.parentKey, 3)
  const again = stepHold(hold({ stage: 'clearing', clearedAt: 1, waitUntil: NOW }), [DOWN], CHILD, NOW)!
  assert.deepEqual([again.stage, again.clearedAt, again.waitUntil], ['down', null, null])
})

const UP_SINCE = ancestor({ statusSince: NOW })

test('after that its own next check tells, within two intervals', () => {
  const waiting = stepHold(hold(), [UP_SINCE], CHILD, NOW)!
  assert.deepEqual([waiting.stage, waiting.clearedAt, waiting.waitUntil], ['clearing', NOW, NOW + 2 * MINUTE_MS])
  const seen = { ...CHILD, lastBegunAt: NOW + 1 }
  assert.equal(stepHold(waiting, [UP_SINCE], seen, NOW + 2), null, 'still down')
  assert.notEqual(stepHold(waiting, [UP_SINCE], { ...seen, isRecovering: true }, NOW + 2), null)
  assert.notEqual(stepHold(waiting, [UP_SINCE], { ...seen, status: 'unknown' }, NOW + 2), null)
  assert.equal(stepHold(waiting, [UP_SINCE], CHILD, waiting.waitUntil!), null)
})

test('a child is given two intervals, and ten minutes at most or when it is not checked either', () => {
  const patience = (over: Partial<HeldMonitor>) =>
    stepHold(hold(), [UP_SINCE], { ...CHILD, ...over }, NOW)!.waitUntil! - NOW
  assert.deepEqual([patience({ intervalSeconds: 30 }), patience({ intervalSeconds: 240 })], [MINUTE_MS, 8 * MINUTE_MS])
  const longest = [patience({ status: 'unknown' }), patience({ intervalSeconds: 3_600 })]
  assert.deepEqual(longest, [10 * MINUTE_MS, 10 * MINUTE_MS])
})

test('a child that is up, and whose incident is open for its flapping alone, is waited for', () => {
  const waiting = stepHold(hold(), [UP_SINCE], { ...CHILD, status: 'up' }, NOW)!
  assert.deepEqual([waiting.stage, waiting.waitUntil], ['clearing', null])
  assert.notEqual(stepHold(waiting, [UP_SINCE], { ...CHILD, status: 'up', lastBegunAt: NOW + 9 }, NOW + 10), null)
  assert.equal(stepHold(waiting, [UP_SINCE], { ...CHILD, lastBegunAt: NOW + 9 }, NOW + 10), null)
})

test('a wait begins again when the server was interrupted since the last look', () => {
  const doubt = beginHold(WHAT, [ancestor()], NOW)!
  const later = doubt.waitUntil! + SECOND_MS
  const step = (hold: Hold, interruptedAt: number) => stepHold(hold, [ancestor()], CHILD, later, interruptedAt)
  const looked = { ...doubt, lookAt: later - SECOND_MS }
  assert.equal(step(looked, doubt.lookAt), null)
  assert.equal(step(looked, later)!.waitUntil, later + MINUTE_MS)
})

test('after a time in which nobody looked the wait begins anew', () => {
  const clearing = stepHold(hold(), [UP_SINCE], CHILD, NOW)!
  const back = NOW + 60 * MINUTE_MS
  assert.equal(stepHold(clearing, [UP_SINCE], CHILD, back)!.waitUntil, back + 2 * MINUTE_MS)
  assert.equal(stepHold(clearing, [UP_SINCE], { ...CHILD, lastBegunAt: NOW + 1 }, back), null, 'it was checked')
  const doubting = beginHold(WHAT, [ancestor()], NOW)!
  assert.equal(stepHold(doubting, [ancestor()], CHILD, back)!.waitUntil, back + MINUTE_MS)
  assert.equal(stepHold(doubting, [SEEN], CHILD, back), null, 'there is no doubt')
})

test('silence of what held it is no evidence: no time ends the wait until it is heard', () => {
  const silent = ancestor({ status: 'unknown', statusSince: NOW })
  const waiting = stepHold(hold(), [silent], CHILD, NOW)!
  assert.equal(waiting.waitUntil, null)
  assert.notEqual(stepHold(waiting, [silent], CHILD, NOW + 60 * MINUTE_MS), null)
  const heard = stepHold(waiting, [UP_SINCE], CHILD, NOW + 60 * MINUTE_MS)!
  assert.equal(heard.waitUntil, NOW + 62 * MINUTE_MS)
  assert.equal(stepHold(waiting, [silent], { ...CHILD, lastBegunAt: NOW + 1 }, NOW + MINUTE_MS), null)
})

test('the words say what held it, and why no longer', () => {
  const late = (holder?: Ancestor) => lateInWords('down', 'Router', holder)
  const told = 'Told late: alerts were held while "Router" was down'
  assert.equal(late(SEEN), `${told}, and this has not recovered with it`)
  assert.equal(late(ancestor({ isActive: false })), `${told}, which is not checked any more`)
  assert.equal(late(ancestor({ status: 'unknown' })), `${told}; how that is now is not known`)
  assert.equal(late(), `${told}; it does not depend on that any more`)
  assert.match(lateInWords('in_doubt', 'Router', SEEN), /unclear whether "Router" is down/)
  assert.match(overInWords('in_doubt', 'Router'), /^Nobody was alerted: it was over before/)
})
