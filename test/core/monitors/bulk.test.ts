import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BulkRequest, decideBulk, summarizeBulk } from '../../../src/core/monitors/bulk.ts'
import type { ConfiguredStatus } from '../../../src/core/monitors/monitor.ts'
import { Problem } from '../../../src/core/platform/errors.ts'

const monitor = (id: string, status: ConfiguredStatus, groupId: string | null = null) => ({
  id,
  name: id.toUpperCase(),
  status,
  pausedUntil: null,
  groupId,
})

const MONITORS = new Map(
  [monitor('a', 'active'), monitor('b', 'paused', 'web'), monitor('c', 'disabled'), monitor('d', 'active', 'web')].map(
    (one) => [one.id, one],
  ),
)
const IDS = ['d', 'c', 'x', 'b', 'a']

const outcomesOf = (request: BulkRequest, refuse?: (chosen: number) => Problem | null) =>
  decideBulk(request, IDS, MONITORS, refuse).outcomes.map(({ monitorId, outcome, error }) =>
    [monitorId, outcome, error?.code].filter(Boolean).join(' '),
  )

const MISSING = 'x failed MONITOR_NOT_FOUND'

test('a pause with another end changes paused monitors if the request includes them', () => {
  const pause = (from: ConfiguredStatus[], until: number | null) =>
    outcomesOf({ operation: 'pause', from, until }).filter((line) => line.startsWith('b'))
  assert.deepEqual(pause(['active', 'paused'], 1_000), ['b succeeded'])
  assert.deepEqual(pause(['active', 'paused'], null), ['b skipped'], 'the same end')
  assert.deepEqual(pause(['active'], 1_000), ['b skipped'])
})

test('unchanged monitors are skipped and missing monitors fail, in the order of the request', () => {
  assert.deepEqual(outcomesOf({ operation: 'pause', from: ['active'] }), [
    'd succeeded',
    'c skipped',
    MISSING,
    'b skipped',
    'a succeeded',
  ])
  assert.deepEqual(outcomesOf({ operation: 'resume', from: ['paused', 'disabled'] }), [
    'd skipped',
    'c succeeded',
    MISSING,
    'b succeeded',
    'a skipped',
  ])
  assert.deepEqual(outcomesOf({ operation: 'move', groupId: 'web' }), [
    'd skipped',
    'c succeeded',
    MISSING,
    'b skipped',
    'a succeeded',
  ])
  assert.deepEqual(
    outcomesOf({ operation: 'move', groupId: null }).filter((one) => /succeeded/.test(one)),
    ['d succeeded', 'b succeeded'],
  )
  assert.equal(outcomesOf({ operation: 'delete' }).filter((one) => /succeeded/.test(one)).length, 4)
})

test('further monitors fail when the limit is reached, and unchanged ones are still skipped', () => {
  const full = (chosen: number) => (chosen < 1 ? null : new Problem('MONITOR_LIMIT_REACHED', 'full'))
  const request: BulkRequest = { operation: 'resume', from: ['paused', 'disabled'] }
  assert.deepEqual(outcomesOf(request, full), [
    'd skipped',
    'c succeeded',
    MISSING,
    'b failed MONITOR_LIMIT_REACHED',
    'a skipped',
  ])
  assert.deepEqual(
    decideBulk(request, IDS, MONITORS, full).chosen.map(({ id }) => id),
    ['c'],
  )
})

test('a bulk result counts its outcomes', () => {
  const { outcomes } = decideBulk({ operation: 'pause', from: ['active'] }, IDS, MONITORS)
  const { results, ...counts } = summarizeBulk('pause', outcomes, 'web')
  assert.deepEqual(counts, { operation: 'pause', groupId: 'web', total: 5, succeeded: 2, failed: 1, skipped: 2 })
  assert.deepEqual(results[2], {
    monitorId: 'x',
    name: null,
    outcome: 'failed',
    error: { code: 'MONITOR_NOT_FOUND', message: 'Monitor x does not exist in this project' },
  })
  assert.equal('groupId' in summarizeBulk('pause', outcomes), false)
})
