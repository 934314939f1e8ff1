import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignment, CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { pullAssignments } from '../../../src/services/probes/assignments.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT, type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

type Json = Record<string, unknown>

async function createVariableApi(t: Cleanup, dialect: DialectName) {
  const orders: Assignment[] = []
  const runCheck = async (assignment: Assignment): Promise<CheckResult> => {
    orders.push(assignment)
    const failure = { errorType: null, errorMessage: null, statusCode: 200, responseTimeMs: 1, remoteAddress: null }
    const at = { scheduledAt: MONDAY, startedAt: MONDAY }
    return { monitorKey: assignment.monitorKey, kind: 'check', status: 'up', timings: NO_TIMINGS, ...at, ...failure }
  }
  const api = await createMonitorApi(t, dialect, { deps: { runCheck } })
  const key = await createKeyHeaders(api.context, api.alice, 'read_write')
  const ask = (method: string, path = '', body?: unknown, as: Record<string, string> = key) =>
    api.call(method, `/api/projects/${api.alice.projectId}/variables${path}`, { as, body })
  return {
    ...api,
    orders,
    ask,
    async define(name: string, value: string, more: Json = {}): Promise<string> {
      const { status, body } = await ask('POST', '', { name, value, ...more })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body.data.variable.id
    },
    /** Assignments that changed after a revision. */
    pull: (since = 0) => pullAssignments(api.context, { regionCode: 'local', probeId: null }, { since }),
  }
}

const problemOf = ({ status, body }: { status: number; body: { error: Json } }) => [
  status,
  body.error.code,
  body.error.message,
]

for (const dialect of DIALECTS) {
  test(`${dialect}: a secret is never returned, and a readable value is`, async (t) => {
    const { ask, define, context, alice } = await createVariableApi(t, dialect)
    const id = await define('token', 'hunter2', { is_secret: true, description: 'For the shop' })
    await define('region', 'eu-1')
    const [region, token] = (await ask('GET')).body.data.variables
    assert.deepEqual([region.name, region.value, region.is_secret, region.monitor_count], ['region', 'eu-1', false, 0])
    assert.deepEqual([token.name, 'value' in token, token.description], ['token', false, 'For the shop'])
    assert.deepEqual((await ask('PATCH', `/${id}`, token)).body.data.variable, token)
    assert.deepEqual(problemOf(await ask('PATCH', `/${id}`, { is_secret: false })), [
      400,
      'VALIDATION_ERROR',
      'value: is required when a secret becomes readable',
    ])
    const open = (await ask('PATCH', `/${id}`, { is_secret: false, value: 'now readable' })).body.data.variable
    assert.equal(open.value, 'now readable')
    assert.deepEqual(problemOf(await ask('POST', '', { name: 'region', value: 'x' })).slice(0, 2), [409, 'CONFLICT'])
    assert.equal((await ask('POST', '', { name: '1st', value: 'x' })).status, 400)
    assert.equal((await ask('POST', '', { name: 'pin', value: '123', is_secret: true })).status, 400)
    assert.equal((await ask('DELETE', `/${id}`)).status, 200)
    assert.equal((await ask('GET', `/${id}`)).status, 404)
    const entries = await readRows(context.store.db, 'audit_log', { resource_id: id }, ['created_at', 'id'])
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['variable.created', 'variable.updated', 'variable.deleted'],
    )
    assert.ok(!JSON.stringify(entries).includes('hunter2') && !JSON.stringify(entries).includes('now readable'))
    assert.equal(alice.projectId, token.project_id)
  })

  test(`${dialect}: monitors refer to variables by id, and probes receive the values`, async (t) => {
    const { ask, define, create, send, pull, orders, context } = await createVariableApi(t, dialect)
    const id = await define('token', 'first', { is_secret: true })
    const user = await define('user', 'alice')
    const settings = {
      headers: { Authorization: 'Bearer {{token}}', 'X-User': '{{ user }}', Cookie: 's={{token}}' },
      body: '{"a":"\\{{user}}"}',
    }
    const monitor = await create({ method: 'POST', ...settings })
    const other = await create({ name: 'Other' })
    assert.deepEqual(monitor.headers, { ...settings.headers, Cookie: '********' })
    assert.equal(monitor.body, settings.body)
    const { settings: stored } = await readRow(context.store.db, 'monitors', { id: monitor.id })
    assert.match(stored, new RegExp(`\\{\\{ ${user} \\}\\}`))

    const first = await pull()
    const assigned = first.changed.find(({ monitorId }) => monitorId === monitor.id)
    const headers = { Authorization: 'Bearer first', 'X-User': 'alice', Cookie: 's=first' }
    assert.deepEqual((assigned!.settings as Json).headers, headers)
    assert.equal((assigned!.settings as Json).body, '{"a":"{{user}}"}')
    assert.deepEqual(assigned?.secrets, ['first'])
    assert.ok(!('secrets' in first.changed.find(({ monitorId }) => monitorId === other.id)!))
    await send('POST', `/${monitor.id}/check`)
    await send('POST', '/test', { name: 'Test', type: 'HTTP', target: 'https://www.example.com/', ...settings })
    for (const order of orders)
      assert.deepEqual([(order.settings as Json).headers, order.secrets], [headers, ['first']])

    await ask('PATCH', `/${id}`, { name: 'api_token' })
    assert.equal((await pull(first.revision)).changed.length, 0, 'a new name changes no check')
    const renamed = (await send('GET', `/${monitor.id}`)).body.data.monitor
    assert.equal(renamed.headers.Authorization, 'Bearer {{api_token}}')
    assert.equal(
      (await send('GET', '?limit=1&offset=1')).body.data.monitors[0].headers.Authorization,
      'Bearer {{api_token}}',
    )
    await send('PUT', `/${monitor.id}`, renamed)

    context.woken.length = 0
    await ask('PATCH', `/${id}`, { value: 'second' })
    const changed = (await pull(first.revision)).changed
    assert.deepEqual(
      changed.map(({ monitorId }) => monitorId),
      [monitor.id],
    )
    assert.deepEqual((changed[0]!.settings as Json).headers, {
      ...headers,
      Authorization: 'Bearer second',
      Cookie: 's=second',
    })
    assert.deepEqual(context.woken, ['assignments'])

    const updates = await readRows(context.store.db, 'audit_log', { resource_id: monitor.id }, ['created_at', 'id'])
    assert.deepEqual(JSON.parse(updates[0]!.changes).variables, { to: ['token', 'user'] })
    await send('PUT', `/${monitor.id}`, { headers: { 'X-User': '{{user}}' } })
    const last = (await readRows(context.store.db, 'audit_log', { resource_id: monitor.id }, ['created_at', 'id'])).at(
      -1,
    )!
    assert.deepEqual(JSON.parse(last.changes).variables, { from: ['api_token', 'user'], to: ['user'] })
  })

  test(`${dialect}: a variable in use is not deleted`, async (t) => {
    const { ask, define, create, send } = await createVariableApi(t, dialect)
    const id = await define('token', 'secret', { is_secret: true })
    const names = Array.from({ length: 12 }, (_, index) => `Site ${String(index).padStart(2, '0')}`)
    const ids: string[] = []
    for (const name of names) ids.push((await create({ name, headers: { 'X-Key': '{{token}}' } })).id)
    assert.equal((await ask('GET', `/${id}`)).body.data.variable.monitor_count, 12)
    const refused = await ask('DELETE', `/${id}`)
    assert.deepEqual(problemOf(refused), [
      409,
      'CONFLICT',
      `The variable token is used by ${names.slice(0, 10).join(', ')} and 2 more`,
    ])
    assert.equal(refused.body.error.details.monitors.length, 10)
    await send('PUT', `/${ids[0]}`, { headers: {} })
    await send('POST', '/batch', { action: 'delete', monitor_ids: ids.slice(1) })
    assert.equal((await ask('DELETE', `/${id}`)).status, 200)

    const outcomesOf = async () =>
      (await send('POST', '/restore', { monitor_ids: [ids[1]] })).body.data.results.map(
        (result: Json) => result.outcome,
      )
    assert.deepEqual(await outcomesOf(), ['failed'], 'the variable is gone')
    await define('token', 'another', { is_secret: true })
    assert.deepEqual(await outcomesOf(), ['succeeded'])
    const { variables } = (await ask('GET')).body.data
    assert.equal(variables[0].monitor_count, 1)
    assert.equal((await send('GET', `/${ids[1]}`)).body.data.monitor.headers['X-Key'], '{{token}}')
  })

  test(`${dialect}: values that do not fit a setting are refused`, async (t) => {
    const { ask, define, create, send } = await createVariableApi(t, dialect)
    const id = await define('key', 'one line')
    await define('lines', 'two\r\nlines')
    const { id: monitor } = await create({ headers: { 'X-Key': '{{key}}{{key}}' }, body: '{{lines}}', method: 'POST' })
    const refused = await send('PUT', `/${monitor}`, { headers: { 'X-Key': '{{lines}}' } })
    const header = 'http_config.headers.X-Key'
    const broken = 'would contain a line break or another character that a header cannot contain'
    assert.deepEqual(problemOf(refused), [400, 'VALIDATION_ERROR', `${header}: ${broken}`])
    assert.deepEqual(problemOf(await ask('PATCH', `/${id}`, { value: 'a\nb' })), [
      400,
      'VALIDATION_ERROR',
      `value: does not fit Site: ${header} ${broken}`,
    ])
    assert.deepEqual(problemOf(await ask('PATCH', `/${id}`, { value: 'x'.repeat(2_049) })), [
      400,
      'VALIDATION_ERROR',
      `value: does not fit Site: ${header} has more than 4096 characters with the values of its variables`,
    ])
    assert.equal((await ask('PATCH', `/${id}`, { value: 'x'.repeat(2_048) })).status, 200)
    const unknown = await send('POST', '', {
      name: 'Port',
      type: 'TCP',
      target: 'db.example.com',
      tcp_config: { port: 1, protocol_validation: { enabled: true, send: '{{kye}}' } },
    })
    assert.deepEqual(problemOf(unknown), [
      400,
      'VALIDATION_ERROR',
      'tcp_config.protocol_validation.send: contains {{kye}}, but the project has no variable kye (did you mean key?); ' +
        'write \\{{kye}} for literal text',
    ])
  })

  test(`${dialect}: braces in monitors from before variables stay literal`, async (t) => {
    const { define, create, send, pull, context } = await createVariableApi(t, dialect)
    const { id } = await create({ method: 'POST', body: 'placeholder' })
    const { settings } = await readRow(context.store.db, 'monitors', { id })
    await updateRows(context.store.db, 'monitors', { settings: settings.replace('placeholder', 'Hello {{name}}') })
    await define('name', 'Alice')
    const { monitor } = (await send('GET', `/${id}`)).body.data
    assert.equal(monitor.body, 'Hello \\{{name}}')
    await send('PUT', `/${id}`, { ...monitor, name: 'Renamed' })
    assert.deepEqual(
      (await pull()).changed.map((assignment) => (assignment.settings as Json).body),
      ['Hello {{name}}'],
    )
    await send('PUT', `/${id}`, { body: 'Hello {{name}}' })
    assert.deepEqual(
      (await pull()).changed.map((assignment) => (assignment.settings as Json).body),
      ['Hello Alice'],
    )
  })

  test(`${dialect}: a variable is renamed while monitors begin to use it`, async (t) => {
    const { ask, define, create, send } = await createVariableApi(t, dialect)
    const id = await define('old', 'value')
    const { id: monitor } = await create({ method: 'POST' })
    const answers = await Promise.all([
      send('PUT', `/${monitor}`, { body: '{{old}}' }),
      ask('PATCH', `/${id}`, { name: 'fresh' }),
      create({ name: 'Second', method: 'POST', body: '{{old}}' }).catch(() => null),
    ])
    const { body } = (await send('GET', `/${monitor}`)).body.data.monitor
    assert.equal(body, answers[0].status === 200 ? '{{fresh}}' : null)
    const second = answers[2] && (await send('GET', `/${answers[2].id}`)).body.data.monitor.body
    assert.ok(second === null || second === '{{fresh}}')
    assert.equal((await ask('GET', `/${id}`)).body.data.variable.monitor_count, [body, second].filter(Boolean).length)
  })
}

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: readers see names, and only editors change variables`, async (t) => {
    const { ask, define, alice, charlie, context } = await createVariableApi(t, dialect)
    const id = await define('token', 'hunter2', { is_secret: true })
    const reader = await createKeyHeaders(context, alice, 'read')
    assert.equal((await ask('GET', '', undefined, reader)).body.data.variables[0].name, 'token')
    for (const [method, path, body] of [
      ['POST', '', { name: 'other', value: 'x' }],
      ['PATCH', `/${id}`, { value: 'new value' }],
      ['DELETE', `/${id}`, undefined],
    ] as const)
      assert.equal((await ask(method, path, body, reader)).status, 403)
    const stranger = await createKeyHeaders(context, charlie, 'read_write')
    assert.equal((await ask('GET', '', undefined, stranger)).status, 403)
  })

  test(`${dialect}: the variables of a deleted project are deleted`, async (t) => {
    const { alice, context, call } = await createVariableApi(t, dialect)
    const as = alice.session
    const { project } = (await call('POST', '/api/projects', { as, body: { name: 'Shop' } })).body.data
    const body = { name: 'token', value: 'hunter2', is_secret: true }
    assert.equal((await call('POST', `/api/projects/${project.id}/variables`, { as, body })).status, 201)
    await call('DELETE', `/api/projects/${project.id}`, { as, body: {} })
    assert.equal((await readRows(context.store.db, 'variables')).length, 0)
  })
}
