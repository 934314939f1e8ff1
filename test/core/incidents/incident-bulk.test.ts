import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '../../../src/core/incidents/incident.ts'
import { decideIncidentBulk } from '../../../src/core/incidents/incident-bulk.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const ALICE = { id: 'alice', name: 'Alice' }
const open = createTestIncident({ id: 'open' })
const acknowledged = createTestIncident({ id: 'acknowledged', status: 'acknowledged', acknowledgedBy: ALICE })
const resolved = createTestIncident({ id: 'resolved', status: 'resolved', resolvedAt: 2_000 })

function decide(
  action: 'acknowledge' | 'resolve' | 'reopen' | 'snooze',
  incidents: Incident[],
  { ids = incidents.map(({ id }) => id), taken = [] as string[], note = null as string | null } = {},
) {
  const { changes, result } = decideIncidentBulk(
    { action, incidentIds: ids, note, snoozeUntil: 60_000 },
    { incidents: new Map(incidents.map((incident) => [incident.id, incident])), openKeys: new Set(taken) },
    ALICE,
    5_000,
  )
  return {
    result,
    changed: changes.map(({ before, update }) => `${before.id} ${update.incident.status}`),
    outcomes: result.results.map(({ outcome, error }) => [outcome, error?.code].filter(Boolean).join(' ')),
    messages: changes.map(({ update }) => update.message),
  }
}

test('acknowledging changes open incidents, skips acknowledged ones and refuses resolved ones', () => {
  const { changed, outcomes, result } = decide('acknowledge', [open, acknowledged, resolved])
  assert.deepEqual(changed, ['open acknowledged'])
  assert.deepEqual(outcomes, ['succeeded', 'skipped', 'failed VALIDATION_ERROR'])
  assert.equal(result.results[2]!.error?.message, 'Incident is already in status: resolved')
  const { results, ...counts } = result
  assert.deepEqual(counts, { operation: 'acknowledge', total: 3, succeeded: 1, failed: 1, skipped: 1 })
})

test('resolving takes open and acknowledged incidents and gives each the note', () => {
  const { changed, outcomes, messages } = decide('resolve', [open, acknowledged, resolved], { note: 'Cable fixed' })
  assert.deepEqual(changed, ['open resolved', 'acknowledged resolved'])
  assert.deepEqual(outcomes, ['succeeded', 'succeeded', 'skipped'])
  assert.deepEqual(messages, ['Cable fixed', 'Cable fixed'])
})

test('reopening takes resolved incidents only', () => {
  const { changed, outcomes } = decide('reopen', [resolved, open, acknowledged])
  assert.deepEqual(changed, ['resolved open'])
  assert.deepEqual(outcomes, ['succeeded', 'skipped', 'failed VALIDATION_ERROR'])
})

test('of two incidents about the same problem only one is reopened', () => {
  const second = { ...resolved, id: 'second' }
  assert.deepEqual(decide('reopen', [resolved, second]).outcomes, ['succeeded', 'failed CONFLICT'])
  const taken = [`${SHOP.key} availability`]
  assert.deepEqual(decide('reopen', [resolved], { taken }).outcomes, ['failed CONFLICT'])
  const reported = { ...resolved, id: 'reported', createdBy: 'alice' }
  assert.deepEqual(decide('reopen', [reported], { taken }).outcomes, ['succeeded'], 'reported by a user')
})

test('an unknown incident fails without a title, and outcomes keep the order of the request', () => {
  const { result } = decide('acknowledge', [open], { ids: ['gone', 'open'] })
  assert.deepEqual(
    result.results.map(({ incidentId, title, outcome }) => [incidentId, title, outcome]),
    [
      ['gone', null, 'failed'],
      ['open', '"Shop" is down', 'succeeded'],
    ],
  )
})

test('snoozing changes unresolved incidents and refuses resolved ones', () => {
  const { changed, outcomes, messages } = decide('snooze', [open, acknowledged, resolved])
  assert.deepEqual(changed, ['open open', 'acknowledged acknowledged'])
  assert.deepEqual(outcomes, ['succeeded', 'succeeded', 'failed VALIDATION_ERROR'])
  assert.equal(messages[0], 'Snoozed until 1970-01-01 00:01:00 UTC')
})
