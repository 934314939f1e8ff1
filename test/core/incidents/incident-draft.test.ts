import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IncidentDraft, openFromDraft, resolveSource } from '../../../src/core/incidents/incident-change.ts'
import { Problem } from '../../../src/core/platform/errors.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const NOW = 100 * MINUTE_MS
const ALICE = { id: 'alice', name: 'Alice' }

const DRAFT: IncidentDraft = {
  severity: 'critical',
  type: 'timeout',
  errorMessage: 'no answer in 10000 ms',
  title: null,
  checkId: null,
  source: null,
  publicTitle: null,
  statusPageUpdate: null,
  affectedRegions: [],
  affectedMonitorIds: [],
  failureCount: 1,
  startedAt: null,
}

/** Returns the source, or `CODE field: message`. */
function judged(over: Partial<IncidentDraft>): string {
  try {
    return resolveSource({ ...DRAFT, ...over }, NOW)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${error.code} ${error.details?.field ?? ''}`.trim()
  }
}

const RULES: [what: string, over: Partial<IncidentDraft>, expected: string][] = [
  ['a monitor makes it a system incident', { checkId: 'm' }, 'system'],
  ['without a monitor it is a manual incident', { title: 'T' }, 'manual'],
  ['a manual incident may have a monitor', { title: 'T', checkId: 'm', source: 'manual' }, 'manual'],
  ['neither a title nor a monitor', {}, 'VALIDATION_ERROR title'],
  ['a manual incident without a title', { checkId: 'm', source: 'manual' }, 'VALIDATION_ERROR title'],
  [
    'a system incident without a monitor is the 500 of the contract',
    { title: 'T', source: 'system' },
    'INTERNAL_ERROR',
  ],
  ['with or without a title', { source: 'system' }, 'INTERNAL_ERROR'],
  ['long ago', { title: 'T', startedAt: 0 }, 'manual'],
  ['before the Unix epoch', { title: 'T', startedAt: -1 }, 'VALIDATION_ERROR started_at'],
  ['by a clock that is slightly ahead', { title: 'T', startedAt: NOW + 5 * MINUTE_MS }, 'manual'],
  ['in the future', { title: 'T', startedAt: NOW + 5 * MINUTE_MS + 1 }, 'VALIDATION_ERROR started_at'],
]
for (const [what, over, expected] of RULES)
  test(`a reported incident: ${what}`, () => {
    assert.equal(judged(over), expected)
  })

test('a report becomes an open incident, named after its monitor when it has no title', () => {
  const { organizationId, projectId } = SHOP
  const origin = { id: 'incident', organizationId, projectId, source: 'system', monitor: SHOP } as const
  const update = openFromDraft({ ...DRAFT, checkId: SHOP.id }, origin, ALICE, 1_000)
  assert.deepEqual(
    update.incident,
    createTestIncident({ createdBy: 'alice', affectedRegions: [], failureCount: 1, startedAt: 1_000 }),
  )
  assert.deepEqual(
    [update.kind, update.message, update.fromStatus, update.author],
    ['created', 'Incident created', null, ALICE],
  )
  const slow = { ...DRAFT, type: 'slow_response', startedAt: 7 } as const
  const { incident } = openFromDraft(slow, origin, ALICE, 1_000)
  assert.deepEqual([incident.title, incident.family, incident.startedAt], ['"Shop" is slow', 'slowness', 7])
})
