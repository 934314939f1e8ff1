import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import { createMailer } from '../../../src/channels/mailer.ts'
import { toFailure } from '../../../src/channels/send-attempt.ts'
import { TARGET_EVENTS } from '../../../src/core/notifications/target-events.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { startCourier } from '../../../src/engine/courier.ts'
import { LEASE_MS } from '../../../src/services/notifications/claims.ts'
import { countTargets } from '../../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createNetworkDeps, PATIENT_MS } from '../../support/api/network-deps.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readColumns, readRow, readRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPeople, createPerson, type Person } from '../../support/factories/people.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { startSink } from '../../support/targets/sink.ts'

const BASE = '/api/notification-targets'
const MASK = '********'
const HOOK = { name: 'Ops', channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }
const OWN_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`

async function prepare(t: Cleanup, dialect: DialectName, deps: Partial<ApiDeps> = {}) {
  const app = await createTestApp(t, dialect, {}, deps)
  const people = await createPeople(app.context, app.tokens)
  const send = async (method: string, path: string, body?: unknown, by: Person = people.alice) =>
    app.call(method, `${BASE}${path}`, { as: by.session, ...(body !== undefined && { body }) })
  const make = async (over: object = {}) => {
    const { status, body } = await send('POST', '', { ...HOOK, ...over })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.target
  }
  return { ...app, ...people, send, make }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a webhook returns its secret only at creation`, async (t) => {
    const { alice, send, make } = await prepare(t, dialect)
    const made = await make()
    assert.match(made.config.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const shown = { ...made, config: { ...HOOK.config, secret: MASK } }
    const { id, created_at, updated_at, ...rest } = shown
    assert.deepEqual(rest, {
      project_id: alice.projectId,
      name: 'Ops',
      channel: 'webhook',
      config: { url: 'https://ops.example.test/hook', secret: MASK },
      is_default: false,
      is_enabled: true,
      disabled_reason: null,
      is_deliverable: true,
      fallback_target_id: null,
      events: TARGET_EVENTS,
      quiet_hours: null,
      monitor_count: 0,
      last_delivered_at: null,
      last_failed_at: null,
      last_error: null,
      config_note: null,
    })
    assert.deepEqual([created_at, updated_at], ['2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.000Z'])
    assert.deepEqual((await send('GET', `/${id}`)).body.data.target, shown)
    const { targets, pagination } = (await send('GET', '')).body.data
    assert.deepEqual([targets, pagination.total_count], [[shown], 1])
  })

  test(`${dialect}: only sent fields change, and a masked secret keeps the stored one`, async (t) => {
    const { context, clock, send, make } = await prepare(t, dialect)
    const { id, config } = await make()
    const stored = async () => {
      const row = await readRow(context.store.db, 'notification_targets')
      return { ...JSON.parse(row.config), name: row.name }
    }
    clock.advance(5)
    const read = (await send('GET', `/${id}`)).body.data.target
    const back = await send('PATCH', `/${id}`, { ...read, name: 'On-call' })
    assert.equal(back.status, 200, JSON.stringify(back.body))
    assert.deepEqual(await stored(), { ...config, name: 'On-call' })
    assert.equal(back.body.data.target.updated_at, '2026-01-05T00:00:00.005Z')
    await send('PATCH', `/${id}`, { config: { url: 'http://other.example.test/' } })
    assert.deepEqual(await stored(), { url: 'http://other.example.test/', secret: config.secret, name: 'On-call' })
    const own = await send('PATCH', `/${id}`, { config: { secret: OWN_SECRET }, is_default: true, is_enabled: false })
    const { target } = own.body.data
    assert.deepEqual([target.config.secret, target.is_default, target.is_enabled], [MASK, true, false])
    assert.equal((await stored()).secret, OWN_SECRET)
  })

  test(`${dialect}: rotating returns the new secret once`, async (t) => {
    const { send, make } = await prepare(t, dialect)
    const { id, config } = await make({ config: { ...HOOK.config, secret: OWN_SECRET } })
    assert.equal(config.secret, OWN_SECRET)
    const { status, body } = await send('POST', `/${id}/rotate-secret`)
    assert.equal(status, 200)
    assert.match(body.data.target.config.secret, /^whsec_/)
    assert.notEqual(body.data.target.config.secret, OWN_SECRET)
    assert.equal((await send('GET', `/${id}`)).body.data.target.config.secret, MASK)
  })

  test(`${dialect}: a deleted target is removed from its monitors`, async (t) => {
    const { call, alice, send, make } = await prepare(t, dialect)
    const [gone, stays] = [await make(), await make({ name: 'Boss' })]
    const monitor = {
      name: 'Shop',
      type: 'HTTP',
      target: 'https://shop.example.test/',
      notification_target_ids: [gone.id, stays.id],
    }
    const made = await call('POST', '/api/monitors', { as: alice.session, body: monitor })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.equal((await send('GET', `/${gone.id}`)).body.data.target.monitor_count, 1)
    assert.deepEqual((await send('DELETE', `/${gone.id}`)).body, { success: true, data: { deleted: true } })
    assert.equal((await send('DELETE', `/${gone.id}`)).status, 404)
    const read = await call('GET', `/api/monitors/${made.body.data.monitor.id}`, { as: alice.session })
    assert.deepEqual(read.body.data.monitor.notification_target_ids, [stays.id])
  })

  test(`${dialect}: a test is sent at once with a signature, and its outcome is returned`, async (t) => {
    const deps = createNetworkDeps(t)
    const { context, send, make } = await prepare(t, dialect, deps)
    const sink = await startSink(t)
    const { id, config } = await make({ config: { url: sink.url } })
    const { status, body } = await send('POST', `/${id}/test`)
    assert.equal(status, 200, JSON.stringify(body))
    const { delivery } = body.data
    const [message] = sink.received
    assert.ok(message)
    sink.verify(message, config.secret)
    assert.equal(message.event.type, 'test')
    assert.match(message.event.data.message ?? '', /Ops/)
    assert.deepEqual(delivery, {
      id: message.id,
      incident_id: null,
      event_type: 'test',
      escalation_step: null,
      escalation_sent_by: null,
      reminder_number: null,
      update_message: null,
      channel: 'webhook',
      recipient: sink.url,
      message_id: message.id,
      fallback_for_target_id: null,
      status: 'delivered',
      delivered_at: '2026-01-05T00:00:00.000Z',
      error_message: null,
      retry_count: 0,
      max_retries: 0,
      last_retry_at: null,
      next_attempt_at: null,
      created_at: '2026-01-05T00:00:00.000Z',
      updated_at: '2026-01-05T00:00:00.000Z',
    })
    const rows = await readColumns(context.store.db, 'deliveries', ['id', 'status'])
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ id: message.id, status: 'delivered' }],
    )
  })

  test(`${dialect}: a failed test returns the reason and is not retried`, async (t) => {
    const { context, send, make } = await prepare(t, dialect, createNetworkDeps(t))
    const sink = await startSink(t, () => ({ status: 503 }))
    const { id } = await make({ config: { url: sink.url }, is_enabled: false })
    const { delivery } = (await send('POST', `/${id}/test`)).body.data
    assert.deepEqual([delivery.status, delivery.error_message], ['failed', 'the receiver answered 503'])
    const pending = await readColumns(context.store.db, 'deliveries', ['id'], { status: 'pending' })
    assert.deepEqual(pending, [])
  })

  test(`${dialect}: the courier skips a test while it is being sent`, async (t) => {
    const gate = Promise.withResolvers<ReturnType<typeof toFailure>>()
    const started = Promise.withResolvers<void>()
    const attempt = () => {
      started.resolve()
      return gate.promise
    }
    const { context, clock, send, make } = await prepare(t, dialect, { sendAttempt: attempt })
    const { id } = await make()
    const testing = send('POST', `/${id}/test`)
    await started.promise
    let sent = 0
    const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
    const count = async () => {
      sent++
      return { delivered: true } as const
    }
    const pass = () => startCourier({ context, log, attempt: count }).stop()
    clock.advance(LEASE_MS - 1)
    await pass()
    assert.equal(sent, 0)
    gate.resolve(toFailure('404', { permanent: true }))
    assert.equal((await testing).body.data.delivery.status, 'failed')
    clock.advance(LEASE_MS)
    await pass()
    assert.equal(sent, 0)
  })

  test(`${dialect}: a Slack URL is never returned, not even at creation`, async (t) => {
    const deps = createNetworkDeps(t)
    const { context, send, make } = await prepare(t, dialect, deps)
    const sink = await startSink(t, () => ({ status: 200, body: 'ok' }))
    const made = await make({ channel: 'slack', name: '#ops', config: { webhook_url: sink.url } })
    assert.deepEqual([made.config, made.is_deliverable], [{ webhook_url: MASK }, true])
    const back = await send('PATCH', `/${made.id}`, { ...made, name: '#operations' })
    assert.equal(back.status, 200, JSON.stringify(back.body))
    assert.deepEqual((await send('GET', `/${made.id}`)).body.data.target.config, { webhook_url: MASK })
    const { delivery } = (await send('POST', `/${made.id}/test`)).body.data
    assert.deepEqual([delivery.status, delivery.channel, delivery.recipient], ['delivered', 'slack', '#operations'])
    assert.match(JSON.parse(sink.received[0]!.body).text, /Test of the notification target "#operations"/)
    const rotated = await send('POST', `/${made.id}/rotate-secret`)
    assert.deepEqual([rotated.status, rotated.body.error.details.field], [400, 'channel'])
    const rows = await readRows(context.store.db, 'audit_log')
    assert.ok(rows.length >= 2 && rows.every(({ changes }) => !changes.includes(sink.url)))
  })

  test(`${dialect}: an email target is accepted without a mail server, and reported as not deliverable`, async (t) => {
    const { send, make } = await prepare(t, dialect, createNetworkDeps(t))
    const made = await make({ channel: 'email', config: { address: 'oncall@example.test' } })
    assert.deepEqual([made.config, made.is_deliverable], [{ address: 'oncall@example.test' }, false])
    const { delivery } = (await send('POST', `/${made.id}/test`)).body.data
    assert.deepEqual([delivery.status, delivery.recipient], ['failed', 'oncall@example.test'])
    assert.match(delivery.error_message, /no mail server/)
    assert.equal((await send('POST', `/${made.id}/rotate-secret`)).status, 400)
  })

  test(`${dialect}: an email target is deliverable with a mail server`, async (t) => {
    const { url, mails } = await openMailServer(t)
    const mailer = createMailer({ url, from: 'alerts@example.test', timeoutMs: PATIENT_MS })
    t.after(() => mailer.close())
    const { send, make } = await prepare(t, dialect, { ...createNetworkDeps(t, 'any', mailer), mailer })
    const made = await make({ channel: 'email', config: { address: 'oncall@example.test' } })
    assert.equal(made.is_deliverable, true)
    const { delivery } = (await send('POST', `/${made.id}/test`)).body.data
    assert.equal(delivery.status, 'delivered', delivery.error_message)
    assert.deepEqual(mails[0]?.to, ['oncall@example.test'])
  })

  test(`${dialect}: changes of a target are recorded without its secrets`, async (t) => {
    const { context, alice, clock, send, make } = await prepare(t, dialect)
    const { id, config } = await make()
    clock.advance(1)
    await send('PATCH', `/${id}`, { name: 'On-call' })
    await send('PATCH', `/${id}`, {})
    clock.advance(1)
    const rotated = await send('POST', `/${id}/rotate-secret`)
    clock.advance(1)
    await send('DELETE', `/${id}`)
    const entries = await listAuditEntries(context.store.db, { resource_id: id })
    const actions = entries.map(({ action }) => action.replace('notification_target.', ''))
    assert.deepEqual(actions, ['created', 'updated', 'secret_rotated', 'deleted'])
    assert.deepEqual(JSON.parse(entries[1]!.changes), { name: { from: 'Ops', to: 'On-call' } })
    assert.deepEqual(JSON.parse(entries[2]!.changes), { 'config.secret': { from: '***', to: '***' } })
    const written = JSON.stringify(entries)
    for (const secret of [config.secret, rotated.body.data.target.config.secret])
      assert.ok(secret && !written.includes(secret))
    assert.ok(entries.every(({ actor_id }) => actor_id === alice.userId))
  })

  test(`${dialect}: the targets of a deleted project do not count for the plan`, async (t) => {
    const { call, context, alice, send } = await prepare(t, dialect)
    const project = (await call('POST', '/api/projects', { as: alice.session, body: { name: 'Second' } })).body.data
      .project
    await call('POST', BASE, { as: { ...alice.session, 'x-project-id': project.id }, body: HOOK })
    await call('DELETE', `/api/projects/${project.id}`, { as: alice.session })
    assert.equal(await countTargets(context.store.db, alice.organizationId), 0)
    assert.equal((await send('POST', '', HOOK)).status, 201)
  })

  test(`${dialect}: the plan limit counts the targets of all projects, even with concurrent requests`, async (t) => {
    const { call, context, tokens } = await prepare(t, dialect)
    const { alice } = await createPeople(context, tokens, 'free')
    const make = () => call('POST', BASE, { as: alice.session, body: HOOK })
    const answers = await Promise.all(Array.from({ length: 8 }, make))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 403, 403, 403])
    const refused = answers.find(({ status }) => status === 403)!
    assert.deepEqual([refused.body.error.code, refused.body.error.details.limit], ['PLAN_LIMIT_REACHED', 5])
  })
}

const REFUSED: [what: string, body: object, field: string, words: RegExp][] = [
  ['no name', { name: undefined }, 'name', /required/],
  ['a blank name', { name: '  ' }, 'name', /blank/],
  ['a long name', { name: 'x'.repeat(81) }, 'name', /80/],
  ['no channel', { channel: undefined }, 'channel', /required/],
  ['an unknown channel', { channel: 'pigeon' }, 'channel', /email/],
  ['no address', { channel: 'email', config: {} }, 'config.address', /required/],
  ['an invalid address', { channel: 'email', config: { address: 'alice' } }, 'config.address', /email address/],
  ['two addresses', { channel: 'email', config: { address: 'a@b.test, c@d.test' } }, 'config.address', /email address/],
  ['the setting of another channel', { channel: 'email', config: HOOK.config }, 'config.address', /required/],
  ['no Slack address', { channel: 'slack', config: {} }, 'config.webhook_url', /required/],
  [
    'a Slack mask without a stored secret',
    { channel: 'slack', config: { webhook_url: MASK } },
    'config.webhook_url',
    /masked/,
  ],
  [
    'a Slack URL with a loopback address',
    { channel: 'slack', config: { webhook_url: 'http://127.0.0.1/' } },
    'config.webhook_url',
    /loopback/,
  ],
  ['no config', { config: undefined }, 'config', /required/],
  ['no url', { config: {} }, 'config.url', /required/],
  ['an invalid URL', { config: { url: 'ops' } }, 'config.url', /full URL/],
  ['a URL of another type', { config: { url: 7 } }, 'config.url', /string/],
  ['a URL that is too long', { config: { url: `https://a.test/${'x'.repeat(2_048)}` } }, 'config.url', /2048/],
  ['another setting name', { channel: 'slack', config: { url: 'https://a.test/' } }, 'config.url', /unknown|not/],
  [
    'an unknown setting',
    { config: { ...HOOK.config, uri: '' } },
    'config.uri',
    /known fields are url, service, secret/,
  ],
  ['a loopback address', { config: { url: 'http://127.0.0.1/' } }, 'config.url', /loopback/],
  ['a mask without a stored secret', { config: { ...HOOK.config, secret: MASK } }, 'config.secret', /masked/],
  ['an invalid secret', { config: { ...HOOK.config, secret: 'sesame' } }, 'config.secret', /whsec_/],
  ['an unknown field', { colour: 'red' }, 'colour', /is an unknown field/],
]

test('an invalid target is refused by field', async (t) => {
  const { send } = await prepare(t, 'sqlite', { egress: createEgressPolicy({ mode: 'public' }) })
  for (const [what, over, field, words] of REFUSED) {
    const { status, body } = await send('POST', '', { ...HOOK, ...over })
    assert.deepEqual([status, body.error?.code, body.error?.details?.field], [400, 'VALIDATION_ERROR', field], what)
    assert.match(body.error.message, words, what)
  }
  assert.equal((await send('GET', '')).body.data.pagination.total_count, 0)
})

test('the channel of a target cannot change, and an update is validated like a creation', async (t) => {
  const { send, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const cases: [body: object, field: string][] = [
    [{ channel: 'slack' }, 'channel'],
    [{ config: { url: 'ftp://a.test/' } }, 'config.url'],
    [{ config: { uri: '' } }, 'config.uri'],
    [{ name: '' }, 'name'],
    [{ colour: 'red' }, 'colour'],
  ]
  for (const [body, field] of cases) {
    const answer = await send('PATCH', `/${id}`, body)
    assert.deepEqual([answer.status, answer.body.error?.details?.field], [400, field])
  }
  assert.equal((await send('PATCH', `/${id}`, { channel: 'webhook' })).status, 200)
})

test('users without the edit permission read targets, and other organizations find nothing', async (t) => {
  const { call, context, tokens, alice, charlie, send, make } = await prepare(t, 'sqlite')
  const { id } = await make()
  const responder = await createPerson(context, tokens, alice, 'responder')
  const readKey = await createKeyHeaders(context, alice, 'read')
  const writes: [string, string][] = [
    ['PATCH', `/${id}`],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/rotate-secret`],
  ]
  for (const [method, path] of writes) {
    const codeOf = async (as: Record<string, string>) =>
      (await call(method, `${BASE}${path}`, { as, ...(method === 'PATCH' && { body: {} }) })).body.error?.code
    assert.equal(await codeOf(responder.session), 'INSUFFICIENT_PERMISSIONS')
    assert.equal(await codeOf(readKey), 'READ_ONLY_API_KEY')
    assert.equal(await codeOf(charlie.session), 'RESOURCE_NOT_FOUND')
  }
  assert.equal((await send('POST', '', HOOK, responder)).body.error.code, 'INSUFFICIENT_PERMISSIONS')
  assert.equal((await send('GET', `/${id}`, undefined, responder)).status, 200)
  assert.equal((await send('GET', `/${id}`, undefined, charlie)).body.error.code, 'RESOURCE_NOT_FOUND')
  assert.equal((await send('GET', '', undefined, charlie)).body.data.pagination.total_count, 0)
})
