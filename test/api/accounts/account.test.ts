import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, updateRows } from '../../support/database/tables.ts'

const EMAIL = 'dora@example.com'
const PASSWORD = 'correct horse battery'

async function signIn(app: TestApp, how: 'register' | 'login') {
  const body = { email: EMAIL, password: PASSWORD, ...(how === 'register' && { name: 'Dora' }) }
  const { status, body: answer } = await app.call('POST', `/api/auth/${how}`, { body })
  assert.ok(status < 300, JSON.stringify(answer))
  const { access_token, refresh_token, organization, user } = answer.data
  return { as: { authorization: `Bearer ${access_token}` }, refresh_token, organization, userId: user.id }
}

async function list(app: TestApp, as: Record<string, string>) {
  const { status, body } = await app.call('GET', '/api/auth/sessions', { as })
  assert.equal(status, 200)
  return body.data.sessions as { id: string; is_current: boolean; created_at: string; last_used_at: string }[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a user lists the open sessions with their last use`, async (t) => {
    const app = await createTestApp(t, dialect)
    const begun = app.clock.now()
    const first = await signIn(app, 'register')
    app.clock.advance(HOUR_MS)
    const second = await signIn(app, 'login')
    app.clock.advance(60_000)
    const renewed = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: first.refresh_token } })
    assert.equal(renewed.status, 200)
    const iso = (at: number) => new Date(at).toISOString()
    const [newest, oldest, ...others] = await list(app, second.as)
    assert.deepEqual(others, [])
    const shared = { organization_id: first.organization.id, organization_name: first.organization.name }
    assert.deepEqual(newest, {
      ...shared,
      id: newest!.id,
      created_at: iso(begun + HOUR_MS),
      last_used_at: iso(begun + HOUR_MS),
      expires_at: iso(begun + HOUR_MS + 30 * DAY_MS),
      is_current: true,
    })
    assert.deepEqual([oldest!.created_at, oldest!.last_used_at], [iso(begun), iso(begun + HOUR_MS + 60_000)])
    assert.equal(oldest!.is_current, false)
  })

  test(`${dialect}: an ended session is refused at once and recorded in the audit log`, async (t) => {
    const app = await createTestApp(t, dialect)
    const lost = await signIn(app, 'register')
    const { as } = await signIn(app, 'login')
    const { id } = (await list(app, as)).find((session) => !session.is_current)!
    const end = () => app.call('DELETE', `/api/auth/sessions/${id}`, { as })
    assert.deepEqual((await end()).body.data, { deleted: true })
    assert.equal((await app.call('GET', '/api/auth/me', { as: lost.as })).body.error.code, 'INVALID_TOKEN')
    const again = await app.call('POST', '/api/auth/refresh', { body: { refresh_token: lost.refresh_token } })
    assert.equal(again.body.error.code, 'INVALID_TOKEN')
    assert.equal((await list(app, as)).length, 1)
    assert.equal((await end()).body.error.code, 'RESOURCE_NOT_FOUND')
    const { body } = await app.call('GET', '/api/audit-log', { as })
    const entries = body.data.entries as { action: string; resource_id: string }[]
    assert.equal(entries.filter((entry) => entry.action === 'session.ended' && entry.resource_id === id).length, 1)
  })

  test(`${dialect}: the session list excludes expired sessions and sessions of other users`, async (t) => {
    const app = await createTestApp(t, dialect)
    await signIn(app, 'register')
    app.clock.advance(31 * DAY_MS)
    const { as } = await signIn(app, 'login')
    const [mine, ...others] = await list(app, as)
    assert.deepEqual([mine!.is_current, others.length], [true, 0])
    const body = { email: 'eve@example.com', password: PASSWORD, name: 'Eve' }
    const eve = (await app.call('POST', '/api/auth/register', { body })).body.data
    const asEve = { authorization: `Bearer ${eve.access_token}` }
    const { status } = await app.call('DELETE', `/api/auth/sessions/${mine!.id}`, { as: asEve })
    assert.equal(status, 404)
    assert.equal((await list(app, asEve)).length, 1)
    assert.equal((await list(app, as)).length, 1)
  })
}

test('the account reports whether it has a second factor', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const { as, userId } = await signIn(app, 'register')
  const isOn = async () => (await app.call('GET', '/api/auth/me', { as })).body.data.user.totp_enabled
  assert.equal(await isOn(), false)
  const begun = { user_id: userId, secret: 'sealed', enabled_at: null, last_step: 0, created_at: 0 }
  await insertRows(app.context.store.db, 'second_factors', begun)
  assert.equal(await isOn(), false, 'the setup is not confirmed')
  await updateRows(app.context.store.db, 'second_factors', { enabled_at: 1 })
  assert.equal(await isOn(), true)
})
