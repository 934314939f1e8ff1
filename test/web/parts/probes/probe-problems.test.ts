import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Probe } from '../../../../web/src/parts/probes/probe-problems.ts'
import { findProbeProblems } from '../../../../web/src/parts/probes/probe-problems.ts'

const NOW = Date.parse('2026-03-02T12:00:00Z')

const probe = (name: string, state: Probe['state'], region = 'eu-1', hoursAgo = 0) =>
  ({
    ...{ name, state, region, last_seen_at: new Date(NOW - hoursAgo * 3_600_000).toISOString() },
    ...{ skipped_percent: null, overdue_ms: 0 },
  }) as Probe

test('live and stopped probes cause no problem', () => {
  assert.equal(findProbeProblems([], NOW), null)
  assert.equal(findProbeProblems([probe('a', 'live'), probe('b', 'stopped', 'us-1')], NOW), null)
})

test('a stuck probe is reported, and a lost one beside others for a day', () => {
  const probes = [
    probe('a', 'live'),
    probe('b', 'stuck'),
    probe('c', 'lost', 'eu-1', 23),
    probe('d', 'lost', 'eu-1', 25),
  ]
  assert.deepEqual(findProbeProblems(probes, NOW), { stuck: ['b'], lost: ['c'], uncoveredRegions: [], overload: null })
})

test('a region whose probes are all lost is reported as long as the probes are listed', () => {
  const probes = [
    probe('a', 'live'),
    probe('b', 'lost', 'us-1', 60),
    probe('c', 'lost', 'us-1'),
    probe('d', 'stopped', 'us-1'),
  ]
  assert.deepEqual(findProbeProblems(probes, NOW), { stuck: [], lost: [], uncoveredRegions: ['us-1'], overload: null })
})

test('a region is not uncovered while its only probe is stuck', () => {
  assert.deepEqual(findProbeProblems([probe('a', 'stuck'), probe('b', 'lost')], NOW), {
    stuck: ['a'],
    lost: ['b'],
    uncoveredRegions: [],
    overload: null,
  })
})

test('the most overloaded probe is reported while it is online', () => {
  const busy = (name: string, skipped_percent: number, state: Probe['state'] = 'live') => ({
    ...probe(name, state),
    ...{ skipped_percent, overdue_ms: 12_000 },
  })
  const found = findProbeProblems([busy('a', 20), busy('b', 48), busy('c', 90, 'stopped'), probe('d', 'live')], NOW)
  assert.deepEqual(found?.overload, { name: 'b', skippedPercent: 48, lateMs: 12_000 })
})
