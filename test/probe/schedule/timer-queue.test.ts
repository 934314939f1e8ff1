import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { TimerQueue } from '../../../src/probe/schedule/timer-queue.ts'
import { MovableClock } from '../movable-clock.ts'

function openAgenda(t: TestContext, beforeDue: () => void = () => {}) {
  const clock = new MovableClock()
  const start = clock.now()
  const fired: [place: number, dueAfter: number, lateMs: number][] = []
  const agenda = new TimerQueue({
    clock,
    beforeDue,
    onDue: (timerId, dueAt) => fired.push([timerId, dueAt - start, clock.now() - dueAt]),
  })
  t.after(() => agenda.close())
  return { agenda, clock, start, fired }
}

test('an empty queue has no timer, and neither has one that has become empty', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  assert.equal(clock.timerCount, 0)
  agenda.set(0, start + 500)
  assert.equal(clock.timerCount, 1)
  await clock.pass(1_000)
  assert.deepEqual([fired.length, clock.timerCount, agenda.size], [1, 0, 0])
})

test('a hundred thousand ids share one timer', (t) => {
  const { agenda, clock, start } = openAgenda(t)
  for (let timerId = 0; timerId < 100_000; timerId++) agenda.set(timerId, start + 1 + ((timerId * 7_919) % 60_000))
  assert.deepEqual([agenda.size, clock.timerCount], [100_000, 1])
})

test('ids become due in order, never early and within two milliseconds', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  for (const [timerId, after] of [300, 5, 5_000, 5, 0].entries()) agenda.set(timerId, start + after)
  await clock.pass(6_000)
  assert.deepEqual(
    fired.map(([, dueAfter]) => dueAfter),
    [0, 5, 5, 300, 5_000],
  )
  for (const [, , lateMs] of fired) assert.ok(lateMs >= 0 && lateMs <= 2, `${lateMs} ms late`)
})

test('a burst of due ids is handled in turns without a pause, so that sockets are read in between', async (t) => {
  const counts: number[] = []
  const { agenda, clock, start, fired } = openAgenda(t, () => counts.push(fired.length))
  for (let timerId = 0; timerId < 40; timerId++) agenda.set(timerId, start + 5)
  await clock.pass(6)
  assert.deepEqual([...counts, fired.length], [0, 16, 32, 40])
})

test('a moved id becomes due once, at its new time', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  agenda.set(7, start + 1_000)
  agenda.set(7, start + 300)
  await clock.pass(500)
  assert.deepEqual(fired, [[7, 300, 1]])
  agenda.set(7, start + 1_000)
  agenda.set(7, start + 2_000)
  await clock.pass(1_000)
  assert.equal(fired.length, 1)
  await clock.pass(1_000)
  assert.equal(fired.length, 2)
})

test('a removed id does not become due', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  agenda.set(1, start + 100)
  agenda.set(2, start + 200)
  agenda.remove(1)
  await clock.pass(1_000)
  assert.deepEqual(
    fired.map(([timerId]) => timerId),
    [2],
  )
})

test('an id added while the queue is processing becomes due', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t, () => {
    if (agenda.size === 1) agenda.set(2, start + 150)
  })
  agenda.set(1, start + 100)
  await clock.pass(1_000)
  assert.deepEqual(
    fired.map(([timerId]) => timerId),
    [1, 2],
  )
})

test('a clock that is set forward during a long sleep is noticed within a minute', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  agenda.set(1, start + 86_400_000)
  clock.jump(86_400_000)
  await clock.pass(61_000)
  assert.equal(fired.length, 1)
})

test('a closed queue calls nothing', async (t) => {
  const { agenda, clock, start, fired } = openAgenda(t)
  agenda.set(1, start + 100)
  agenda.close()
  agenda.set(2, start + 50)
  await clock.pass(1_000)
  assert.deepEqual([fired, clock.timerCount], [[], 0])
})
