import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import type { EmailMessage } from '../../../src/channels/mailer.ts'
import { createSendAttempt } from '../../../src/channels/send-attempt.ts'
import { createEgressPolicy } from '../../../src/core/platform/egress.ts'
import { createProbeTools } from '../../../src/net/connection/tools.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp, TEST_CONFIG } from '../../support/api/app.ts'
import { unsubscribe } from '../../support/api/unsubscribe.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createPeople } from '../../support/factories/people.ts'

const ADDRESS = 'oncall@example.test'
const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' }

async function prepare(t: Cleanup, dialect: DialectName) {
  const mails: EmailMessage[] = []
  const mailer = { send: async (mail: EmailMessage) => void mails.push(mail), close: () => {} }
  const net = createProbeTools({ egress: createEgressPolicy({ mode: 'any' }) })
  t.after(() => net.resolver.close())
  const attempt = createSendAttempt({ net, now: () => 0, mailer, baseUrl: TEST_CONFIG.baseUrl, unsubscribe }, (error) =>
    assert.fail(String(error)),
  )
  const app = await createTestApp(t, dialect, {}, { mailer, sendAttempt: attempt })
  const { alice } = await createPeople(app.context, app.tokens)
  const made = await app.call('POST', '/api/notification-targets', {
    as: alice.session,
    body: { name: 'On-call', channel: 'email', config: { address: ADDRESS } },
  })
  const { id } = made.body.data.target
  const path = `/api/notification-targets/${id}`
  return {
    ...app,
    alice,
    mails,
    id,
    path,
    link: `/unsubscribe/${unsubscribe.createToken(id, ADDRESS)}`,
    target: async () => (await app.call('GET', path, { as: alice.session })).body.data.target,
    patch: (body: object) => app.call('PATCH', path, { as: alice.session, body }),
    sendTest: async () => (await app.call('POST', `${path}/test`, { as: alice.session })).body.data.delivery,
    entries: async () =>
      (await app.call('GET', '/api/audit-log', { as: alice.session })).body.data.entries.filter(
        ({ action }: { action: string }) => action === 'notification_target.unsubscribed',
      ),
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the unsubscribe page ends emails to the address, and the project sees the reason`, async (t) => {
    const { call, sendTest, mails, target, entries, id } = await prepare(t, dialect)
    await sendTest()
    const link = /http:\/\/watchkeeper\.test(\/unsubscribe\/\S+)/.exec(mails[0]!.text)![1]!
    const page = await call('GET', link)
    assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8'])
    assert.match(page.body, /<form method="post"><button/)
    assert.deepEqual([(await target()).is_enabled, (await entries()).length], [true, 0])

    const done = await call('POST', link)
    assert.equal(done.status, 200)
    assert.match(done.body, /no longer go to <strong>oncall@example\.test<\/strong>/)
    const { is_enabled, disabled_reason } = await target()
    assert.deepEqual([is_enabled, disabled_reason], [false, 'unsubscribed'])
    const [entry] = await entries()
    assert.deepEqual([entry.actor.name, entry.resource_id], ['unsubscribe link', id])
    assert.equal(entry.ip, undefined, 'the address of the recipient is not shown')
    assert.deepEqual(entry.changes.is_enabled, { from: true, to: false })
  })

  test(`${dialect}: mail programs unsubscribe with one click, and a repetition is harmless`, async (t) => {
    const { api, link, target, entries } = await prepare(t, dialect)
    const click = () =>
      api.inject({ method: 'POST', url: link, headers: ONE_CLICK, payload: 'List-Unsubscribe=One-Click' })
    const answers = await Promise.all([click(), click(), click()])
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    assert.deepEqual([(await target()).disabled_reason, (await entries()).length], ['unsubscribed', 1])
    assert.match((await api.inject(link)).body, /You are unsubscribed/)
  })

  test(`${dialect}: an unsubscribed target gets not even a test until a user enables it again`, async (t) => {
    const { call, link, patch, sendTest, mails, target } = await prepare(t, dialect)
    await call('POST', link)
    const refused = await sendTest()
    assert.deepEqual([refused.status, mails.length], ['failed', 0])
    assert.match(refused.error_message, /the recipient unsubscribed/)
    assert.equal((await patch({ is_enabled: true })).body.data.target.disabled_reason, null)
    assert.equal((await target()).disabled_reason, null)
    assert.equal((await sendTest()).status, 'delivered')
  })

  test(`${dialect}: an unsubscribe link of a previous address does not affect the new address`, async (t) => {
    const { call, link, patch, target } = await prepare(t, dialect)
    await patch({ config: { address: 'other@example.test' } })
    for (const method of ['GET', 'POST']) {
      const { status, body } = await call(method, link)
      assert.equal(status, 404)
      assert.doesNotMatch(body, /@example/)
    }
    assert.equal((await target()).is_enabled, true)
  })

  test(`${dialect}: a forged link is not accepted`, async (t) => {
    const { call, id, link, target } = await prepare(t, dialect)
    const forged = [`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, `/unsubscribe/${id}`, '/unsubscribe/x.y']
    for (const url of [...forged, `/unsubscribe/${unsubscribe.createToken('nobody', ADDRESS)}`])
      assert.equal((await call('POST', url)).status, 404, url)
    assert.equal((await target()).is_enabled, true)
  })
}

test('the unsubscribe page runs nothing, loads nothing and is not cached', async (t) => {
  const { call, link } = await prepare(t, 'sqlite')
  const { headers, body } = await call('GET', link)
  const [style] = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text)
  const hash = createHash('sha256').update(style).digest('base64')
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none';style-src 'sha256-${hash}';form-action 'self';base-uri 'none';frame-ancestors 'none'`,
  )
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex'])
  assert.doesNotMatch(body, /<script|src=|\bstyle=|https?:/)
  assert.ok(headers['x-ratelimit-remaining'])
})

test('an error is logged without the token of the link', async (t) => {
  const lines: unknown[] = []
  const write = (...line: unknown[]) => void lines.push(line)
  const log = { info: write, warn: write, error: write, debug: write, trace: write, fatal: write } as never
  const { serveAnother, link, context } = await prepare(t, 'sqlite')
  const broken = await serveAnother({}, { log })
  await context.store.db.schema.dropTable('audit_log').execute()
  assert.equal((await broken.api.inject({ method: 'POST', url: link })).statusCode, 500)
  const logged = JSON.stringify(lines)
  assert.match(logged, /\/unsubscribe\/:token/)
  assert.ok(!logged.includes(link.split('/')[2]!))
})
