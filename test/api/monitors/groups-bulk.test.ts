import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { makeGroupApi } from './group-api.ts'

const NOBODY = '0198c0de-7a11-7abc-8def-0123456789ab'
const OPERATIONS = ['bulk-pause', 'bulk-resume', 'bulk-move', 'bulk-delete']

for (const dialect of DIALECTS) {
  test(`${dialect}: pausing a group pauses its active monitors, and resuming resumes only paused ones`, async (t) => {
    const { group, makeGroup, fill, monitor, send } = await makeGroupApi(t, dialect)
    const shops = await makeGroup('Shops')
    const below = await makeGroup('Below', shops)
    const [a, b, c] = (await fill(shops, 3)) as [string, string, string]
    const [outside] = await fill(below, 1)
    await send('PUT', `/${b}`, { status: 'disabled' })
    const paused = await group('POST', `/${shops}/bulk-pause`)
    assert.equal(paused.status, 200)
    assert.deepEqual(paused.body.data, {
      ...{ operation: 'pause', group_id: shops, total: 3, succeeded: 2, failed: 0, skipped: 1 },
      results: [
        { monitor_id: c, name: 'Site 3', outcome: 'succeeded' },
        { monitor_id: b, name: 'Site 2', outcome: 'skipped' },
        { monitor_id: a, name: 'Site 1', outcome: 'succeeded' },
      ],
    })
    assert.deepEqual([(await monitor(a)).status, (await monitor(outside!)).status], ['paused', 'active'])
    const resumed = (await group('POST', `/${shops}/bulk-resume`)).body.data
    assert.deepEqual([resumed.operation, resumed.succeeded, resumed.skipped], ['resume', 2, 1])
    assert.equal((await monitor(b)).status, 'disabled', 'a user disabled it on purpose')
    assert.equal((await monitor(a)).runtimeStatus, 'unknown')
    const until = new Date(MONDAY + DAY_MS).toISOString()
    assert.equal((await group('POST', `/${shops}/bulk-pause`, { until })).body.data.succeeded, 2)
    assert.equal((await monitor(a)).paused_until, until)
    const empty = (await group('POST', `/${await makeGroup('Empty')}/bulk-pause`)).body.data
    assert.deepEqual([empty.total, empty.results], [0, []])
  })

  test(`${dialect}: resuming stops at the plan limit and reports each refused monitor`, async (t) => {
    const { group, makeGroup, fill, setPlan, context } = await makeGroupApi(t, dialect)
    const shops = await makeGroup('Shops')
    await fill(null, 48)
    const ids = await fill(shops, 4, { status: 'paused' })
    await setPlan('free')
    const { status, body } = await group('POST', `/${shops}/bulk-resume`)
    assert.equal(status, 200)
    assert.deepEqual([body.data.succeeded, body.data.failed], [2, 2])
    const [, , third] = body.data.results
    assert.deepEqual([third.monitor_id, third.outcome, third.error.code], [ids[1], 'failed', 'MONITOR_LIMIT_REACHED'])
    assert.match(third.error.message, /50 monitors are active, and the plan allows 50/)
    assert.equal(await countRows(context.store.db, 'monitors', { status: 'active' }), 50)
  })

  test(`${dialect}: all monitors of a group are moved to another group`, async (t) => {
    const { group, makeGroup, fill, monitor, call, charlie } = await makeGroupApi(t, dialect)
    const [shops, other] = [await makeGroup('Shops'), await makeGroup('Other')]
    const [id] = await fill(shops, 2)
    const foreign = await call('POST', '/api/groups', { as: charlie.session, body: { name: 'Foreign' } })
    const move = (body?: object) => group('POST', `/${shops}/bulk-move`, body)
    const refused = '400 VALIDATION_ERROR target_group_id'
    for (const body of [undefined, {}, { target_group_id: null }, { target_group_id: 'x' }])
      assert.equal(describeResponse(await move(body)), refused)
    for (const target_group_id of [NOBODY, foreign.body.data.id])
      assert.equal(describeResponse(await move({ target_group_id })), refused)
    assert.equal((await move({ target_group_id: shops })).body.data.skipped, 2, 'the monitors are already in the group')
    const moved = (await move({ target_group_id: other })).body.data
    assert.deepEqual([moved.operation, moved.group_id, moved.succeeded], ['move', shops, 2])
    assert.equal((await monitor(id!)).group_id, other)
    assert.equal((await group('GET', `/${other}`)).body.data.check_count, 2)
    assert.equal((await move({ target_group_id: other })).body.data.total, 0)
  })

  test(`${dialect}: all monitors of a group are deleted after confirmation, and the group stays`, async (t) => {
    const { group, makeGroup, fill, send } = await makeGroupApi(t, dialect)
    const shops = await makeGroup('Shops')
    const [id] = await fill(shops, 2)
    const remove = (body?: object) => group('POST', `/${shops}/bulk-delete`, body)
    for (const body of [undefined, {}, { confirm: false }])
      assert.equal(describeResponse(await remove(body)), '400 CONFIRMATION_REQUIRED')
    assert.equal(describeResponse(await remove({ confirm: 'yes' })), '400 VALIDATION_ERROR confirm')
    assert.equal((await remove({ confirm: true })).body.data.succeeded, 2)
    assert.equal(describeResponse(await send('GET', `/${id}`)), '404 MONITOR_NOT_FOUND')
    assert.equal((await group('GET', `/${shops}`)).body.data.check_count, 0)
    assert.equal((await send('GET', '')).body.data.pagination.total_count, 0)
  })

  test(`${dialect}: API keys and users without the edit permission are refused`, async (t) => {
    const { alice, bob, context, tokens, group, makeGroup } = await makeGroupApi(t, dialect)
    const shops = await makeGroup('Shops')
    const viewer = (await createPerson(context, tokens, alice, 'responder')).session
    const [read, write] = [
      await createKeyHeaders(context, alice, 'read'),
      await createKeyHeaders(context, alice, 'read_write'),
    ]
    const body = { target_group_id: shops, confirm: true }
    for (const operation of OPERATIONS) {
      const by = async (who: Record<string, string>, id = shops) =>
        describeResponse(await group('POST', `/${id}/${operation}`, bodyOf(operation, body), who))
      assert.equal(await by(read), '403 READ_ONLY_API_KEY')
      assert.equal(await by(write), '403 JWT_REQUIRED')
      assert.equal(await by(viewer), '403 INSUFFICIENT_PERMISSIONS')
      assert.equal(await by(bob.session), '200')
      assert.equal(await by(bob.session, NOBODY), '404 RESOURCE_NOT_FOUND')
      assert.equal(await by(bob.session, 'x'), '400 VALIDATION_ERROR groupId')
    }
  })
}

/** Returns the body of the operation. */
function bodyOf(operation: string, { target_group_id, confirm }: { target_group_id: string; confirm: boolean }) {
  if (operation === 'bulk-move') return { target_group_id }
  return operation === 'bulk-delete' ? { confirm } : undefined
}
