import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

const ALICE = { email: 'alice@example.com', password: 'correct horse battery', name: 'Alice' }

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a visitor reads whether the instance is new and open for registration`, async (t) => {
    const app = await createTestApp(t, dialect, { registration: 'invite' })
    const read = async () => (await app.call('GET', '/api/auth/registration')).body.data
    assert.deepEqual(await read(), { registration: 'invite', has_accounts: false, can_send_mail: false })
    await app.call('POST', '/api/auth/register', { body: ALICE })
    assert.equal((await read()).has_accounts, true)
  })

  test(`${dialect}: both spellings of an international domain are one account`, async (t) => {
    const { call } = await createTestApp(t, dialect, { registration: 'open' })
    const registered = await call('POST', '/api/auth/register', { body: { ...ALICE, email: 'alice@bücher.example' } })
    assert.equal(registered.body.data.user.email, 'alice@xn--bcher-kva.example')
    const { password } = ALICE
    for (const email of ['Alice@Bücher.example', 'alice@xn--bcher-kva.example'])
      assert.equal((await call('POST', '/api/auth/login', { body: { email, password } })).status, 200, email)
    for (const email of ['alice@bücher.example/x', 'alice@büch er.example', 'älice@example.com', 'alice@'])
      assert.equal((await call('POST', '/api/auth/login', { body: { email, password } })).status, 400, email)
  })
}
