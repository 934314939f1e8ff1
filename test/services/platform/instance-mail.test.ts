import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceSecret } from '../../../src/core/platform/sealing/service-secret.ts'
import { InstanceMail } from '../../../src/services/platform/instance-mail.ts'
import { sealNextRows, startSealing } from '../../../src/services/platform/sealing/sealing.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveInstanceSetting } from '../../../src/store/platform/instance-settings.ts'
import { setVault } from '../../../src/store/platform/session.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'
import { MONDAY } from '../../support/time/clock.ts'

const [OLD, NEW] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer]
const MAIL = { to: 'boss@example.test', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' }

async function prepare(t: Cleanup, dialect: DialectName) {
  const context = createTestContext(await openTestStore(t, dialect), MONDAY)
  const { store } = context
  const begin = async (secret: ServiceSecret) => {
    const sealing = await startSealing(context, secret, () => {})
    setVault(store.db, sealing.vault)
    return sealing
  }
  const save = (port: number, password: string) =>
    store.transact((tx) => {
      const settings = { host: '127.0.0.1', port, encryption: 'none', username: 'alerts', password }
      return saveInstanceSetting(tx, 'email', { ...settings, from: 'ops@example.test' }, MONDAY)
    })
  const open = async () => {
    const mail = new InstanceMail({ store, environment: null })
    t.after(() => mail.close())
    await mail.refresh()
    return mail
  }
  return { context, store, begin, save, open }
}

/** A mail server that accepts any password and records it. */
async function openServer(t: Cleanup) {
  const passwords: string[] = []
  const { url, mails } = await openMailServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ password, username }, _session, callback) {
      passwords.push(password ?? '')
      callback(null, { user: username ?? '' })
    },
  })
  return { port: Number(new URL(url).port), passwords, mails }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the settings of the mail server are sealed again after a change of the secret`, async (t) => {
    const { context, store, begin, save, open } = await prepare(t, dialect)
    const { port, passwords } = await openServer(t)
    await begin(OLD)
    await save(port, 'planted')
    const sealing = await begin([NEW, OLD])
    while ((await sealNextRows(context, sealing)) !== null);
    const [row] = await readRows(store.db, 'instance_settings')
    assert.equal(JSON.parse(row!.content).sealed.split('.')[1], sealing.keyId)
    await begin(NEW)
    await (await open()).send(MAIL)
    assert.deepEqual(passwords, ['planted'])
  })
}

test('a password that cannot be decrypted is reported by each email, which is tried again', async (t) => {
  const { context, store, begin, save, open } = await prepare(t, 'sqlite')
  const { port, mails } = await openServer(t)
  await begin(OLD)
  await save(port, 'planted')
  setVault(store.db, { seal: (text) => text, open: () => null })
  const mail = await open()
  assert.ok(mail.isConfigured() && context.now() === MONDAY)
  await assert.rejects(mail.send(MAIL), { permanent: false, message: /encrypted with a different WK_SECRET/ })
  assert.deepEqual(mails, [])
})

test('emails use changed settings after the next refresh', async (t) => {
  const { begin, save, open } = await prepare(t, 'sqlite')
  const [first, second] = [await openServer(t), await openServer(t)]
  await begin(OLD)
  await save(first.port, 'one')
  const mail = await open()
  await mail.send(MAIL)
  await save(second.port, 'two')
  await mail.refresh()
  await mail.send(MAIL)
  assert.deepEqual([first.passwords, second.passwords], [['one'], ['two']])
})
