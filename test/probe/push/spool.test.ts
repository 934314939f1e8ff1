import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { Spool, type SpoolOptions } from '../../../src/probe/push/spool.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { makeResult } from '../make.ts'

const START = Date.parse('2026-01-31T12:00:00Z')
const any = () => true
const range = (from: number, to: number): CheckResult[] =>
  Array.from({ length: to - from + 1 }, (_, i) => makeResult(from + i))

function makeSpool(t: TestContext, change: Partial<SpoolOptions> = {}) {
  const folder = join(createTestFolder(t), 'results')
  const reports: string[] = []
  const time = { now: START }
  /** Opens the spool as if the previous process had been killed: its open files are closed at the end of the test. */
  const open = async () => {
    const spool = await Spool.open({
      folder,
      now: () => time.now,
      report: (message) => reports.push(message),
      ...change,
    })
    t.after(() => spool.close())
    return spool
  }
  const files = () => readdirSync(folder).map((name) => join(folder, name))
  return { folder, reports, time, open, files }
}

/** Returns all results, segment by segment, and leaves the spool empty. */
async function drain(spool: Spool): Promise<CheckResult[][]> {
  const taken: CheckResult[][] = []
  for (let segment = spool.find(any); segment; segment = spool.find(any)) {
    taken.push(await spool.take(segment))
    await spool.remove(segment)
  }
  return taken
}

test('an unused spool leaves nothing on disk', async (t) => {
  const { open, folder } = makeSpool(t)
  const spool = await open()
  await spool.close()
  assert.throws(() => statSync(folder), { code: 'ENOENT' })
})

test('results survive a process that never closed the spool, complete and in order', async (t) => {
  const { open } = makeSpool(t)
  const rich = makeResult(3, {
    status: 'down',
    errorMessage: 'über\nzwei Zeilen \u2028 "und" mehr 🔥',
    extras: { kind: 'ping', packetLossPercent: 20, roundTrip: null },
  })
  const first = await open()
  await first.append(range(1, 2))
  await first.append([rich])
  const second = await open()
  assert.equal(second.size, 3)
  assert.deepEqual((await drain(second)).flat(), [...range(1, 2), rich])
  assert.deepEqual([second.size, second.dropped], [0, 0])
})

test('responses of targets are readable only by the owner', async (t) => {
  const { open, folder, files } = makeSpool(t)
  await (await open()).append(range(1, 1))
  assert.deepEqual([statSync(folder).mode & 0o777, statSync(files()[0]!).mode & 0o777], [0o700, 0o600])
})

test('a new file starts every minute and every mebibyte', async (t) => {
  const { open, time, files } = makeSpool(t)
  const spool = await open()
  await spool.append(range(1, 1))
  time.now += 59_000
  await spool.append(range(2, 2))
  assert.equal(files().length, 1)
  time.now += 2_000
  await spool.append(range(3, 5_000))
  await spool.append(range(5_001, 5_001))
  const sizes = (await drain(spool)).map((results) => results.length)
  assert.deepEqual(sizes, [2, 4_998, 1])
})

test('the remains of a write during a power cut are skipped silently', async (t) => {
  const { open, files, reports } = makeSpool(t)
  await (await open()).append(range(1, 3))
  const [file] = files()
  truncateSync(file!, statSync(file!).size - 5)
  const spool = await open()
  assert.equal(spool.size, 2)
  assert.deepEqual((await drain(spool)).flat(), range(1, 2))
  assert.deepEqual(reports, [])
})

test('a corrupted result is skipped, reported and counted, and its neighbors are kept', async (t) => {
  const { open, files, reports } = makeSpool(t)
  await (await open()).append(range(1, 3))
  const [file] = files()
  const lines = readFileSync(file!, 'utf8').split('\n')
  lines[1] = lines[1]!.replace('"monitorKey":2', '"monitorKey":7')
  writeFileSync(file!, lines.join('\n'))
  appendFileSync(file!, 'no record at all\n')
  const spool = await open()
  assert.deepEqual((await drain(spool)).flat(), [makeResult(1), makeResult(3)])
  assert.match(reports.join(), /^skipping 2 corrupt results in /)
  assert.equal(spool.dropped, 2)
})

test('files with other names are not touched', async (t) => {
  const { open, folder } = makeSpool(t)
  mkdirSync(folder)
  writeFileSync(join(folder, 'notes.txt'), 'mine\n')
  const spool = await open()
  await spool.append(range(1, 1))
  await drain(spool)
  assert.deepEqual(readdirSync(folder), ['notes.txt'])
})

test('the oldest file is deleted when there is no room, which is counted and reported', async (t) => {
  const { open, time, reports } = makeSpool(t, { maxBytes: 20_000 })
  const spool = await open()
  for (let minute = 0; minute < 10; minute++) {
    await spool.append(range(minute * 10 + 1, minute * 10 + 10))
    time.now += 61_000
  }
  const kept = (await drain(spool)).flat()
  assert.deepEqual(kept, range(101 - kept.length, 100))
  assert.equal(spool.dropped, 100 - kept.length)
  assert.ok(kept.length >= 30 && kept.length <= 80, `${kept.length}`)
  assert.match(reports[0]!, /no space .*; discarding 10 results from 2026-01-31T12:00:00.000Z on/)
})

test('a file being delivered is not deleted for room', async (t) => {
  const { open, time } = makeSpool(t, { maxBytes: 5_000 })
  const spool = await open()
  await spool.append(range(1, 10))
  const taken = spool.find(any)!
  await spool.take(taken)
  for (let minute = 0; minute < 5; minute++) {
    time.now += 61_000
    await spool.append(range(minute * 10 + 11, minute * 10 + 20))
  }
  assert.ok(spool.size >= 10)
  statSync(taken.file)
})

test('new results go to another file while one is being delivered', async (t) => {
  const { open } = makeSpool(t)
  const spool = await open()
  await spool.append(range(1, 2))
  const segment = spool.find(any)!
  assert.deepEqual(await spool.take(segment), range(1, 2))
  await spool.append(range(3, 3))
  await spool.remove(segment)
  assert.deepEqual((await drain(await open())).flat(), range(3, 3))
})

test('the number of a file decides its order, whatever the clock was set to', async (t) => {
  const { open, time } = makeSpool(t)
  const spool = await open()
  await spool.append(range(1, 1))
  time.now -= 3_600_000
  await spool.append(range(2, 2))
  const again = await open()
  time.now -= 3_600_000
  await again.append(range(3, 3))
  assert.deepEqual((await drain(await open())).flat(), range(1, 3))
})

/** Root may write everywhere, so tests run by root switch to the user `nobody`. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid!('nobody')
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid!('root')
  }
}

test('an unwritable folder fails only the write', async (t) => {
  const { open, folder } = makeSpool(t)
  mkdirSync(folder)
  chmodSync(folder, 0o500)
  const spool = await open()
  await asNobody(() => assert.rejects(spool.append(range(1, 1)), { code: 'EACCES' }))
  chmodSync(folder, 0o700)
  await spool.append(range(2, 2))
  assert.deepEqual((await drain(spool)).flat(), range(2, 2))
})

test('a missing folder fails the write, and works again when it is back', async (t) => {
  const parent = join(createTestFolder(t), 'parent')
  const { open } = makeSpool(t, { folder: join(parent, 'results') })
  const spool = await open()
  await assert.rejects(spool.append(range(1, 1)), { code: 'ENOENT' })
  mkdirSync(parent)
  await spool.append(range(2, 2))
  assert.deepEqual((await drain(spool)).flat(), range(2, 2))
})
