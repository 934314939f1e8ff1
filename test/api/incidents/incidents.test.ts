import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi } from '../../support/api/incident-api.ts'
import { markMonitorDeleted } from '../../support/database/monitor-rows.ts'
import { markIncidentsDeleted, updateDeliveries } from '../../support/database/notification-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOBODY = '0197a000-0000-7000-8000-000000000000'

for (const dialect of DIALECTS) {
  test(`${dialect}: an automatic incident has the shape of the contract`, async (t) => {
    const { call, alice, createMonitor, setCondition, list, clock, context } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    await setCondition(monitorId, 'down', 'up')
    const { incidents, pagination } = await list()
    assert.deepEqual(pagination, { total_count: 1, limit: 50, offset: 0, has_more: false })
    const [incident] = incidents
    const at = new Date(MONDAY).toISOString()
    const { id, ...rest } = incident
    assert.deepEqual(rest, {
      check_id: monitorId,
      monitor_name: 'Shop',
      check_type: 'HTTP',
      organization_id: alice.organizationId,
      project_id: alice.projectId,
      status: 'open',
      severity: 'critical',
      type: 'timeout',
      source: 'system',
      title: '"Shop" is down',
      started_at: at,
      acknowledged_by_name: null,
      error_message: 'timeout it was',
      reason: { kind: 'other', message: 'timeout it was' },
      affected_regions: ['eu'],
      affected_monitor_ids: [],
      failure_count: 2,
      notification_sent: false,
      notification_channels: [],
      created_at: at,
      updated_at: at,
    })
    clock.advance(MINUTE_MS)
    await setCondition(monitorId, 'up', 'down')
    await context.store.transact((tx) => markMonitorDeleted(tx, context.now()))
    const { body } = await call('GET', `/api/incidents/${id}`, { as: alice.session })
    const { resolved_at, resolved_by, resolved_by_name, resolution_note, duration_seconds } = body.data.incident
    assert.deepEqual(
      [resolved_at, resolved_by, resolved_by_name, resolution_note, duration_seconds, body.data.incident.check_id],
      [new Date(MONDAY + MINUTE_MS).toISOString(), null, null, 'up: because', 60, monitorId],
    )
  })

  test(`${dialect}: an acknowledgement returns names, is recorded, and works once`, async (t) => {
    const { call, context, bob, createMonitor, setCondition, list } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    await setCondition(monitorId, 'down', 'up')
    const { id } = (await list()).incidents[0]
    const acknowledge = () => call('POST', `/api/incidents/${id}/acknowledge`, { as: bob.session })
    const { status, body } = await acknowledge()
    assert.equal(status, 200)
    assert.equal(body.data.success, true)
    const { incident } = body.data
    assert.deepEqual(
      [incident.status, incident.acknowledged_by_name, incident.monitor_name, incident.check_type],
      ['acknowledged', 'Bob', 'Shop', 'HTTP'],
    )
    assert.match(incident.acknowledged_at, /^2026-01-05T00:00:00\.\d{3}Z$/)
    assert.ok(context.woken.includes('deliveries'))
    const again = await acknowledge()
    assert.equal(again.status, 400)
    assert.equal(again.body.error.code, 'VALIDATION_ERROR')
    assert.equal(again.body.error.message, 'Incident is already in status: acknowledged')
    await setCondition(monitorId, 'up', 'down')
    assert.equal((await acknowledge()).body.error.message, 'Incident is already in status: resolved')
    const { data } = (await call('GET', `/api/incidents/${id}/updates`, { as: bob.session })).body
    assert.deepEqual(
      data.updates.map((update: Record<string, unknown>) => [
        update.kind,
        update.message,
        update.from_status,
        update.to_status,
        update.user_id,
        update.user_name,
        update.is_public,
        update.incident_id,
      ]),
      [
        ['created', 'down: because', null, 'open', null, null, false, id],
        ['acknowledged', 'Incident acknowledged', 'open', 'acknowledged', bob.userId, 'Bob', false, id],
        ['resolved', 'up: because', 'acknowledged', 'resolved', null, null, false, id],
      ],
    )
  })

  test(`${dialect}: an acknowledgement is sent to recipients with the name of the user`, async (t) => {
    const { call, context, alice, createMonitor, setCondition, list } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    const target = { name: 'ops', channel: 'webhook', config: { url: 'https://ops.example.test/' } }
    const made = await call('POST', '/api/notification-targets', { as: alice.session, body: target })
    const body = { notification_target_ids: [made.body.data.target.id] }
    await call('PUT', `/api/monitors/${monitorId}`, { as: alice.session, body })
    await setCondition(monitorId, 'down', 'up')
    const { id } = (await list()).incidents[0]
    await call('POST', `/api/incidents/${id}/acknowledge`, { as: alice.session })
    const rows = await readRows(context.store.db, 'deliveries', {}, ['created_at'])
    assert.deepEqual(
      rows.map((row) => row.event_type),
      ['incident.opened', 'incident.acknowledged'],
    )
    assert.equal(JSON.parse(rows[1]!.payload).data.incident.acknowledged_by_name, 'Alice')
    await context.store.transact((tx) => updateDeliveries(tx, { status: 'delivered' }))
    const incident = (await list()).incidents[0]
    assert.deepEqual([incident.notification_sent, incident.notification_channels], [true, ['webhook']])
  })

  test(`${dialect}: the incident list is newest first, paged and filtered by every parameter`, async (t) => {
    const { createMonitor, setCondition, list, clock } = await createIncidentApi(t, dialect)
    const shop = await createMonitor('Shop')
    const blog = await createMonitor('Blog')
    await setCondition(shop, 'down', 'up')
    clock.advance(MINUTE_MS)
    await setCondition(blog, 'slow', 'up')
    clock.advance(MINUTE_MS)
    await setCondition(shop, 'up', 'down')
    clock.advance(10 * MINUTE_MS)
    await setCondition(shop, 'down', 'up')
    const titles = async (query: string) => {
      const { incidents, pagination } = await list(query)
      assert.equal(pagination.total_count >= incidents.length, true)
      return incidents.map(({ title, status }: { title: string; status: string }) => `${title} ${status}`)
    }
    const [latest, slow, first] = ['"Shop" is down open', '"Blog" is slow open', '"Shop" is down resolved']
    const at = (minutes: number) => new Date(MONDAY + minutes * MINUTE_MS).toISOString()
    assert.deepEqual(await titles(''), [latest, slow, first])
    assert.deepEqual(await titles('?limit=1&offset=1'), [slow])
    assert.deepEqual(await titles('?status=open'), [latest, slow])
    assert.deepEqual(await titles('?severity=minor'), [slow])
    assert.deepEqual(await titles('?type=timeout&status=resolved'), [first])
    assert.deepEqual(await titles('?source=manual'), [])
    assert.deepEqual(await titles(`?monitor_id=${blog.toUpperCase()}`), [slow])
    assert.deepEqual(await titles(`?monitor_id=${NOBODY}`), [])
    assert.deepEqual(await titles(`?from=${at(1)}`), [latest, slow])
    assert.deepEqual(await titles(`?to=${at(1)}`), [first])
    assert.deepEqual(await titles(`?from=${at(1)}&to=${at(2)}`), [slow])
    const { pagination } = await list('?status=open&limit=1')
    assert.deepEqual(pagination, { total_count: 2, limit: 1, offset: 0, has_more: true })
  })
}

test('invalid filters are refused by name', async (t) => {
  const { call, alice } = await createIncidentApi(t, 'sqlite')
  for (const [query, field] of [
    ['status=closed', 'status'],
    ['severity=fatal', 'severity'],
    ['monitor_id=7', 'monitor_id'],
    ['from=yesterday', 'from'],
    ['limit=0', 'limit'],
  ]) {
    const { status, body } = await call('GET', `/api/incidents?${query}`, { as: alice.session })
    assert.deepEqual([status, body.error?.code, body.error?.details?.field], [400, 'VALIDATION_ERROR', field])
  }
})

test('viewers read incidents, users with the manage permission acknowledge them, and other organizations find nothing', async (t) => {
  const { call, context, tokens, alice, charlie, createMonitor, setCondition, list } = await createIncidentApi(
    t,
    'sqlite',
  )
  await setCondition(await createMonitor('Shop'), 'down', 'up')
  const { id } = (await list()).incidents[0]
  const acknowledge = `/api/incidents/${id}/acknowledge`
  const viewer = await createPerson(context, tokens, alice, 'viewer')
  const responder = await createPerson(context, tokens, alice, 'responder')
  const readKey = await createKeyHeaders(context, alice, 'read')
  const codeOf = async (method: string, url: string, as: Record<string, string>) => {
    const { status, body } = await call(method, url, { as })
    return [status, body.error?.code]
  }
  for (const path of ['', '/updates']) {
    const url = `/api/incidents/${id}${path}`
    for (const as of [viewer.session, readKey]) assert.deepEqual(await codeOf('GET', url, as), [200, undefined])
    assert.deepEqual(await codeOf('GET', url, charlie.session), [404, 'RESOURCE_NOT_FOUND'])
  }
  assert.equal((await list('', charlie)).incidents.length, 0)
  assert.deepEqual(await codeOf('POST', acknowledge, viewer.session), [403, 'INSUFFICIENT_PERMISSIONS'])
  assert.deepEqual(await codeOf('POST', acknowledge, readKey), [403, 'READ_ONLY_API_KEY'])
  assert.deepEqual(await codeOf('POST', acknowledge, charlie.session), [404, 'RESOURCE_NOT_FOUND'])
  assert.deepEqual(await codeOf('POST', '/api/incidents/7/acknowledge', alice.session), [400, 'VALIDATION_ERROR'])
  assert.deepEqual(await codeOf('POST', acknowledge, responder.session), [200, undefined])
  await context.store.transact((tx) => markIncidentsDeleted(tx, context.now()))
  assert.deepEqual(await codeOf('GET', `/api/incidents/${id}`, alice.session), [404, 'RESOURCE_NOT_FOUND'])
  assert.equal((await list()).pagination.total_count, 0)
})

test('an API key acknowledges in the name of the user who created it', async (t) => {
  const { call, context, bob, createMonitor, setCondition, list } = await createIncidentApi(t, 'sqlite')
  await setCondition(await createMonitor('Shop'), 'down', 'up')
  const { id } = (await list()).incidents[0]
  const as = await createKeyHeaders(context, bob, 'read_write')
  const { body } = await call('POST', `/api/incidents/${id}/acknowledge`, { as })
  assert.equal(body.data.incident.acknowledged_by_name, 'Bob')
})

for (const dialect of DIALECTS)
  test(`${dialect}: the affected monitors start with the incident's own, then follow by name, without deleted monitors`, async (t) => {
    const { send, key, call, charlie, createMonitor, report } = await createIncidentApi(t, dialect)
    const [own, zoo, able, gone] = [
      await createMonitor('Middle'),
      await createMonitor('zoo'),
      await createMonitor('Able', {
        type: 'KEYWORD',
        keyword_config: { keywords: [{ text: 'x', should_contain: true }] },
      }),
      await createMonitor('Gone'),
    ]
    const { id } = await report({ check_id: own, affected_monitor_ids: [zoo, gone, own.toUpperCase(), able, zoo] })
    await call('DELETE', `/api/monitors/${gone}`, { as: key })
    const { status, body } = await send('GET', `/${id}/affected-checks`)
    assert.equal(status, 200)
    const checks = body.data.affected_checks
    assert.deepEqual(
      checks.map((check: { name: string }) => check.name),
      ['Middle', 'Able', 'zoo'],
    )
    assert.deepEqual(checks[1], {
      id: able,
      name: 'Able',
      target: 'https://shop.example.test/',
      type: 'KEYWORD',
      status: 'active',
    })
    const nothing = await send('GET', `/${(await report()).id}/affected-checks`)
    assert.deepEqual(nothing.body.data, { affected_checks: [] })
    assert.equal((await send('GET', `/${id}/affected-checks`, undefined, charlie.session)).status, 404)
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a chart of a period includes incidents that began before it and overlap it`, async (t) => {
    const { send, report, clock, createMonitor } = await createIncidentApi(t, dialect)
    const monitor = await createMonitor('Site')
    const begun = clock.now()
    const at = (minutes: number) => new Date(begun + minutes * 60_000).toISOString()
    const from = async (title: string, started: number, ended: number | null) => {
      clock.set(begun + (ended ?? 90) * 60_000)
      const { id } = await report({ title, started_at: at(started), check_id: monitor, source: 'manual' })
      if (ended !== null) await send('POST', `/${id}/status`, { status: 'resolved' })
    }
    await from('over before', 1, 20)
    await from('over as it begins', 2, 30)
    await from('reaches into it', 3, 40)
    await from('lies within', 35, 45)
    await from('is over later', 50, 80)
    await from('goes on', 4, null)
    await from('began later', 70, 85)
    const titles = async (query: string) => {
      const { body } = await send('GET', `?monitor_id=${monitor}&from=${at(30)}&to=${at(60)}${query}`)
      return body.data.incidents.map((incident: { title: string }) => incident.title).sort()
    }
    assert.deepEqual(await titles(''), ['is over later', 'lies within'])
    const reaching = ['goes on', 'is over later', 'lies within', 'over as it begins', 'reaches into it']
    assert.deepEqual(await titles('&overlapping=true'), reaching)
  })
