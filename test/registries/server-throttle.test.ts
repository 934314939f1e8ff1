import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { ServerThrottle } from '../../src/registries/server-throttle.ts'
import { toUnknownAnswer } from '../../src/registries/unknown-answer.ts'
import { createTestClock } from '../support/time/clock.ts'

interface Timer {
  at: number
  run: () => void
}

/** A throttle with a clock and timers that a test moves. */
function setUp({ gapMs = 1_000, maxWaiting = 3 } = {}) {
  const clock = createTestClock()
  const timers = new Set<Timer>()
  const after = (delayMs: number, run: () => void) => {
    const timer = { at: clock.now() + delayMs, run }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const throttle = new ServerThrottle({ now: clock.now, after, gapMs, maxWaiting })
  const pass = async (ms: number) => {
    clock.advance(ms)
    for (const timer of [...timers].filter(({ at }) => at <= clock.now())) {
      timers.delete(timer)
      timer.run()
    }
    await turn()
  }
  return { throttle, timers, pass, clock }
}

/** A question that is answered when the test says so. */
function question(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<{ kind: string }>()
  const ask = () => {
    begun.push(name)
    return promise as Promise<{ kind: 'said' }>
  }
  return { ask, answer: (answer: { kind: string } = { kind: 'said' }) => resolve(answer) }
}

test('a server is asked one question at a time, with a gap between them', async () => {
  const { throttle, pass } = setUp()
  const begun: string[] = []
  const [one, two] = [question(begun, 'one'), question(begun, 'two')]
  const first = throttle.run('a', one.ask)
  void throttle.run('a', two.ask)
  await turn()
  assert.deepEqual(begun, ['one'])
  one.answer()
  assert.deepEqual(await first, { kind: 'said' })
  await pass(999)
  assert.deepEqual(begun, ['one'])
  await pass(1)
  assert.deepEqual(begun, ['one', 'two'])
})

test('servers do not wait for each other', async () => {
  const { throttle } = setUp()
  const begun: string[] = []
  void throttle.run('a', question(begun, 'a').ask)
  void throttle.run('b', question(begun, 'b').ask)
  await turn()
  assert.deepEqual(begun, ['a', 'b'])
})

test('a server that wants to be asked less is not asked, and those who wait for it are told at once', async () => {
  const { throttle, pass } = setUp()
  const begun: string[] = []
  const one = question(begun, 'one')
  const first = throttle.run('a', one.ask)
  const second = throttle.run('a', question(begun, 'two').ask)
  const limited = toUnknownAnswer('rate_limited', 'a answered 429', 30_000)
  one.answer(limited)
  assert.deepEqual(await first, limited)
  const told = { ...limited, message: 'a asked for a pause of another 30 s' }
  assert.deepEqual(await second, told)
  await pass(29_000)
  assert.deepEqual(await throttle.run('a', question(begun, 'three').ask), {
    ...limited,
    message: 'a asked for a pause of another 1 s',
    retryAfterMs: 1_000,
  })
  await pass(1_000)
  void throttle.run('a', question(begun, 'four').ask)
  await turn()
  assert.deepEqual(begun, ['one', 'four'])
})

test('only so many wait for one server', async () => {
  const { throttle } = setUp({ maxWaiting: 2 })
  const begun: string[] = []
  for (const name of ['inside', 'first', 'second']) void throttle.run('a', question(begun, name).ask)
  const answer = await throttle.run('a', question(begun, 'too many').ask)
  assert.deepEqual(
    answer,
    toUnknownAnswer('rate_limited', 'a was not queried because 2 queries are already waiting for it', 60_000),
  )
})

test('an end answers whoever waits or is under way, sets no timers and lets nobody in', async () => {
  const { throttle, timers, pass } = setUp()
  const begun: string[] = []
  const one = question(begun, 'one')
  void throttle.run('b', async () => ({ kind: 'said' as const }))
  await turn()
  const waits = throttle.run('b', question(begun, 'gap').ask)
  const [inside, queued] = [throttle.run('a', one.ask), throttle.run('a', question(begun, 'two').ask)]
  throttle.close()
  for (const answer of await Promise.all([inside, queued, waits]))
    assert.equal((answer as { silence?: string }).silence, 'unreachable')
  one.answer()
  await pass(60_000)
  assert.equal(timers.size, 0)
  const late = await throttle.run('a', question(begun, 'late').ask)
  assert.equal((late as { silence?: string }).silence, 'unreachable')
  assert.deepEqual(begun, ['one'])
})

test('servers that are not asked any more are forgotten', async () => {
  const { throttle, pass } = setUp()
  for (let server = 0; server < 2_000; server++) {
    await throttle.run(`server ${server}`, async () => ({ kind: 'said' as const }))
    if (server % 100 === 0) await pass(2_000)
  }
  assert.ok((throttle as unknown as { gates: Map<string, unknown> }).gates.size <= 600)
})

test('a clock that is set back by a year holds up nobody', async () => {
  const { throttle, pass, clock, timers } = setUp()
  const heard: string[] = []
  const ask = (silence: 'rate_limited' | 'unreadable') => async () => {
    heard.push(silence)
    return toUnknownAnswer(silence, 'hm')
  }
  const setBack = async () => {
    clock.advance(-365 * DAY_MS)
    for (const timer of [...timers]) {
      timers.delete(timer)
      timer.run()
    }
    await pass(0)
  }
  await throttle.run('a', ask('unreadable'))
  void throttle.run('a', ask('rate_limited'))
  assert.equal(heard.length, 1, 'after a gap')
  await setBack()
  assert.deepEqual(heard, ['unreadable', 'rate_limited'])
  await setBack()
  void throttle.run('a', ask('unreadable'))
  await setBack()
  assert.equal(heard.length, 3)
})
