import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationTarget } from '../../../src/core/notifications/delivery.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { listAuditEntries } from '../../support/database/account-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import type { Person } from '../../support/factories/people.ts'

const HOOK = { name: 'Pager', channel: 'webhook', config: { url: 'https://example.com/hook' } }

async function prepare(t: Cleanup, dialect: DialectName) {
  const sent: NotificationTarget[] = []
  const sendAttempt = async (target: NotificationTarget) => {
    sent.push(target)
    return { delivered: true } as const
  }
  const app = await createMonitorApi(t, dialect, { deps: { sendAttempt } })
  const ask = (method: string, path = '', body?: unknown, by: Person = app.alice) =>
    app.call(method, `/api/auth/contact-methods${path}`, { as: by.session, ...(body !== undefined && { body }) })
  const list = async () => (await ask('GET')).body.data.contact_methods
  return { ...app, sent, ask, list }
}

for (const dialect of DIALECTS)
  test(`${dialect}: a user has the account email, and orders further contact methods by delay`, async (t) => {
    const { alice, bob, context, sent, ask, list } = await prepare(t, dialect)
    const [email] = await list()
    assert.deepEqual(
      [email.id, email.channel, email.config, email.delay_minutes, email.is_account_email, email.is_enabled],
      [alice.userId, 'email', { address: alice.email }, 0, true, true],
    )
    const made = (await ask('POST', '', { ...HOOK, delay_minutes: 5 })).body.data.contact_method
    assert.match(made.config.secret, /^whsec_/)
    await ask('PATCH', `/${email.id}`, { delay_minutes: 15 })
    const [pager, account] = await list()
    assert.deepEqual(pager, { ...made, config: { ...HOOK.config, secret: '********' } })
    assert.deepEqual([account.id, account.delay_minutes], [alice.userId, 15])

    assert.equal((await ask('POST', `/${pager.id}/test`)).body.data.delivery.status, 'delivered')
    assert.deepEqual(sent[0]?.config, { ...HOOK.config, secret: made.config.secret })
    assert.notEqual((await list())[0].last_delivered_at, null)

    assert.equal((await ask('GET', '', undefined, bob)).body.data.contact_methods.length, 1)
    assert.equal(describeResponse(await ask('DELETE', `/${pager.id}`, undefined, bob)), '404 RESOURCE_NOT_FOUND')
    assert.equal((await ask('DELETE', `/${pager.id}`)).status, 200)
    assert.deepEqual(
      (await list()).map(({ id }: { id: string }) => id),
      [alice.userId],
    )
    const entries = await listAuditEntries(context.store.db, { resource_type: 'contact_method' })
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['contact_method.created', 'contact_method.updated', 'contact_method.deleted'],
    )
    assert.ok(entries.every(({ changes }) => !changes.includes('example.com')))
  })

test('the last enabled contact method stays enabled', async (t) => {
  const { alice, ask } = await prepare(t, 'sqlite')
  const disableEmail = () => ask('PATCH', `/${alice.userId}`, { is_enabled: false })
  assert.equal(describeResponse(await disableEmail()), '400 VALIDATION_ERROR is_enabled')
  const { id } = (await ask('POST', '', HOOK)).body.data.contact_method
  assert.equal((await disableEmail()).status, 200)
  assert.equal(describeResponse(await ask('DELETE', `/${id}`)), '400 VALIDATION_ERROR is_enabled')
})

test('the account email cannot be deleted or changed to another address', async (t) => {
  const { alice, ask } = await prepare(t, 'sqlite')
  assert.equal(describeResponse(await ask('DELETE', `/${alice.userId}`)), '400 VALIDATION_ERROR id')
  const answer = await ask('PATCH', `/${alice.userId}`, { config: { address: 'other@example.com' } })
  assert.equal(describeResponse(answer), '400 VALIDATION_ERROR config.address')
})

test('a service that selects its recipients itself is no contact method, and the form states it', async (t) => {
  const { alice, call, ask } = await prepare(t, 'sqlite')
  const { variants } = (await call('GET', '/api/forms/notification-target', { as: alice.session })).body.data
  const refused = variants.filter((one: { is_contact_method: boolean }) => !one.is_contact_method)
  const services = refused.map(({ service }: { service: string }) => service)
  assert.deepEqual(services, ['pagerduty', 'alertmanager'])
  const configs = [
    { service: 'pagerduty', routing_key: 'x'.repeat(32) },
    { service: 'alertmanager', urls: ['https://am.example.com'] },
  ]
  for (const config of configs) {
    const { status, body } = await ask('POST', '', { ...HOOK, config })
    const message = `${config.service} selects its recipients itself and cannot be a contact method; use it in a notification target`
    assert.deepEqual([status, body.error.details.field], [400, 'config.service'])
    assert.ok(body.error.message.includes(message), body.error.message)
  }
  const ntfy = { service: 'ntfy', topic: 'alerts-Xk2p9' }
  assert.equal((await ask('POST', '', { ...HOOK, config: ntfy })).status, 201)
  const forms = await Promise.all(
    ['monitor', 'group'].map((name) => call('GET', `/api/forms/${name}`, { as: alice.session })),
  )
  for (const { body } of forms) assert.ok(!('is_contact_method' in body.data.variants[0]))
})

test('a user has at most ten contact methods', async (t) => {
  const { ask } = await prepare(t, 'sqlite')
  for (let count = 0; count < 9; count++) assert.equal((await ask('POST', '', HOOK)).status, 201)
  assert.equal(describeResponse(await ask('POST', '', HOOK)), '400 VALIDATION_ERROR name')
})

test('a user tests contact methods at most 30 times in 15 minutes', async (t) => {
  const { alice, bob, sent, ask } = await prepare(t, 'sqlite')
  for (let count = 0; count < 30; count++) {
    const { id } = (await ask('POST', '', HOOK)).body.data.contact_method
    assert.equal((await ask('POST', `/${id}/test`)).status, 200)
    await ask('DELETE', `/${id}`)
  }
  assert.equal(describeResponse(await ask('POST', `/${alice.userId}/test`)), '429 RATE_LIMIT_EXCEEDED')
  assert.equal((await ask('POST', `/${bob.userId}/test`, undefined, bob)).status, 200)
  assert.equal(sent.length, 31)
})
