import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeGridOffsetMs, computeNextDueAt } from '../../src/core/probes/schedule.ts'
import { makeAssignment, PASS, REGION, startRunner, WRONG_STATUS } from './make.ts'
import { START, settle } from './movable-clock.ts'

const MINUTE = 60_000

const nextSlotOf = (monitorKey: number, now: number, intervalSeconds = 60): number => {
  const { monitorId } = makeAssignment(monitorKey)
  return computeNextDueAt(computeGridOffsetMs(monitorId, REGION, intervalSeconds), intervalSeconds, now)
}

const keysFrom = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('the probe registers before its first request', async (t) => {
  const { link } = await startRunner(t, [])
  assert.deepEqual(link.hellos, [
    {
      protocol: 1,
      version: '1.2.3',
      region: REGION,
      capabilities: { icmp: false, ipv6: true },
      probeId: 'probe-1',
      name: 'here',
      held: 0,
    },
  ])
})

test('every monitor is checked once within its interval after a start, in its slot of the grid', async (t) => {
  const keys = keysFrom(1, 600)
  const { clock, link, runner } = await startRunner(
    t,
    keys.map((key) => makeAssignment(key)),
  )
  const start = clock.now()
  await clock.pass(MINUTE)
  await runner.flush()
  assert.deepEqual(
    link.results.map(({ monitorKey }) => monitorKey).sort((a, b) => a - b),
    keys,
  )
  for (const { monitorKey, scheduledAt } of link.results) assert.equal(scheduledAt, nextSlotOf(monitorKey, start))
  const perSecond = Map.groupBy(link.results, ({ scheduledAt }) => Math.floor(scheduledAt / 1_000))
  const busiest = Math.max(...[...perSecond.values()].map((results) => results.length))
  assert.ok(busiest <= 30, `${busiest} of 600 in one second`)
})

test('a result contains the finding, its due time and its start time', async (t) => {
  const { clock, link, runner } = await startRunner(t, [makeAssignment(1)])
  const due = nextSlotOf(1, clock.now())
  await clock.pass(MINUTE)
  await runner.flush()
  assert.deepEqual(link.results, [{ monitorKey: 1, kind: 'check', scheduledAt: due, startedAt: due + 1, ...PASS }])
})

test('the first pass and a failure are pushed soon, and a pass of a monitor that is up waits for more results', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1)])
  const waits: number[] = []
  for (const answer of [PASS, PASS, WRONG_STATUS]) {
    targets.answer = () => answer
    await clock.pass(nextSlotOf(1, clock.now()) - clock.now() + 10)
    const before = link.batches.length
    for (let ms = 0; link.batches.length === before && ms < 1_000; ms += 100) await clock.pass(100)
    waits.push(clock.now() - link.results.at(-1)!.startedAt)
  }
  assert.ok(waits[0]! <= 200 && waits[1]! > 500 && waits[2]! <= 200, waits.join(', '))
})

test('a monitor that is added later is checked at once and then on its grid', async (t) => {
  const { clock, link, targets } = await startRunner(t, [])
  await clock.pass(12_345)
  const joinedAt = clock.now()
  link.assign(makeAssignment(1))
  await clock.pass(2 * MINUTE)
  const [first, second, third] = targets.timesOf('https://host-1.example.com/')
  assert.ok(first! - joinedAt <= 2, `${first! - joinedAt} ms`)
  assert.deepEqual([second, third], [nextSlotOf(1, joinedAt) + 1, nextSlotOf(1, joinedAt) + MINUTE + 1])
})

test('a first list in pages counts as one start, and causes no immediate check', async (t) => {
  const { clock, targets, runner } = await startRunner(t, [
    { revision: 3, changed: [makeAssignment(1)], removed: [], more: true },
    { revision: 9, changed: [makeAssignment(2)], removed: [] },
  ])
  assert.equal(runner.getStats().monitors, 2)
  const due = [nextSlotOf(1, clock.now()) + 1, nextSlotOf(2, clock.now()) + 1]
  await clock.pass(MINUTE)
  assert.deepEqual(targets.seen.map(({ at }) => at).sort(), due.sort())
})

test('a paused monitor is checked at once when it is resumed', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1)])
  await clock.pass(MINUTE)
  link.remove(1)
  await clock.pass(3 * MINUTE)
  assert.equal(targets.seen.length, 1)
  const resumedAt = clock.now()
  link.assign(makeAssignment(1))
  await clock.pass(10)
  assert.ok(targets.seen[1]!.at - resumedAt <= 2)
})

test('an edit that does not affect the check keeps its slot', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1)])
  const due = nextSlotOf(1, clock.now())
  link.assign(makeAssignment(1, { timeoutMs: 5_000, failureThreshold: 5 }))
  await clock.pass(MINUTE)
  assert.deepEqual(targets.timesOf('https://host-1.example.com/'), [due + 1])
})

for (const change of [{ target: 'https://other.example.com/' }, { settings: { method: 'HEAD' } }, { type: 'KEYWORD' }])
  test(`a monitor whose ${Object.keys(change)[0]} changes is checked at once and restarts its counters`, async (t) => {
    const down = { opinion: 'down', failures: 3, passes: 0, slow: 0 } as const
    const { clock, link, targets } = await startRunner(t, [makeAssignment(1, { counters: down })])
    const changedAt = clock.now()
    link.assign(makeAssignment(1, change as object))
    await clock.pass(10)
    assert.equal(targets.seen.length, 1)
    assert.ok(targets.seen[0]!.at - changedAt <= 2)
    // A pass while down would be repeated soon; the first pass of a new target is not
    await clock.pass(nextSlotOf(1, clock.now()) - clock.now() - 10)
    assert.equal(targets.seen.length, 1)
  })

test('a changed interval moves the monitor to its new grid', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1, { intervalSeconds: 86_400 })])
  await clock.pass(1_000)
  const due = nextSlotOf(1, clock.now(), 30)
  link.assign(makeAssignment(1, { intervalSeconds: 30 }))
  await clock.pass(MINUTE)
  assert.deepEqual(targets.timesOf('https://host-1.example.com/'), [due + 1, due + 30_001])
})

test('the result of a check is dropped when its monitor is removed in the meantime', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [])
  targets.durationMs = () => 5_000
  link.assign(makeAssignment(1))
  await clock.pass(1_000)
  link.remove(1)
  await clock.pass(MINUTE)
  assert.deepEqual([targets.seen.length, link.results, runner.getStats().monitors], [1, [], 0])
})

test('a monitor is never checked twice at once, however often it is changed, removed and added', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [])
  targets.durationMs = () => 5_000
  link.assign(makeAssignment(1))
  await clock.pass(1_000)
  link.assign(makeAssignment(1, { settings: { method: 'HEAD' } }))
  await clock.pass(1_000)
  link.remove(1)
  await clock.pass(1_000)
  link.assign(makeAssignment(1, { target: 'https://new.example.com/' }))
  await clock.pass(1_000)
  assert.equal(targets.seen.length, 1)
  await clock.pass(1_010)
  assert.equal(targets.seen[1]?.target, 'https://new.example.com/')
  await clock.pass(5_100)
  await runner.flush()
  assert.equal(targets.mostAtOnce, 1)
  assert.deepEqual(
    link.results.map(({ monitorKey, scheduledAt }) => [monitorKey, scheduledAt]),
    [[1, targets.seen[1]!.at - 1]],
  )
})

test('a new complete list removes monitors that it does not contain', async (t) => {
  const { link, runner, clock } = await startRunner(t, [makeAssignment(1), makeAssignment(2)])
  link.answer({ revision: 1, changed: [], removed: [] })
  link.answer({ revision: 1, changed: [makeAssignment(2)], removed: [], more: true })
  link.answer({ revision: 4, changed: [makeAssignment(3)], removed: [] })
  await settle()
  assert.equal(runner.getStats().monitors, 2)
  await clock.pass(MINUTE)
  await runner.flush()
  assert.deepEqual([...new Set(link.results.map(({ monitorKey }) => monitorKey))].sort(), [2, 3])
})

test('a slot during the previous check is skipped and counted as missed', async (t) => {
  const { clock, targets, runner } = await startRunner(t, [makeAssignment(1, { intervalSeconds: 30 })])
  targets.durationMs = () => 70_000
  const due = nextSlotOf(1, clock.now(), 30)
  await clock.pass(due - clock.now() + 120_000)
  assert.deepEqual(targets.timesOf('https://host-1.example.com/'), [due + 1, due + 90_001])
  const { scheduled, missed, executed } = runner.getStats()
  assert.deepEqual({ scheduled, missed, executed }, { scheduled: 4, missed: 2, executed: 1 })
})

test('checks above the concurrency limit wait in order of their due time, and are counted as waiting', async (t) => {
  const keys = keysFrom(1, 50)
  const { clock, link, targets, runner } = await startRunner(t, [], { concurrency: 10 })
  targets.durationMs = () => 1_000
  for (const key of keys) {
    link.assign(makeAssignment(key))
    await clock.pass(2)
  }
  assert.deepEqual([runner.getStats().running, runner.getStats().waiting], [10, 40])
  await clock.pass(4_800)
  assert.equal(targets.mostAtOnce, 10)
  assert.deepEqual(
    targets.seen.slice(0, 50).map(({ target }) => target),
    keys.map((key) => `https://host-${key}.example.com/`),
  )
  await runner.flush()
  const [first, last] = [link.results[0]!, link.results[39]!]
  assert.equal(first.startedAt - first.scheduledAt, 1)
  assert.equal(last.monitorKey, 40)
  assert.ok(last.startedAt - last.scheduledAt > 2_900)
  assert.ok(runner.getStats().latenessMs.p50 > 1_000)
})

test('monitors of a hanging host are checked a few at a time, and delay no other host', async (t) => {
  const hanging = keysFrom(1, 50).map((key) => makeAssignment(key, { target: `https://hangs.example.com/${key}` }))
  const { clock, link, targets, runner } = await startRunner(t, [], { concurrency: 10, concurrencyPerHost: 4 })
  targets.durationMs = (target) => (target.includes('hangs') ? 9_000 : 5)
  link.assign(...hanging)
  await clock.pass(10)
  assert.deepEqual([runner.getStats().running, runner.getStats().waiting], [4, 46])
  link.assign(makeAssignment(100), makeAssignment(101))
  await clock.pass(20)
  await runner.flush()
  assert.deepEqual(link.results.map(({ monitorKey }) => monitorKey).sort(), [100, 101])
})

test('a monitor that is removed while its check waits is not checked', async (t) => {
  const { clock, link, targets } = await startRunner(t, [], { concurrency: 1 })
  targets.durationMs = () => 1_000
  link.assign(makeAssignment(1), makeAssignment(2), makeAssignment(3))
  await clock.pass(10)
  link.remove(2)
  await clock.pass(5_000)
  assert.deepEqual(targets.timesOf('https://host-2.example.com/'), [])
  assert.equal(targets.timesOf('https://host-3.example.com/').length >= 1, true)
})

test('a check that throws is a bug of the probe and does not count against the target', async (t) => {
  const { clock, link, runner } = await startRunner(t, [], { runCheck: () => Promise.reject(new Error('a bug')) })
  link.assign(makeAssignment(1, { failureThreshold: 1 }))
  await clock.pass(10)
  await runner.flush()
  const [result] = link.results
  assert.deepEqual([result?.status, result?.errorMessage], ['inconclusive', 'internal error in the probe: a bug'])
  assert.equal(runner.getStats().inconclusive, 1)
})

const offsetOf = (times: number[]): number[] => times.map((time) => time - times[0]!)

test('a failing check is repeated ten seconds after its end until it is confirmed, and then on the grid', async (t) => {
  const { clock, link, targets } = await startRunner(t, [])
  targets.durationMs = () => 200
  targets.answer = () => WRONG_STATUS
  link.assign(makeAssignment(1, { failureThreshold: 3, intervalSeconds: 300 }))
  await clock.pass(40_000)
  const [first, ...repeats] = targets.timesOf('https://host-1.example.com/')
  // Each starts a millisecond after it is due, because of the timer, and takes 200 ms
  assert.deepEqual(offsetOf([first!, ...repeats]), [0, 10_201, 20_402])
  const { scheduledAt, startedAt } = link.results[1]!
  assert.deepEqual([scheduledAt - first!, startedAt - scheduledAt], [10_200, 1])
  await clock.pass(300_000)
  assert.equal(targets.seen.length, 4)
  assert.equal(targets.seen[3]?.at, nextSlotOf(1, targets.seen[2]!.at, 300) + 1)
})

test('a short interval repeats a failure after a third of the interval', async (t) => {
  const { clock, link, targets } = await startRunner(t, [])
  targets.answer = () => WRONG_STATUS
  link.assign(makeAssignment(1, { intervalSeconds: 15 }))
  const next = nextSlotOf(1, clock.now(), 15)
  await clock.pass(14_000)
  const [first, second] = targets.timesOf('https://host-1.example.com/')
  assert.equal(second, Math.min(first! + 5 + 5_001, next + 1))
})

test('a pass while down is repeated soon until the monitor is up', async (t) => {
  const down = { opinion: 'down', failures: 7, passes: 0, slow: 0 } as const
  const { clock, targets } = await startRunner(t, [
    makeAssignment(1, { counters: down, recoveryThreshold: 3, intervalSeconds: 300 }),
  ])
  await clock.pass(nextSlotOf(1, clock.now(), 300) - clock.now() + 60_000)
  assert.deepEqual(offsetOf(targets.timesOf('https://host-1.example.com/')), [0, 10_006, 20_012])
})

test('a restart during an outage continues with the counters of the server', async (t) => {
  const oneOfTwo = { opinion: 'up', failures: 1, passes: 0, slow: 0 } as const
  const { clock, targets } = await startRunner(t, [makeAssignment(1, { counters: oneOfTwo, intervalSeconds: 300 })])
  targets.answer = () => WRONG_STATUS
  // A doubtful state is repeated within the usual wait; this was the second failure of two, so the state is settled
  await clock.pass(10_002)
  assert.equal(targets.seen.length, 1)
  await clock.pass(nextSlotOf(1, clock.now(), 300) - clock.now())
  assert.equal(targets.seen.length, 1)
})

test('a restart during a mass outage does not repeat all checks in one burst', async (t) => {
  const oneOfTwo = { opinion: 'up', failures: 1, passes: 0, slow: 0 } as const
  const change = { counters: oneOfTwo, intervalSeconds: 300, checkedAt: START - 20_000 }
  const { clock, targets } = await startRunner(
    t,
    keysFrom(1, 500).map((key) => makeAssignment(key, change)),
  )
  await clock.pass(15_000)
  assert.equal(new Set(targets.seen.map(({ target }) => target)).size, 500)
  const perSecond = Map.groupBy(targets.seen, ({ at }) => Math.floor(at / 1_000))
  assert.ok(Math.max(...[...perSecond.values()].map((seen) => seen.length)) <= 110)
})

test('an aborted list, because the probes of the region changed, removes no monitor', async (t) => {
  const [first, second, third] = [1, 2, 3].map((key) => makeAssignment(key))
  const { clock, link, targets } = await startRunner(t, [first!, second!, third!])
  const named = { isWhole: true, more: true, listEpoch: 4, listUntil: 9 }
  link.answer({ revision: 5, changed: [first!], removed: [], ...named })
  await clock.pass(10)
  link.answer({ revision: 5, changed: [], removed: [], isWhole: false, listEpoch: 4, listUntil: 9 })
  await clock.pass(120_000)
  assert.equal(new Set(targets.seen.map(({ target }) => target)).size, 3)
  const before = targets.seen.length
  link.answer({ revision: 9, changed: [first!, second!], removed: [], isWhole: true, listEpoch: 5 })
  await clock.pass(120_000)
  assert.equal(new Set(targets.seen.slice(before).map(({ target }) => target)).size, 2)
})
