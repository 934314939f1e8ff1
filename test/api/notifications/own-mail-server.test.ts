/** Email targets with a mail server of their own, through the API. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiDeps } from '../../../src/api/platform/deps.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createNetworkDeps } from '../../support/api/network-deps.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createPeople } from '../../support/factories/people.ts'
import { openMailServer } from '../../support/targets/mail-server.ts'

const BASE = '/api/notification-targets'
const MASK = '********'
const OWN = { smtp_url: 'smtps://ops:planted@mail.example.com', from: 'Ops <ops@example.com>' }
const CONFIG = { address: 'boss@example.com', ...OWN }
const SHOWN = { ...CONFIG, smtp_url: MASK }

async function prepare(t: Cleanup, dialect: DialectName, deps: Partial<ApiDeps> = {}) {
  const app = await createTestApp(t, dialect, {}, deps)
  const people = await createPeople(app.context, app.tokens)
  const as = people.alice.session
  const create = (config: object) => app.call('POST', BASE, { as, body: { name: 'Boss', channel: 'email', config } })
  const update = (id: string, config: object) => app.call('PATCH', `${BASE}/${id}`, { as, body: { config } })
  return { ...app, ...people, as, create, update }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the mail server of a target is masked, and kept by a change that masks it`, async (t) => {
    const { context, create, update } = await prepare(t, dialect)
    const { target } = (await create(CONFIG)).body.data
    assert.deepEqual([target.config, target.is_deliverable], [SHOWN, true])
    const changed = await update(target.id, { ...SHOWN, address: 'chief@example.com' })
    assert.deepEqual(changed.body.data.target.config, { ...SHOWN, address: 'chief@example.com' })
    const log = await readRows(context.store.db, 'audit_log')
    assert.ok(log.length > 0 && !JSON.stringify(log).includes('planted'))
  })

  test(`${dialect}: an empty mail server clears it, and its target uses the installation again`, async (t) => {
    const { create, update } = await prepare(t, dialect)
    const { target } = (await create(CONFIG)).body.data
    const cleared = (await update(target.id, { smtp_url: '', from: '' })).body.data.target
    assert.deepEqual([cleared.config, cleared.is_deliverable], [{ address: 'boss@example.com' }, false])
  })
}

/** Config, and the field and words of the error. */
const REFUSED: [config: object, field: string, words: RegExp][] = [
  [{ smtp_url: 'smtp://mail.example.com' }, 'config.from', /is required together with smtp_url/],
  [{ from: 'ops@example.com' }, 'config.smtp_url', /is required together with from/],
  [{ ...OWN, smtp_url: 'https://mail.example.com' }, 'config.smtp_url', /must begin with smtp:/],
  [{ ...OWN, smtp_url: MASK }, 'config.smtp_url', /is masked/],
  [{ ...OWN, smtp_url: `smtp://ops:${MASK}@mail.example.com` }, 'config.smtp_url', /masked password/],
  [{ ...OWN, smtp_url: 'smtp://10.0.0.7:25' }, 'config.smtp_url', /10\.0\.0\.7 is a private address/],
  [{ ...OWN, smtp_url: 'smtp://localhost' }, 'config.smtp_url', /localhost is a loopback address/],
  [{ ...OWN, from: 'Ops <a@example.com>, b@example.com' }, 'config.from', /must be an address such as/],
]

test('an invalid mail server of a target is refused with the field and the reason', async (t) => {
  const { create } = await prepare(t, 'sqlite', createNetworkDeps(t, 'public'))
  for (const [config, field, words] of REFUSED) {
    const { status, body } = await create({ address: 'boss@example.com', ...config })
    assert.deepEqual([status, body.error?.details.field], [400, field], JSON.stringify(config))
    assert.match(body.error.message, words)
  }
})

test('the test of a target with a mail server of its own returns the answer of that server', async (t) => {
  const { url, mails } = await openMailServer(t, {
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('boss') ? null : Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const { call, as, create } = await prepare(t, 'sqlite', createNetworkDeps(t))
  const own = { smtp_url: url, from: 'ops@example.com' }
  const { target } = (await create({ address: 'boss@example.com', ...own })).body.data
  const saved = (await call('POST', `${BASE}/${target.id}/test`, { as })).body.data.delivery
  assert.deepEqual([saved.status, saved.recipient, mails.length], ['delivered', 'boss@example.com', 1])
  const body = { channel: 'email', config: { address: 'unknown@example.com', ...own } }
  const draft = (await call('POST', `${BASE}/test`, { as, body })).body.data.delivery
  assert.deepEqual(
    [draft.status, draft.error_message],
    ['bounced', 'the mail server rejected the recipient: 550 no such user'],
  )
})

test('a document keeps the mail server of a target as a reference', async (t) => {
  const { call, as, alice, create } = await prepare(t, 'sqlite')
  await create(CONFIG)
  const { body } = await call('GET', `/api/projects/${alice.projectId}/config/export`, { as })
  const text = JSON.stringify(body)
  assert.ok(text.includes('Ops <ops@example.com>') && text.includes('smtp_url') && !text.includes('planted'), text)
})
