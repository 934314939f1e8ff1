import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../../../web/src/api/events.ts'
import {
  applyEvents,
  CELL_MS,
  DAY_CELLS,
  findIncidentTone,
  findLastingOutage,
  type Loom,
  mergeNewest,
  parseCell,
  startOfNewest,
  toRatio,
} from '../../../../web/src/screens/loom/picture.ts'

const START = Date.parse('2026-01-30T00:00:00Z')

const createLoom = (rows: Record<string, string>, first = 0): Loom => ({
  as_of: new Date(START).toISOString(),
  starts_at: new Date(START + first * CELL_MS).toISOString(),
  cell_seconds: 300,
  rows: Object.entries(rows).map(([id, cells]) => ({
    id,
    name: id,
    uptime_24h: 100,
    typical_response_time_ms: 100,
    cells,
  })),
  has_more: false,
  uptime_24h: 100,
  incidents: [],
  unresolved_incidents: 0,
  on_call: [],
})

const fill = (end: string): string => 'i'.repeat(DAY_CELLS - end.length) + end
const cellsOf = (loom: Loom | null) => loom?.rows.map(({ cells }) => cells.replace(/^i+/, ''))

test('an outage lasts when the newest known cells are down', () => {
  assert.equal(findLastingOutage(fill('DDiDDD')), DAY_CELLS - 3)
  assert.equal(findLastingOutage(fill('DD-')), DAY_CELLS - 3)
  assert.equal(findLastingOutage(fill('DD---')), DAY_CELLS)
  assert.equal(findLastingOutage(fill('DDi')), DAY_CELLS)
})

test('only an open critical incident is red', () => {
  const toneOf = (status: string, severity: string) => findIncidentTone({ status, severity } as never)
  assert.equal(toneOf('open', 'critical'), 'down')
  assert.equal(toneOf('open', 'minor'), 'degraded')
  assert.equal(toneOf('acknowledged', 'critical'), 'muted')
})

test('a lower-case letter is a distance from the typical response time, and every other character a state', () => {
  assert.deepEqual(parseCell('D'), { state: 'down', level: null })
  assert.deepEqual(parseCell('-'), { state: 'unknown', level: null })
  assert.deepEqual(
    [parseCell('i'), parseCell('m')],
    [
      { state: 'up', level: 0 },
      { state: 'up', level: 4 },
    ],
  )
  assert.deepEqual([toRatio(0), toRatio(4), toRatio(-8)], [1, 2, 0.25])
})

test('the newest cells replace the end of the picture and move it on', () => {
  const known = createLoom({ a: fill('jkU') })
  assert.equal(startOfNewest(known), new Date(START + (DAY_CELLS - 2) * CELL_MS).toISOString())
  const same = mergeNewest(known, createLoom({ a: 'kD' }, DAY_CELLS - 2))
  assert.deepEqual([cellsOf(same), same!.starts_at], [['jkD'], known.starts_at])
  const later = mergeNewest(known, createLoom({ a: 'kDD' }, DAY_CELLS - 2))!
  assert.deepEqual([later.rows[0]!.cells, Date.parse(later.starts_at)], [fill('jkDD'), START + CELL_MS])
})

test('a picture with other monitors or missing cells is read as a whole', () => {
  const known = createLoom({ a: fill(''), b: fill('') })
  const newest = (rows: Record<string, string>, first = DAY_CELLS - 2) => mergeNewest(known, createLoom(rows, first))
  assert.notEqual(newest({ a: 'ii', b: 'ii' }), null)
  assert.equal(newest({ a: 'ii' }), null)
  assert.equal(newest({ b: 'ii', a: 'ii' }), null)
  assert.equal(newest({ a: 'ii', b: 'ii' }, DAY_CELLS + 5), null)
})

const toStatus = (id: string, to: string): LiveEvent => ({
  type: 'monitor.status',
  data: { monitor_id: id, to_status: to, reason: '', started_at: '' },
})
const toResult = (id: string, ms: number): LiveEvent => ({
  type: 'monitor.result',
  data: { monitor_id: id, result: { status: 'up', response_time_ms: ms } as never, confirming: null },
})

test('events change the current cell, and the worst state of the cell stays', () => {
  const loom = createLoom({ a: fill('U'), b: fill('-'), c: fill('D'), d: fill('') })
  const events = [toResult('a', 200), toStatus('b', 'down'), toStatus('b', 'up'), toResult('c', 100)]
  const now = START + (DAY_CELLS - 0.5) * CELL_MS
  assert.deepEqual(cellsOf(applyEvents(loom, events, now)), ['m', 'D', 'D', ''])
  assert.equal(applyEvents(loom, events, now + CELL_MS), loom)
})
