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

const createDependency = (over: Partial<DependencyState> = {}): DependencyState => ({
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

const DOWN = createDependency({ status: 'down' })
const SEEN = createDependency({ lastCheckAt: NOW })
const CHILD: SuppressedMonitor = { status: 'down', intervalSeconds: 60, lastStartedAt: NOW, isRecovering: false }

const createSuppression = (over: Partial<Suppression> = {}): Suppression => ({
  reason: 'dependency_down',
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
  ['one that is up and was checked since', [SEEN], null],
  ['one that is down', [DOWN], ['down', 2]],
  ['an indirect one that is down', [SEEN, createDependency({ key: 3, status: 'down' })], ['down', 3]],
  ['one that is down but paused', [createDependency({ isActive: false, status: 'down' })], null],
  ['one without a check since', [createDependency()], ['in_doubt', 2]],
  ['one that was never checked', [createDependency({ status: 'unknown', lastCheckAt: null })], ['in_doubt', 2]],
  ['one whose last check failed', [{ ...SEEN, isInDoubt: true }], ['in_doubt', 2]],
  ['a heartbeat that is up', [createDependency({ isChecked: false })], null],
  ['a heartbeat that is down', [{ ...DOWN, isChecked: false }], ['down', 2]],
  ['a paused one', [createDependency({ isActive: false, status: 'paused' })], null],
]

for (const [what, ancestors, expected] of BEGINNINGS)
  test(`the alert of a monitor that depends on ${what} is ${expected ? `held: ${expected[0]}` : 'sent at once'}`, () => {
    const made = startSuppression(WHAT, ancestors, NOW)
    assert.deepEqual(made && [made.phase, made.parentKey], expected)
  })

test('doubt lasts until one more check with a margin, and at most a minute', () => {
  const until = (intervalSeconds: number) =>
    startSuppression(WHAT, [createDependency({ intervalSeconds })], NOW)!.waitUntil! - NOW
  assert.deepEqual([until(30), until(300)], [50 * SECOND_MS, MINUTE_MS])
})

const review = (hold: Suppression, dependencies: DependencyState[], monitor: SuppressedMonitor, now: number) =>
  updateSuppression(hold, { dependencies, monitor, now })

test('doubt becomes suppression when a dependency is down, and ends when it is up or the wait times out', () => {
  const begun = startSuppression(WHAT, [createDependency()], NOW)!
  assert.equal(review(begun, [DOWN], CHILD, NOW + 1)!.phase, 'down')
  assert.equal(review(begun, [createDependency()], CHILD, NOW + 1)!.phase, 'in_doubt')
  assert.equal(review(begun, [SEEN], CHILD, NOW + 1), null)
  assert.equal(review(begun, [createDependency()], CHILD, begun.waitUntil!), null)
  assert.deepEqual(
    listAwaited(begun, [SEEN, createDependency({ key: 3 })]).map(({ key }) => key),
    [3],
  )
})

test('a suppression stays with its dependency, and moves to another one that is down', () => {
  assert.equal(review(createSuppression(), [{ ...DOWN, key: 3 }, DOWN], CHILD, NOW)!.parentKey, 2)
  assert.equal(review(createSuppression(), [SEEN, { ...DOWN, key: 3 }], CHILD, NOW)!.parentKey, 3)
  const again = review(createSuppression({ phase: 'clearing', clearedAt: 1, waitUntil: NOW }), [DOWN], CHILD, NOW)!
  assert.deepEqual([again.phase, again.clearedAt, again.waitUntil], ['down', null, null])
})

const UP_SINCE = createDependency({ statusSince: NOW })

test("the monitor's next check decides after the recovery of the dependency, within two intervals", () => {
  const waiting = review(createSuppression(), [UP_SINCE], CHILD, NOW)!
  assert.deepEqual([waiting.phase, waiting.clearedAt, waiting.waitUntil], ['clearing', NOW, NOW + 2 * MINUTE_MS])
  const seen = { ...CHILD, lastStartedAt: NOW + 1 }
  assert.equal(review(waiting, [UP_SINCE], seen, NOW + 2), null, 'still down')
  assert.notEqual(review(waiting, [UP_SINCE], { ...seen, isRecovering: true }, NOW + 2), null)
  assert.notEqual(review(waiting, [UP_SINCE], { ...seen, status: 'unknown' }, NOW + 2), null)
  assert.equal(review(waiting, [UP_SINCE], CHILD, waiting.waitUntil!), null)
})

test('a monitor has two intervals to recover, and ten minutes at most or when it is unknown', () => {
  const waitMs = (over: Partial<SuppressedMonitor>) =>
    review(createSuppression(), [UP_SINCE], { ...CHILD, ...over }, NOW)!.waitUntil! - NOW
  assert.deepEqual([waitMs({ intervalSeconds: 30 }), waitMs({ intervalSeconds: 240 })], [MINUTE_MS, 8 * MINUTE_MS])
  const longest = [waitMs({ status: 'unknown' }), waitMs({ intervalSeconds: 3_600 })]
  assert.deepEqual(longest, [10 * MINUTE_MS, 10 * MINUTE_MS])
})

test('a suppression has no timeout while the monitor is up and its incident is open only because of flapping', () => {
  const waiting = review(createSuppression(), [UP_SINCE], { ...CHILD, status: 'up' }, NOW)!
  assert.deepEqual([waiting.phase, waiting.waitUntil], ['clearing', null])
  assert.notEqual(review(waiting, [UP_SINCE], { ...CHILD, status: 'up', lastStartedAt: NOW + 9 }, NOW + 10), null)
  assert.equal(review(waiting, [UP_SINCE], { ...CHILD, lastStartedAt: NOW + 9 }, NOW + 10), null)
})

test('a wait starts again when the server was interrupted since the last review', () => {
  const doubt = startSuppression(WHAT, [createDependency()], NOW)!
  const later = doubt.waitUntil! + SECOND_MS
  const step = (hold: Suppression, interruptedAt: number) =>
    updateSuppression(hold, { dependencies: [createDependency()], monitor: CHILD, now: later, interruptedAt })
  const reviewed = { ...doubt, reviewAt: later - SECOND_MS }
  assert.equal(step(reviewed, doubt.reviewAt), null)
  assert.equal(step(reviewed, later)!.waitUntil, later + MINUTE_MS)
})

test('a wait starts again after a period without reviews', () => {
  const clearing = review(createSuppression(), [UP_SINCE], CHILD, NOW)!
  const back = NOW + 60 * MINUTE_MS
  assert.equal(review(clearing, [UP_SINCE], CHILD, back)!.waitUntil, back + 2 * MINUTE_MS)
  assert.equal(review(clearing, [UP_SINCE], { ...CHILD, lastStartedAt: NOW + 1 }, back), null, 'it was checked')
  const doubting = startSuppression(WHAT, [createDependency()], NOW)!
  assert.equal(review(doubting, [createDependency()], CHILD, back)!.waitUntil, back + MINUTE_MS)
  assert.equal(review(doubting, [SEEN], CHILD, back), null, 'there is no doubt')
})

test('a wait has no timeout while the status of the dependency is unknown', () => {
  const silent = createDependency({ status: 'unknown', statusSince: NOW })
  const waiting = review(createSuppression(), [silent], CHILD, NOW)!
  assert.equal(waiting.waitUntil, null)
  assert.notEqual(review(waiting, [silent], CHILD, NOW + 60 * MINUTE_MS), null)
  const afterRecovery = review(waiting, [UP_SINCE], CHILD, NOW + 60 * MINUTE_MS)!
  assert.equal(afterRecovery.waitUntil, NOW + 62 * MINUTE_MS)
  assert.equal(review(waiting, [silent], { ...CHILD, lastStartedAt: NOW + 1 }, NOW + MINUTE_MS), null)
})

test('the messages name the dependency and why the suppression ended', () => {
  const ROUTER = { parentKey: 1, parentName: 'Router' }
  const late = (holder?: DependencyState) => describeLateAlert({ phase: 'down', ...ROUTER }, holder)
  const delayed = 'Alert delayed: alerts were held while the dependency "Router" was down'
  assert.equal(late(SEEN), `${delayed}; this monitor has not recovered with it`)
  assert.equal(late(createDependency({ isActive: false })), `${delayed}; the dependency is no longer checked`)
  assert.equal(late(createDependency({ status: 'unknown' })), `${delayed}; its current status is unknown`)
  assert.equal(late(), `${delayed}; the monitor no longer depends on it`)
  assert.match(
    describeLateAlert({ phase: 'in_doubt', ...ROUTER }, SEEN),
    /unclear whether the dependency "Router" was down/,
  )
  assert.match(describeNeverNotified({ phase: 'in_doubt', ...ROUTER }), /^No alert was sent: the incident ended before/)
})
