import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Meter } from '../../../src/core/meter.ts'
import { CHECK_STATUSES } from '../../../src/core/results/verdict.ts'
import { initRegionMetrics, startBatchMetrics } from '../../../src/services/evaluation/batch-metrics.ts'
import { createDownResult } from '../../support/factories/monitors.ts'

/** Records every call of the meter. */
function makeNotes() {
  const notes: unknown[][] = []
  const meter: Meter = {
    declare: (...note) => notes.push(note),
    add: (...note) => notes.push(note),
    observe: (...note) => notes.push(note),
    set: (...note) => notes.push(note),
  }
  return { meter, of: (name: string) => notes.filter(([noted]) => noted === name).map(([, ...rest]) => rest) }
}

test('a batch is counted by status, and every tenth result is sampled for lateness', () => {
  const { meter, of } = makeNotes()
  const results = Array.from({ length: 25 }, (_, index) => ({
    ...createDownResult(1, index),
    startedAt: index + 1000 * index,
    status: index < 5 ? ('up' as const) : ('down' as const),
  }))
  startBatchMetrics(meter, 'eu').recordStored(results)
  assert.deepEqual(of('results'), [
    [{ region: 'eu', status: 'up' }, 5],
    [{ region: 'eu', status: 'down' }, 20],
  ])
  assert.deepEqual(
    of('latenessSeconds').map(([, seconds]) => seconds),
    [0, 10, 20],
  )
  assert.deepEqual(of('ingestBatch'), [[{}, 25]])
})

test('a probe whose clock is behind reports a lateness of 0', () => {
  const { meter, of } = makeNotes()
  startBatchMetrics(meter, 'eu').recordStored([{ ...createDownResult(1, 5_000), startedAt: 4_000 }])
  assert.deepEqual(of('latenessSeconds'), [[{ region: 'eu' }, 0]])
})

test('a region is declared with every series that its batches may count', () => {
  const { meter, of } = makeNotes()
  initRegionMetrics(meter, 'eu')
  assert.deepEqual(
    of('results').map(([labels]) => (labels as { status: string }).status),
    [...CHECK_STATUSES],
  )
  assert.deepEqual(of('ingestFailures'), [[{ region: 'eu' }]])
  assert.deepEqual(of('latenessSeconds'), [[{ region: 'eu' }]])
})
