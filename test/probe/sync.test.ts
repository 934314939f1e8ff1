import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AssignmentsAnswer } from '../../src/core/protocol.ts'
import { Sync } from '../../src/probe/sync.ts'
import { FakeLink, makeAssignment } from './make.ts'
import { MovableClock, settle } from './movable-clock.ts'

const answerOf = (revision: number, change: Partial<AssignmentsAnswer> = {}): AssignmentsAnswer => ({
  revision,
  changed: [],
  removed: [],
  ...change,
})

const VITALS = { held: 0, waiting: 0, dropped: 0, overdueMs: 0, clockAheadMs: null }

function startSync(t: TestContext, register: () => Promise<void> = async () => {}) {
  const clock = new MovableClock()
  const link = new FakeLink()
  const applied: [revision: number, isWhole: boolean][] = []
  const reports: string[] = []
  const divided: string[][] = []
  const sync = new Sync({
    link,
    clock,
    register,
    vitals: () => VITALS,
    divide: (members) => divided.push(members.map(({ id }) => id)),
    apply: ({ revision }, isWhole) => applied.push([revision, isWhole]),
    report: (message) => reports.push(message),
  })
  const running = sync.run()
  t.after(async () => {
    sync.close()
    link.close()
    await running
  })
  return { clock, link, applied, reports, divided }
}

test('the first question asks for everything, the next ones for what came after', async (t) => {
  const { link, applied } = startSync(t)
  link.answer(answerOf(7, { changed: [makeAssignment(1)] }))
  await settle()
  link.answer(answerOf(8, { removed: [1] }))
  await settle()
  assert.deepEqual(link.asked, [0, 7, 8])
  assert.deepEqual(applied, [
    [7, true],
    [8, false],
  ])
})

test('the first monitor of a server that had none is no part of the first list', async (t) => {
  const { link, applied } = startSync(t)
  link.answer(answerOf(0))
  await settle()
  link.answer(answerOf(1, { changed: [makeAssignment(1)] }))
  await settle()
  assert.deepEqual(applied, [
    [0, true],
    [1, false],
  ])
})

test('the first question is not kept waiting for a first monitor, and the next one follows at once', async (t) => {
  const { link, applied } = startSync(t)
  link.answer(answerOf(0))
  await settle()
  assert.deepEqual(
    [link.asked, link.waits],
    [
      [0, 0],
      [0, 5_000],
    ],
  )
  assert.deepEqual(applied, [[0, true]])
})

test('a list in pages is asked for without a pause, and only its first page begins anew', async (t) => {
  const { link, applied } = startSync(t)
  link.answer(answerOf(5, { more: true }))
  link.answer(answerOf(9, { more: true }))
  link.answer(answerOf(12))
  await settle()
  assert.deepEqual(link.asked, [0, 5, 9, 12])
  assert.deepEqual(applied, [
    [5, true],
    [9, false],
    [12, false],
  ])
})

test('a server that has lost revisions is asked for everything anew', async (t) => {
  const { link, applied } = startSync(t)
  link.answer(answerOf(7))
  link.answer(answerOf(3))
  link.answer(answerOf(3))
  await settle()
  assert.deepEqual(link.asked, [0, 7, 0, 3])
  assert.deepEqual(applied, [
    [7, true],
    [3, true],
  ])
})

test('a server that answers too soon although nothing changed is not asked in a frenzy', async (t) => {
  const { clock, link } = startSync(t)
  for (let i = 0; i < 5; i++) link.answer(answerOf(7))
  await settle()
  assert.deepEqual(link.asked, [0, 7])
  await clock.pass(2_000)
  assert.equal(link.asked.length, 4)
})

test('a question that fails is asked again after a while, and reported', async (t) => {
  const { clock, link, reports } = startSync(t)
  link.answer(answerOf(7))
  await settle()
  link.fail(new Error('gone'))
  await settle()
  assert.deepEqual([link.asked.length, reports], [2, ['cannot fetch assignments']])
  await clock.pass(200)
  assert.deepEqual(link.asked, [0, 7, 7])
})

test('nothing is asked before the server has taken the probe in', async (t) => {
  let attempts = 0
  const { clock, link, reports } = startSync(t, async () => {
    attempts += 1
    if (attempts < 3) throw new Error('not yet')
  })
  await settle()
  assert.deepEqual([link.asked, reports], [[], ['cannot register']])
  await clock.pass(1_000)
  assert.deepEqual([attempts, link.asked], [3, [0]])
})
