import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi, listNotifications } from '../../support/api/incident-api.ts'
import { ANY_DIALECT, type Cleanup } from '../../support/database/stores.ts'

async function prepare(t: Cleanup) {
  const api = await createIncidentApi(t, ANY_DIALECT[0]!)
  await api.createTarget('ops', { is_default: true })
  const { id } = await api.report({ title: 'Payment fails' })
  const toIso = (ms: number) => new Date(api.clock.now() + ms).toISOString()
  return { ...api, id, toIso }
}

test('a user snoozes an incident for minutes or until a time, and ends the snooze', async (t) => {
  const api = await prepare(t)
  const first = (await api.send('POST', `/${api.id}/snooze`, { minutes: 30 })).body.data.incident
  assert.deepEqual(
    [first.status, first.snoozed_until, first.snoozed_by_name, first.snoozed_via],
    ['open', api.toIso(30 * MINUTE_MS), 'Alice', undefined],
  )
  const until = api.toIso(7 * DAY_MS)
  const second = (await api.send('POST', `/${api.id}/snooze`, { until })).body.data.incident
  assert.equal(second.snoozed_until, until)
  for (let times = 0; times < 2; times++) {
    const ended = await api.send('DELETE', `/${api.id}/snooze`)
    assert.deepEqual([ended.status, ended.body.data.incident.snoozed_until], [200, undefined])
  }
  const { updates } = (await api.send('GET', `/${api.id}/updates`)).body.data
  assert.deepEqual(
    updates
      .slice(1)
      .map(({ message = '', user_name }: Record<string, string>) => [message.split(' until')[0], user_name]),
    [
      ['Snoozed', 'Alice'],
      ['Snoozed', 'Alice'],
      ['Snooze ended', 'Alice'],
    ],
  )
  const { entries } = (await api.call('GET', '/api/audit-log?resource_type=incident', { as: api.alice.session })).body
    .data
  const changes = entries.map(({ action, changes }: { action: string; changes: Record<string, unknown> }) => [
    action,
    changes.snoozed_until,
  ])
  assert.deepEqual(changes.slice(0, 3), [
    ['incident.snooze_ended', { from: until }],
    ['incident.snoozed', { from: first.snoozed_until, to: until }],
    ['incident.snoozed', { to: first.snoozed_until }],
  ])
  assert.deepEqual(await listNotifications(api), ['ops incident.opened'])
})

test('a snooze without a valid end is refused', async (t) => {
  const api = await prepare(t)
  const bodies: [object | undefined, string][] = [
    [undefined, 'minutes'],
    [{}, 'minutes'],
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 10_081 }, 'minutes'],
    [{ minutes: 5, until: api.toIso(MINUTE_MS) }, 'until'],
    [{ until: api.toIso(0) }, 'until'],
    [{ until: api.toIso(7 * DAY_MS + 1) }, 'until'],
  ]
  for (const [body, field] of bodies) {
    const { status, body: answer } = await api.send('POST', `/${api.id}/snooze`, body)
    assert.deepEqual([status, answer.error?.details?.field], [400, field], JSON.stringify(body))
  }
  await api.send('POST', `/${api.id}/status`, { status: 'resolved' })
  const late = await api.send('POST', `/${api.id}/snooze`, { minutes: 5 })
  assert.deepEqual([late.status, late.body.error.details.field], [400, 'status'])
})

test('a batch snoozes incidents, and only a snooze has an end', async (t) => {
  const api = await prepare(t)
  const send = (body: object) => api.send('POST', '/batch', { incident_ids: [api.id], ...body })
  const { body } = await send({ action: 'snooze', minutes: 60 })
  assert.deepEqual([body.data.operation, body.data.succeeded], ['snooze', 1])
  assert.equal((await api.list()).incidents[0].snoozed_until, api.toIso(60 * MINUTE_MS))
  const refused: [object, string][] = [
    [{ action: 'snooze' }, 'minutes'],
    [{ action: 'snooze', minutes: 5, note: 'x' }, 'note'],
    [{ action: 'snooze', until: api.toIso(0) }, 'until'],
    [{ action: 'acknowledge', minutes: 5 }, 'minutes'],
    [{ action: 'resolve', until: api.toIso(MINUTE_MS) }, 'until'],
  ]
  for (const [change, field] of refused) {
    const { status, body: answer } = await send(change)
    assert.deepEqual([status, answer.error?.details?.field], [400, field], JSON.stringify(change))
  }
})
