import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeResponse } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { makeGroupApi } from './group-api.ts'

const NOBODY = '0198c0de-7a11-7abc-8def-0123456789ab'

for (const dialect of DIALECTS) {
  test(`${dialect}: a batch handles each monitor separately, in the order of the request`, async (t) => {
    const { fill, monitor, send, charlie, call } = await makeGroupApi(t, dialect)
    const [a, b, c] = (await fill(null, 3)) as [string, string, string]
    const body = { name: 'Foreign', type: 'HTTP', target: 'https://example.com/' }
    const made = await call('POST', '/api/monitors', { as: charlie.session, body })
    const foreign = made.body.data.monitor.id
    await send('POST', `/${b}/pause`)
    const ids = [c.toUpperCase(), b, NOBODY, foreign, c]
    const { status, body: answer } = await send('POST', '/batch', { action: 'pause', monitor_ids: ids })
    assert.equal(status, 200, JSON.stringify(answer))
    const missing = (id: string) => ({
      ...{ monitor_id: id, name: null, outcome: 'failed' },
      error: { code: 'MONITOR_NOT_FOUND', message: `Monitor ${id} does not exist in this project` },
    })
    assert.deepEqual(answer.data, {
      ...{ operation: 'pause', total: 4, succeeded: 1, failed: 2, skipped: 1 },
      results: [
        { monitor_id: c, name: 'Site 3', outcome: 'succeeded' },
        { monitor_id: b, name: 'Site 2', outcome: 'skipped' },
        missing(NOBODY),
        missing(foreign),
      ],
    })
    assert.deepEqual([(await monitor(a)).status, (await monitor(c)).status], ['active', 'paused'])
    const untouched = await call('GET', `/api/monitors/${foreign}`, { as: charlie.session })
    assert.equal(untouched.body.data.monitor.status, 'active')
  })

  test(`${dialect}: a batch pauses and resumes disabled monitors like the single operations`, async (t) => {
    const { fill, monitor, send } = await makeGroupApi(t, dialect)
    const ids = await fill(null, 2)
    for (const id of ids) await send('PUT', `/${id}`, { status: 'disabled' })
    await send('POST', '/batch', { action: 'pause', monitor_ids: [ids[0]] })
    await send('POST', '/batch', { action: 'resume', monitor_ids: [ids[1]] })
    assert.deepEqual([(await monitor(ids[0]!)).status, (await monitor(ids[1]!)).status], ['paused', 'active'])
  })

  test(`${dialect}: a batch resumes monitors up to the plan limit`, async (t) => {
    const { fill, send } = await makeGroupApi(t, dialect, { plan: 'free' })
    await fill(null, 49)
    const ids = await fill(null, 3, { status: 'paused' })
    const { data } = (await send('POST', '/batch', { action: 'resume', monitor_ids: ids })).body
    const codes = data.results.map((one: { error?: { code: string } }) => one.error?.code)
    assert.deepEqual(codes, [undefined, 'MONITOR_LIMIT_REACHED', 'MONITOR_LIMIT_REACHED'])
  })

  test(`${dialect}: a batch moves monitors to a group or out of all groups, and deletes them`, async (t) => {
    const { fill, makeGroup, monitor, send } = await makeGroupApi(t, dialect)
    const group = await makeGroup('Shops')
    const ids = await fill(null, 2)
    const batch = (action: string, over: object = {}) => send('POST', '/batch', { action, monitor_ids: ids, ...over })
    assert.equal((await batch('move', { group_id: group })).body.data.succeeded, 2)
    assert.equal((await monitor(ids[0]!)).group_id, group)
    assert.equal((await batch('move', { group_id: group })).body.data.skipped, 2)
    assert.equal((await batch('move', { group_id: null })).body.data.succeeded, 2)
    assert.equal((await monitor(ids[0]!)).group_id, undefined)
    assert.equal((await batch('delete')).body.data.succeeded, 2)
    assert.equal((await batch('delete')).body.data.failed, 2)
    assert.equal(describeResponse(await send('GET', `/${ids[0]}`)), '404 MONITOR_NOT_FOUND')
  })

  test(`${dialect}: an invalid batch is refused as a whole`, async (t) => {
    const { alice, context, tokens, fill, makeGroup, monitor, send } = await makeGroupApi(t, dialect)
    const group = await makeGroup('Shops')
    const [id] = (await fill(null, 1)) as [string]
    const cases: [body: object, field: string][] = [
      [{ monitor_ids: [id] }, 'action'],
      [{ action: 'stop', monitor_ids: [id] }, 'action'],
      [{ action: 'pause' }, 'monitor_ids'],
      [{ action: 'pause', monitor_ids: [] }, 'monitor_ids'],
      [{ action: 'pause', monitor_ids: Array(101).fill(id) }, 'monitor_ids'],
      [{ action: 'pause', monitor_ids: [id, 'x'] }, 'monitor_ids.1'],
      [{ action: 'pause', monitor_ids: [id], group_id: group }, 'group_id'],
      [{ action: 'pause', monitor_ids: [id], force: true }, 'force'],
      [{ action: 'move', monitor_ids: [id] }, 'group_id'],
      [{ action: 'move', monitor_ids: [id], group_id: NOBODY }, 'group_id'],
    ]
    for (const [body, field] of cases)
      assert.equal(
        describeResponse(await send('POST', '/batch', body)),
        `400 VALIDATION_ERROR ${field}`,
        JSON.stringify(body),
      )
    const body = { action: 'pause', monitor_ids: [id] }
    const viewer = (await createPerson(context, tokens, alice, 'viewer')).session
    assert.equal(describeResponse(await send('POST', '/batch', body, viewer)), '403 INSUFFICIENT_PERMISSIONS')
    const read = await createKeyHeaders(context, alice, 'read')
    assert.equal(describeResponse(await send('POST', '/batch', body, read)), '403 READ_ONLY_API_KEY')
    assert.equal((await monitor(id)).status, 'active')
  })
}

test('a batch creates many monitors, and refuses each invalid one like a single creation', async (t) => {
  const { send, monitor } = await makeGroupApi(t, 'sqlite')
  const bodies = [
    { name: 'Shop', type: 'HTTP', target: 'https://shop.example.com/', interval_seconds: 300 },
    { name: 'Port', type: 'TCP', target: 'example.com' },
    { name: 'No type' },
    { name: 'Job', type: 'HEARTBEAT', heartbeat_config: { expected_interval_seconds: 3_600 } },
  ]
  const { status, body } = await send('POST', '/batch', { action: 'create', monitors: bodies })
  assert.equal(status, 200, JSON.stringify(body))
  const { results, ...counts } = body.data
  assert.deepEqual(counts, { operation: 'create', total: 4, succeeded: 2, failed: 2, skipped: 0 })
  assert.equal((await monitor(results[0].monitor_id)).target, 'https://shop.example.com/')
  assert.equal((await monitor(results[3].monitor_id)).name, 'Job')
  for (const index of [1, 2]) {
    const single = await send('POST', '', bodies[index])
    assert.deepEqual(results[index].error, single.body.error, `monitor ${index}`)
    assert.equal(results[index].monitor_id, null)
  }
  const atomic = await send('POST', '/batch', { action: 'create', atomic: true, monitors: bodies })
  assert.deepEqual(
    atomic.body.data.results.map(({ outcome }: { outcome: string }) => outcome),
    ['skipped', 'failed', 'failed', 'skipped'],
  )
})

test('a batch states which fields its action needs', async (t) => {
  const { send } = await makeGroupApi(t, 'sqlite')
  const refused = async (body: object) => (await send('POST', '/batch', body)).body.error.details.field
  assert.equal(await refused({ action: 'create' }), 'monitors')
  assert.equal(await refused({ action: 'create', monitors: [{}], monitor_ids: [NOBODY] }), 'monitor_ids')
  assert.equal(await refused({ action: 'pause' }), 'monitor_ids')
  assert.equal(await refused({ action: 'pause', monitor_ids: [NOBODY], monitors: [{}] }), 'monitors')
  assert.equal(await refused({ action: 'pause', monitor_ids: [NOBODY], atomic: true }), 'atomic')
})
