/** The runner with trouble of the machine, the network or the server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckResult } from '../../src/core/probes/protocol.ts'
import { computeGridOffsetMs, computeNextDueAt } from '../../src/core/probes/schedule.ts'
import type { ProberOutcome } from '../../src/probers/run-check.ts'
import { makeAssignment, PASS, REGION, startRunner, TIMEOUT, WRONG_STATUS } from './make.ts'
import { settle } from './movable-clock.ts'

const HOUR = 3_600_000
const ALL = Array.from({ length: 300 }, (_, i) => makeAssignment(i + 1))

for (const [what, jumpMs] of [
  ['wakes after an hour of sleep', HOUR],
  ['is set back by an hour', -HOUR],
  ['is set back by half a minute', -30_000],
  ['is set forward by two seconds', 2_000],
] as const)
  test(`a clock that ${what} causes no burst, and every monitor is checked within its interval or soon after`, async (t) => {
    const { clock, link, runner } = await startRunner(t, ALL)
    await clock.pass(90_000)
    await runner.flush()
    const lastChecks = new Map(link.results.map(({ monitorKey, startedAt }) => [monitorKey, startedAt]))
    link.batches.length = 0
    clock.jump(jumpMs)
    const jumpedAt = clock.now()
    await clock.pass(75_000)
    await runner.flush()
    const after = link.results.filter(({ startedAt }) => startedAt >= jumpedAt)
    const firstChecks = new Map(after.toReversed().map(({ monitorKey, startedAt }) => [monitorKey, startedAt]))
    assert.equal(firstChecks.size, 300)
    for (const [key, at] of firstChecks) {
      const dueBy = lastChecks.get(key)! + Math.min(0, jumpMs) + 60_000
      assert.ok(at <= Math.max(dueBy + 1_000, jumpedAt + 15_000), `${at - dueBy} ms late`)
    }
    const perSecond = Map.groupBy(after, ({ startedAt }) => Math.floor(startedAt / 1_000))
    assert.ok(Math.max(...[...perSecond.values()].map((results) => results.length)) <= 120)
  })

test('slots during a sleep are missed, and counted as missed', async (t) => {
  const { clock, runner } = await startRunner(t, ALL)
  await clock.pass(60_000)
  clock.jump(HOUR)
  await clock.pass(61_000)
  const { missed } = runner.getStats()
  assert.ok(missed >= 59 * 300 && missed <= 61 * 300, `${missed}`)
})

/** One monitor that turns down at the first failure, with a check in progress for a while. */
async function oneUnderWay(t: Parameters<typeof startRunner>[0], outcome: ProberOutcome) {
  const world = await startRunner(t, [])
  world.targets.durationMs = () => 5_000
  world.targets.answer = () => outcome
  world.link.assign(makeAssignment(1, { failureThreshold: 1 }))
  await world.clock.pass(2_000)
  const finish = async () => {
    await world.clock.pass(5_000)
    await world.runner.flush()
    return world.link.results
  }
  return { ...world, finish }
}

for (const [what, outcome, status] of [
  ['fails', WRONG_STATUS, 'inconclusive'],
  ['is slow', { ...PASS, status: 'degraded', errorType: 'slow_response' }, 'inconclusive'],
  ['passes', PASS, 'up'],
] as const) {
  test(`a check that ${what} across a clock jump is ${status}`, async (t) => {
    const { clock, finish } = await oneUnderWay(t, outcome)
    clock.jump(HOUR)
    assert.equal((await finish())[0]?.status, status)
  })

  test(`a check that ${what} across a stall of the event loop is ${status}`, async (t) => {
    const { clock, finish } = await oneUnderWay(t, outcome)
    await clock.stall(2_000)
    assert.equal((await finish())[0]?.status, status)
  })
}

test('the message of a disturbed check contains its finding', async (t) => {
  const { clock, finish } = await oneUnderWay(t, WRONG_STATUS)
  clock.jump(HOUR)
  const [result] = await finish()
  assert.equal(result?.errorType, null)
  assert.match(result!.errorMessage!, /the clock jumped or the probe stalled.*observed: status 500$/)
})

test('a failing check counts again when the trouble is over', async (t) => {
  const { clock, link, finish } = await oneUnderWay(t, WRONG_STATUS)
  clock.jump(HOUR)
  await finish()
  await clock.pass(70_000)
  assert.equal(link.results[1]?.status, 'down')
})

test('checks missed in a short stall are made up for, in a long one they are not', async (t) => {
  const { clock, targets, runner } = await startRunner(t, ALL)
  await clock.pass(60_000)
  const before = targets.seen.length
  await clock.stall(4_000)
  const caughtUp = targets.seen.length - before
  assert.ok(caughtUp >= 10, `${caughtUp} of about 20`)
  assert.equal(runner.getStats().missed, 0)
  await clock.pass(10_000)
  const late = targets.seen.length
  await clock.stall(30_000)
  assert.ok(targets.seen.length - late <= 2, `${targets.seen.length - late}`)
  assert.ok(runner.getStats().missed >= 120, `${runner.getStats().missed}`)
})

test('waiting checks are rescheduled at a bounded rate when the clock jumps', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [], { concurrency: 5 })
  targets.durationMs = () => 3_000
  link.assign(...ALL)
  await clock.pass(1_000)
  assert.equal(runner.getStats().waiting, 295)
  clock.jump(HOUR)
  await clock.pass(300)
  const { scheduled, executed, missed, running, waiting } = runner.getStats()
  assert.equal(scheduled, executed + missed + running + waiting)
  assert.ok(waiting <= 35, `${waiting}`)
  await clock.pass(70_000)
  assert.equal(targets.mostAtOnce, 5)
})

test('the wait for a pending failure does not shift its repeat', async (t) => {
  const { clock, link, targets } = await startRunner(t, [])
  targets.answer = () => TIMEOUT
  link.assign(makeAssignment(1, { intervalSeconds: 300, failureThreshold: 3 }))
  await clock.pass(31_000)
  const [first, ...repeats] = targets.seen.map(({ at }) => at)
  assert.deepEqual(
    repeats.map((at) => at - first!),
    [10_006, 20_012],
  )
})

test('a server that stores two thirds of the results gets no more, and the probe reports it once', async (t) => {
  const monitors = ALL.map((assignment) => ({ ...assignment, intervalSeconds: 5 }))
  const { clock, link, runner, reports } = await startRunner(t, monitors)
  let isSlow = true
  link.onPush = async ({ length }) => {
    if (isSlow) await new Promise<void>((resolve) => clock.after(length * 25, resolve))
  }
  const pollFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      link.assign()
      await clock.pass(5_000)
      assert.ok(runner.getStats().unsent < 500, `${runner.getStats().unsent} results wait`)
      const { waitingMs, overdueMs } = link.requests.at(-1)!.vitals!
      assert.ok(waitingMs < 15_000, `${waitingMs}`)
      assert.ok(overdueMs < 10_000, `${overdueMs}`)
    }
  }
  const getSkippedPercent = () => link.requests.at(-1)!.vitals!.skippedPercent
  await pollFor(200)
  assert.ok(getSkippedPercent()! > 25 && getSkippedPercent()! < 60, `${getSkippedPercent()} % skipped`)
  isSlow = false
  await pollFor(75)
  assert.equal(getSkippedPercent(), null)
  assert.deepEqual(
    reports.map((message) => message.slice(0, 12)),
    ['more checks ', 'checks start'],
  )
})

test('results survive a server outage, in order and without duplicates', async (t) => {
  const { clock, link, runner } = await startRunner(t, ALL)
  link.onPush = () => {
    throw new Error('away')
  }
  await clock.pass(120_000)
  assert.equal(link.results.length, 0)
  link.onPush = () => {}
  await clock.pass(10_000)
  await runner.flush()
  const keys = link.results.map(({ monitorKey, scheduledAt }) => `${monitorKey}/${scheduledAt}`)
  assert.ok(keys.length >= 600)
  assert.equal(new Set(keys).size, keys.length)
  const times = link.results.map(({ startedAt }) => startedAt)
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  )
  assert.equal(runner.getStats().unsentDropped, 0)
})

test('a lost acknowledgement causes a repeat of the batch, and no result is lost', async (t) => {
  const { clock, link, runner } = await startRunner(t, ALL)
  const arrived: CheckResult[] = []
  let pushes = 0
  let isLossy = true
  link.onPush = (results) => {
    arrived.push(...results)
    if (isLossy && ++pushes % 2 === 1) throw new Error('lost on the way back')
  }
  await clock.pass(70_000)
  isLossy = false
  await Promise.all([runner.flush(), clock.pass(1_000)])
  await runner.flush() // checks that ended meanwhile
  const unique = new Set(arrived.map(({ monitorKey, scheduledAt }) => `${monitorKey}/${scheduledAt}`))
  assert.ok(arrived.length > unique.size)
  assert.equal(unique.size, runner.getStats().executed)
})

test('a stop waits for running checks, starts no others, and delivers every result', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [], { concurrency: 10 })
  targets.durationMs = () => 3_000
  link.assign(...ALL)
  await clock.pass(100)
  let isStopped = false
  const stopped = runner.stop().then(() => {
    isStopped = true
  })
  await clock.pass(2_800)
  assert.equal(isStopped, false)
  await clock.pass(200)
  await stopped
  assert.deepEqual([targets.seen.length, link.results.length, link.isClosed], [10, 10, true])
  await clock.pass(120_000)
  assert.deepEqual([targets.seen.length, clock.timerCount], [10, 0])
})

test('a stop abandons checks that do not end within ten seconds', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [])
  targets.durationMs = () => 60_000
  link.assign(makeAssignment(1))
  await clock.pass(100)
  const stopped = runner.stop()
  await clock.pass(10_000)
  await stopped
  assert.equal(link.isClosed, true)
})

test('a stop waits at most fifteen seconds for a server that is away, and reports the lost results', async (t) => {
  const { clock, link, runner, reports } = await startRunner(t, [])
  link.onPush = () => {
    throw new Error('away')
  }
  link.assign(makeAssignment(1))
  await clock.pass(100)
  const stopped = runner.stop()
  assert.equal(runner.stop(), stopped)
  await clock.pass(15_000)
  await stopped
  assert.equal(reports.at(-1), 'stopped with 1 undelivered results')
})

test('a check on demand returns its result, is not pushed, and does not change the schedule', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [makeAssignment(1)])
  const due = computeNextDueAt(computeGridOffsetMs(makeAssignment(1).monitorId, REGION, 60), 60, clock.now())
  const askedAt = clock.now()
  const pending = link.runNow(makeAssignment(1))
  await clock.pass(5)
  assert.deepEqual(await pending, {
    monitorKey: 1,
    kind: 'check',
    scheduledAt: askedAt,
    startedAt: askedAt,
    ...PASS,
  })
  await clock.pass(60_000)
  await runner.flush()
  assert.deepEqual(
    link.results.map(({ scheduledAt }) => scheduledAt),
    [due],
  )
  assert.equal(targets.seen.length, 2)
})

test('a failure on demand counts, and is repeated like any other', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1, { intervalSeconds: 86_400 })])
  targets.answer = () => WRONG_STATUS
  const pending = link.runNow(makeAssignment(1, { intervalSeconds: 86_400 }))
  await clock.pass(60_000)
  await pending
  const [first, second, third] = targets.seen.map(({ at }) => at)
  assert.deepEqual([second! - first!, third], [10_006, undefined])
})

const IN_DOUBT = { opinion: 'up', failures: 1, passes: 0, slow: 0 } as const

test('a failure found by another probe of the region is repeated ten seconds later', async (t) => {
  const monitor = makeAssignment(1, { intervalSeconds: 86_400 })
  const { clock, link, targets } = await startRunner(t, [monitor])
  targets.answer = () => WRONG_STATUS
  await clock.pass(100)
  const checkedAt = clock.now()
  await clock.pass(800)
  link.assign({ ...monitor, counters: IN_DOUBT, checkedAt })
  await clock.pass(60_000)
  assert.deepEqual(
    targets.seen.map(({ at }) => at),
    [checkedAt + 10_001],
    'then it is certain',
  )
})

test("a doubt from before the probe's own last check is obsolete", async (t) => {
  const monitor = makeAssignment(1, { intervalSeconds: 86_400 })
  const { clock, link, targets } = await startRunner(t, [monitor])
  const checkedAt = clock.now()
  await clock.pass(1_000)
  const pending = link.runNow(monitor)
  await clock.pass(1_000)
  await pending
  link.assign({ ...monitor, counters: IN_DOUBT, checkedAt })
  await clock.pass(60_000)
  assert.equal(targets.seen.length, 1)
})

test('a check on demand with another configuration is not counted', async (t) => {
  const { clock, link, targets } = await startRunner(t, [makeAssignment(1, { intervalSeconds: 86_400 })])
  targets.answer = () => WRONG_STATUS
  const pending = [
    link.runNow(makeAssignment(1, { intervalSeconds: 86_400, target: 'https://draft.example.com/' })),
    link.runNow(makeAssignment(99)),
  ]
  await clock.pass(60_000)
  await Promise.all(pending)
  assert.equal(targets.seen.length, 2)
})

test('a check on demand during a stall is inconclusive too, and is refused after the stop', async (t) => {
  const { clock, link, targets, runner } = await startRunner(t, [])
  targets.answer = () => WRONG_STATUS
  targets.durationMs = () => 5_000
  const pending = link.runNow(makeAssignment(1))
  await clock.pass(1_000)
  await clock.stall(6_000)
  assert.equal((await pending).status, 'inconclusive')
  const stopped = runner.stop()
  await settle()
  await assert.rejects(link.runNow(makeAssignment(1)), /stopping/)
  await stopped
})

test('a clock correction does not count as a delay of the checks', async (t) => {
  const { clock, link } = await startRunner(t, [makeAssignment(1, { intervalSeconds: 86_400 })])
  await clock.pass(1_000)
  clock.jump(2 * 86_400_000)
  link.remove(2)
  await settle()
  assert.equal(link.requests.at(-1)!.vitals!.overdueMs, 0)
})
