/** Results while the server does not accept them. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { Backlog } from '../../../src/probe/push/backlog.ts'
import { Pusher } from '../../../src/probe/push/pusher.ts'
import { Refusal } from '../../../src/probe/push/refusal.ts'
import { Spool } from '../../../src/probe/push/spool.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { waitUntil } from '../../support/time/until.ts'
import { makeResult } from '../make.ts'
import { MovableClock } from '../movable-clock.ts'

const MINUTE = 60_000
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

interface World {
  clock: MovableClock
  folder: string
  server: { isAway: boolean; taken: number[][]; answer: (results: readonly CheckResult[]) => void | Promise<void> }
  reports: string[]
  pusher: Pusher
  add(from: number, to: number): void
  files(): string[]
  /** Lets time pass in small steps, and waits for writes to disk in between. */
  passUntil(condition: () => boolean, what: string, stepMs?: number): Promise<void>
  /** Another process, after this one was killed. */
  restart(): Promise<World>
}

async function open(
  t: TestContext,
  folder = join(createTestFolder(t), 'results'),
  clock = new MovableClock(),
): Promise<World> {
  const reports: string[] = []
  const report = (message: string) => reports.push(message)
  const server: World['server'] = { isAway: false, taken: [], answer: () => {} }
  const spool = await Spool.open({ folder, now: () => clock.now(), report })
  let isKilled = false
  const pusher = new Pusher({
    clock,
    push: async (results) => {
      if (server.isAway || isKilled) throw new Error('ECONNREFUSED')
      await server.answer(results)
      server.taken.push(results.map(({ monitorKey }) => monitorKey))
    },
    capacity: 100_000,
    delayMs: 1_000,
    report,
    backlog: new Backlog({ spool, clock, report }),
  })
  t.after(() => pusher.close())
  const passUntil = (condition: () => boolean, what: string, stepMs = 50) =>
    waitUntil(async () => {
      if (condition()) return true
      await clock.pass(stepMs)
      return condition()
    }, what).then(() => {})
  return {
    clock,
    folder,
    server,
    reports,
    pusher,
    add: (from, to) => {
      for (const key of range(from, to)) pusher.add(makeResult(key))
    },
    files: () => {
      try {
        return readdirSync(folder)
      } catch {
        return []
      }
    },
    passUntil,
    restart: () => {
      isKilled = true
      return open(t, folder, new MovableClock(clock.now()))
    },
  }
}

const onDisk = async ({ folder, clock }: World): Promise<number> => {
  const spool = await Spool.open({ folder, now: () => clock.now(), report: () => {} })
  return spool.size
}

test('nothing is written to disk while the server answers', async (t) => {
  const { add, passUntil, pusher, files } = await open(t)
  add(1, 1_200)
  await passUntil(() => pusher.size === 0, 'delivery')
  assert.deepEqual(files(), [])
})

test('results are on disk within a second when the server rejects them, and so are later ones', async (t) => {
  const world = await open(t)
  world.server.isAway = true
  world.add(1, 3)
  await world.clock.pass(1_000)
  await waitUntil(async () => (await onDisk(world)) === 3, 'three on disk')
  world.add(4, 5)
  await world.clock.pass(1_000)
  await waitUntil(async () => (await onDisk(world)) === 5, 'five on disk')
  assert.equal(world.pusher.size, 5)
})

test('a recovered server gets every result once, in order, and the disk is empty again', async (t) => {
  const { server, add, passUntil, pusher, files, clock } = await open(t)
  server.isAway = true
  add(1, 700)
  await passUntil(() => files().length > 0, 'the spool')
  await clock.pass(20_000)
  add(701, 710)
  server.isAway = false
  await passUntil(() => pusher.size === 0 && files().length === 0, 'delivery, and an empty disk')
  assert.deepEqual([server.taken.flat(), pusher.dropped], [range(1, 710), 0])
})

test('results on disk are delivered by the next process when this one is killed', async (t) => {
  const world = await open(t)
  world.server.isAway = true
  world.add(1, 600)
  await world.clock.pass(1_000)
  await waitUntil(async () => (await onDisk(world)) === 600, 'all on disk')
  const next = await world.restart()
  await next.passUntil(() => next.pusher.size === 0, 'delivery')
  assert.deepEqual(next.server.taken.flat(), range(1, 600))
})

test('results in a push of over five seconds are written to disk, in case this process dies', async (t) => {
  const world = await open(t)
  const never = Promise.withResolvers<void>()
  world.server.answer = () => never.promise
  world.add(1, 3)
  await world.clock.pass(1_000)
  world.add(4, 4)
  await world.clock.pass(4_900)
  assert.deepEqual(world.files(), [])
  await world.clock.pass(100)
  await waitUntil(async () => (await onDisk(world)) === 4, 'four on disk')
  const next = await world.restart()
  await next.passUntil(() => next.pusher.size === 0, 'delivery')
  assert.deepEqual(next.server.taken.flat(), range(1, 4))
  never.resolve()
})

test('a slow server that accepts a batch after all receives it at most twice', async (t) => {
  const world = await open(t)
  const slow = Promise.withResolvers<void>()
  world.server.answer = () => slow.promise
  world.add(1, 3)
  await world.clock.pass(6_500)
  await waitUntil(async () => (await onDisk(world)) === 3, 'three on disk')
  world.add(4, 4)
  slow.resolve()
  await world.passUntil(() => world.pusher.size === 0, 'delivery')
  assert.deepEqual(new Set(world.server.taken.flat()), new Set([1, 2, 3, 4]))
  assert.ok(world.server.taken.flat().length <= 8)
})

test('remaining results are written to disk on close', async (t) => {
  const world = await open(t)
  world.server.isAway = true
  world.add(1, 10)
  await world.pusher.close()
  assert.equal(await onDisk(world), 10)
})

test('new results wait for no old ones after hours without a server, and the last minutes arrive in order', async (t) => {
  const folder = join(createTestFolder(t), 'results')
  const time = { now: Date.parse('2026-01-31T10:00:00Z') }
  const before = await Spool.open({ folder, now: () => time.now, report: () => {} })
  // Two hours with one result per second
  for (let minute = 0; minute < 120; minute++) {
    await before.append(range(minute * 60 + 1, minute * 60 + 60).map((key) => makeResult(key)))
    time.now += MINUTE
  }
  await before.close()
  const next = await open(t, folder, new MovableClock(time.now))
  // They arrive while the old ones are delivered
  next.add(7_201, 7_230)
  await next.passUntil(() => next.pusher.size === 0, 'delivery')
  const { taken } = next.server
  const placeOf = (key: number) => taken.findIndex((batch) => batch.includes(key))
  assert.deepEqual(
    taken.flat().toSorted((a, b) => a - b),
    range(1, 7_230),
  )
  // Ten minutes are recent: they are in order, and before the newest
  const recent = taken.flat().filter((key) => key > 6_700)
  assert.deepEqual(recent, range(6_701, 7_230))
  assert.ok(placeOf(7_230) < taken.length / 2, `${placeOf(7_230)} of ${taken.length}`)
  const old = taken.flat().filter((key) => key <= 6_500)
  assert.deepEqual(old, range(1, 6_500))
})

test('results stay in memory when the disk fails, which is reported once, and go to disk again when it works', async (t) => {
  const world = await open(t)
  writeFileSync(world.folder, 'a file where a folder should be')
  world.server.isAway = true
  world.add(1, 5)
  await world.passUntil(() => world.reports.some((line) => line.includes('keeping them in memory')), 'the warning')
  world.add(6, 6)
  await world.clock.pass(10_000)
  assert.equal(world.reports.filter((line) => line.includes('keeping them in memory')).length, 1)
  assert.equal(world.pusher.size, 6)
  rmSync(world.folder)
  mkdirSync(world.folder)
  await world.passUntil(() => world.files().length > 0, 'the spool', 1_000)
  await waitUntil(async () => (await onDisk(world)) === 6, 'six on disk')
  world.server.isAway = false
  await world.passUntil(() => world.pusher.size === 0, 'delivery')
  assert.deepEqual(world.server.taken.flat(), range(1, 6))
})

test('a permanently rejected result blocks no other, and is counted and reported', async (t) => {
  const { server, add, passUntil, pusher, reports } = await open(t)
  server.answer = (results) => {
    if (results.some(({ monitorKey }) => monitorKey === 250)) throw new Refusal('content', '400 VALIDATION_ERROR: no')
  }
  add(1, 700)
  await passUntil(() => pusher.size === 0, 'delivery')
  const keys = server.taken.flat()
  assert.deepEqual(new Set(keys), new Set(range(1, 700).filter((key) => key !== 250)))
  assert.equal(pusher.dropped, 1)
  assert.match(reports.join(), /keeps rejecting the result of monitor 250 due at 2026-01-31T12:00:00.250Z/)
})

test('a server that rejects everything loses no result, and is asked rarely', async (t) => {
  const { server, add, passUntil, pusher, clock } = await open(t)
  let asked = 0
  server.answer = () => {
    asked += 1
    throw new Refusal('content', '400 VALIDATION_ERROR: no')
  }
  add(1, 300)
  await passUntil(() => asked > 5, 'some questions')
  await clock.pass(50_000)
  assert.ok(asked < 50, `${asked} questions`)
  assert.deepEqual([pusher.size, pusher.dropped], [300, 0])
  server.answer = () => {}
  await passUntil(() => pusher.size === 0, 'delivery', 1_000)
  assert.deepEqual(server.taken.flat(), range(1, 300))
})
