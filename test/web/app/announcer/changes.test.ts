import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveEvent } from '../../../../web/src/api/events.ts'
import { describeChanges } from '../../../../web/src/app/announcer/changes.ts'

const statusOf = (id: string, from: string, to: string): LiveEvent => ({
  type: 'monitor.status',
  data: { monitor_id: id, from_status: from, to_status: to, reason: '', started_at: '2026-01-05T00:00:00.000Z' },
})

const incidentOf = (type: 'opened' | 'resolved' | 'reopened', id: string, name?: string): LiveEvent => ({
  type: `incident.${type}`,
  data: {
    incident: { id: `incident-${id}`, status: 'open', severity: 'critical', title: `${name ?? id} is down` },
    ...(name && { monitor: { id, name } }),
  },
})

const BOB = { name: 'Bob', language: 'en' } as const

const describe = (...events: LiveEvent[]) => describeChanges({ events }, BOB, () => undefined)

test('an outage and its incident are one announcement', () => {
  assert.equal(describe(statusOf('a', 'up', 'down'), incidentOf('opened', 'a', 'Shop')), 'Shop is down.')
  assert.equal(describe(incidentOf('resolved', 'a', 'Shop'), statusOf('a', 'down', 'up')), 'Shop is up.')
})

test('an outage and its incident are one announcement when the second follows after the first was announced', () => {
  const describeAfter = (earlier: LiveEvent, event: LiveEvent) =>
    describeChanges({ events: [event], earlier: [earlier] }, BOB, () => 'Shop')
  const [down, opened] = [statusOf('a', 'up', 'down'), incidentOf('opened', 'a', 'Shop')]
  assert.equal(describeAfter(down, opened), '')
  assert.equal(describeAfter(opened, down), '')
  assert.equal(describeAfter(opened, statusOf('a', 'down', 'up')), 'Shop is up.')
  assert.equal(describeAfter(down, incidentOf('opened', 'b', 'Blog')), 'Incident opened: Blog is down.')
})

test('an incident without a change of its monitor is announced with its title', () => {
  assert.equal(describe(incidentOf('opened', 'a')), 'Incident opened: a is down.')
  assert.equal(describe(incidentOf('reopened', 'a')), 'Incident opened: a is down.')
  assert.equal(describe(incidentOf('resolved', 'a', 'Shop')), 'Incident resolved: Shop is down.')
})

test('a change of an incident by the reader is not announced', () => {
  const incident = { id: 'i', status: 'resolved', severity: 'critical', title: 'Shop is down' }
  const resolvedBy = (user: string): LiveEvent => ({
    type: 'incident.resolved',
    data: { incident, update: { user_name: user } },
  })
  assert.equal(describe(resolvedBy('Bob')), '')
  assert.equal(describe(resolvedBy('Alice')), 'Incident resolved: Shop is down.')
})

test('many changes are one announcement, with names only up to three', () => {
  const outage = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      statusOf(`${index}`, 'up', 'down'),
      incidentOf('opened', `${index}`, `Shop ${index}`),
    ]).flat()
  assert.equal(describe(...outage(2)), '2 monitors are down: Shop 0, Shop 1.')
  assert.equal(describe(...outage(4)), '4 monitors are down.')
  assert.equal(describe(...outage(4), statusOf('x', 'down', 'up')), '4 monitors are down. 1 monitor is up.')
})

test('a monitor that returns to its earlier state is not announced', () => {
  assert.equal(describe(statusOf('a', 'up', 'down'), statusOf('a', 'down', 'up')), '')
  assert.equal(describe(statusOf('a', 'up', 'unknown'), statusOf('b', 'up', 'paused')), '')
})

test('a monitor that a screen has loaded is named without an incident', () => {
  const name = (id: string) => (id === 'a' ? 'Shop' : undefined)
  assert.equal(describeChanges({ events: [statusOf('a', 'unknown', 'up')] }, BOB, name), 'Shop is up.')
})

test('announcements are in the language of the dashboard', () => {
  assert.equal(
    describeChanges({ events: [statusOf('a', 'up', 'down')] }, { ...BOB, language: 'de' }, () => undefined),
    '1 Monitor ist ausgefallen.',
  )
})
