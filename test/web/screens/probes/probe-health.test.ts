import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Probe } from '../../../../web/src/parts/probes/probe-problems.ts'
import type { Region } from '../../../../web/src/parts/probes/regions.ts'
import {
  findClockError,
  findLateness,
  findServerVersion,
  groupByRegion,
  hasOnlyServers,
  hasOthers,
  listRemarks,
  listTokenProbes,
} from '../../../../web/src/screens/probes/probe-health.ts'

const probe = (name: string, over: Partial<Probe> = {}): Probe =>
  ({
    id: name,
    name,
    region: 'eu-1',
    kind: 'remote',
    state: 'live',
    version: '1.2.0',
    token_id: 't1',
    monitors: 10,
    waiting_results: 0,
    dropped_results: 0,
    overdue_ms: 0,
    skipped_percent: null,
    clock_ahead_ms: 3,
    share_percent: 50,
    ...over,
  }) as Probe

const REGIONS = [
  { code: 'eu-1', name: 'Frankfurt' },
  { code: 'us-1', name: 'Virginia' },
] as Region[]

test('each region lists its probes, stuck ones first and stopped ones last', () => {
  const probes = [
    probe('e', { state: 'stopped' }),
    probe('d', { state: 'lost' }),
    probe('c'),
    probe('b'),
    probe('a', { state: 'stuck' }),
  ]
  const [frankfurt, virginia] = groupByRegion(REGIONS, probes)
  assert.deepEqual(
    frankfurt!.probes.map(({ name }) => name),
    ['a', 'b', 'c', 'd', 'e'],
  )
  assert.deepEqual([frankfurt!.onlineCount, virginia!.onlineCount, virginia!.probes.length], [3, 0, 0])
})

test('the server version is the newest version of an online server', () => {
  const server = (version: string, over: Partial<Probe> = {}) => probe(version, { kind: 'server', version, ...over })
  assert.equal(findServerVersion([server('1.9.0'), server('1.10.0'), server('2.0.0', { state: 'lost' })]), '1.10.0')
  assert.equal(findServerVersion([probe('a')]), null)
  assert.deepEqual([hasOnlyServers([server('1.0.0')]), hasOnlyServers([server('1.0.0'), probe('a')])], [true, false])
})

test('a clock error is reported from one second on, ahead or behind', () => {
  const faultAt = (ms: number | null) => findClockError(probe('a', { clock_ahead_ms: ms }))
  assert.deepEqual([null, 0, 999, -999, 1_000, -4_200].map(faultAt), [null, null, null, null, 1_000, -4_200])
})

test('late checks are reported from one second on', () => {
  const lateAt = (ms: number | null) => findLateness(probe('a', { overdue_ms: ms }))
  assert.deepEqual([null, 0, 999, 1_000].map(lateAt), [null, null, null, 1_000])
})

test('a healthy probe has no remark, and an offline one has a single remark', () => {
  const remarkKinds = (one: Probe, others: Probe[] = []) =>
    listRemarks(one, groupByRegion(REGIONS, [one, ...others])[0]!, '1.2.0').map(({ kind }) => kind)
  assert.deepEqual(remarkKinds(probe('a')), [])
  const faults = {
    skipped_percent: 48,
    clock_ahead_ms: 4_200,
    waiting_results: 501,
    dropped_results: 7,
    version: '1.1.0',
  }
  assert.deepEqual(remarkKinds(probe('a', faults)), ['overload', 'clock', 'waiting', 'dropped', 'version'])
  assert.deepEqual(remarkKinds(probe('a', { ...faults, state: 'lost' })), ['lostAlone'])
  assert.deepEqual(remarkKinds(probe('a', { ...faults, state: 'lost' }), [probe('b')]), ['lost'])
  assert.deepEqual(remarkKinds(probe('a', { ...faults, state: 'stopped' })), ['stopped'])
})

test('a stuck probe is reported as uncovered unless another probe is live', () => {
  const stuck = probe('a', { state: 'stuck' })
  const remarkKinds = (others: Probe[]) =>
    listRemarks(stuck, groupByRegion(REGIONS, [stuck, ...others])[0]!, null)[0]!.kind
  assert.equal(remarkKinds([probe('b')]), 'stuck')
  assert.equal(remarkKinds([probe('b', { state: 'stuck' }), probe('c', { region: 'us-1' })]), 'stuckAlone')
})

test('a revoked token affects its online probes, and regions with other probes stay covered', () => {
  const probes = [probe('a'), probe('b', { state: 'lost' }), probe('c', { token_id: 't2' })]
  assert.deepEqual(
    listTokenProbes('t1', probes).map(({ name }) => name),
    ['a'],
  )
  assert.deepEqual([hasOthers('eu-1', 't1', probes), hasOthers('eu-1', 't1', probes.slice(0, 2))], [true, false])
})
