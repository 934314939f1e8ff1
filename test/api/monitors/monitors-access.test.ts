import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { insertRows, updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'

const NOBODY = '0198c0de-0000-7000-8000-000000000001'

/** All requests on a monitor; `:id` is its ID. */
const READS = [
  '',
  '/:id',
  '/:id/stats',
  '/:id/sparkline',
  '/:id/results',
  '/:id/response-times',
  '/:id/coverage',
  '/:id/status-history',
]
const EDITS: [string, string, object?][] = [
  ['PUT', '/:id', {}],
  ['POST', '/:id/pause'],
  ['POST', '/:id/resume'],
  ['POST', '', { name: 'x', type: 'HTTP', target: 'https://example.com/' }],
  ['DELETE', '/:id'],
]
const CHECKS: [string, string, object?][] = [
  ['POST', '/:id/check'],
  ['POST', '/test', { type: 'HTTP', target: 'https://example.com/' }],
]

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a read key may read, and is refused a write before any other check`, async (t) => {
    const { send, create, context, alice } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const key = await createKeyHeaders(context, alice, 'read')
    for (const path of READS.filter((path) => !path.endsWith('stats')))
      assert.equal(describeResponse(await send('GET', path.replace(':id', id), undefined, key)), '200', path)
    for (const [method, path] of [...EDITS, ...CHECKS])
      assert.equal(
        describeResponse(await send(method, path.replace(':id', NOBODY), { no: 'sense' }, key)),
        '403 READ_ONLY_API_KEY',
      )
  })

  test(`${dialect}: a read_write key may use all operations that an owner session may use`, async (t) => {
    const { send, create, context, alice } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const key = await createKeyHeaders(context, alice, 'read_write')
    for (const [method, path, body] of EDITS) {
      const { status } = await send(method, path.replace(':id', id), body, key)
      assert.ok(status === 200 || status === 201, `${method} ${path}: ${status}`)
    }
  })

  test(`${dialect}: missing edit permission is reported before the monitor is loaded`, async (t) => {
    const { send, create, context, tokens, alice } = await createMonitorApi(t, dialect)
    const { id } = await create()
    const viewer = await createPerson(context, tokens, alice, 'viewer')
    const responder = await createPerson(context, tokens, alice, 'responder')
    const refused = '403 INSUFFICIENT_PERMISSIONS'
    for (const [method, path] of EDITS)
      for (const person of [viewer, responder])
        assert.equal(
          describeResponse(await send(method, path.replace(':id', NOBODY), { no: 'sense' }, person.session)),
          refused,
        )
    for (const [method, path] of CHECKS)
      assert.equal(describeResponse(await send(method, path.replace(':id', id), undefined, viewer.session)), refused)
    assert.match(
      describeResponse(await send('POST', `/${id}/check`, undefined, responder.session)),
      /^503/,
      'only the probe is missing',
    )
    for (const path of READS.filter((path) => !path.endsWith('stats')))
      assert.equal(describeResponse(await send('GET', path.replace(':id', id), undefined, viewer.session)), '200', path)
  })

  test(`${dialect}: Charlie gets the same answer for Alice's monitor as for an unknown one`, async (t) => {
    const { send, create, charlie } = await createMonitorApi(t, dialect)
    const { id } = await create()
    for (const someId of [id, NOBODY]) {
      const calls: [string, string, object?][] = [
        ...READS.filter((path) => path !== '').map((path): [string, string] => ['GET', path]),
        ...EDITS.filter(([, path]) => path !== ''),
        ['POST', '/:id/check'],
      ]
      for (const [method, path, body] of calls) {
        const answer = await send(method, path.replace(':id', someId), body, charlie.session)
        assert.equal(describeResponse(answer), '404 MONITOR_NOT_FOUND', `${method} ${path}`)
      }
    }
    assert.deepEqual((await send('GET', '', undefined, charlie.session)).body.data.monitors, [])
    assert.equal((await send('GET', `/${id}`)).status, 200)
  })

  test(`${dialect}: an ID that is not a UUID is refused by name, and upper case is accepted`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    for (const path of ['/nonsense', '/nonsense/stats'])
      assert.equal(describeResponse(await send('GET', path)), '400 VALIDATION_ERROR id')
    assert.equal(describeResponse(await send('POST', '/nonsense/pause')), '400 VALIDATION_ERROR id')
    assert.equal(describeResponse(await send('GET', `/${id.toUpperCase()}`)), '200')
  })

  test(`${dialect}: a monitor is found only in its project`, async (t) => {
    const { call, create, context, alice } = await createMonitorApi(t, dialect)
    const projectId = context.newId()
    const times = { created_at: 0, updated_at: 0 }
    await insertRows(context.store.db, 'projects', {
      id: projectId,
      organization_id: alice.organizationId,
      name: 'P',
      slug: 'p',
      is_default: 0,
      ...times,
    })
    const { id } = await create()
    const headers = { 'x-project-id': projectId }
    const inProject = (method: string, path: string, body?: object) =>
      call(method, `/api/monitors${path}`, { as: alice.session, headers, body })
    assert.equal(describeResponse(await inProject('GET', `/${id}`)), '404 MONITOR_NOT_FOUND')
    assert.equal(describeResponse(await inProject('DELETE', `/${id}`)), '404 MONITOR_NOT_FOUND')
    const made = await inProject('POST', '', { name: 'x', type: 'HTTP', target: 'https://example.com/' })
    assert.equal(made.body.data.monitor.project_id, projectId)
    assert.equal((await inProject('GET', '')).body.data.pagination.total_count, 1)
  })

  test(`${dialect}: an unexpected failure has the code of its operation`, async (t) => {
    const { send, create, context } = await createMonitorApi(t, dialect)
    const { id } = await create()
    await context.store.db.schema.dropTable('status_changes').execute()
    const failure = async (method: string, path: string) => describeResponse(await send(method, `/${id}${path}`))
    assert.equal(await failure('POST', '/pause'), '500 MONITOR_PAUSE_FAILED')
    assert.equal(await failure('GET', '/stats'), '500 STATS_FETCH_FAILED')
    assert.equal(await failure('GET', '/status-history'), '500 CHECK_FETCH_FAILED')
    await updateRows(context.store.db, 'monitors', { status: 'paused' })
    assert.equal(await failure('POST', '/resume'), '500 MONITOR_RESUME_FAILED')
    await context.store.db.schema.dropTable('result_days').execute()
    assert.equal(await failure('GET', '/sparkline'), '500 SPARKLINE_FAILED')
  })
}
