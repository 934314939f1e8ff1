import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortenId, toThreadHeaders, toUnsubscribeHeaders } from '../../src/channels/email-parts.ts'
import { type Event, type EventType, toIncidentEvent } from '../../src/core/incidents/event.ts'
import { createGroupedExample, EXAMPLES, findExample } from '../support/api/example-events.ts'
import { createTestIncident } from '../support/factories/incidents.ts'

const headersOf = (id: string, event: Event) => toThreadHeaders({ id, event }, 'watch.example.test')
const eventOf = (type: EventType) => toIncidentEvent(type, createTestIncident({ id: 'i-1' }), 1_000)

test('all emails about an incident share one thread, and a retry has the same Message-ID', () => {
  const first = '<i.i-1@watch.example.test>'
  assert.deepEqual(headersOf('d-1', eventOf('incident.opened')), { 'Message-ID': first })
  const later = ['incident.acknowledged', 'incident.resolved', 'incident.reopened', 'incident.reminder'] as const
  for (const type of later)
    assert.deepEqual(headersOf('d-2', eventOf(type)), {
      'Message-ID': '<d-2@watch.example.test>',
      'In-Reply-To': first,
      References: first,
    })
})

test('an email without an incident has a separate thread', () => {
  assert.deepEqual(headersOf('d-3', findExample('test')), { 'Message-ID': '<d-3@watch.example.test>' })
})

test('the first expiry warning starts the thread, and later ones continue it', () => {
  const warning = findExample('certificate.expiring')
  const thread = `<i.${shortenId(warning.data.incident!.id)}@watch.example.test>`
  assert.equal(headersOf('d-1', warning)['Message-ID'], thread)
  const second = { ...warning, data: { ...warning.data, update: { ...warning.data.update!, kind: 'edited' as const } } }
  assert.deepEqual(
    [headersOf('d-2', second)['Message-ID'], headersOf('d-2', second).References],
    ['<d-2@watch.example.test>', thread],
  )
})

test('an email of an alert group belongs to the thread of each incident', () => {
  const headers = headersOf('d-1', createGroupedExample('incident.opened', 3))
  assert.equal(headers['Message-ID'], '<d-1@watch.example.test>')
  const one = createGroupedExample('incident.resolved', 1)
  const single = { ...one, data: { ...one.data, alert_group: undefined } } as unknown as Event
  assert.ok(headers.References!.split(' ').includes(headersOf('d-2', single).References!))
  assert.equal(headers.References!.split(' ').length, 3)
})

test('an email to a fallback has another Message-ID than the original email', () => {
  const { event } = EXAMPLES.find(({ event }) => event.data.fallback_for)!
  assert.equal(headersOf('d-9', event)['Message-ID'], '<d-9@watch.example.test>')
})

for (const subject of ['maintenance', 'probe_trouble'] as const)
  test(`the end of ${subject} belongs to the thread of its start`, () => {
    const began = headersOf('d-1', findExample(`${subject}.started`))
    assert.equal(headersOf('d-2', findExample(`${subject}.ended`)).References, began['Message-ID'])
  })

test('one-click unsubscribe requires an https address', () => {
  assert.deepEqual(Object.keys(toUnsubscribeHeaders('https://w.test/unsubscribe/x')), [
    'List-Unsubscribe',
    'List-Unsubscribe-Post',
  ])
  assert.deepEqual(toUnsubscribeHeaders('http://w.test/unsubscribe/x'), {
    'List-Unsubscribe': '<http://w.test/unsubscribe/x>',
  })
})

test('shortened ids fit in one line and stay unique', () => {
  const first = '0198c0de-7a11-7abc-8def-0123456789ab'
  assert.equal(shortenId(first), 'AZjA3noReryN7wEjRWeJqw')
  assert.notEqual(shortenId('0198c0de-7a11-7abc-8def-0123456789ac'), shortenId(first))
  const events = [findExample('incident.opened'), findExample('test'), findExample('maintenance.started')]
  for (const event of events) {
    const { 'Message-ID': id } = toThreadHeaders({ id: first, event }, 'monitoring.example.com')
    assert.ok(`Message-ID: ${id}`.length <= 76, String(id))
  }
})
