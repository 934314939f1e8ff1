import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerClock } from '../../../src/probe/server/server-clock.ts'
import { makeAssignment, startRunner, WRONG_STATUS } from '../make.ts'
import { MovableClock } from '../movable-clock.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** A machine, its server, and whatever lies between them. */
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
  /** The server's time: no clock of this machine moves it. */
  const serverNow = () => start + (machine.monotonic() - begun) + sleptMs + server.aheadOfTrue
  return {
    machine,
    clock,
    warnings,
    server,
    serverNow,
    /** How far the probe's time is from the server's. */
    offMs: () => clock.now() - serverNow(),
    compare: (roundTripMs = 20, skewMs = 0) => clock.compare(serverNow() - roundTripMs / 2 + skewMs, roundTripMs),
    sleep: (ms: number) => {
      sleptMs += ms
      machine.jump(ms)
    },
  }
}

test('before the first comparison it is the clock of the machine, and nobody knows how good that is', () => {
  const { clock, machine } = makeWorld()
  assert.deepEqual([clock.now(), clock.aheadMs], [machine.now(), null])
})

for (const [aheadMs, words] of [
  [HOUR, /3600\.0 s ahead of the server clock; checks use the server clock\. Enable NTP/],
  [-HOUR, /3600\.0 s behind the server clock/],
  [37_400, /37\.4 s ahead of/],
] as const)
  test(`a machine whose clock is off by ${aheadMs / 1_000} s checks by the server's, and that is told once`, async () => {
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
  test(`a clock that somebody sets by ${jumpMs / HOUR} h moves nothing, before the server is heard and after`, async () => {
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

test('after a sleep the time is what it is, at once', async () => {
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
  // What was measured before was measured better, but of another clock
  compare(200)
  assert.equal(offMs(), 0)
})

test('a small difference is made up for in steps that nobody notices', async () => {
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

test('a difference that the way explains is none', async () => {
  const { machine, compare, offMs } = makeWorld()
  compare()
  for (const skew of [900, -900, 600, -300]) {
    compare(2_000, skew)
    await machine.pass(5_000)
  }
  assert.equal(offMs(), 0)
})

test('it says whole milliseconds, as the keys of results need them', () => {
  const { clock, compare } = makeWorld()
  compare(21, 0.25)
  assert.ok(Number.isInteger(clock.now()))
})

test('an answer that took long says nothing about the time', () => {
  const { compare, clock } = makeWorld()
  compare(4_500, 2_000)
  assert.equal(clock.aheadMs, null)
})

test('servers that disagree by some seconds do not drag it to and fro', async () => {
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
  test(`checks go on in their grid while the clock of the machine is set by ${jumpMs / HOUR} h, and none counts as disturbed`, async (t) => {
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
