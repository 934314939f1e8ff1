import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createNetworkDeps } from '../../support/api/network-deps.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { createPeople } from '../../support/factories/people.ts'
import { startSink } from '../../support/targets/sink.ts'

const BASE = '/api/notification-targets'
const MASK = '********'
const CUSTOM = { service: 'custom', url: 'https://ops.example.test/', body: '{"text": "{{title}}"}' }

async function prepare(t: Cleanup, dialect: DialectName) {
  const app = await createTestApp(t, dialect, {}, createNetworkDeps(t))
  const { session } = (await createPeople(app.context, app.tokens)).alice
  const send = (method: string, path: string, body?: object) =>
    app.call(method, `${BASE}${path}`, { as: session, ...(body && { body }) })
  const create = (config: object) => send('POST', '', { name: 'Ops', channel: 'webhook', config })
  return { ...app, send, create }
}

const listIssues = ({ body }: { body: { error: { details: { issues: { field: string; message: string }[] } } } }) =>
  body.error.details.issues.map(({ field, message }) => `${field}: ${message}`)

for (const dialect of DIALECTS) {
  test(`${dialect}: headers of a service are masked, and a mask keeps the stored value`, async (t) => {
    const { context, send, create } = await prepare(t, dialect)
    const headers = { Authorization: 'Bearer one', 'X-Team': 'two' }
    const made = await create({ ...CUSTOM, headers })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, config } = made.body.data.target
    assert.deepEqual(config, { ...CUSTOM, headers: { Authorization: MASK, 'X-Team': MASK } })
    const changed = await send('PATCH', `/${id}`, {
      config: { ...config, headers: { ...config.headers, 'X-Team': 'three' } },
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const stored = JSON.parse((await readRow(context.store.db, 'notification_targets')).config)
    assert.deepEqual(stored, { ...CUSTOM, headers: { Authorization: 'Bearer one', 'X-Team': 'three' } })
    const missing = await send('PATCH', `/${id}`, { config: { headers: { Other: MASK } } })
    assert.deepEqual(listIssues(missing as never), ['config.headers: is masked; send the actual value'])
  })
}

test('a service states its own fields, and refuses the fields of other services', async (t) => {
  const { send, create } = await prepare(t, 'sqlite')
  const refuse = async (config: object) => listIssues((await create(config)) as never)
  const [unknown, ...rest] = await refuse({ service: 'dicord' })
  assert.match(unknown!, /^config\.service: must be one of standard, discord, .* \(did you mean discord\?\)$/)
  assert.deepEqual(rest, [])
  assert.match((await refuse({ service: ['ntfy'] }))[0]!, /^config\.service: must be one of standard/)
  assert.deepEqual(await refuse({ service: 'discord' }), [
    'config.webhook_url: is required: webhook URL, copied from the integrations of the channel',
  ])
  assert.match(
    (await refuse({ service: 'ntfy', topic: 'a', url: 'x' }))[0]!,
    /^config\.url: is an unknown field; known fields are service, topic/,
  )
  assert.match((await refuse({ ...CUSTOM, body: '{{text}' }))[0]!, /^config\.body: is not a valid Mustache template/)
  assert.match(
    (await refuse({ ...CUSTOM, body: '{"a": "b"{{#incident}} "c": 1{{/incident}}}' }))[0]!,
    /^config\.body: does not produce valid JSON for incident\.opened/,
  )
  assert.match((await refuse({ ...CUSTOM, headers: { 'content-type': 'text/plain' } }))[0]!, /set content_type instead/)
  assert.match(
    (await refuse({ service: 'gotify', server_url: 'https://a.test/?b', app_token: 'c' }))[0]!,
    /must not contain \?/,
  )
  assert.match((await refuse({ ...CUSTOM, body: '{{text}}' }))[0]!, /^config\.body: does not produce valid JSON/)
  assert.match(
    (await refuse({ service: 'microsoft_teams', webhook_url: 'https://acme.webhook.office.com/webhookb2/1' }))[0]!,
    /retired; create a workflow/,
  )
  const { id } = (await create(CUSTOM)).body.data.target
  const change = await send('PATCH', `/${id}`, { config: { service: 'ntfy', topic: 'a' } })
  assert.deepEqual(listIssues(change as never), ['config.service: is custom and cannot be changed'])
})

test('headers and tokens that HTTP cannot carry are refused', async (t) => {
  const { create } = await prepare(t, 'sqlite')
  const refuse = async (config: object) => listIssues((await create(config)) as never)
  const isNoName = "is not a header name: only letters, digits and !#$%&'*+-.^_`|~ are allowed"
  const isNoValue = 'must be text without a line break or another character that a header cannot contain'
  const customs: [headers: object, issue: string][] = [
    [{ 'X Y': 'a\r\nX-Injected: 1' }, `config.headers.X Y: ${isNoName}`],
    [{ 'A\r\nX-Injected': '1' }, `config.headers.A X-Injected: ${isNoName}`],
    [{ é: 'a' }, `config.headers.é: ${isNoName}`],
    [{ '': 'a' }, `config.headers.: ${isNoName}`],
    [{ 'X-A': 'a\nX-Injected: 1' }, `config.headers.X-A: ${isNoValue}`],
    [{ 'X-A': '\u010d\u010aX-Injected: 1' }, `config.headers.X-A: ${isNoValue}`],
  ]
  for (const [headers, issue] of customs) assert.deepEqual(await refuse({ ...CUSTOM, headers }), [issue])
  const server = { server_url: 'https://ops.example.test' }
  const tokens: [config: object, field: string][] = [
    [{ service: 'matrix', ...server, room_id: '!r:x.test' }, 'access_token'],
    [{ service: 'ntfy', ...server, topic: 'alerts' }, 'access_token'],
    [{ service: 'gotify', ...server }, 'app_token'],
  ]
  for (const [config, field] of tokens)
    for (const text of ['x\r\nX-Injected: 1', 'x\n', '\u010d\u010aX: 1'])
      assert.deepEqual(await refuse({ ...config, [field]: text }), [`config.${field}: ${isNoValue}`])
})

test('a stored secret is not sent to a new server', async (t) => {
  const { send, create } = await prepare(t, 'sqlite')
  const { id, config } = (
    await create({ service: 'gotify', server_url: 'https://one.example.test/a', app_token: 'planted' })
  ).body.data.target
  const change = (some: object) => send('PATCH', `/${id}`, { config: { ...config, ...some } })
  const moved = await change({ server_url: 'https://two.example.test' })
  assert.deepEqual(listIssues(moved as never), ['config.app_token: must be sent again, because the server changes'])
  const tested = await send('POST', '/test', {
    channel: 'webhook',
    target_id: id,
    config: { server_url: 'https://two.example.test' },
  })
  assert.equal(tested.status, 400)
  assert.equal((await change({ server_url: 'https://one.example.test/b' })).status, 200)
  assert.equal((await change({ server_url: 'https://two.example.test', app_token: 'other' })).status, 200)
})

test('an empty text clears an optional setting', async (t) => {
  const { send, create } = await prepare(t, 'sqlite')
  const { id } = (await create({ service: 'ntfy', topic: 'a', access_token: 'key' })).body.data.target
  const { config } = (await send('PATCH', `/${id}`, { config: { access_token: '' } })).body.data.target
  assert.deepEqual(config, { service: 'ntfy', topic: 'a' })
})

test('a test of a service reports the answer of the receiver', async (t) => {
  const sink = await startSink(t, () => ({ status: 403, body: '{"error":"forbidden"}' }))
  const { send, create } = await prepare(t, 'sqlite')
  const { id } = (await create({ service: 'ntfy', topic: 'a', server_url: sink.url })).body.data.target
  const { body } = await send('POST', `/${id}/test`)
  assert.match(JSON.stringify(body.data), /the receiver answered 403: forbidden/)
  assert.equal((sink.received[0]!.event as unknown as { title: string }).title, 'Test notification from Watchkeeper')
})
