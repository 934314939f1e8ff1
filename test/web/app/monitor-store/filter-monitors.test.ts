import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filterAndSort, type ListOptions } from '../../../../web/src/app/monitor-store/filter-monitors.ts'
import type { MonitorSummary } from '../../../../web/src/app/monitor-store/monitor-summary.ts'

const lineOf = (id: string, over: Partial<MonitorSummary> = {}): MonitorSummary => ({
  id,
  name: id,
  type: 'HTTP',
  target: `https://${id}.example.com/`,
  status: 'active',
  runtime_status: 'up',
  status_since: '2026-01-01T00:00:00.000Z',
  is_flapping: false,
  in_maintenance: false,
  group_id: null,
  tags: [],
  interval_seconds: 60,
  last_check_at: null,
  last_response_time_ms: null,
  open_incident: null,
  ...over,
})

const MONITORS = [
  lineOf('alpha', { runtime_status: 'unknown', last_response_time_ms: 50, tags: ['eu', 'Shop'] }),
  lineOf('beta', { runtime_status: 'up', last_response_time_ms: 900, group_id: 'g1' }),
  lineOf('delta', { runtime_status: 'down', group_id: 'g2', type: 'TCP', target: 'db.internal' }),
  lineOf('gamma', { runtime_status: 'down', in_maintenance: true, group_id: 'g2' }),
]

const DEFAULT_OPTIONS: ListOptions = {
  text: '',
  states: [],
  isSilenced: false,
  types: [],
  tag: null,
  groups: null,
  sort: 'name',
}
const found = (options: Partial<ListOptions>, uptimes: Record<string, number> = {}) =>
  filterAndSort(MONITORS, { ...DEFAULT_OPTIONS, ...options }, (id) => uptimes[id] ?? null).ids

describe('search', () => {
  test('matches names, targets and tags in any case', () => {
    assert.deepEqual(found({ text: 'ALPH' }), ['alpha'])
    assert.deepEqual(found({ text: 'DB.int' }), ['delta'])
    assert.deepEqual(found({ text: 'shop' }), ['alpha'])
  })

  test('requires every word, in any order', () => {
    assert.deepEqual(found({ text: ' shop alpha ' }), ['alpha'])
    assert.deepEqual(found({ text: 'shop beta' }), [])
  })
})

describe('filters', () => {
  test('select by state, type and tag', () => {
    assert.deepEqual(found({ states: ['down', 'maintenance'] }), ['delta', 'gamma'])
    assert.deepEqual(found({ types: ['TCP'] }), ['delta'])
    assert.deepEqual(found({ tag: 'eu' }), ['alpha'])
  })

  test('select by group, or monitors without a group', () => {
    assert.deepEqual(found({ groups: new Set(['g1', 'g2']) }), ['beta', 'delta', 'gamma'])
    assert.deepEqual(found({ groups: new Set() }), ['alpha'])
  })

  test('select silenced monitors, which are counted without the state filter applied', () => {
    const silence = { since: '', until: '2026-01-01T01:00:00.000Z', by: 'alice', by_name: 'Alice' }
    const monitors = MONITORS.map((line) => (line.id === 'beta' ? { ...line, silence } : line))
    const options = { ...DEFAULT_OPTIONS, isSilenced: true }
    assert.deepEqual(filterAndSort(monitors, options).ids, ['beta'])
    const { ids, silenced } = filterAndSort(monitors, { ...options, states: ['down'] })
    assert.deepEqual([ids, silenced], [[], 1])
  })

  test('count states without the state filter applied', () => {
    const { ids, counts } = filterAndSort(MONITORS, { ...DEFAULT_OPTIONS, groups: new Set(['g2']), states: ['down'] })
    assert.deepEqual(ids, ['delta'])
    assert.deepEqual(Object.fromEntries(counts), { down: 1, maintenance: 1 })
  })
})

describe('sorting', () => {
  test('by state lists monitors that are down first', () => {
    assert.deepEqual(found({ sort: 'state' }), ['delta', 'alpha', 'gamma', 'beta'])
  })

  test('by response time lists the slowest first and unknown times last', () => {
    assert.deepEqual(found({ sort: 'response' }), ['beta', 'alpha', 'delta', 'gamma'])
  })

  test('by uptime lists the lowest first and unknown uptimes last', () => {
    assert.deepEqual(found({ sort: 'uptime' }, { beta: 100, gamma: 97.5 }), ['gamma', 'beta', 'alpha', 'delta'])
  })
})
