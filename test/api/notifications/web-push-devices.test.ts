/** Devices: contact methods that a browser has subscribed to push messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationTarget, Outcome } from '../../../src/core/notifications/delivery.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import type { Person } from '../../support/factories/people.ts'
import { createSubscription } from '../../support/targets/push-service.ts'

const createDevice = () => {
  const { endpoint, keys } = createSubscription('https://push.example.com/subscription')
  return { name: 'Phone', channel: 'webhook', config: { service: 'web_push', endpoint, ...keys } }
}

const GONE: Outcome = {
  delivered: false,
  message: 'the receiver answered 410',
  permanent: true,
  bounced: false,
  retryAfterMs: null,
  disableTarget: true,
  receiver: 'answering',
}

async function prepare(t: Cleanup, dialect: DialectName, outcome: Outcome = { delivered: true }) {
  const sent: NotificationTarget[] = []
  const sendAttempt = async (target: NotificationTarget) => {
    sent.push(target)
    return outcome
  }
  const app = await createMonitorApi(t, dialect, { deps: { sendAttempt } })
  const ask = (method: string, path = '', body?: unknown, by: Person = app.alice) =>
    app.call(method, `/api/auth/contact-methods${path}`, { as: by.session, ...(body !== undefined && { body }) })
  return { ...app, sent, ask }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a device is a contact method of its user, whose subscription is never shown`, async (t) => {
    const { alice, bob, context, sent, ask } = await prepare(t, dialect)
    const device = createDevice()
    const { contact_method: made } = (await ask('POST', '', device)).body.data
    const masked = { service: 'web_push', endpoint: '********', p256dh: '********', auth: '********' }
    assert.deepEqual(made.config, masked)
    await ask('POST', `/${made.id}/test`)
    assert.deepEqual(sent[0]?.config, device.config)
    const renewed = createDevice()
    assert.equal((await ask('PATCH', `/${made.id}`, { config: renewed.config })).status, 200)
    await ask('POST', `/${made.id}/test`)
    assert.deepEqual(sent[1]?.config, renewed.config)
    assert.equal(describeResponse(await ask('DELETE', `/${made.id}`, undefined, bob)), '404 RESOURCE_NOT_FOUND')
    const rows = await readRows(context.store.db, 'contact_methods', { user_id: alice.userId })
    assert.equal(rows.length, 2)
  })

test('every user gets the same public key, which is a point of P-256', async (t) => {
  const { bob, ask } = await prepare(t, 'sqlite')
  const [one, other] = [await ask('GET', '/web-push-key'), await ask('GET', '/web-push-key', undefined, bob)]
  assert.deepEqual(one.body.data, other.body.data)
  assert.equal(Buffer.from(one.body.data.public_key, 'base64url').length, 65)
})

test('a device is no notification target', async (t) => {
  const { alice, call } = await prepare(t, 'sqlite')
  for (const path of ['', '/test']) {
    const answer = await call('POST', `/api/notification-targets${path}`, { as: alice.session, body: createDevice() })
    assert.equal(describeResponse(answer), '400 VALIDATION_ERROR config.service')
    assert.match(answer.body.error.message, /must be one of standard, discord, (?!.*web_push)/)
  }
})

test('a subscription without https or with a wrong key is refused', async (t) => {
  const { ask } = await prepare(t, 'sqlite')
  const device = createDevice()
  const post = async (over: object) =>
    describeResponse(await ask('POST', '', { ...device, config: { ...device.config, ...over } }))
  assert.equal(await post({ endpoint: 'http://push.example.com/1' }), '400 VALIDATION_ERROR config.endpoint')
  assert.equal(await post({ auth: 'short' }), '400 VALIDATION_ERROR config.auth')
})

test('a device whose subscription ended is disabled by a test, and enabled by a new subscription', async (t) => {
  const { ask } = await prepare(t, 'sqlite', GONE)
  const { id } = (await ask('POST', '', createDevice())).body.data.contact_method
  assert.equal((await ask('POST', `/${id}/test`)).body.data.delivery.status, 'failed')
  const find = async () =>
    (await ask('GET')).body.data.contact_methods.find((method: { id: string }) => method.id === id)
  assert.partialDeepStrictEqual(await find(), { is_enabled: false, disabled_reason: 'receiver_gone' })
  await ask('PATCH', `/${id}`, { is_enabled: true, config: createDevice().config })
  assert.partialDeepStrictEqual(await find(), { is_enabled: true, disabled_reason: null })
})
