import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import type { EscalationFacts, Event } from '../../../src/core/incidents/event.ts'
import { toGroupedEvent } from '../../../src/core/notifications/grouped-event.ts'
import { findExample } from '../../support/api/example-events.ts'

const BASE = 'https://watch.example.test'
const OPENED = findExample('incident.opened')
const STARTED = new Date(Date.parse(OPENED.timestamp) - 600_000).toISOString()

const escalate = (over: Partial<EscalationFacts> = {}): Event => ({
  ...OPENED,
  data: { ...OPENED.data, escalation: { policy_name: 'On-call', step: 2, round: 1, started_at: STARTED, ...over } },
})

test('an escalated alert differs from the first alert in its title and its note only', () => {
  const [first, escalated] = [toNotice(OPENED, BASE), toNotice(escalate(), BASE)]
  assert.deepEqual(escalated, {
    ...first,
    title: `Escalated: ${first.title}`,
    note: 'Escalated: not acknowledged for 10 min ("On-call", step 2).',
  })
})

test('a repeated round is named', () => {
  assert.match(toNotice(escalate({ round: 2 }), BASE).note, /step 2 of round 2/)
})

test('a grouped message states how many of its incidents were escalated', () => {
  const grouped = (...events: Event[]) => toNotice(toGroupedEvent(events[0]!, events.slice(1), events.length, []), BASE)
  const all = grouped(escalate(), escalate())
  assert.match(all.title, /^Escalated: 2 monitors down/)
  assert.equal(all.note, 'Escalated: no incident has been acknowledged.')
  const some = grouped(escalate(), OPENED)
  assert.match(some.title, /^2 monitors down/)
  assert.equal(some.note, 'Escalated: 1 of 2 incidents has not been acknowledged.')
})
