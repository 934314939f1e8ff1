/** Check times after a pause of the probe, after a hand-over, and after trouble on the probe's side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignment } from '../../../src/core/probes/protocol.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../../../src/core/probes/schedule.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'
import { CheckScheduler } from '../../../src/probe/schedule/check-scheduler.ts'
import { StatsCounter } from '../../../src/probe/server/stats.ts'
import { makeAssignment, REGION } from '../make.ts'
import { MovableClock, START } from '../movable-clock.ts'

const MINUTE = 60_000
const UP = { opinion: 'up', failures: 0, passes: 5, slow: 0 } as const
const FAILED_ONCE = { ...UP, failures: 1, passes: 0 }

interface Check {
  key: number
  at: number
  scheduledAt: number
}

/** A scheduler whose checks end at once, with a configurable status. */
function startScheduler() {
  const clock = new MovableClock()
  const stats = new StatsCounter()
  const checks: Check[] = []
  const world = {
    ...{ clock, tally: stats, checks, statusOf: (_key: number): CheckStatus => 'up', isDeaf: false },
    /** Number of checks that may still start, except confirmations. */
    capacity: Number.POSITIVE_INFINITY,
  }
  const scheduler = new CheckScheduler({
    region: REGION,
    clock,
    stats,
    beforeDue: () => {},
    onDue: (inFlight) => {
      const { monitor, scheduledAt } = inFlight
      checks.push({ key: monitor.key, at: clock.now(), scheduledAt })
      world.capacity -= 1
      inFlight.startedAt = clock.now()
      clock.after(5, () => {
        stats.countEnded(false)
        scheduler.completeCheck(inFlight, world.statusOf(monitor.key), clock.now())
      })
    },
    onDropped: () => {},
    mayStart: () => world.capacity > 0,
  })
  const assign = (...changed: Assignment[]) => scheduler.apply({ revision: 1, changed, removed: [] }, true)
  const timesOf = (key: number) => checks.filter((check) => check.key === key).map(({ at }) => at - START)
  return { ...world, duties: scheduler, hold: assign, timesOf, world }
}

const monitor = (key: number, change: Partial<Assignment> = {}): Assignment =>
  makeAssignment(key, { intervalSeconds: 300, counters: UP, ...change })

const slotOf = (key: number, intervalSeconds = 300): number =>
  computeNextDueAt(
    computeGridOffsetMs(makeAssignment(key).monitorId, REGION, intervalSeconds),
    intervalSeconds,
    START,
  ) - START

/** Keys whose slot is late enough not to replace the catch-up check of an overdue monitor. */
const KEYS = Array.from({ length: 400 }, (_, i) => i + 1).filter((key) => slotOf(key) > 20_000)

test('a monitor checked 290 s before a stop of 20 s is checked at once, and then in its slot', async () => {
  const { clock, hold: assign, timesOf, duties: scheduler } = startScheduler()
  const key = KEYS[0]!
  assign(monitor(key, { checkedAt: START - 310_000 }))
  await clock.pass(slotOf(key) + 10)
  assert.deepEqual(timesOf(key), [1, slotOf(key) + 1])
  scheduler.close()
})

test('a monitor whose last check ended late is checked an interval after it, not in the next slot', async () => {
  const { clock, hold: assign, timesOf, duties: scheduler } = startScheduler()
  const key = KEYS[0]!
  assign(monitor(key, { checkedAt: START - 299_000 }))
  await clock.pass(slotOf(key) - 10)
  assert.deepEqual(timesOf(key), [1_001])
  scheduler.close()
})

test('only monitors with a slot in the pause are made up for after a stop of two seconds', async () => {
  const { clock, hold: assign, checks, duties: scheduler } = startScheduler()
  const inStop = KEYS.filter((key) => slotOf(key) > 298_000)
  assign(
    ...KEYS.map((key) =>
      monitor(key, { checkedAt: START + slotOf(key) - 300_000 - (inStop.includes(key) ? 300_000 : 0) }),
    ),
  )
  await clock.pass(20_000)
  assert.ok(inStop.length > 0)
  assert.deepEqual(checks.map(({ key }) => key).sort(), inStop.sort())
  scheduler.close()
})

test('a complete list checks its unchecked monitors at once, at a bounded rate', async () => {
  const { clock, hold: assign, checks, duties: scheduler } = startScheduler()
  assign(...KEYS.map((key) => monitor(key, { checkedAt: undefined })))
  await clock.pass(1_000)
  assert.ok(checks.length >= 95 && checks.length <= 110, `${checks.length}`)
  await clock.pass(4_000)
  assert.equal(new Set(checks.map(({ key }) => key)).size, KEYS.length)
  scheduler.close()
})

test('the most urgent monitors come first across all pages of a list', async () => {
  const { clock, duties: scheduler, checks } = startScheduler()
  const [late, later, failing] = KEYS as [number, number, number]
  const checkedAt = START - 400_000
  scheduler.apply({ revision: 1, changed: [monitor(late, { checkedAt })], removed: [], more: true }, true)
  scheduler.apply(
    { revision: 2, changed: [monitor(later, { checkedAt: START - 9_000_000 })], removed: [], more: true },
    false,
  )
  scheduler.apply(
    { revision: 3, changed: [monitor(failing, { checkedAt, counters: FAILED_ONCE })], removed: [] },
    false,
  )
  await clock.pass(1_000)
  assert.deepEqual(
    checks.map(({ key }) => key),
    [failing, later, late],
  )
  scheduler.close()
})

test('a slot before the catch-up check replaces it, and no slot is missed or used twice', async () => {
  const { clock, hold: assign, checks, tally: stats, duties: scheduler } = startScheduler()
  const keys = Array.from({ length: 2_000 }, (_, i) => i + 1)
  assign(...keys.map((key) => monitor(key, { intervalSeconds: 30, checkedAt: undefined })))
  // A slot at the end of the interval starts a millisecond later
  await clock.pass(30_005)
  for (const [key, own] of Map.groupBy(checks, (check) => check.key)) {
    const scheduled = own.map(({ scheduledAt }) => scheduledAt)
    assert.equal(new Set(scheduled).size, scheduled.length)
    assert.equal(scheduled.filter((at) => at === START + slotOf(key, 30)).length, 1)
  }
  assert.deepEqual([stats.missed, stats.scheduled], [0, checks.length])
  assert.ok(checks.length > 2_500 && checks.length < 3_800, `${checks.length}`)
  scheduler.close()
})

test('monitors that are removed while they wait are not checked', async () => {
  const { clock, hold: assign, duties: scheduler, checks } = startScheduler()
  assign(...KEYS.map((key) => monitor(key, { checkedAt: undefined })))
  await clock.pass(100)
  const before = checks.length
  scheduler.apply({ revision: 2, changed: [], removed: KEYS }, false)
  await clock.pass(MINUTE)
  assert.deepEqual([checks.length, scheduler.size], [before, 0])
  scheduler.close()
})

test('a stall while catching up does not release more checks at once', async () => {
  const { clock, hold: assign, checks, duties: scheduler } = startScheduler()
  assign(...KEYS.map((key) => monitor(key, { checkedAt: undefined })))
  await clock.pass(500)
  const before = checks.length
  await clock.stall(3_000)
  await clock.pass(1)
  assert.ok(checks.length - before <= 10, `${checks.length - before}`)
  scheduler.close()
})

test('a clock that is set back makes no monitor overdue, and leaves none unchecked for longer than its interval', async () => {
  const { clock, hold: assign, checks, duties: scheduler } = startScheduler()
  assign(...KEYS.map((key) => monitor(key)))
  clock.jump(-100_000)
  scheduler.rescheduleAll(-100_000)
  await clock.pass(10)
  assert.equal(checks.length, 0)
  await clock.pass(301_000)
  assert.equal(new Set(checks.map(({ key }) => key)).size, KEYS.length)
  scheduler.close()
})

test('an inconclusive check is repeated soon, and more and more rarely while the trouble lasts', async () => {
  const { clock, hold: assign, timesOf, world, duties: scheduler } = startScheduler()
  const key = KEYS.find((candidate) => slotOf(candidate) > 290_000)!
  world.statusOf = () => 'inconclusive'
  assign(monitor(key, { checkedAt: undefined }))
  await clock.pass(slotOf(key) + 10)
  assert.deepEqual(timesOf(key), [1, 10_007, 30_013, 70_019, 150_025, slotOf(key) + 1])
  scheduler.close()
})

test('an inconclusive check of a monitor at 15 s is repeated after 5 s, and a passing check ends the repeats', async () => {
  const { clock, duties: scheduler, timesOf, world } = startScheduler()
  const key = KEYS[0]!
  world.statusOf = () => (timesOf(key).length === 1 ? 'inconclusive' : 'up')
  scheduler.apply({ revision: 1, changed: [monitor(key, { intervalSeconds: 15 })], removed: [] }, false)
  const slot = slotOf(key, 15)
  await clock.pass(slot + 10)
  assert.deepEqual(timesOf(key), slot > 5_006 ? [1, 5_007, slot + 1] : [1, slot + 1])
  scheduler.close()
})

/** A scheduler whose monitors were all checked once, inconclusively. */
async function afterTrouble(keys: readonly number[]) {
  const started = startScheduler()
  started.world.statusOf = () => 'inconclusive'
  started.hold(...keys.map((key) => monitor(key, { checkedAt: undefined, intervalSeconds: 86_400 })))
  await started.clock.pass(6_000)
  assert.equal(started.checks.length, keys.length)
  started.checks.length = 0
  started.world.statusOf = () => 'up'
  return started
}

test('every inconclusive check is repeated at a bounded rate when the trouble is over', async () => {
  const { clock, duties: scheduler, checks } = await afterTrouble(KEYS)
  scheduler.retryInconclusive()
  await clock.pass(1_000)
  assert.ok(checks.length >= 95 && checks.length <= 110, `${checks.length}`)
  await clock.pass(9_000)
  assert.deepEqual(checks.map(({ key }) => key).sort(), KEYS.toSorted())
  scheduler.retryInconclusive()
  await clock.pass(MINUTE)
  assert.equal(checks.length, KEYS.length)
  scheduler.close()
})

test('unconfirmed failures since a given moment are withdrawn, and their checks repeated at once', async () => {
  const { clock, hold: assign, world, timesOf, duties: scheduler } = startScheduler()
  const [early, recent, down] = KEYS as [number, number, number]
  const failing = new Set([early])
  world.statusOf = (key) => (failing.has(key) ? 'down' : 'up')
  const change = { checkedAt: undefined, failureThreshold: 3 }
  assign(monitor(early, change))
  await clock.pass(2_000)
  const since = clock.now()
  failing.add(recent).add(down)
  scheduler.apply(
    { revision: 2, changed: [monitor(recent, change), monitor(down, { failureThreshold: 1 })], removed: [] },
    false,
  )
  await clock.pass(1_000)
  const before = [early, recent, down].map((key) => timesOf(key).length)
  scheduler.withdrawFailures(since)
  failing.clear()
  await clock.pass(1_000)
  assert.deepEqual(
    [early, recent, down].map((key, i) => timesOf(key).length - before[i]!),
    [0, 1, 0],
  )
  // The repeat has passed and the state is settled
  await clock.pass(15_000)
  assert.equal(timesOf(recent).length, before[1]! + 1)
  scheduler.close()
})

/** Number of monitors by interval, s. */
type Fleet = readonly (readonly [intervalSeconds: number, count: number])[]

/** A scheduler on a machine that can check five monitors a second. By default, twice this number is due. */
async function overload(fleet: Fleet = [[20, 200]]) {
  const started = startScheduler()
  const { clock, world, hold: assign } = started
  const intervals = fleet.flatMap(([intervalSeconds, count]) => Array.from({ length: count }, () => intervalSeconds))
  const keys = intervals.map((_, index) => index + 1)
  assign(...keys.map((key) => monitor(key, { intervalSeconds: intervals[key - 1]!, failureThreshold: 2 })))
  let stop = () => {}
  const refill = () => {
    world.capacity = 1
    stop = clock.after(200, refill)
  }
  refill()
  await clock.pass(60_000)
  const recover = () => {
    stop()
    world.capacity = Number.POSITIVE_INFINITY
  }
  return { ...started, keys, intervals, recover }
}

test('a probe that can run half of its checks runs all monitors at twice their interval', async () => {
  const { clock, keys, timesOf, duties: scheduler, recover } = await overload()
  await clock.pass(120_000)
  for (const key of keys) {
    const times = timesOf(key).filter((at) => at > 60_000)
    const gaps = times.slice(1).map((at, index) => at - times[index]!)
    assert.ok(times.length >= 2 && times.length <= 4, `${times.length} checks`)
    assert.ok(Math.max(...gaps) <= 50_000, `${gaps}`)
  }
  assert.ok(scheduler.lateMs > 5_000 && scheduler.lateMs <= 40_000, `${scheduler.lateMs}`)
  assert.ok(scheduler.standstillMs <= 200, 'checks start all the time')
  recover()
  await clock.pass(20_000)
  assert.ok(scheduler.lateMs < 1_000, `${scheduler.lateMs}`)
  scheduler.close()
})

const MIXED: readonly Fleet[] = [
  [
    [10, 50],
    [60, 300],
    [3_600, 200],
  ],
  [
    [10, 1],
    [60, 600],
  ],
  [
    [10, 99],
    [60, 6],
  ],
]

for (const fleet of MIXED)
  test(`a machine with half the necessary speed doubles each interval of ${fleet.map(([seconds, count]) => `${count} monitors at ${seconds} s`).join(', ')}`, async () => {
    const { clock, checks, intervals, duties: scheduler } = await overload(fleet)
    await clock.pass(20 * MINUTE)
    const settled = checks.filter(({ at }) => at > START + 6 * MINUTE)
    for (const [intervalSeconds, count] of fleet) {
      const own = settled.filter(({ key }) => intervals[key - 1] === intervalSeconds)
      const longestMs = Math.max(...own.map(({ at, scheduledAt }) => at - scheduledAt))
      if (intervalSeconds > 300) assert.ok(own.length > 20 && longestMs < 11 * MINUTE, `${longestMs} ms late`)
      else {
        const factor = (15 * MINUTE * count) / (own.length * intervalSeconds * 1_000)
        assert.ok(factor > 1.7 && factor < 2.3, `${intervalSeconds} s: ${factor}`)
        assert.ok(longestMs < 2.3 * intervalSeconds * 1_000, `${intervalSeconds} s: ${longestMs} ms late`)
      }
    }
    scheduler.close()
  })

test('a failure is confirmed in time while other checks are late', async () => {
  const { clock, keys, timesOf, world, duties: scheduler } = await overload()
  const before = new Map(keys.map((key) => [key, timesOf(key).length]))
  const failed = new Set<number>()
  world.statusOf = (key) => {
    if (failed.size > 0 && !failed.has(key)) return 'up'
    failed.add(key)
    return 'down'
  }
  await clock.pass(20_000)
  const [key] = failed as Set<number> & Iterable<number>
  const [first, second] = timesOf(key!).slice(before.get(key!))
  assert.equal(second! - first!, 6_667 + 6)
  scheduler.close()
})
