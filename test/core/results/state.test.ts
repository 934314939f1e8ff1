import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  computeFreshMs,
  computeRecheckDelayMs,
  deriveStatusChanges,
  isRoutinePass,
  judgeMonitor,
  NO_COUNTERS,
  type Opinion,
  type RegionCounters,
  type RegionVote,
  updateCounters,
} from '../../../src/core/results/state.ts'
import type { CheckStatus } from '../../../src/core/results/verdict.ts'

const NOW = Date.parse('2026-01-31T12:00:00Z')

const STATUS_OF: Record<string, CheckStatus> = { u: 'up', d: 'down', s: 'degraded', i: 'inconclusive' }

/** Steps through a word such as `uudd`: up, up, down, down. */
function walk(word: string, failureThreshold = 2, recoveryThreshold = 2, from = NO_COUNTERS): RegionCounters {
  const statuses = [...word].map((letter) => STATUS_OF[letter]!)
  return statuses.reduce(
    (counters, status) => updateCounters(counters, status, { failureThreshold, recoveryThreshold }),
    from,
  )
}

const tuple = ({ opinion, failures, passes, slow }: RegionCounters) => [opinion, failures, passes, slow]

type Steps = [word: string, failureThreshold: number, recoveryThreshold: number, opinion: Opinion, ...counts: number[]]
const STEP_CASES: [what: string, ...Steps][] = [
  ['nothing happened', '', 2, 2, 'unknown', 0, 0, 0],
  ['the first pass means up at once', 'u', 2, 2, 'up', 0, 1, 0],
  ['one failure of two leaves the opinion', 'ud', 2, 2, 'up', 1, 0, 0],
  ['one failure before any pass is no opinion yet', 'd', 2, 2, 'unknown', 1, 0, 0],
  ['two failures of two', 'udd', 2, 2, 'down', 2, 0, 0],
  ['one failure of one', 'ud', 1, 2, 'down', 1, 0, 0],
  ['nine failures of ten', 'uddddddddd', 10, 2, 'up', 9, 0, 0],
  ['ten failures of ten', 'udddddddddd', 10, 2, 'down', 10, 0, 0],
  ['failures interrupted by a pass start again', 'udud', 2, 2, 'up', 1, 0, 0],
  ['failures continue to count while down', 'uddddd', 2, 2, 'down', 5, 0, 0],
  ['one pass of two while down', 'uddu', 2, 2, 'down', 0, 1, 0],
  ['two passes of two while down', 'udduu', 2, 2, 'up', 0, 2, 0],
  ['one pass of one while down', 'uddu', 2, 1, 'up', 0, 1, 0],
  ['a failure between two passes while down stays down', 'uddudu', 2, 2, 'down', 0, 1, 0],
  ['a failure after a pass while down needs no confirmation', 'udddud', 3, 2, 'down', 1, 0, 0],
  ['a slow pass is a pass', 'udds', 2, 1, 'up', 0, 1, 1],
  ['consecutive slow checks count', 'usss', 2, 2, 'up', 0, 4, 3],
  ['a fast pass ends slowness', 'ussu', 2, 2, 'up', 0, 4, 0],
  ['an unconfirmed failure does not end slowness', 'ussd', 2, 2, 'up', 1, 0, 2],
  ['an unconfirmed failure ends a slowness that had not begun', 'usd', 2, 2, 'up', 1, 0, 0],
  ['a confirmed failure ends slowness', 'ussdd', 2, 2, 'down', 2, 0, 0],
  ['an inconclusive check withdraws an unconfirmed failure', 'udi', 2, 2, 'up', 0, 0, 0],
  ['failures before and after an inconclusive check are not consecutive', 'udid', 2, 2, 'up', 1, 0, 0],
  ['two failures after an inconclusive check', 'udidd', 2, 2, 'down', 2, 0, 0],
  ['an inconclusive check withdraws a failure before any opinion', 'did', 2, 2, 'unknown', 1, 0, 0],
  ['an inconclusive check leaves a confirmed failure', 'uddid', 2, 2, 'down', 3, 0, 0],
  ['passes before and after an inconclusive check are consecutive', 'udduiu', 2, 2, 'up', 0, 2, 0],
  ['an inconclusive check withdraws unconfirmed slowness', 'usis', 2, 2, 'up', 0, 3, 1],
  ['an inconclusive check leaves confirmed slowness', 'ussi', 2, 2, 'up', 0, 3, 2],
  ['only inconclusive checks give no opinion', 'iiii', 1, 1, 'unknown', 0, 0, 0],
]
for (const [what, word, failureThreshold, recoveryThreshold, ...expected] of STEP_CASES)
  test(`the counters of a region: ${what} (${word || '-'})`, () => {
    assert.deepEqual(tuple(walk(word, failureThreshold, recoveryThreshold)), expected)
  })

test('a lowered threshold counts the failures that are already there', () => {
  const before = walk('uddd', 5)
  assert.equal(before.opinion, 'up')
  assert.equal(walk('d', 2, 2, before).opinion, 'down')
})

const RECHECK_CASES: [what: string, word: string, intervalSeconds: number, delay: number | null][] = [
  ['no check yet', '', 60, null],
  ['a pass', 'u', 60, null],
  ['a first failure, a minute', 'ud', 60, 10_000],
  ['a first failure, half a minute', 'ud', 30, 10_000],
  ['a first failure, fifteen seconds: a third of it', 'ud', 15, 5_000],
  ['a third that is not a whole number', 'ud', 20, 6_667],
  ['a first failure, a day', 'ud', 86_400, 10_000],
  ['a first failure before any opinion', 'd', 60, 10_000],
  ['down: the grid is enough', 'udd', 60, null],
  ['a pass while down', 'uddu', 60, 10_000],
  ['recovered', 'udduu', 60, null],
  ['down again after a pass', 'uddud', 60, null],
  ['an inconclusive check leaves no failure to confirm', 'udi', 60, null],
  ['an inconclusive check leaves a recovery to confirm', 'uddui', 60, 10_000],
  ['a slow check needs no confirmation', 'us', 60, null],
]
for (const [what, word, intervalSeconds, delay] of RECHECK_CASES)
  test(`the delay until a check is repeated: ${what}`, () => {
    assert.equal(computeRecheckDelayMs(walk(word), intervalSeconds), delay)
  })

const ROUTINE_CASES: [what: string, word: string, status: CheckStatus, isRoutine: boolean][] = [
  ['a pass while up', 'u', 'up', true],
  ['the first pass', '', 'up', false],
  ['a pass after an unconfirmed failure', 'ud', 'up', false],
  ['a pass while down', 'udd', 'up', false],
  ['a pass that confirms a recovery', 'uddu', 'up', false],
  ['a pass after the recovery', 'udduu', 'up', true],
  ['a fast pass after a slow one', 'us', 'up', false],
  ['a slow pass', 'u', 'degraded', false],
  ['a failure while up', 'u', 'down', false],
  ['an inconclusive check while up', 'u', 'inconclusive', false],
]
for (const [what, word, status, isRoutine] of ROUTINE_CASES)
  test(`a pass is routine only while the region is up without doubt: ${what}`, () => {
    assert.equal(isRoutinePass(walk(word), status), isRoutine)
  })

const FRESH_CASES: [intervalSeconds: number, timeoutMs: number, freshMs: number][] = [
  [30, 10_000, 90_000],
  [40, 10_000, 90_000],
  [40, 10_001, 90_001],
  [60, 10_000, 130_000],
  [300, 30_000, 630_000],
  [86_400, 60_000, 172_860_000],
]
for (const [intervalSeconds, timeoutMs, freshMs] of FRESH_CASES)
  test(`a check every ${intervalSeconds} s with a timeout of ${timeoutMs} ms is fresh for ${freshMs} ms`, () => {
    assert.equal(computeFreshMs(intervalSeconds, timeoutMs), freshMs)
  })

/** `down` with its last failure; a region that passed has no error, because its last check had none. */
const region = (name: string, word: string, freshUntil = NOW + 1): RegionVote => {
  const last = STATUS_OF[word.at(-1)!]
  const errorType = last === 'down' ? 'connection_error' : last === 'degraded' ? 'slow_response' : null
  return { region: name, counters: walk(word), freshUntil, errorType, errorMessage: errorType && `${name} says so` }
}

const JUDGE_CASES: [what: string, words: string[], status: string, affected: string[]][] = [
  ['no region', [], 'unknown', []],
  ['a region without an opinion', ['d'], 'unknown', []],
  ['a region whose probes only had trouble', ['i'], 'unknown', []],
  ['one up', ['u'], 'up', []],
  ['a region with an unconfirmed failure', ['ud'], 'up', []],
  ['one down', ['udd'], 'down', ['r0']],
  ['a region with an unconfirmed recovery', ['uddu'], 'down', ['r0']],
  ['one of two down is not more than half', ['udd', 'u'], 'degraded', ['r0']],
  ['two of three down', ['udd', 'u', 'udd'], 'down', ['r0', 'r2']],
  ['one of three down', ['u', 'udd', 'u'], 'degraded', ['r1']],
  ['two of four down', ['u', 'udd', 'u', 'udd'], 'degraded', ['r1', 'r3']],
  ['one down, one without an opinion', ['udd', 'd'], 'down', ['r0']],
  ['slow once', ['us'], 'up', []],
  ['slow twice', ['uss'], 'degraded', ['r0']],
  ['one of two slow is not more than half', ['uss', 'u'], 'up', []],
  ['two of three slow', ['uss', 'uss', 'u'], 'degraded', ['r0', 'r1']],
  ['some down overrides slow', ['udd', 'uss', 'uss'], 'degraded', ['r0']],
]
for (const [what, words, status, affected] of JUDGE_CASES)
  test(`regions together: ${what}`, () => {
    const regions = words.map((word, i) => region(`r${i}`, word))
    const judged = judgeMonitor(regions, NOW)
    assert.deepEqual([judged.status, judged.affectedRegions], [status, affected])
  })

test('the reason does not depend on the order in which regions reported', () => {
  for (const word of ['udd', 'uss']) {
    const regions = ['eu-1', 'us-1', 'ap-1'].map((name) => region(name, word))
    const judged = judgeMonitor(regions, NOW)
    assert.equal(judged.errorMessage, 'ap-1 says so')
    assert.deepEqual(judgeMonitor(regions.toReversed(), NOW), judged)
  }
})

test('a stale opinion does not vote, and silence means unknown, never down', () => {
  const down = region('eu-1', 'udd', NOW)
  assert.equal(judgeMonitor([down], NOW).status, 'unknown')
  assert.equal(judgeMonitor([down], NOW - 1).status, 'down')
  assert.equal(judgeMonitor([down, region('us-1', 'u')], NOW).status, 'up')
})

test('a judgement states the regions, the reason and the number of checks', () => {
  const judged = judgeMonitor([region('eu-1', 'udd'), region('eu-2', 'uddd'), region('us-1', 'u')], NOW)
  assert.equal(judged.reason, 'down: 2 of 3 regions, `eu-1 says so`, 2 checks in a row; us-1 saw it up')
  assert.deepEqual([judged.errorType, judged.errorMessage], ['connection_error', 'eu-1 says so'])
  assert.equal(judgeMonitor([region('eu-1', 'uu')], NOW).reason, 'up: 1 of 1 region, 2 checks in a row')
})

test('a recovering region does not hide why the remaining regions are down', () => {
  const judged = judgeMonitor([region('eu-1', 'uddu'), region('eu-2', 'udd')], NOW)
  assert.deepEqual([judged.status, judged.errorType], ['down', 'connection_error'])
  assert.equal(judged.errorMessage, 'eu-2 says so')
  assert.match(judgeMonitor([region('eu-1', 'uddu')], NOW).reason, /a recovery not yet confirmed$/)
})

test('a slow region whose last check failed is still called slow', () => {
  const judged = judgeMonitor([region('eu-1', 'ussd')], NOW)
  assert.deepEqual([judged.status, judged.errorType, judged.errorMessage], ['degraded', 'slow_response', null])
})

const up = { status: 'up', since: NOW - 60_000 } as const
const judgedAs = (word: string) => judgeMonitor([region('eu-1', word)], NOW)
const times = (silentSince: number | null) => ({ at: NOW, since: NOW, silentSince })

test('the same status again is no change', () => {
  assert.deepEqual(deriveStatusChanges(up, judgedAs('u'), times(NOW + 1)), [])
})

test('another status is one change, with its reason', () => {
  const [change, ...rest] = deriveStatusChanges(up, judgedAs('udd'), times(NOW + 1))
  assert.deepEqual([change?.from, change?.to, change?.at], ['up', 'down', NOW])
  assert.match(change!.reason, /^down: 1 of 1 region/)
  assert.deepEqual(rest, [])
})

test('a period without checks is unknown, even when the status is the same on both sides', () => {
  const changes = deriveStatusChanges(up, judgedAs('u'), times(NOW - 10_000))
  assert.deepEqual(
    changes.map(({ from, to, at }) => [from, to, at]),
    [
      ['up', 'unknown', NOW - 10_000],
      ['unknown', 'up', NOW],
    ],
  )
})

test('a gap that ends without an opinion is one change', () => {
  const changes = deriveStatusChanges(up, judgedAs('d'), times(NOW - 10_000))
  assert.deepEqual(
    changes.map(({ to, at }) => [to, at]),
    [['unknown', NOW - 10_000]],
  )
})

test('a gap after an unknown status without results is not written again', () => {
  const unknown = { status: 'unknown', since: NOW - 60_000 } as const
  assert.deepEqual(
    deriveStatusChanges(unknown, judgedAs('u'), times(NOW - 30_000)).map(({ to, at }) => [to, at]),
    [['up', NOW]],
  )
  assert.deepEqual(deriveStatusChanges(unknown, judgedAs('d'), times(null)), [])
})

test('a change is never dated before the start of the previous status', () => {
  const since = NOW + 5_000
  const [change] = deriveStatusChanges({ status: 'up', since }, judgedAs('udd'), times(NOW + 1))
  assert.equal(change?.at, since)
})

/** A region that is down since `since`, or that passed last at `NOW - passedAgoMs`, after which it fell silent. */
const failing = (code: string, since: number): RegionVote => ({ ...region(code, 'dd'), opinionSince: since })
const silent = (code: string, word: string, passedAgoMs: number): RegionVote => ({
  ...region(code, word),
  freshUntil: NOW,
  lastSuccessAt: NOW - passedAgoMs,
})
const BLOCKED = failing('eu-1', NOW - 600_000)

test('a silent region that passed after the failures began keeps the monitor degraded', () => {
  const judged = judgeMonitor([BLOCKED, silent('eu-2', 'u', 300_000), silent('us-1', 'u', 300_000)], NOW, 30)
  assert.equal(judged.status, 'degraded')
  assert.match(judged.reason, /^degraded: 1 of 3 regions, .*; eu-2, us-1 saw it up$/)
})

test('a silent region does not contradict failures that began after its last pass', () => {
  assert.equal(judgeMonitor([BLOCKED, silent('eu-2', 'u', 600_000)], NOW, 30).status, 'down')
})

test('a silent region does not contradict when another region has failed since its last pass', () => {
  const others = [silent('us-1', 'u', 300_000), silent('us-2', 'u', 300_000)]
  assert.equal(judgeMonitor([BLOCKED, failing('eu-2', NOW - 100_000), ...others], NOW, 30).status, 'down')
})

test('several regions that fail are contradicted by silent regions that passed meanwhile', () => {
  const others = ['us-1', 'us-2', 'us-3'].map((code) => silent(code, 'u', 300_000))
  assert.equal(judgeMonitor([BLOCKED, failing('eu-2', NOW - 500_000), ...others], NOW, 30).status, 'degraded')
})

test('a silent region contradicts for ten intervals after its last pass, and for 30 minutes at least', () => {
  const since = NOW - 10 * 3_600_000
  const judge = (passedAgoMs: number, intervalSeconds: number) =>
    judgeMonitor([failing('eu-1', since), silent('eu-2', 'u', passedAgoMs)], NOW, intervalSeconds).status
  assert.deepEqual([judge(1_799_999, 30), judge(1_800_000, 30)], ['degraded', 'down'])
  assert.deepEqual([judge(2_999_999, 300), judge(3_000_000, 300)], ['degraded', 'down'])
})

test('a silent region whose last check failed or was slow does not contradict', () => {
  for (const word of ['ud', 'uss', 'udd'])
    assert.equal(judgeMonitor([BLOCKED, silent('eu-2', word, 300_000)], NOW, 30).status, 'down', word)
})

test('a silent region that answered fast contradicts a region that became slow before', () => {
  const slow = { ...region('eu-1', 'uss'), opinionSince: NOW - 600_000 }
  assert.equal(judgeMonitor([slow, silent('eu-2', 'u', 300_000)], NOW, 30).status, 'up')
  assert.equal(judgeMonitor([slow, silent('eu-2', 'u', 900_000)], NOW, 30).status, 'degraded')
})
