import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AssignmentsResponse } from '../../src/core/probes/protocol.ts'
import { LongPolls } from '../../src/engine/long-polls.ts'

const answerOf = (revision: number, change: Partial<AssignmentsResponse> = {}): AssignmentsResponse => ({
  revision,
  changed: [],
  removed: [],
  ...change,
})

const LONG = 60_000

test('a poll returns at once when there are changes', async () => {
  for (const news of [answerOf(8), answerOf(7, { removed: [1] }), answerOf(7, { more: true })]) {
    const pull = async () => news
    const polls = new LongPolls(LONG)
    assert.equal(await polls.poll(pull, { since: 7 }, LONG), news)
  }
})

test('a poll without changes returns when its wait ends', async (t) => {
  let [now, looks] = [0, 0]
  t.mock.method(performance, 'now', () => now)
  const pull = async () => {
    looks += 1
    now += 10 // The first pull takes half of the wait, the second one the rest
    return answerOf(7)
  }
  const polls = new LongPolls(LONG)
  assert.deepEqual(await polls.poll(pull, { since: 7 }, 20), answerOf(7))
  assert.equal(looks, 2)
})

test('a poll repeats its pull without a wake-up', async () => {
  let revision = 0
  const pull = async () => answerOf(Math.max(7, ++revision))
  const polls = new LongPolls(1)
  assert.equal((await polls.poll(pull, { since: 7 }, LONG)).revision, 8)
})

test('a wake-up repeats the pull of every waiting poll at once', async () => {
  let revision = 7
  const pull = async () => answerOf(revision)
  const polls = new LongPolls(LONG)
  const answers = Promise.all([polls.poll(pull, { since: 7 }, LONG), polls.poll(pull, { since: 7 }, LONG)])
  await new Promise(setImmediate)
  revision = 8
  polls.wake()
  assert.deepEqual(await answers, [answerOf(8), answerOf(8)])
})

test('a wake-up during a pull is not lost', async () => {
  const first = Promise.withResolvers<AssignmentsResponse>()
  const answers = [first.promise, Promise.resolve(answerOf(8))]
  const pull = () => answers.shift()!
  const polls = new LongPolls(LONG)
  const answer = polls.poll(pull, { since: 7 }, LONG)
  polls.wake()
  first.resolve(answerOf(7))
  assert.deepEqual(await answer, answerOf(8))
})

test('stopping ends every waiting poll', async () => {
  const pull = async () => answerOf(7)
  const polls = new LongPolls(LONG)
  const answer = polls.poll(pull, { since: 7 }, LONG)
  await new Promise(setImmediate)
  polls.stop()
  assert.deepEqual(await answer, answerOf(7))
})

test('a failing pull rejects the poll', async () => {
  const pull = () => Promise.reject(new Error('the database is away'))
  const polls = new LongPolls(LONG)
  await assert.rejects(polls.poll(pull, { since: 7 }, LONG), /the database is away/)
})
