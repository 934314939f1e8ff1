import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { TimeWatch } from '../../../src/probe/schedule/time-watch.ts'
import { MovableClock } from '../movable-clock.ts'

function openWatch(t: TestContext) {
  const clock = new MovableClock()
  const jumps: number[] = []
  const watch = new TimeWatch(clock, (shiftMs) => jumps.push(shiftMs))
  t.after(() => watch.close())
  return { clock, watch, jumps }
}

test('regular time causes no disturbance', async (t) => {
  const { clock, watch, jumps } = openWatch(t)
  watch.countCheckStart()
  await clock.pass(60_000)
  watch.sample()
  assert.deepEqual([watch.disturbances, jumps], [0, []])
})

for (const shiftMs of [3_600_000, -3_600_000, 1_001, -1_001])
  test(`a clock that is moved by ${shiftMs} ms is a jump and a disturbance`, (t) => {
    const { clock, watch, jumps } = openWatch(t)
    clock.jump(shiftMs)
    watch.sample()
    watch.sample()
    assert.deepEqual([watch.disturbances, jumps], [1, [shiftMs]])
  })

test('a clock correction of up to a second causes no disturbance', (t) => {
  const { clock, watch, jumps } = openWatch(t)
  clock.jump(1_000)
  watch.sample()
  clock.jump(-1_000)
  watch.sample()
  assert.deepEqual([watch.disturbances, jumps], [0, []])
})

test('a stall of the event loop during a check is a disturbance, whichever sample detects it', async (t) => {
  const { clock, watch, jumps } = openWatch(t)
  watch.sample()
  watch.countCheckStart()
  await clock.pass(10_000)
  await clock.stall(1_600)
  assert.deepEqual([watch.disturbances, jumps], [1, []])
})

test('a pause of less than a second causes no disturbance', async (t) => {
  const { clock, watch } = openWatch(t)
  watch.sample()
  watch.countCheckStart()
  await clock.pass(10_000)
  await clock.stall(900)
  assert.equal(watch.disturbances, 0)
})

test('a pause without a running check is sleep, and stops the ticks', async (t) => {
  const { clock, watch } = openWatch(t)
  watch.countCheckStart()
  watch.countCheckEnd()
  await clock.pass(1_000)
  assert.equal(clock.timerCount, 0)
  await clock.stall(60_000)
  watch.sample()
  assert.equal(watch.disturbances, 0)
})

test('a check that starts after a long sleep is not disturbed by it', async (t) => {
  const { clock, watch } = openWatch(t)
  await clock.stall(60_000)
  watch.sample()
  const before = watch.disturbances
  watch.countCheckStart()
  await clock.pass(5_000)
  watch.sample()
  assert.equal(watch.disturbances, before)
})
