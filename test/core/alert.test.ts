import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf } from '../../src/core/alert.ts'
import { UPDATE_KINDS } from '../../src/core/incident.ts'
import { makeIncident } from '../support/incidents.ts'

test('every entry in the life of an incident has its event, at the time of the entry', () => {
  const incident = makeIncident({ updatedAt: 86_400_000 })
  const events = UPDATE_KINDS.map((kind) =>
    eventOf({ kind, message: '', fromStatus: 'open', incident, author: null, isPublic: false }),
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'incident.opened',
      'incident.acknowledged',
      'incident.updated',
      'incident.updated',
      'incident.updated',
      'incident.resolved',
      'incident.reopened',
    ],
  )
  assert.ok(events.every(({ timestamp }) => timestamp === '1970-01-02T00:00:00.000Z'))
})
