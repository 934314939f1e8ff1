import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseThreadCount,
  isOfThread,
  listThreadShares,
  listThreads,
  MAX_THREADS,
  ThreadReports,
} from '../../../src/core/probes/probe-threads.ts'
import type { AssignmentsRequest } from '../../../src/core/probes/protocol.ts'
import { getShare, getShareOwners, SHARES } from '../../../src/core/probes/shares.ts'

const KEYS = Array.from({ length: SHARES }, (_, key) => key)

const request = (held: number, epoch: number, overdueMs = 0, waitingMs = 100): AssignmentsRequest => ({
  since: 1,
  epoch,
  vitals: {
    held,
    waiting: 1,
    waitingMs,
    dropped: 2,
    overdueMs,
    lateMs: 0,
    skippedPercent: held === 20 ? 40 : null,
    clockAheadMs: null,
  },
})

test('each monitor belongs to one thread, and the shares of the threads are about equal', () => {
  const threads = listThreads(3)
  for (const key of KEYS) {
    const owners = threads.filter((thread) => isOfThread(thread, key))
    assert.equal(owners.length, 1)
    assert.ok(listThreadShares(owners[0]!)!.includes(getShare(key)))
  }
  for (const thread of threads) assert.ok(Math.abs(listThreadShares(thread)!.length / (SHARES / 3) - 1) < 0.15)
})

test('the threads of a probe divide the share of the probe evenly, whatever its id', () => {
  const members = ['one', 'two'].map((id) => ({ id, capabilities: { icmp: true, ipv6: true } }))
  const share = getShareOwners(members).listShares('one').others
  const first = share.filter((key) => isOfThread({ number: 1, of: 2 }, key))
  assert.ok(Math.abs(first.length / share.length - 0.5) < 0.05)
})

test('a probe has several threads only with many cores and many monitors', () => {
  const counts = [
    [4, 1_000_000],
    [7, 1_000_000],
    [8, 1_000_000],
    [8, 19_999],
    [64, 20_000],
    [64, 1_000_000],
  ].map(([cores, monitors]) => chooseThreadCount(cores!, monitors!))
  assert.deepEqual(counts, [1, 1, 2, 1, 2, MAX_THREADS])
})

test('a probe reports the sums of its threads, the oldest epoch and the longest delay', () => {
  const reports = new ThreadReports(2)
  reports.add(1, request(10, 5, 0, 900), 0)
  const combined = reports.add(2, request(20, 4, 700), 1_000)
  assert.deepEqual(
    [combined.epoch, combined.vitals],
    [
      4,
      {
        held: 30,
        waiting: 2,
        waitingMs: 900,
        dropped: 4,
        overdueMs: 700,
        lateMs: 0,
        skippedPercent: 40,
        clockAheadMs: null,
      },
    ],
  )
  assert.equal(reports.countHeldByOthers(2), 10)
})

test('a thread that ended holds no monitors and no old epoch', () => {
  const reports = new ThreadReports(2)
  reports.add(1, request(10, 4), 0)
  reports.remove(1)
  const combined = reports.add(2, request(20, 5), 1_000)
  assert.deepEqual([combined.epoch, combined.vitals?.held], [5, 20])
})

test('a thread that sends no requests counts as overdue, and its first request ends that', () => {
  const reports = new ThreadReports(2)
  const overdueAt = (now: number) => reports.add(1, request(1, 1), now).vitals?.overdueMs
  reports.add(2, request(1, 1), 0)
  assert.deepEqual([5_000, 10_000, 15_000, 20_000, 25_000].map(overdueAt), [0, 0, 0, 20_000, 25_000])
  reports.add(2, request(1, 1), 26_000)
  assert.equal(overdueAt(30_000), 0)
})

test('a sleep of the machine does not count as silence of a thread', () => {
  const reports = new ThreadReports(2)
  reports.add(2, request(1, 1), 0)
  reports.add(1, request(1, 1), 1_000)
  assert.equal(reports.add(1, request(1, 1), 3_600_000).vitals?.overdueMs, 0)
})

test('a single thread reports for the probe unchanged', () => {
  const only = { since: 3 }
  assert.equal(new ThreadReports(1).add(1, only, 0), only)
})
