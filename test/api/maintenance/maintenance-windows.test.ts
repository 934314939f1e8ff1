import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processDueWindows } from '../../../src/services/maintenance/maintenance-spans.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { insertGroup } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { deleteRows, readColumns } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson, type Person } from '../../support/factories/people.ts'

const BASE = '/api/maintenance-windows'
const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

/** The clock of the service shows 2026-01-05T00:00:00Z. */
const TONIGHT = { starts_at: '2026-01-05T22:00:00.000Z', ends_at: '2026-01-05T23:30:00.000Z' }
const WEEKLY = { cron: '0 2 * * 0', duration_minutes: 90, timezone: 'Europe/Berlin', until: null }

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createMonitorApi(t, dialect)
  const monitor = await app.create()
  const key = await createKeyHeaders(app.context, app.alice, 'read_write') // a key, because it outlasts any clock change
  const ask = (method: string, path = '', body?: unknown, by?: Person) =>
    app.call(method, `${BASE}${path}`, { as: by?.session ?? key, ...(body !== undefined && { body }) })
  const draft = (over: object = {}) => ({ name: 'Upgrade', monitor_ids: [monitor.id], ...TONIGHT, ...over })
  const make = async (over: object = {}) => {
    const { status, body } = await ask('POST', '', draft(over))
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.maintenance_window
  }
  const read = async (id: string) => (await ask('GET', `/${id}`)).body.data.maintenance_window
  return { ...app, monitor, ask, draft, make, read }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a window is created, read, listed and deleted`, async (t) => {
    const { alice, monitor, clock, ask, make, read } = await prepare(t, dialect)
    const made = await make({ description: 'New disks', recurrence: WEEKLY })
    const { id, ...rest } = made
    assert.deepEqual(rest, {
      project_id: alice.projectId,
      name: 'Upgrade',
      description: 'New disks',
      monitor_ids: [monitor.id],
      group_ids: [],
      ...TONIGHT,
      recurrence: WEEKLY,
      status: 'scheduled',
      current: null,
      next_starts_at: TONIGHT.starts_at,
      created_at: '2026-01-05T00:00:00.000Z',
      updated_at: '2026-01-05T00:00:00.000Z',
    })
    assert.deepEqual(await read(id), made)
    clock.advance(1)
    const second = await make({ name: 'Other' })
    const { maintenance_windows, pagination } = (await ask('GET', '?limit=1')).body.data
    assert.deepEqual([maintenance_windows, pagination.total_count, pagination.has_more], [[second], 2, true])
    assert.deepEqual((await ask('DELETE', `/${id}`)).body, { success: true, data: { deleted: true } })
    assert.equal(describeResponse(await ask('GET', `/${id}`)), '404 RESOURCE_NOT_FOUND')
    assert.equal(describeResponse(await ask('DELETE', `/${id}`)), '404 RESOURCE_NOT_FOUND')
  })

  test(`${dialect}: the status of a window follows the clock`, async (t) => {
    const { context, make, read } = await prepare(t, dialect)
    const { id } = await make()
    const statuses: string[] = []
    for (const time of ['21:59:59.999', '22:00:00', '23:29:59.999', '23:30:00']) {
      context.setTime(Date.parse(`2026-01-05T${time}Z`))
      statuses.push((await read(id)).status)
    }
    assert.deepEqual(statuses, ['scheduled', 'active', 'active', 'finished'])
  })

  test(`${dialect}: a window shows its current and next occurrence, and its monitor shows the maintenance`, async (t) => {
    const { context, ask, make, read, monitor, send } = await prepare(t, dialect)
    const { id } = await make({ recurrence: WEEKLY })
    const shown = async () => {
      const { current, next_starts_at } = await read(id)
      const { in_maintenance } = (await send('GET', `/${monitor.id}`)).body.data.monitor
      return { current, next_starts_at, in_maintenance }
    }
    assert.deepEqual(await shown(), {
      current: null,
      next_starts_at: TONIGHT.starts_at,
      in_maintenance: undefined,
    })
    context.setTime(Date.parse(TONIGHT.starts_at))
    await processDueWindows(context)
    const next_starts_at = '2026-01-11T01:00:00.000Z'
    assert.deepEqual(await shown(), { current: TONIGHT, next_starts_at, in_maintenance: true })
    await ask('PUT', `/${id}`, { status: 'cancelled' })
    assert.deepEqual(await shown(), { current: null, next_starts_at: null, in_maintenance: undefined })
  })

  test(`${dialect}: only sent fields change, and a representation may be sent back`, async (t) => {
    const { clock, create, ask, make, read } = await prepare(t, dialect)
    const other = await create({ name: 'Other' })
    const made = await make({ recurrence: WEEKLY })
    clock.advance(5)
    const back = await ask('PUT', `/${made.id}`, { ...made, status: 'active', name: 'Renamed' })
    const renamed = { ...made, name: 'Renamed', updated_at: '2026-01-05T00:00:00.005Z' }
    assert.deepEqual([back.status, back.body.data?.maintenance_window], [200, renamed])
    const change = {
      monitor_ids: [other.id, made.monitor_ids[0]],
      recurrence: { duration_minutes: 5, until: '2027-01-01T00:00:00+01:00' },
    }
    await ask('PUT', `/${made.id}`, change)
    const expected = { ...WEEKLY, duration_minutes: 5, until: '2026-12-31T23:00:00.000Z' }
    assert.deepEqual(await read(made.id), { ...renamed, monitor_ids: change.monitor_ids, recurrence: expected })
    await ask('PUT', `/${made.id}`, { recurrence: null })
    assert.equal((await read(made.id)).recurrence, null)
  })

  test(`${dialect}: a window can be cancelled before or during an occurrence, but not after the last one`, async (t) => {
    const { context, ask, make } = await prepare(t, dialect)
    const [early, late] = [await make(), await make()]
    const cancel = (id: string) => ask('PUT', `/${id}`, { status: 'cancelled' })
    context.setTime(Date.parse('2026-01-05T22:30:00Z'))
    assert.equal((await cancel(early.id)).body.data.maintenance_window.status, 'cancelled')
    const row = () => readColumns(context.store.db, 'maintenance_windows', ['cancelled_at'], { id: early.id })
    const [first] = await row()
    context.setTime(Date.parse('2026-01-06T00:00:00Z'))
    assert.equal(describeResponse(await cancel(late.id)), '400 VALIDATION_ERROR status')
    assert.equal((await cancel(early.id)).body.data.maintenance_window.status, 'cancelled')
    assert.deepEqual(await row(), [first])
    const revived = await ask('PUT', `/${early.id}`, { status: 'scheduled', name: 'Again' })
    assert.equal(revived.body.data.maintenance_window.status, 'cancelled')
  })

  test(`${dialect}: a deleted monitor leaves its windows, and their other fields can still change`, async (t) => {
    const { monitor, create, send, ask, make, read } = await prepare(t, dialect)
    const other = await create({ name: 'Other' })
    const { id } = await make({ monitor_ids: [monitor.id, other.id] })
    await send('DELETE', `/${monitor.id}`)
    assert.deepEqual((await read(id)).monitor_ids, [other.id])
    assert.equal(
      describeResponse(await ask('PUT', `/${id}`, { monitor_ids: [monitor.id] })),
      '404 MONITOR_NOT_FOUND monitor_ids',
    )
    await send('DELETE', `/${other.id}`)
    const orphan = await read(id)
    assert.deepEqual(orphan.monitor_ids, [])
    assert.equal(describeResponse(await ask('PUT', `/${id}`, { ...orphan, name: 'Nothing left' })), '200')
  })

  test(`${dialect}: a window may affect groups, and deleted groups leave it`, async (t) => {
    const { context, alice, charlie, ask, make, read } = await prepare(t, dialect)
    const [first, second] = [await makeGroup(context, alice), await makeGroup(context, alice)]
    const { id } = await make({ monitor_ids: [], group_ids: [second, first] })
    assert.deepEqual((await read(id)).group_ids, [second, first])
    const foreign = await makeGroup(context, charlie)
    assert.equal(
      describeResponse(await ask('PUT', `/${id}`, { group_ids: [foreign] })),
      '404 RESOURCE_NOT_FOUND group_ids',
    )
    await deleteRows(context.store.db, 'groups', { id: second })
    assert.deepEqual((await read(id)).group_ids, [first])
  })

  test(`${dialect}: changes of a window are recorded in the audit log`, async (t) => {
    const { context, alice, ask, make } = await prepare(t, dialect)
    const { id } = await make()
    await ask('PUT', `/${id}`, { name: 'Renamed', description: '' })
    await ask('PUT', `/${id}`, {})
    await ask('DELETE', `/${id}`)
    const entries = await listAuditEntries(context.store.db, { resource_id: id })
    assert.deepEqual(entries.map(({ action }) => action).sort(), [
      'maintenance_window.created',
      'maintenance_window.deleted',
      'maintenance_window.updated',
    ])
    assert.ok(entries.every(({ actor_id }) => actor_id === alice.userId))
    const renamed = entries.find(({ action }) => action.endsWith('updated'))!
    assert.deepEqual(JSON.parse(renamed.changes), { name: { from: 'Upgrade', to: 'Renamed' } })
  })
}

async function makeGroup({ store, newId }: Context, { organizationId, projectId, userId }: Person): Promise<string> {
  const id = newId()
  const owner = { organization_id: organizationId, project_id: projectId, created_by: userId }
  await insertGroup(store.db, { id, ...owner })
  return id
}

const REFUSED: [what: string, over: object, message: string][] = [
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a long name', { name: 'x'.repeat(81) }, 'name'],
  ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ['no start', { starts_at: undefined }, 'starts_at'],
  ['no end', { ends_at: undefined }, 'ends_at'],
  ['a time without an offset', { starts_at: '2026-01-05T22:00:00' }, 'starts_at'],
  ['an end at the start', { ends_at: TONIGHT.starts_at }, 'ends_at'],
  ['no monitors and groups', { monitor_ids: [] }, 'monitor_ids'],
  ['a repeated monitor', { monitor_ids: [NOWHERE, NOWHERE] }, 'monitor_ids'],
  ['an invalid ID', { monitor_ids: ['shop'] }, 'monitor_ids.0'],
  ['a recurrence without a cron', { recurrence: { duration_minutes: 5 } }, 'recurrence.cron'],
  ['a recurrence without a duration', { recurrence: { cron: '0 0 * * *' } }, 'recurrence.duration_minutes'],
  ['no duration', { recurrence: { ...WEEKLY, duration_minutes: 0 } }, 'recurrence.duration_minutes'],
  ['a duration over a week', { recurrence: { ...WEEKLY, duration_minutes: 10_081 } }, 'recurrence.duration_minutes'],
  ['an invalid cron expression', { recurrence: { ...WEEKLY, cron: '@reboot' } }, 'recurrence.cron'],
  ['a day that does not exist', { recurrence: { ...WEEKLY, cron: '0 0 30 2 *' } }, 'recurrence.cron'],
  ['an unknown time zone', { recurrence: { ...WEEKLY, timezone: 'Mars/Olympus' } }, 'recurrence.timezone'],
  ['an end before the start', { recurrence: { ...WEEKLY, until: TONIGHT.starts_at } }, 'recurrence.until'],
  ['an unknown setting', { recurrence: { ...WEEKLY, rrule: '' } }, 'recurrence.rrule'],
  ['a status', { status: 'active' }, 'status'],
  ['an unknown field', { colour: 'red' }, 'colour'],
]

test('an invalid window is refused by field', async (t) => {
  const { ask, draft } = await prepare(t, 'sqlite')
  for (const [what, over, field] of REFUSED)
    assert.equal(describeResponse(await ask('POST', '', draft(over))), `400 VALIDATION_ERROR ${field}`, what)
  assert.equal((await ask('GET')).body.data.pagination.total_count, 0)
})

test('an update is validated together with the stored fields', async (t) => {
  const { ask, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const cases: [body: object, message: string][] = [
    [{ ends_at: '2026-01-05T21:00:00Z' }, '400 VALIDATION_ERROR ends_at'],
    [{ starts_at: '2026-01-06T00:00:00Z' }, '400 VALIDATION_ERROR ends_at'],
    [{ monitor_ids: [] }, '400 VALIDATION_ERROR monitor_ids'],
    [{ monitor_ids: [NOWHERE] }, '404 MONITOR_NOT_FOUND monitor_ids'],
    [{ group_ids: [NOWHERE] }, '404 RESOURCE_NOT_FOUND group_ids'],
    [{ recurrence: { timezone: 'UTC' } }, '400 VALIDATION_ERROR recurrence.cron'],
    [{ recurrence: { cron: '0 0 * * *' } }, '400 VALIDATION_ERROR recurrence.duration_minutes'],
    [{ status: 'over' }, '400 VALIDATION_ERROR status'],
    [{ colour: 'red' }, '400 VALIDATION_ERROR colour'],
    [{ recurrence: { cron: '0 0 * * *', duration_minutes: 1 } }, '200'],
    [{ recurrence: { cron: 'x' } }, '400 VALIDATION_ERROR recurrence.cron'],
  ]
  for (const [body, expected] of cases)
    assert.equal(describeResponse(await ask('PUT', `/${id}`, body)), expected, JSON.stringify(body))
  assert.equal(describeResponse(await ask('PUT', `/${NOWHERE}`, {})), '404 RESOURCE_NOT_FOUND')
})

test('users without the edit permission read windows, and other organizations find nothing', async (t) => {
  const { call, context, tokens, alice, charlie, monitor, ask, draft, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const responder = await createPerson(context, tokens, alice, 'responder')
  const readKey = await createKeyHeaders(context, alice, 'read')
  for (const [method, path, body] of [
    ['POST', '', draft()],
    ['PUT', `/${id}`, {}],
    ['DELETE', `/${id}`, undefined],
  ] as const) {
    assert.equal(describeResponse(await ask(method, path, body, responder)), '403 INSUFFICIENT_PERMISSIONS')
    assert.equal(describeResponse(await call(method, BASE + path, { as: readKey, body })), '403 READ_ONLY_API_KEY')
    const stranger = method === 'POST' ? '404 MONITOR_NOT_FOUND monitor_ids' : '404 RESOURCE_NOT_FOUND'
    assert.equal(describeResponse(await ask(method, path, body, charlie)), stranger)
  }
  assert.equal(describeResponse(await ask('GET', `/${id}`, undefined, responder)), '200')
  assert.equal(describeResponse(await ask('GET', `/${id}`, undefined, charlie)), '404 RESOURCE_NOT_FOUND')
  assert.equal((await ask('GET', '', undefined, charlie)).body.data.pagination.total_count, 0)
  assert.ok(monitor.id)
})
