import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type AssignmentsResponse, UnregisteredError } from '../../../src/core/probes/protocol.ts'
import { AssignmentSync } from '../../../src/probe/server/assignment-sync.ts'
import { FakeLink, makeAssignment } from '../make.ts'
import { MovableClock, settle } from '../movable-clock.ts'

const answerOf = (revision: number, change: Partial<AssignmentsResponse> = {}): AssignmentsResponse => ({
  revision,
  changed: [],
  removed: [],
  ...change,
})

const VITALS = {
  held: 0,
  waiting: 0,
  waitingMs: 0,
  dropped: 0,
  overdueMs: 0,
  lateMs: 0,
  skippedPercent: null,
  clockAheadMs: null,
}

function startSync(t: TestContext, register: () => Promise<void> = async () => {}) {
  const clock = new MovableClock()
  const link = new FakeLink()
  const applied: [revision: number, isWhole: boolean][] = []
  const reports: string[] = []
  const divided: string[][] = []
  const sync = new AssignmentSync({
    link,
    clock,
    register,
    readVitals: () => VITALS,
    applyMembers: (members) => divided.push(members.map(({ id }) => id)),
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

test('the first poll requests everything, later ones only changes', async (t) => {
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

test('the first monitor of an empty server is not part of the first list', async (t) => {
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

test('the first poll does not wait for a first monitor, and the next one follows at once', async (t) => {
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

test('a list in pages is requested without a pause, and only its first page starts a new list', async (t) => {
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

test('a server that lost revisions is asked for a complete list', async (t) => {
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

test('a server that answers too soon without changes is not polled in a tight loop', async (t) => {
  const { clock, link } = startSync(t)
  for (let i = 0; i < 5; i++) link.answer(answerOf(7))
  await settle()
  assert.deepEqual(link.asked, [0, 7])
  await clock.pass(2_000)
  assert.equal(link.asked.length, 4)
})

test('a failed poll is repeated after a while, and reported', async (t) => {
  const { clock, link, reports } = startSync(t)
  link.answer(answerOf(7))
  await settle()
  link.fail(new Error('gone'))
  await settle()
  assert.deepEqual([link.asked.length, reports], [2, ['failed to fetch assignments; retrying']])
  await clock.pass(200)
  assert.deepEqual(link.asked, [0, 7, 7])
})

test('no assignments are requested before the registration', async (t) => {
  let attempts = 0
  const { clock, link, reports } = startSync(t, async () => {
    attempts += 1
    if (attempts < 3) throw new Error('not yet')
  })
  await settle()
  assert.deepEqual([link.asked, reports], [[], ['failed to register; retrying']])
  await clock.pass(1_000)
  assert.deepEqual([attempts, link.asked], [3, [0]])
})

test('a server that requires a new registration, and then refuses it, is not asked in a tight loop', async (t) => {
  let registrations = 0
  const { clock, link, reports } = startSync(t, async () => {
    registrations += 1
    if (registrations > 1) throw new UnregisteredError('a probe of that name is at work elsewhere')
  })
  link.answer(answerOf(7))
  await settle()
  link.fail(new UnregisteredError('the probe session is no longer valid'))
  await clock.pass(60_000)
  assert.ok(registrations >= 2 && registrations <= 20, `${registrations} in a minute`)
  assert.equal(reports[0], 'failed to register; retrying')
})

test('a failed registration does not stop the polls, which detect a revoked token', async (t) => {
  let isRefused = false
  const { clock, link, applied } = startSync(t, async () => {
    if (isRefused) throw new Error('the token is withdrawn')
  })
  link.answer(answerOf(7, { changed: [makeAssignment(1)] }))
  await settle()
  isRefused = true
  link.fail(new UnregisteredError('the probe session is no longer valid'))
  // The link's answer after a revoked token: no monitor is assigned
  link.answer(answerOf(0, { isWhole: true }))
  await clock.pass(1_000)
  assert.deepEqual(applied, [
    [7, true],
    [0, true],
  ])
})

test('a poll reports for how long the list has been outdated', async (t) => {
  const { clock, link } = startSync(t)
  const members = [{ id: 'one', capabilities: { icmp: true, ipv6: true } }]
  link.answer(answerOf(7, { members, epoch: 1, listEpoch: 1 }))
  await settle()
  for (const epoch of [2, 3]) {
    link.answer(answerOf(7, { members, epoch, listEpoch: 1, isWhole: false }))
    await clock.pass(4_000)
  }
  // The list has begun, and is not complete
  link.answer(answerOf(4, { epoch: 3, listEpoch: 3, isWhole: true, more: true, listUntil: 9 }))
  await clock.pass(1_000)
  link.answer(answerOf(9, { listEpoch: 3 }))
  await settle()
  assert.deepEqual(
    link.requests.map(({ waitedMs }) => waitedMs),
    [undefined, undefined, 0, 4_000, 8_000, undefined],
  )
})
