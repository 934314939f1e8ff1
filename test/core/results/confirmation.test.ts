import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findConfirmation } from '../../../src/core/results/confirmation.ts'
import { NO_COUNTERS, type RegionCounters } from '../../../src/core/results/state.ts'

const NOW = Date.parse('2026-01-31T12:00:00Z')
const POLICY = { type: 'HTTP', status: 'active', failureThreshold: 3, recoveryThreshold: 2 }

/** A region whose run began at `since` seconds before now. */
const region = (code: string, counters: Partial<RegionCounters>, since: number | null = 20, fresh = true) => ({
  region: code,
  counters: { ...NO_COUNTERS, ...counters },
  freshUntil: fresh ? NOW + 1 : NOW,
  errorType: null,
  errorMessage: null,
  opinionSince: null,
  runSince: since === null ? null : NOW - since * 1_000,
  lastCheckAt: NOW - 5_000,
})

const up = { opinion: 'up', passes: 9 } as const
const failing = (failures: number) => ({ opinion: 'up', failures }) as const
const down = { opinion: 'down', failures: 4 } as const
const recovering = { opinion: 'down', passes: 1 } as const

type Regions = Parameters<typeof findConfirmation>[0]['regions']
type Status = Parameters<typeof findConfirmation>[0]['status']

/** Shown as `down 1/3 a,b 20s`. */
function find(status: Status, regions: Regions, policy = POLICY): string | null {
  const found = findConfirmation({ status, regions }, policy, NOW)
  if (!found) return null
  const { direction, count, threshold, since } = found
  return `${direction} ${count}/${threshold} ${found.regions} ${(NOW - since) / 1_000}s`
}

const CASES: [name: string, status: Status, regions: Regions, expected: string | null][] = [
  ['nothing while every check passes', 'up', [region('a', up)], null],
  ['nothing before the first check', 'unknown', [], null],
  ['a failure before any pass', 'unknown', [region('a', { failures: 1 })], 'down 1/3 a 20s'],
  ['failures while up', 'up', [region('a', failing(2))], 'down 2/3 a 20s'],
  ['nothing once the failure is confirmed', 'down', [region('a', down)], null],
  ['passes while down', 'down', [region('a', recovering)], 'up 1/2 a 20s'],
  ['nothing once the recovery is confirmed', 'up', [region('a', { opinion: 'up', passes: 2 })], null],
  ['nothing for slowness', 'up', [region('a', { opinion: 'up', passes: 1, slow: 1 })], null],
  ['nothing of a stale region', 'up', [region('a', failing(2), 20, false), region('b', up)], null],
  [
    'the region that is furthest on, and all regions that fail',
    'up',
    [region('c', failing(1), 90), region('b', failing(2), 30), region('a', up)],
    'down 2/3 b,c 30s',
  ],
  [
    'the earliest run of regions that are equally far',
    'up',
    [region('a', failing(1), 10), region('b', failing(1), 15)],
    'down 1/3 a,b 15s',
  ],
  ['a second region while degraded', 'degraded', [region('a', down), region('b', failing(1))], 'down 1/3 b 20s'],
  ['a recovery while degraded', 'degraded', [region('a', recovering), region('b', up)], 'up 1/2 a 20s'],
  [
    'the failure before the recovery of another region while degraded',
    'degraded',
    [region('a', recovering), region('b', failing(1)), region('c', up)],
    'down 1/3 b 20s',
  ],
  ['only the recovery while down', 'down', [region('a', recovering), region('b', failing(2))], 'up 1/2 a 20s'],
  ['the last check when the start of the run is unknown', 'up', [region('a', failing(1), null)], 'down 1/3 a 5s'],
]

for (const [name, status, regions, expected] of CASES)
  test(`confirmation: ${name}`, () => assert.equal(find(status, regions), expected))

test('a heartbeat and a paused monitor confirm nothing', () => {
  const regions = [region('a', failing(2))]
  assert.equal(find('up', regions, { ...POLICY, type: 'HEARTBEAT' }), null)
  assert.equal(find('up', regions, { ...POLICY, status: 'paused' }), null)
})
