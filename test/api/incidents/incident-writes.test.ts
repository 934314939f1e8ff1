import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createIncidentApi, listNotifications, PLAIN_INCIDENT } from '../../support/api/incident-api.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, readRow, readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson, createTeam } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOBODY = '0197a000-0000-7000-8000-000000000000'
const iso = (at: number) => new Date(at).toISOString()

for (const dialect of DIALECTS) {
  test(`${dialect}: a created incident has the shape of the contract, with its defaults`, async (t) => {
    const { send, alice, createMonitor, list } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    const { status, body } = await send('POST', '', { ...PLAIN_INCIDENT, check_id: monitorId.toUpperCase() })
    assert.equal(status, 201)
    const { id, ...rest } = body.data.incident
    assert.deepEqual(rest, {
      check_id: monitorId,
      monitor_name: 'Shop',
      check_type: 'HTTP',
      organization_id: alice.organizationId,
      project_id: alice.projectId,
      created_by: alice.userId,
      status: 'open',
      ...PLAIN_INCIDENT,
      source: 'system',
      title: '"Shop" is down',
      reason: { kind: 'other', message: PLAIN_INCIDENT.error_message },
      started_at: iso(MONDAY),
      acknowledged_by_name: null,
      affected_regions: [],
      affected_monitor_ids: [],
      failure_count: 1,
      notification_sent: false,
      notification_channels: [],
      created_at: iso(MONDAY),
      updated_at: iso(MONDAY),
    })
    assert.deepEqual((await list()).incidents, [body.data.incident])
    const { updates } = (await send('GET', `/${id}/updates`)).body.data
    assert.deepEqual(
      updates.map((update: Record<string, unknown>) => [
        update.kind,
        update.from_status,
        update.to_status,
        update.user_name,
      ]),
      [['created', null, 'open', 'Alice']],
    )
  })

  test(`${dialect}: a created incident stores all sent fields`, async (t) => {
    const { send, createMonitor } = await createIncidentApi(t, dialect)
    const [own, other] = [await createMonitor('Shop'), await createMonitor('Blog')]
    const report = {
      ...PLAIN_INCIDENT,
      title: 'Checkout is slow',
      check_id: own,
      source: 'manual',
      status_page_update: 'We are on it',
      affected_regions: ['eu-1', 'us-1'],
      affected_monitor_ids: [other],
      failure_count: 7,
    }
    const { body } = await send('POST', '', { ...report, started_at: '2026-01-04T23:00:00+01:00' })
    const { incident } = body.data
    assert.deepEqual({ ...incident, ...report }, incident)
    assert.equal(incident.started_at, '2026-01-04T22:00:00.000Z')
  })

  test(`${dialect}: an incident notifies the targets of its monitor and of affected monitors once each, or the default targets`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const { createTarget, createMonitor, report, context } = api
    const tell = (...ids: string[]) => ({ notification_target_ids: ids })
    const [both, shop, blog, off] = [
      await createTarget('both'),
      await createTarget('shop'),
      await createTarget('blog'),
      await createTarget('off', { is_enabled: false }),
    ]
    await createTarget('fallback', { is_default: true })
    await createTarget('silent', { is_default: true, is_enabled: false })
    const own = await createMonitor('Shop', tell(both, shop, off))
    const other = await createMonitor('Blog', tell(both, blog))
    const quiet = await createMonitor('Quiet', tell())
    const whom = async (over: object) => {
      await context.store.transact((tx) => deleteRows(tx, 'deliveries'))
      await report(over)
      return (await listNotifications(api)).join(', ')
    }
    const opened = (...names: string[]) => names.map((name) => `${name} incident.opened`).join(', ')
    assert.equal(await whom({ check_id: own }), opened('both', 'shop'))
    assert.equal(await whom({ check_id: own, affected_monitor_ids: [other, quiet] }), opened('blog', 'both', 'shop'))
    assert.equal(await whom({ affected_monitor_ids: [other, own] }), opened('blog', 'both', 'shop'))
    assert.equal(await whom({ affected_monitor_ids: [quiet] }), '')
    assert.equal(await whom({}), opened('fallback'))
    assert.ok(context.woken.includes('deliveries'))
  })

  test(`${dialect}: a reported system incident replaces an automatic one of the same kind, and a recovery resolves it`, async (t) => {
    const { createMonitor, report, setCondition, list } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    const reported = await report({ check_id: monitorId })
    await report({ check_id: monitorId, source: 'manual' })
    await setCondition(monitorId, 'down', 'up')
    const open = (await list('?status=open')).incidents
    assert.equal(open.length, 2)
    assert.equal(open.find(({ id }: { id: string }) => id === reported.id).failure_count, 3)
    await report({ check_id: monitorId, title: 'Another' })
    await setCondition(monitorId, 'up', 'down')
    const resolved = (await list('?status=resolved')).incidents
    assert.deepEqual(
      resolved.map(({ source, resolved_by }: Record<string, unknown>) => [source, resolved_by]),
      [
        ['system', null],
        ['system', null],
      ],
    )
    await setCondition(monitorId, 'slow', 'up')
    const slow = (await list('?status=open&source=system')).incidents
    assert.deepEqual(
      slow.map(({ title }: { title: string }) => title),
      ['"Shop" is slow'],
    )
  })

  test(`${dialect}: an edit changes only the sent fields, sends a notification, and accepts its own representation`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const { send, call, key, createMonitor, createTarget, report, clock } = api
    await createTarget('ops', { is_default: true })
    const [own, other] = [await createMonitor('Shop'), await createMonitor('Blog')]
    const before = await report({ check_id: own, affected_monitor_ids: [other] })
    clock.advance(MINUTE_MS)
    const change = { title: 'Checkout', severity: 'critical', status_page_update: 'We are on it' }
    const { status, body } = await send('PATCH', `/${before.id}`, change)
    assert.equal(status, 200)
    const { incident } = body.data
    assert.deepEqual(incident, { ...before, ...change, updated_at: iso(MONDAY + MINUTE_MS) })
    assert.deepEqual(await listNotifications(api), ['ops incident.opened', 'ops incident.updated'])
    assert.deepEqual((await send('PATCH', `/${before.id}`, incident)).body.data.incident, incident)
    assert.equal(
      (await send('PATCH', `/${before.id}`, { status_page_update: null })).body.data.incident.status_page_update,
      undefined,
    )
    await call('DELETE', `/api/monitors/${other}`, { as: key })
    const kept = await send('PATCH', `/${before.id}`, { affected_monitor_ids: [other, own] })
    assert.deepEqual(kept.body.data.incident.affected_monitor_ids, [other, own])
    const { updates } = (await send('GET', `/${before.id}/updates`)).body.data
    assert.deepEqual(
      updates.map(({ kind, message }: Record<string, unknown>) => [kind, message]),
      [
        ['created', 'Incident created'],
        ['edited', 'Changed: title, severity, status page update'],
        ['edited', 'Changed: status page update'],
        ['edited', 'Changed: affected monitors'],
      ],
    )
  })

  test(`${dialect}: an incident is resolved and reopened, each time with its note`, async (t) => {
    const { send, bob, report, clock } = await createIncidentApi(t, dialect)
    const { id } = await report()
    const move = (status: string, note?: string) =>
      send('POST', `/${id}/status`, { status, ...(note && { note }) }, bob.session)
    assert.equal((await move('open')).body.error.message, 'Incident is already in status: open')
    clock.advance(90_000)
    const resolved = (await move('resolved', 'Fixed the cable')).body.data.incident
    assert.deepEqual(
      [resolved.status, resolved.resolved_at, resolved.resolved_by, resolved.resolved_by_name],
      ['resolved', iso(MONDAY + 90_000), bob.userId, 'Bob'],
    )
    assert.deepEqual([resolved.resolution_note, resolved.duration_seconds], ['Fixed the cable', 90])
    const again = await move('resolved')
    assert.deepEqual(
      [describeResponse(again), again.body.error.message],
      ['400 VALIDATION_ERROR status', 'Incident is already in status: resolved'],
    )
    const reopened = (await move('open')).body.data.incident
    const cleared = ['resolved_at', 'resolved_by', 'resolved_by_name', 'resolution_note', 'duration_seconds']
    assert.deepEqual([reopened.status, cleared.filter((name) => name in reopened)], ['open', []])
    await send('POST', `/${id}/acknowledge`)
    assert.equal(describeResponse(await move('open')), '400 VALIDATION_ERROR status')
    const silent = (await move('resolved')).body.data.incident
    assert.deepEqual([silent.resolution_note, silent.acknowledged_by_name], [null, 'Alice'])
    const { updates } = (await send('GET', `/${id}/updates`)).body.data
    assert.deepEqual(
      updates.map(({ kind, message }: Record<string, unknown>) => `${kind}: ${message}`),
      [
        'created: Incident created',
        'resolved: Fixed the cable',
        'reopened: Incident reopened',
        'acknowledged: Incident acknowledged',
        'resolved: Incident resolved',
      ],
    )
  })

  test(`${dialect}: an incident cannot be reopened while the engine has opened a new one`, async (t) => {
    const { send, createMonitor, setCondition, list, clock } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    await setCondition(monitorId, 'down', 'up')
    await setCondition(monitorId, 'up', 'down')
    const [first] = (await list()).incidents
    clock.advance(10 * MINUTE_MS)
    await setCondition(monitorId, 'down', 'up')
    const reopen = () => send('POST', `/${first.id}/status`, { status: 'open' })
    assert.equal(describeResponse(await reopen()), '409 CONFLICT')
    await setCondition(monitorId, 'slow', 'down')
    assert.equal(describeResponse(await reopen()), '200')
  })

  test(`${dialect}: a note is sent to recipients and listed among the updates`, async (t) => {
    const api = await createIncidentApi(t, dialect)
    const { send, createTarget, report, bob, context } = api
    await createTarget('ops', { is_default: true })
    const { id } = await report()
    const { status, body } = await send(
      'POST',
      `/${id}/updates`,
      { message: 'Found the cable', is_public: true },
      bob.session,
    )
    assert.equal(status, 201)
    const { update } = body.data
    const { id: _, created_at: at, ...rest } = update
    assert.deepEqual(rest, {
      incident_id: id,
      kind: 'comment_added',
      message: 'Found the cable',
      from_status: 'open',
      to_status: 'open',
      is_public: true,
      user_id: bob.userId,
      user_name: 'Bob',
    })
    assert.match(at, /^2026-01-05T/)
    assert.equal((await send('POST', `/${id}/updates`, { message: 'x' })).body.data.update.is_public, false)
    const { updates } = (await send('GET', `/${id}/updates`)).body.data
    assert.deepEqual(updates[1], update)
    assert.deepEqual(await listNotifications(api), [
      'ops incident.opened',
      'ops incident.updated',
      'ops incident.updated',
    ])
    const [, row] = await readRows(context.store.db, 'deliveries', {}, ['created_at'])
    assert.equal(JSON.parse(row!.payload).data.update.message, 'Found the cable')
  })

  test(`${dialect}: a deleted incident is not found, and the engine opens a new one`, async (t) => {
    const { send, call, key, alice, createMonitor, setCondition, list, context } = await createIncidentApi(t, dialect)
    const monitorId = await createMonitor('Shop')
    await setCondition(monitorId, 'down', 'up')
    const { id } = (await list()).incidents[0]
    const remove = () => send('DELETE', `/${id}`, undefined, alice.session)
    const { status, body } = await remove()
    assert.deepEqual([status, body.data], [200, { deleted: true }])
    assert.equal(describeResponse(await remove()), '404 RESOURCE_NOT_FOUND')
    const row = await readRow(context.store.db, 'incidents')
    assert.deepEqual([row.deleted_at, row.deleted_by], [MONDAY, alice.userId])
    for (const path of ['', '/updates', '/affected-checks'])
      assert.equal(describeResponse(await send('GET', `/${id}${path}`)), '404 RESOURCE_NOT_FOUND')
    const stats = await call('GET', `/api/monitors/${monitorId}/stats`, { as: key })
    assert.equal(stats.body.data?.current_incident ?? null, null)
    await setCondition(monitorId, 'up', 'down')
    await setCondition(monitorId, 'down', 'up')
    const [fresh] = (await list()).incidents
    assert.deepEqual([fresh.status, fresh.id === id], ['open', false])
  })

  test(`${dialect}: all incident actions are recorded in the audit log`, async (t) => {
    const { send, alice, report, context } = await createIncidentApi(t, dialect)
    const { id } = await report()
    await send('PATCH', `/${id}`, { title: 'New' })
    await send('PATCH', `/${id}`, { title: 'New' })
    await send('POST', `/${id}/acknowledge`)
    await send('POST', `/${id}/updates`, { message: 'Found it' })
    await send('POST', `/${id}/status`, { status: 'resolved' })
    await send('POST', `/${id}/status`, { status: 'open' })
    await send('DELETE', `/${id}`, undefined, alice.session)
    const rows = await listAuditEntries(context.store.db, { resource_id: id })
    const changes = new Map(rows.map((row) => [row.action, JSON.parse(row.changes)]))
    assert.deepEqual(
      [...changes.keys()].sort(),
      ['acknowledged', 'created', 'deleted', 'note_added', 'reopened', 'resolved', 'updated'].map(
        (did) => `incident.${did}`,
      ),
    )
    assert.equal(rows.length, 7)
    assert.deepEqual(changes.get('incident.updated'), { title: { from: 'Shop', to: 'New' } })
    assert.deepEqual(changes.get('incident.note_added'), { message: { to: 'Found it' } })
    assert.deepEqual(changes.get('incident.resolved').status, { from: 'acknowledged', to: 'resolved' })
  })
}

test('an invalid incident is refused by field', async (t) => {
  const { send, createMonitor, charlie } = await createIncidentApi(t, 'sqlite')
  const theirs = await createMonitor('Theirs', {}, charlie)
  const own = await createMonitor('Shop')
  const cases: [over: object, expected: string][] = [
    [{ severity: undefined }, '400 VALIDATION_ERROR severity'],
    [{ severity: 'fatal' }, '400 VALIDATION_ERROR severity'],
    [{ type: undefined }, '400 VALIDATION_ERROR type'],
    [{ error_message: '' }, '400 VALIDATION_ERROR error_message'],
    [{ error_message: 'x'.repeat(1001) }, '400 VALIDATION_ERROR error_message'],
    [{ title: '' }, '400 VALIDATION_ERROR title'],
    [{ title: 'x'.repeat(256) }, '400 VALIDATION_ERROR title'],
    [{ title: undefined }, '400 VALIDATION_ERROR title'],
    [{ title: undefined, check_id: own, source: 'manual' }, '400 VALIDATION_ERROR title'],
    [{ check_id: '7' }, '400 VALIDATION_ERROR check_id'],
    [{ check_id: NOBODY }, '404 MONITOR_NOT_FOUND'],
    [{ check_id: theirs }, '404 MONITOR_NOT_FOUND'],
    [{ affected_monitor_ids: [own, theirs] }, '404 MONITOR_NOT_FOUND'],
    [{ affected_monitor_ids: Array(101).fill(own) }, '400 VALIDATION_ERROR affected_monitor_ids'],
    [{ source: 'engine' }, '400 VALIDATION_ERROR source'],
    [{ source: 'system' }, '500 INTERNAL_ERROR'],
    [{ status_page_update: 'x'.repeat(1001) }, '400 VALIDATION_ERROR status_page_update'],
    [{ failure_count: 0 }, '400 VALIDATION_ERROR failure_count'],
    [{ failure_count: 1.5 }, '400 VALIDATION_ERROR failure_count'],
    [{ affected_regions: 'eu' }, '400 VALIDATION_ERROR affected_regions'],
    [{ started_at: 'yesterday' }, '400 VALIDATION_ERROR started_at'],
    [{ started_at: iso(MONDAY + 6 * MINUTE_MS) }, '400 VALIDATION_ERROR started_at'],
    [{ status: 'resolved' }, '400 VALIDATION_ERROR status'],
  ]
  for (const [over, expected] of cases)
    assert.equal(
      describeResponse(await send('POST', '', { ...PLAIN_INCIDENT, title: 'T', ...over })),
      expected,
      JSON.stringify(over),
    )
  const fault = await send('POST', '', { ...PLAIN_INCIDENT, title: 'T', source: 'system' })
  assert.equal(fault.body.error.message, 'System incidents must have a check_id')
})

test('an invalid edit, status change or note is refused by field', async (t) => {
  const { send, report, createMonitor, charlie } = await createIncidentApi(t, 'sqlite')
  const theirs = await createMonitor('Theirs', {}, charlie)
  const { id } = await report()
  const cases: [method: string, path: string, body: object, expected: string][] = [
    ['PATCH', '', { title: '' }, '400 VALIDATION_ERROR title'],
    ['PATCH', '', { title: null }, '400 VALIDATION_ERROR title'],
    ['PATCH', '', { colour: 'red' }, '400 VALIDATION_ERROR colour'],
    ['PATCH', '', { affected_monitor_ids: [theirs] }, '404 MONITOR_NOT_FOUND'],
    ['POST', '/status', {}, '400 VALIDATION_ERROR status'],
    ['POST', '/status', { status: 'acknowledged' }, '400 VALIDATION_ERROR status'],
    ['POST', '/status', { status: 'resolved', note: '' }, '400 VALIDATION_ERROR note'],
    ['POST', '/updates', {}, '400 VALIDATION_ERROR message'],
    ['POST', '/updates', { message: 'x'.repeat(5001) }, '400 VALIDATION_ERROR message'],
    ['POST', '/updates', { message: 'x', is_public: 'yes' }, '400 VALIDATION_ERROR is_public'],
  ]
  for (const [method, path, body, expected] of cases)
    assert.equal(
      describeResponse(await send(method, `/${id}${path}`, body)),
      expected,
      `${path} ${JSON.stringify(body)}`,
    )
})

test('incident changes require the manage permission, deletion a session, and other organizations find nothing', async (t) => {
  const { send, context, tokens, alice, charlie, key, report } = await createIncidentApi(t, 'sqlite')
  const { id } = await report()
  const viewer = (await createPerson(context, tokens, alice, 'viewer')).session
  const responder = (await createPerson(context, tokens, alice, 'responder')).session
  const readKey = await createKeyHeaders(context, alice, 'read')
  const writes: [method: string, path: string, body?: object][] = [
    ['PATCH', `/${id}`, { severity: 'minor' }],
    ['POST', `/${id}/updates`, { message: 'x' }],
    ['POST', `/${id}/status`, { status: 'resolved' }],
    ['DELETE', `/${id}`],
  ]
  for (const [method, path, body] of [['POST', '', { ...PLAIN_INCIDENT, title: 'T' }] as const, ...writes]) {
    assert.equal(describeResponse(await send(method, path, body, viewer)), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(describeResponse(await send(method, path, body, readKey)), '403 READ_ONLY_API_KEY')
  }
  for (const [method, path, body] of writes)
    assert.equal(describeResponse(await send(method, path, body, charlie.session)), '404 RESOURCE_NOT_FOUND')
  assert.equal(describeResponse(await send('DELETE', `/${id}`, undefined, key)), '403 JWT_REQUIRED')
  for (const [method, path, body] of writes)
    assert.equal(describeResponse(await send(method, path, body, responder)).slice(0, 2), '20')
  const elsewhere = await createTeam(context, 'Elsewhere')
  const { status } = await send(
    'POST',
    '',
    { ...PLAIN_INCIDENT, title: 'T' },
    { ...alice.session, 'x-project-id': elsewhere.projectId },
  )
  assert.equal(status, 403)
})
