import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '../../../src/core/incidents/event.ts'
import type { Family } from '../../../src/core/incidents/incident.ts'
import {
  isWanted,
  listEvents,
  type Subscription,
  TARGET_EVENTS,
  toSubscription,
} from '../../../src/core/notifications/target-events.ts'

test('a list of all events is stored as null, so that it includes events of later versions', () => {
  assert.equal(toSubscription([...TARGET_EVENTS].reverse()), null)
  assert.deepEqual(toSubscription(['recovered', 'down', 'down']), ['down', 'recovered'])
  assert.deepEqual(listEvents(null), TARGET_EVENTS)
})

test('a target receives openings by family, and later events only after an opening', () => {
  const check = (events: Subscription, type: EventType, family: Family, hasOpening: boolean) =>
    isWanted({ events }, type, { family }, hasOpening)
  assert.equal(check(['down'], 'incident.opened', 'availability', false), true)
  assert.equal(check(['down'], 'incident.reopened', 'slowness', true), false)
  assert.equal(check(['certificate'], 'certificate.expiring', 'certificate', false), true)
  assert.equal(check(['certificate'], 'domain.expiring', 'domain', false), false)
  assert.equal(check(['recovered'], 'incident.resolved', 'availability', false), false)
  assert.equal(check(['recovered'], 'incident.resolved', 'availability', true), true)
  assert.equal(check(['down'], 'incident.resolved', 'availability', true), false)
  assert.equal(check(['down'], 'incident.reminder', 'availability', true), false)
  assert.equal(check(['flapping'], 'flapping.started', 'availability', false), false)
  assert.equal(check(['down', 'flapping'], 'flapping.started', 'availability', true), true)
  assert.equal(check(['down'], 'flapping.ended', 'availability', true), false)
  assert.equal(check(['down'], 'incident.updated', 'availability', true), true)
  assert.equal(check(['down'], 'incident.acknowledged', 'slowness', false), false)
  assert.equal(check(null, 'incident.resolved', 'availability', false), true)
})
