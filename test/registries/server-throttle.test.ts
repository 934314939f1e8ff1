import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { toUnknownAnswer } from '../../src/registries/lookup-answer.ts'
import { ServerThrottle } from '../../src/registries/server-throttle.ts'
import { createTestClock } from '../support/time/clock.ts'

interface Timer {
  at: number
  run: () => void
}

/** A throttle with a clock and timers that the test controls. */
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

/** A query that is answered when the test decides. */
function question(begun: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<{ kind: string }>()
  const ask = () => {
    begun.push(name)
    return promise as Promise<{ kind: 'said' }>
  }
  return { ask, answer: (answer: { kind: string } = { kind: 'said' }) => resolve(answer) }
}

test('a server gets one query at a time, with a gap between them', async () => {
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

test('queries to different servers do not wait for each other', async () => {
  const { throttle } = setUp()
  const begun: string[] = []
  void throttle.run('a', question(begun, 'a').ask)
  void throttle.run('b', question(begun, 'b').ask)
  await turn()
  assert.deepEqual(begun, ['a', 'b'])
})

test('a rate limited server is not queried, and its waiting queries are refused at once', async () => {
  const { throttle, pass } = setUp()
  const begun: string[] = []
  const one = question(begun, 'one')
  const first = throttle.run('a', one.ask)
  const second = throttle.run('a', question(begun, 'two').ask)
  const limited = toUnknownAnswer('rate_limited', 'a answered 429', 30_000)
  one.answer(limited)
  assert.deepEqual(await first, limited)
  const expectedAnswer = { ...limited, message: 'a rate limits queries for another 30 s' }
  assert.deepEqual(await second, expectedAnswer)
  await pass(29_000)
  assert.deepEqual(await throttle.run('a', question(begun, 'three').ask), {
    ...limited,
    message: 'a rate limits queries for another 1 s',
    retryAfterMs: 1_000,
  })
  await pass(1_000)
  void throttle.run('a', question(begun, 'four').ask)
  await turn()
  assert.deepEqual(begun, ['one', 'four'])
})

test('a query is refused when the queue of its server is full', async () => {
  const { throttle } = setUp({ maxWaiting: 2 })
  const begun: string[] = []
  for (const name of ['inside', 'first', 'second']) void throttle.run('a', question(begun, name).ask)
  const answer = await throttle.run('a', question(begun, 'too many').ask)
  assert.deepEqual(
    answer,
    toUnknownAnswer('rate_limited', 'a was not queried because 2 queries are already waiting for it', 60_000),
  )
})

test('closing the throttle answers all queries, sets no timers and accepts no new queries', async () => {
  const { throttle, timers, pass } = setUp()
  const begun: string[] = []
  const one = question(begun, 'one')
  void throttle.run('b', async () => ({ kind: 'said' as const }))
  await turn()
  const waits = throttle.run('b', question(begun, 'gap').ask)
  const [inside, queued] = [throttle.run('a', one.ask), throttle.run('a', question(begun, 'two').ask)]
  throttle.close()
  for (const answer of await Promise.all([inside, queued, waits]))
    assert.equal((answer as { failure?: string }).failure, 'unreachable')
  one.answer()
  await pass(60_000)
  assert.equal(timers.size, 0)
  const late = await throttle.run('a', question(begun, 'late').ask)
  assert.equal((late as { failure?: string }).failure, 'unreachable')
  assert.deepEqual(begun, ['one'])
})

test('servers without recent queries are forgotten', async () => {
  const { throttle, pass } = setUp()
  for (let server = 0; server < 2_000; server++) {
    await throttle.run(`server ${server}`, async () => ({ kind: 'said' as const }))
    if (server % 100 === 0) await pass(2_000)
  }
  assert.ok((throttle as unknown as { queues: Map<string, unknown> }).queues.size <= 600)
})

test('a clock that is set back by a year delays no query', async () => {
  const { throttle, pass, clock, timers } = setUp()
  const queriedServers: string[] = []
  const ask = (silence: 'rate_limited' | 'unreadable') => async () => {
    queriedServers.push(silence)
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
  assert.equal(queriedServers.length, 1, 'after a gap')
  await setBack()
  assert.deepEqual(queriedServers, ['unreadable', 'rate_limited'])
  await setBack()
  void throttle.run('a', ask('unreadable'))
  await setBack()
  assert.equal(queriedServers.length, 3)
})
