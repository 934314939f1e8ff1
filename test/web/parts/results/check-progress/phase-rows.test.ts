import assert from 'node:assert/strict'
import test from 'node:test'
import type { PhaseEvent, WatchedResult } from '../../../../../web/src/api/watched-check.ts'
import {
  addPhase,
  closePhases,
  findAddress,
  findFailedPhase,
  type PhaseRow,
} from '../../../../../web/src/parts/results/check-progress/phase-rows.ts'

/** Adds events that arrive a second apart. */
const collect = (...events: PhaseEvent[]): PhaseRow[] =>
  events.reduce<PhaseRow[]>((rows, event, index) => addPhase(rows, event, index * 1000), [])

const describe = (rows: readonly PhaseRow[]) => rows.map(({ phase, ms }) => [phase, ms])

const WEB: PhaseEvent[] = [
  { phase: 'wait', subject: 'Here', at_ms: 0 },
  { phase: 'resolve', subject: 'www.example.com', at_ms: 1 },
  { phase: 'connect', subject: '[2001:db8::7]:443', at_ms: 4 },
  { phase: 'tls', at_ms: 16 },
]

const makeResult = (over: Partial<WatchedResult>): WatchedResult => ({
  id: '0198c0de-7a11-7abc-8def-0123456789ab',
  region: 'local',
  checked_at: '2026-01-31T12:00:00.000Z',
  status: 'down',
  timings: {},
  ...over,
})

test('a phase ends when the next one begins', () => {
  assert.deepEqual(describe(collect(...WEB)), [
    ['wait', 1000],
    ['resolve', 3],
    ['connect', 12],
    ['tls', null],
  ])
})

test('a resolved name shows the address of the next phase without its port', () => {
  assert.equal(findAddress(collect(...WEB), 1), '2001:db8::7')
  assert.equal(findAddress(collect(...WEB), 2), null)
  assert.equal(findAddress(collect(...WEB.slice(0, 2)), 1), null)
})

test('parallel phases end by themselves, each with its error', () => {
  const rows = collect(
    { phase: 'query', number: 1, count: 2, at_ms: 0 },
    { phase: 'query', number: 2, count: 2, at_ms: 1 },
    { phase: 'query', number: 2, count: 2, at_ms: 5, is_over: true, error: 'no answer' },
  )
  assert.deepEqual(
    rows.map(({ ms, error }) => [ms, error]),
    [
      [null, null],
      [4, 'no answer'],
    ],
  )
})

test('the result ends the last phase at the end of the check', () => {
  assert.equal(closePhases(collect(...WEB), makeResult({ response_time_ms: 46 }), 9000).at(-1)?.ms, 30)
  const waiting = collect({ phase: 'wait', subject: 'Far away', at_ms: 0 })
  assert.equal(closePhases(waiting, makeResult({ response_time_ms: 46 }), 2500)[0]?.ms, 2500)
})

test('a failure belongs to the last phase, and to none after the check of the own connection', () => {
  const failed = makeResult({ error_type: 'ssl_error' })
  assert.equal(findFailedPhase(collect(...WEB), failed), 3)
  assert.equal(findFailedPhase(collect(...WEB, { phase: 'verify', at_ms: 30 }), failed), 3)
  assert.equal(findFailedPhase(collect(...WEB.slice(0, 1)), failed), null, 'a remote probe reports no phases')
  assert.equal(findFailedPhase(collect(...WEB), makeResult({ status: 'up' })), null)
})

test('an unexpected answer fails in its evaluation, after all phases', () => {
  const read = collect(...WEB, { phase: 'read', at_ms: 40 })
  assert.equal(findFailedPhase(read, makeResult({ error_type: 'status_code' })), 5)
  const packets = collect({ phase: 'ping', number: 1, count: 1, at_ms: 0 })
  assert.equal(findFailedPhase(packets, makeResult({ error_type: 'timeout' })), 1)
})
