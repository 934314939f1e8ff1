import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { listTold, makeIncidentApi, PLAIN } from '../../support/api/incident-api.ts'
import { told } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, readRow, readRows } from '../../support/database/tables.ts'
import { makeKey, makePerson, makeTeam } from '../../support/factories/make.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOBODY = '0197a000-0000-7000-8000-000000000000'
const iso = (at: number) => new Date(at).toISOString()

for (const dialect of DIALECTS) {
  test(`${dialect}: a report is answered in the shape of the contract, with its defaults`, async (t) => {
    const { send, alice, makeMonitor, list } = await makeIncidentApi(t, dialect)
    const monitorId = await makeMonitor('Shop')
    const { status, body } = await send('POST', '', { ...PLAIN, check_id: monitorId.toUpperCase() })
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
      ...PLAIN,
      source: 'system',
      title: '"Shop" is down',
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

  test(`${dialect}: everything that is reported is kept`, async (t) => {
    const { send, makeMonitor } = await makeIncidentApi(t, dialect)
    const [own, other] = [await makeMonitor('Shop'), await makeMonitor('Blog')]
    const report = {
      ...PLAIN,
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

  test(`${dialect}: who is told: the monitor's targets and those of the affected, each once; without monitors the default ones`, async (t) => {
    const api = await makeIncidentApi(t, dialect)
    const { makeTarget, makeMonitor, report, context } = api
    const tell = (...ids: string[]) => ({ notification_target_ids: ids })
    const [both, shop, blog, off] = [
      await makeTarget('both'),
      await makeTarget('shop'),
      await makeTarget('blog'),
      await makeTarget('off', { is_enabled: false }),
    ]
    await makeTarget('fallback', { is_default: true })
    await makeTarget('silent', { is_default: true, is_enabled: false })
    const own = await makeMonitor('Shop', tell(both, shop, off))
    const other = await makeMonitor('Blog', tell(both, blog))
    const quiet = await makeMonitor('Quiet', tell())
    const whom = async (over: object) => {
      await context.store.transact((tx) => deleteRows(tx, 'deliveries'))
      await report(over)
      return (await listTold(api)).join(', ')
    }
    const opened = (...names: string[]) => names.map((name) => `${name} incident.opened`).join(', ')
    assert.equal(await whom({ check_id: own }), opened('both', 'shop'))
    assert.equal(await whom({ check_id: own, affected_monitor_ids: [other, quiet] }), opened('blog', 'both', 'shop'))
    assert.equal(await whom({ affected_monitor_ids: [other, own] }), opened('blog', 'both', 'shop'))
    assert.equal(await whom({ affected_monitor_ids: [quiet] }), '')
    assert.equal(await whom({}), opened('fallback'))
    assert.ok(context.woken.includes('deliveries'))
  })

  test(`${dialect}: a reported system incident counts as the engine's one of its kind, and a recovery resolves it`, async (t) => {
    const { makeMonitor, report, turn, list } = await makeIncidentApi(t, dialect)
    const monitorId = await makeMonitor('Shop')
    const reported = await report({ check_id: monitorId })
    await report({ check_id: monitorId, source: 'manual' })
    await turn(monitorId, 'down', 'up')
    const open = (await list('?status=open')).incidents
    assert.equal(open.length, 2)
    assert.equal(open.find(({ id }: { id: string }) => id === reported.id).failure_count, 3)
    await report({ check_id: monitorId, title: 'Another' })
    await turn(monitorId, 'up', 'down')
    const resolved = (await list('?status=resolved')).incidents
    assert.deepEqual(
      resolved.map(({ source, resolved_by }: Record<string, unknown>) => [source, resolved_by]),
      [
        ['system', null],
        ['system', null],
      ],
    )
    await turn(monitorId, 'slow', 'up')
    const slow = (await list('?status=open&source=system')).incidents
    assert.deepEqual(
      slow.map(({ title }: { title: string }) => title),
      ['"Shop" is slow'],
    )
  })

  test(`${dialect}: an edit changes only what is sent, tells it, and takes back what was read`, async (t) => {
    const api = await makeIncidentApi(t, dialect)
    const { send, call, key, makeMonitor, makeTarget, report, clock } = api
    await makeTarget('ops', { is_default: true })
    const [own, other] = [await makeMonitor('Shop'), await makeMonitor('Blog')]
    const before = await report({ check_id: own, affected_monitor_ids: [other] })
    clock.advance(MINUTE_MS)
    const change = { title: 'Checkout', severity: 'critical', status_page_update: 'We are on it' }
    const { status, body } = await send('PATCH', `/${before.id}`, change)
    assert.equal(status, 200)
    const { incident } = body.data
    assert.deepEqual(incident, { ...before, ...change, updated_at: iso(MONDAY + MINUTE_MS) })
    assert.deepEqual(await listTold(api), ['ops incident.opened', 'ops incident.updated'])
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

  test(`${dialect}: it is resolved and opened again, each with its word`, async (t) => {
    const { send, bob, report, clock } = await makeIncidentApi(t, dialect)
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
      [told(again), again.body.error.message],
      ['400 VALIDATION_ERROR status', 'Incident is already in status: resolved'],
    )
    const reopened = (await move('open')).body.data.incident
    const cleared = ['resolved_at', 'resolved_by', 'resolved_by_name', 'resolution_note', 'duration_seconds']
    assert.deepEqual([reopened.status, cleared.filter((name) => name in reopened)], ['open', []])
    await send('POST', `/${id}/acknowledge`)
    assert.equal(told(await move('open')), '400 VALIDATION_ERROR status')
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

  test(`${dialect}: what the engine has opened anew cannot be opened again beside it`, async (t) => {
    const { send, makeMonitor, turn, list, clock } = await makeIncidentApi(t, dialect)
    const monitorId = await makeMonitor('Shop')
    await turn(monitorId, 'down', 'up')
    await turn(monitorId, 'up', 'down')
    const [first] = (await list()).incidents
    clock.advance(10 * MINUTE_MS)
    await turn(monitorId, 'down', 'up')
    const reopen = () => send('POST', `/${first.id}/status`, { status: 'open' })
    assert.equal(told(await reopen()), '409 CONFLICT')
    await turn(monitorId, 'slow', 'down')
    assert.equal(told(await reopen()), '200')
  })

  test(`${dialect}: a note is told, and stands among what happened`, async (t) => {
    const api = await makeIncidentApi(t, dialect)
    const { send, makeTarget, report, bob, context } = api
    await makeTarget('ops', { is_default: true })
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
    assert.deepEqual(await listTold(api), ['ops incident.opened', 'ops incident.updated', 'ops incident.updated'])
    const [, row] = await readRows(context.store.db, 'deliveries', {}, ['created_at'])
    assert.equal(JSON.parse(row!.payload).data.update.message, 'Found the cable')
  })

  test(`${dialect}: a deleted incident is gone for everybody, and the engine opens a fresh one`, async (t) => {
    const { send, call, key, alice, makeMonitor, turn, list, context } = await makeIncidentApi(t, dialect)
    const monitorId = await makeMonitor('Shop')
    await turn(monitorId, 'down', 'up')
    const { id } = (await list()).incidents[0]
    const remove = () => send('DELETE', `/${id}`, undefined, alice.session)
    const { status, body } = await remove()
    assert.deepEqual([status, body.data], [200, { deleted: true }])
    assert.equal(told(await remove()), '404 RESOURCE_NOT_FOUND')
    const row = await readRow(context.store.db, 'incidents')
    assert.deepEqual([row.deleted_at, row.deleted_by], [MONDAY, alice.userId])
    for (const path of ['', '/updates', '/affected-checks'])
      assert.equal(told(await send('GET', `/${id}${path}`)), '404 RESOURCE_NOT_FOUND')
    const stats = await call('GET', `/api/monitors/${monitorId}/stats`, { as: key })
    assert.equal(stats.body.data?.current_incident ?? null, null)
    await turn(monitorId, 'up', 'down')
    await turn(monitorId, 'down', 'up')
    const [fresh] = (await list()).incidents
    assert.deepEqual([fresh.status, fresh.id === id], ['open', false])
  })

  test(`${dialect}: everything is written into the audit log`, async (t) => {
    const { send, alice, report, context } = await makeIncidentApi(t, dialect)
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

test('what is wrong with a report is named', async (t) => {
  const { send, makeMonitor, charlie } = await makeIncidentApi(t, 'sqlite')
  const theirs = await makeMonitor('Theirs', {}, charlie)
  const own = await makeMonitor('Shop')
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
    assert.equal(told(await send('POST', '', { ...PLAIN, title: 'T', ...over })), expected, JSON.stringify(over))
  const fault = await send('POST', '', { ...PLAIN, title: 'T', source: 'system' })
  assert.equal(fault.body.error.message, 'System incidents must have a check_id')
})

test('what is wrong with an edit, a move or a note is named', async (t) => {
  const { send, report, makeMonitor, charlie } = await makeIncidentApi(t, 'sqlite')
  const theirs = await makeMonitor('Theirs', {}, charlie)
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
    assert.equal(told(await send(method, `/${id}${path}`, body)), expected, `${path} ${JSON.stringify(body)}`)
})

test('who may do what: managing takes the permission, deleting a session, and strangers find nothing', async (t) => {
  const { send, context, tokens, alice, charlie, key, report } = await makeIncidentApi(t, 'sqlite')
  const { id } = await report()
  const viewer = (await makePerson(context, tokens, alice, 'viewer')).session
  const responder = (await makePerson(context, tokens, alice, 'responder')).session
  const readKey = await makeKey(context, alice, 'read')
  const writes: [method: string, path: string, body?: object][] = [
    ['PATCH', `/${id}`, { severity: 'minor' }],
    ['POST', `/${id}/updates`, { message: 'x' }],
    ['POST', `/${id}/status`, { status: 'resolved' }],
    ['DELETE', `/${id}`],
  ]
  for (const [method, path, body] of [['POST', '', { ...PLAIN, title: 'T' }] as const, ...writes]) {
    assert.equal(told(await send(method, path, body, viewer)), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(told(await send(method, path, body, readKey)), '403 READ_ONLY_API_KEY')
  }
  for (const [method, path, body] of writes)
    assert.equal(told(await send(method, path, body, charlie.session)), '404 RESOURCE_NOT_FOUND')
  assert.equal(told(await send('DELETE', `/${id}`, undefined, key)), '403 JWT_REQUIRED')
  for (const [method, path, body] of writes)
    assert.equal(told(await send(method, path, body, responder)).slice(0, 2), '20')
  const elsewhere = await makeTeam(context, 'Elsewhere')
  const { status } = await send(
    'POST',
    '',
    { ...PLAIN, title: 'T' },
    { ...alice.session, 'x-project-id': elsewhere.projectId },
  )
  assert.equal(status, 403)
})
