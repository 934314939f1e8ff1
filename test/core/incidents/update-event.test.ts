import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UPDATE_KINDS } from '../../../src/core/incidents/incident.ts'
import { createUpdateEvent } from '../../../src/core/incidents/update-event.ts'
import { createTestIncident } from '../../support/factories/incidents.ts'

test('every incident update has an event with the time of the update', () => {
  const incident = createTestIncident({ updatedAt: 86_400_000 })
  const events = UPDATE_KINDS.map((kind) =>
    createUpdateEvent({ kind, message: '', fromStatus: 'open', incident, author: null, isPublic: false }),
  )
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'incident.opened',
      'incident.acknowledged',
      'incident.unacknowledged',
      'incident.updated',
      'incident.updated',
      'incident.updated',
      'incident.updated',
      'incident.updated',
      'incident.resolved',
      'incident.reopened',
    ],
  )
  assert.ok(events.every(({ timestamp }) => timestamp === '1970-01-02T00:00:00.000Z'))
})

test('an event contains the update with the text of its author', () => {
  const update = { kind: 'comment_added', message: 'Found the cable', fromStatus: 'open', isPublic: true } as const
  const by = (author: { id: string; name: string } | null) =>
    createUpdateEvent({ ...update, incident: createTestIncident(), author }).data.update
  assert.deepEqual(by({ id: 'alice', name: 'Alice' }), {
    kind: 'comment_added',
    message: 'Found the cable',
    user_name: 'Alice',
    is_public: true,
  })
  assert.equal(by(null)?.user_name, null)
})
