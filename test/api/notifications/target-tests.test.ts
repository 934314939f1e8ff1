import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import { createMailer } from '../../../src/channels/mailer.ts'
import { disableTargets, listProjectTargets } from '../../../src/store/notifications/notification-targets.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createNetworkDeps, PATIENT_MS } from '../../support/api/network-deps.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createPeople, createPerson, type Person } from '../../support/factories/people.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { startSink } from '../../support/targets/sink.ts'

const BASE = '/api/notification-targets'
const MASK = '********'

async function prepare(t: Cleanup, dialect: DialectName, deps: Partial<ApiDeps> = {}) {
  const app = await createTestApp(t, dialect, {}, deps)
  const people = await createPeople(app.context, app.tokens)
  const send = (path: string, body: object, by: Person = people.alice) =>
    app.call('POST', `${BASE}${path}`, { as: by.session, body })
  const testDraft = (body: object, by?: Person) => send('/test', body, by)
  const make = async (body: object) => (await send('', body)).body.data.target
  return { ...app, ...people, send, make, testDraft }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: an unsaved webhook is tested with its secret, and nothing is stored`, async (t) => {
    const { context, alice, testDraft } = await prepare(t, dialect, createNetworkDeps(t))
    const sink = await startSink(t)
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    const { status, body } = await testDraft({ name: 'Ops', channel: 'webhook', config: { url: sink.url, secret } })
    assert.equal(status, 200, JSON.stringify(body))
    const [message] = sink.received
    assert.ok(message)
    sink.verify(message, secret)
    assert.match(message.event.data.message ?? '', /Ops/)
    const { id, status: outcome, recipient, next_attempt_at } = body.data.delivery
    assert.deepEqual([id, outcome, recipient, next_attempt_at], [message.id, 'delivered', sink.url, null])
    assert.deepEqual(await readRows(context.store.db, 'deliveries'), [])
    const { total } = await listProjectTargets(context.store.db, alice.projectId, { limit: 10, offset: 0 })
    assert.equal(total, 0)
  })

  test(`${dialect}: a failed test of an unsaved target returns the reason and leaves nothing to retry`, async (t) => {
    const { context, testDraft } = await prepare(t, dialect, createNetworkDeps(t))
    const sink = await startSink(t, () => ({ status: 503 }))
    const { delivery } = (await testDraft({ channel: 'webhook', config: { url: sink.url } })).body.data
    assert.deepEqual([delivery.status, delivery.error_message], ['failed', 'the receiver answered 503'])
    assert.equal(delivery.next_attempt_at, null)
    assert.deepEqual(await readRows(context.store.db, 'deliveries'), [])
  })

  test(`${dialect}: an unsaved email target is tested through the mail server`, async (t) => {
    const { url, mails } = await openMailServer(t)
    const mailer = createMailer({ url, from: 'alerts@example.test', timeoutMs: PATIENT_MS })
    t.after(() => mailer.close())
    const { testDraft } = await prepare(t, dialect, { ...createNetworkDeps(t, 'any', mailer), mailer })
    const { delivery } = (await testDraft({ channel: 'email', config: { address: 'new@example.test' } })).body.data
    assert.equal(delivery.status, 'delivered', delivery.error_message)
    assert.deepEqual(mails[0]?.to, ['new@example.test'])
  })

  test(`${dialect}: the test of an edited target uses the edited values and the stored secrets`, async (t) => {
    const { make, testDraft, charlie } = await prepare(t, dialect, createNetworkDeps(t))
    const [before, after] = [await startSink(t), await startSink(t)]
    const { id, config } = await make({ name: 'Ops', channel: 'webhook', config: { url: before.url } })
    const draft = { target_id: id, name: 'On-call', channel: 'webhook', config: { url: after.url, secret: MASK } }
    const { body } = await testDraft(draft)
    assert.equal(body.data.delivery.status, 'delivered')
    assert.deepEqual([before.received.length, after.received.length], [0, 1])
    after.verify(after.received[0]!, config.secret)
    assert.match(after.received[0]!.event.data.message ?? '', /On-call/)
    assert.equal((await testDraft({ ...draft, channel: 'email' })).body.error.details.field, 'channel')
    assert.equal((await testDraft(draft, charlie)).body.error.code, 'RESOURCE_NOT_FOUND')
    assert.equal(after.received.length, 1)
  })
}

/** Body, expected code and field. */
const REFUSED: readonly [object, string, string?][] = [
  [{ channel: 'webhook', config: {} }, 'VALIDATION_ERROR', 'config.url'],
  [{ channel: 'webhook', config: { url: 'http://127.0.0.1/hook' } }, 'VALIDATION_ERROR', 'config.url'],
  [{ channel: 'slack', config: { webhook_url: MASK } }, 'VALIDATION_ERROR', 'config.webhook_url'],
  [{ channel: 'email', config: { address: 'no-address' } }, 'VALIDATION_ERROR', 'config.address'],
  [
    {
      channel: 'email',
      config: { address: 'a@example.test' },
      fallback_target_id: '01890000-0000-7000-8000-000000000000',
    },
    'RESOURCE_NOT_FOUND',
    'fallback_target_id',
  ],
]

test('the test of an unsaved target refuses the same bodies as a creation, and sends nothing', async (t) => {
  const deps = { ...createNetworkDeps(t, 'public'), sendAttempt: () => assert.fail('nothing may be sent') }
  const { context, tokens, alice, testDraft, send } = await prepare(t, 'sqlite', deps)
  for (const [body, code, field] of REFUSED) {
    const { error } = (await testDraft(body)).body
    assert.deepEqual([error?.code, error?.details?.field], [code, field], JSON.stringify(body))
    assert.equal((await send('', { name: 'Ops', ...body })).body.error.code, code)
  }
  const responder = await createPerson(context, tokens, alice, 'responder')
  const hook = { channel: 'webhook', config: { url: 'https://ops.example.test/hook' } }
  assert.equal((await testDraft(hook, responder)).body.error.code, 'INSUFFICIENT_PERMISSIONS')
  const { alice: owner } = await createPeople(context, tokens, 'free')
  for (let n = 0; n < 5; n++) assert.equal((await send('', { name: `Ops ${n}`, ...hook }, owner)).status, 201)
  assert.equal((await testDraft(hook, owner)).body.error.code, 'PLAN_LIMIT_REACHED')
})

test('an unsubscribed address gets no test of its edited target, but another address does', async (t) => {
  const sent: unknown[] = []
  const attempt: ApiDeps['sendAttempt'] = async ({ config, disabledReason }) => {
    sent.push([config.address, disabledReason])
    return { delivered: true }
  }
  const { context, make, testDraft } = await prepare(t, 'sqlite', { sendAttempt: attempt })
  const { id } = await make({ name: 'Ops', channel: 'email', config: { address: 'a@example.test' } })
  await context.store.transact((tx) => disableTargets(tx, [id], 'unsubscribed', context.now()))
  await testDraft({ target_id: id, channel: 'email', config: { address: 'a@example.test' } })
  await testDraft({ target_id: id, channel: 'email', config: { address: 'b@example.test' } })
  assert.deepEqual(sent, [
    ['a@example.test', 'unsubscribed'],
    ['b@example.test', undefined],
  ])
})

test('tests of new targets are limited per mailbox and per organization', async (t) => {
  let sent = 0
  const attempt = async () => {
    sent++
    return { delivered: true } as const
  }
  const { testDraft, charlie } = await prepare(t, 'sqlite', { sendAttempt: attempt })
  const to = (address: string, by?: Person) => testDraft({ channel: 'email', config: { address } }, by)
  for (let n = 0; n < 10; n++) assert.equal((await to('victim@example.test')).status, 200)
  assert.equal((await to('Victim@example.test')).status, 429)
  assert.equal((await to('victim@example.test', charlie)).status, 429)
  for (let n = 0; n < 19; n++) assert.equal((await to(`other-${n}@example.test`)).status, 200)
  assert.equal((await to('last@example.test')).status, 429)
  assert.equal(sent, 29)
})
