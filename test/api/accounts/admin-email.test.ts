/** The mail server of the installation, which an admin sets in the dashboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import type { MailerOptions } from '../../../src/channels/mailer.ts'
import { SEALED } from '../../../src/core/platform/sealing/sealed-fields.ts'
import { startEmailSettingsWatch } from '../../../src/engine/email-settings-watch.ts'
import { InstanceMail } from '../../../src/services/platform/instance-mail.ts'
import { startSealing } from '../../../src/services/platform/sealing/sealing.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { setVault } from '../../../src/store/platform/session.ts'
import { createTestApp } from '../../support/api/app.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { registerAs } from '../../support/factories/accounts.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { waitUntil } from '../../support/time/until.ts'

const MASK = '********'
const PATH = '/api/admin/email'

/** Two servers on one database; the first registered user is the admin. */
async function prepare(t: Cleanup, dialect: DialectName, environment: MailerOptions | null = null) {
  const base = await createTestApp(t, dialect)
  const { store } = base.context
  setVault(store.db, (await startSealing(base.context, Buffer.alloc(32, 7), () => {})).vault)
  const serve = async () => {
    const mail = new InstanceMail({ store, environment })
    t.after(() => mail.close())
    return { mail, app: await base.serveAnother({}, { mailer: mail, instanceMail: mail }) }
  }
  const [here, there] = [await serve(), await serve()]
  const alice = await registerAs(here.app, 'Alice')
  const as = alice.session
  const put = (body: object) => here.app.call('PUT', PATH, { as, body })
  const show = async () => (await here.app.call('GET', PATH, { as })).body.data.email
  const attempt = async (body: object = {}) =>
    (await here.app.call('POST', `${PATH}/test`, { as, body })).body.data.test
  return { ...base, here, there, as, put, show, attempt }
}

/** A mail server that requires a password. */
async function openServer(t: Cleanup, options: SMTPServerOptions = {}) {
  const server = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'alerts' && password === 'planted'
        ? callback(null, { user: username })
        : callback(Object.assign(new Error('authentication failed'), { responseCode: 535 })),
    ...options,
  })
  const port = Number(new URL(server.url).port)
  const settings = { host: '127.0.0.1', port, encryption: 'none', username: 'alerts', from: 'Ops <ops@example.test>' }
  return { ...server, settings, draft: { ...settings, password: 'planted' } }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: all servers use new email settings without a restart`, async (t) => {
    const { context, here, there, as, put } = await prepare(t, dialect)
    const { draft, mails } = await openServer(t)
    const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }
    const watch = startEmailSettingsWatch({ context, mail: there.mail, log })
    t.after(() => watch.stop())
    const config = { address: 'boss@example.test' }
    const body = { name: 'Boss', channel: 'email', config }
    const { target } = (await here.app.call('POST', '/api/notification-targets', { as, body })).body.data
    assert.equal(target.is_deliverable, false)
    assert.equal((await put(draft)).status, 200)
    assert.deepEqual(context.woken, ['email'])
    watch.wake()
    await waitUntil(() => there.mail.isConfigured(), 'the other server to read the settings')
    for (const { app } of [here, there]) {
      const path = `/api/notification-targets/${target.id}`
      assert.equal((await app.call('GET', path, { as })).body.data.target.is_deliverable, true)
      const { can_send_mail } = (await app.call('GET', '/api/auth/registration')).body.data
      assert.equal(can_send_mail, true)
      const form = (await app.call('GET', '/api/forms/notification-target', { as })).body.data
      assert.equal(form.variants.find(({ value }: { value: string }) => value === 'email').warning, null)
      await app.call('POST', '/api/auth/password/forgot', { body: { email: 'alice@example.test' } })
    }
    await waitUntil(() => mails.length === 2, 'a reset link from each server')
    assert.ok(mails.every(({ from, to }) => from === 'ops@example.test' && to[0] === 'alice@example.test'))
  })

  test(`${dialect}: the password of the mail server is masked, sealed, and absent from the audit log`, async (t) => {
    const { context, put, show } = await prepare(t, dialect)
    const { settings, draft } = await openServer(t)
    assert.deepEqual(await show(), { source: 'none', settings: null, updated_at: null })
    const { email } = (await put(draft)).body.data
    assert.deepEqual([email.source, email.settings], ['database', { ...settings, password: MASK }])
    assert.deepEqual(await show(), email)
    const [row] = await readRows(context.store.db, 'instance_settings')
    assert.ok(!row!.content.includes('planted') && SEALED in JSON.parse(row!.content))
    const entries = await readRows(context.store.db, 'audit_log')
    const entry = entries.find(({ action }) => action === 'email_settings.updated')!
    assert.deepEqual(JSON.parse(entry.changes).password, { to: '***' })
    assert.ok(!JSON.stringify(entries).includes('planted'))
  })

  test(`${dialect}: email stops after the settings are deleted`, async (t) => {
    const { context, here, as, put, attempt } = await prepare(t, dialect)
    const { draft, mails } = await openServer(t)
    await put(draft)
    for (let count = 0; count < 2; count++) {
      const { email } = (await here.app.call('DELETE', PATH, { as })).body.data
      assert.deepEqual(email, { source: 'none', settings: null, updated_at: null })
    }
    assert.equal(here.mail.isConfigured(), false)
    assert.deepEqual(await attempt(), {
      delivered: false,
      recipient: 'alice@example.test',
      answer: 'this installation has no mail server',
    })
    const entries = await readRows(context.store.db, 'audit_log', { action: 'email_settings.deleted' })
    assert.deepEqual([entries.length, mails], [1, []])
  })
}

test('WK_SMTP_URL wins over the settings in the database', async (t) => {
  const [environment, database] = [await openServer(t), await openServer(t)]
  const url = environment.url.replace('://', '://alerts:planted@')
  const { put, show, attempt } = await prepare(t, 'sqlite', { url, from: 'env@example.test', startTls: 'off' })
  const stored = await put(database.draft)
  const shown = { host: '127.0.0.1', port: environment.settings.port, encryption: 'none', username: 'alerts' }
  const expected = { ...shown, password: MASK, from: 'env@example.test' }
  assert.deepEqual(stored.body.data.email, { source: 'environment', settings: expected, updated_at: null })
  assert.deepEqual(await show(), stored.body.data.email)
  assert.equal((await attempt()).delivered, true)
  assert.deepEqual([environment.mails[0]?.from, database.mails], ['env@example.test', []])
})

test('a test email goes to the admin and returns the reply of the mail server', async (t) => {
  const { put, show, attempt } = await prepare(t, 'sqlite')
  const { settings, draft, mails } = await openServer(t)
  const recipient = 'alice@example.test'
  const unsaved = await attempt({ settings: draft })
  assert.deepEqual([unsaved.delivered, unsaved.recipient, mails[0]?.to], [true, recipient, [recipient]])
  assert.match(unsaved.answer, /^250 /)
  assert.equal((await show()).source, 'none', 'a test stores nothing')
  await put(draft)
  assert.equal((await attempt()).delivered, true)
  assert.equal((await attempt({ settings: { ...settings, from: 'new@example.test' } })).delivered, true)
  assert.equal(mails[2]?.from, 'new@example.test')
  assert.deepEqual(await attempt({ settings: { ...draft, password: 'wrong' } }), {
    delivered: false,
    recipient,
    answer: 'the mail server rejected the user name or password in the email settings: 535 authentication failed',
  })
})

test('a stored password is not sent to another server, or with another encryption', async (t) => {
  const { put, here, as } = await prepare(t, 'sqlite')
  const { settings, draft } = await openServer(t)
  await put(draft)
  for (const change of [{ host: 'localhost' }, { port: 2525 }, { encryption: 'auto' }])
    for (const password of [{}, { password: MASK }]) {
      const body = { ...settings, ...change, ...password }
      const saved = await put(body)
      const tested = await here.app.call('POST', `${PATH}/test`, { as, body: { settings: body } })
      for (const { body: answer } of [saved, tested])
        assert.match(answer.error?.message ?? 'accepted', /must be sent again/, JSON.stringify(body))
    }
  assert.equal((await put({ ...settings, port: 2525, username: null })).status, 200)
  assert.equal((await put({ ...settings, password: MASK })).body.error.details.field, 'password')
})

const VALID = { host: 'mail.example.com', port: 587, encryption: 'starttls', from: 'ops@example.com' }

/** Changes of valid settings, and the field of the error. */
const REFUSED: [change: object, field: string][] = [
  [{ host: 'https://mail.example.com' }, 'host'],
  [{ host: 'mail.example.com:587' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ encryption: 'ssl' }, 'encryption'],
  [{ username: 'ops' }, 'password'],
  [{ password: 'pw' }, 'username'],
  [{ username: 'o\0ps', password: 'pw' }, 'username'],
  [{ from: 'Ops' }, 'from'],
  [{ from: 'Ops <a@example.com>\r\nBcc: b@example.com' }, 'from'],
]

test('invalid email settings are refused with the field', async (t) => {
  const { put, show } = await prepare(t, 'sqlite')
  assert.equal((await put(VALID)).status, 200)
  const { updated_at: before } = await show()
  for (const [change, field] of REFUSED) {
    const { status, body } = await put({ ...VALID, ...change })
    assert.deepEqual([status, body.error?.details?.field], [400, field], JSON.stringify(change))
  }
  assert.equal((await show()).updated_at, before)
})
