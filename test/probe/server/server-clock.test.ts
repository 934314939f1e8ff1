import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerClock } from '../../../src/probe/server/server-clock.ts'
import { makeAssignment, startRunner, WRONG_STATUS } from '../make.ts'
import { MovableClock } from '../movable-clock.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** A machine, its server, and the network between them. */
function makeWorld(aheadMs = 0) {
  const machine = new MovableClock()
  const start = machine.now()
  const begun = machine.monotonic()
  machine.jump(aheadMs)
  let sleptMs = 0
  const warnings: string[] = []
  const clock = new ServerClock({
    machine,
    uptime: () => (machine.monotonic() + sleptMs) / 1_000,
    warn: (message) => warnings.push(message),
  })
  const server = { aheadOfTrue: 0 }
  /** The server's time: no clock of this machine changes it. */
  const serverNow = () => start + (machine.monotonic() - begun) + sleptMs + server.aheadOfTrue
  return {
    machine,
    clock,
    warnings,
    server,
    serverNow,
    /** Difference between the probe's time and the server's. */
    offMs: () => clock.now() - serverNow(),
    compare: (roundTripMs = 20, skewMs = 0) => clock.compare(serverNow() - roundTripMs / 2 + skewMs, roundTripMs),
    sleep: (ms: number) => {
      sleptMs += ms
      machine.jump(ms)
    },
  }
}

test("the clock equals the machine's clock before the first comparison, and its accuracy is unknown", () => {
  const { clock, machine } = makeWorld()
  assert.deepEqual([clock.now(), clock.aheadMs], [machine.now(), null])
})

for (const [aheadMs, words] of [
  [HOUR, /3600\.0 s ahead of the server clock; checks use the server clock\. Enable NTP/],
  [-HOUR, /3600\.0 s behind the server clock/],
  [37_400, /37\.4 s ahead of/],
] as const)
  test(`a machine whose clock is off by ${aheadMs / 1_000} s checks by the server's clock, which is logged once`, async () => {
    const { machine, clock, compare, offMs, warnings } = makeWorld(aheadMs)
    for (let i = 0; i < 10; i++) {
      compare()
      assert.deepEqual([offMs(), clock.aheadMs], [0, aheadMs])
      await machine.pass(5_000)
    }
    assert.equal(warnings.length, 1)
    assert.match(warnings[0]!, words)
  })

for (const jumpMs of [HOUR, -HOUR])
  test(`a clock that is set by ${jumpMs / HOUR} h does not change the time, before and after a comparison`, async () => {
    const { machine, clock, compare, offMs, warnings } = makeWorld()
    compare()
    await machine.pass(MINUTE)
    machine.jump(jumpMs)
    assert.equal(offMs(), 0)
    compare()
    assert.equal(offMs(), 0)
    assert.equal(clock.aheadMs, jumpMs)
    assert.equal(warnings.length, 1)
    assert.match(warnings[0]!, /was set (forward|back) by 3600 s; the check schedule is not affected/)
    machine.jump(-jumpMs)
    assert.equal(offMs(), 0)
  })

test('the time is correct immediately after a sleep', async () => {
  const { clock, compare, offMs, sleep, warnings } = makeWorld()
  compare()
  clock.now()
  sleep(HOUR)
  assert.deepEqual([offMs(), warnings], [0, []])
})

test('a server whose clock is set is followed', async () => {
  const { machine, compare, offMs, server } = makeWorld()
  for (let i = 0; i < 10; i++) {
    compare()
    await machine.pass(5_000)
  }
  server.aheadOfTrue = -HOUR
  // Earlier samples were more accurate, but from another clock
  compare(200)
  assert.equal(offMs(), 0)
})

test('a small difference is corrected in small steps', async () => {
  const { machine, compare, offMs, server, clock } = makeWorld()
  compare()
  server.aheadOfTrue = 400
  const moved: number[] = []
  for (let i = 0; i < 12; i++) {
    const before = clock.now() - machine.monotonic()
    compare()
    moved.push(clock.now() - machine.monotonic() - before)
    await machine.pass(5_000)
  }
  assert.ok(
    moved.every((step) => Math.abs(step) <= 50),
    moved.join(),
  )
  assert.ok(Math.abs(offMs()) <= 10, `${offMs()}`)
})

test('a difference within the round-trip time is ignored', async () => {
  const { machine, compare, offMs } = makeWorld()
  compare()
  for (const skew of [900, -900, 600, -300]) {
    compare(2_000, skew)
    await machine.pass(5_000)
  }
  assert.equal(offMs(), 0)
})

test('the time is in whole milliseconds, as required by the keys of results', () => {
  const { clock, compare } = makeWorld()
  compare(21, 0.25)
  assert.ok(Number.isInteger(clock.now()))
})

test('an answer after a long time is not used for a comparison', () => {
  const { compare, clock } = makeWorld()
  compare(4_500, 2_000)
  assert.equal(clock.aheadMs, null)
})

test('servers that differ by some seconds do not move the clock back and forth', async () => {
  const { machine, clock, compare } = makeWorld()
  const steps: number[] = []
  for (let i = 0; i < 60; i++) {
    const before = clock.now() - machine.monotonic()
    compare(20, i % 2 === 0 ? 0 : 5_000)
    const step = clock.now() - machine.monotonic() - before
    if (Math.abs(step) > 1_000) steps.push(step)
    await machine.pass(5_000)
  }
  assert.ok(steps.length <= 2, steps.join())
})

for (const jumpMs of [HOUR, -HOUR])
  test(`checks stay on their grid while the clock of the machine is set by ${jumpMs / HOUR} h, and none counts as disturbed`, async (t) => {
    const machine = new MovableClock()
    const clock = new ServerClock({ machine, uptime: () => machine.monotonic() / 1_000, warn: () => {} })
    const { link, targets, runner } = await startRunner(t, [makeAssignment(1), makeAssignment(2)], {
      clock,
      runCheck: async () => ({ ...WRONG_STATUS }),
    })
    assert.equal(targets.seen.length, 0)
    await machine.pass(60_000)
    machine.jump(jumpMs)
    await machine.pass(120_000)
    machine.jump(-jumpMs)
    await machine.pass(60_000)
    await machine.pass(1_000)
    const times = link.results.filter(({ monitorKey }) => monitorKey === 1).map(({ scheduledAt }) => scheduledAt)
    assert.ok(times.length >= 4, times.join())
    assert.ok(times.every((at, i) => i === 0 || (at - times[i - 1]! <= 60_000 && at > times[i - 1]!)))
    assert.deepEqual(new Set(link.results.map(({ status }) => status)), new Set(['down']))
    const stopped = runner.stop()
    await machine.pass(20_000)
    await stopped
  })
