import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { removeMember } from '../../support/database/account-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'

const ALICE = { email: 'alice@example.test', password: 'plum lantern orbit', name: 'Alice' }

const register = (app: TestApp, over: object = {}) =>
  app.call('POST', '/api/auth/register', { body: { ...ALICE, ...over } })
const login = (app: TestApp, over: object = {}) =>
  app.call('POST', '/api/auth/login', { body: { email: ALICE.email, password: ALICE.password, ...over } })
const refresh = (app: TestApp, token: string) =>
  app.call('POST', '/api/auth/refresh', { body: { refresh_token: token } })
const me = (app: TestApp, token: string) =>
  app.call('GET', '/api/auth/me', { as: { authorization: `Bearer ${token}` } })

for (const dialect of DIALECTS) {
  test(`${dialect}: the first account becomes instance admin on the plan unlimited, and later accounts get the default plan`, async (t) => {
    const app = await createTestApp(t, dialect)
    const first = await register(app, { organization_name: 'Example Ltd' })
    assert.equal(first.status, 201, JSON.stringify(first.body))
    const { user, organization, project, ...pair } = first.body.data
    assert.deepEqual([user.email, user.name, user.role], ['alice@example.test', 'Alice', 'owner'])
    assert.equal(user.is_instance_admin, true)
    assert.ok(user.permissions.includes('can_manage_owners'))
    assert.deepEqual(
      [organization.name, organization.slug, organization.plan],
      ['Example Ltd', 'example-ltd', 'unlimited'],
    )
    assert.deepEqual([organization.limits.members, organization.limits.min_interval_seconds], [null, 30])
    assert.equal(user.organization_id, organization.id)
    assert.deepEqual([project.is_default, project.organization_id], [true, organization.id])
    assert.deepEqual(Object.keys(pair).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type'])
    assert.deepEqual([pair.token_type, pair.expires_in], ['Bearer', 900])
    const second = await register(app, { email: 'charlie@example.test', organization_name: 'Example Ltd' })
    assert.equal(second.body.data.user.is_instance_admin, false)
    assert.deepEqual(
      [second.body.data.organization.plan, second.body.data.organization.slug],
      ['free', 'example-ltd-2'],
    )
  })

  test(`${dialect}: concurrent first registrations create exactly one instance admin`, async (t) => {
    const app = await createTestApp(t, dialect)
    const batch = (names: string[]) =>
      Promise.all(names.map((name) => register(app, { email: `${name}@example.test`, name: 'Same' })))
    const made = await batch(['a', 'b', 'c', 'd'])
    assert.deepEqual(
      made.map(({ status }) => status),
      [201, 201, 201, 201],
    )
    assert.equal(made.filter(({ body }) => body.data.user.is_instance_admin).length, 1)
    made.push(...(await batch(['e', 'f', 'g', 'h', 'i', 'j']))) // with more than one request, a loser may lose repeatedly
    assert.equal(new Set(made.map(({ body }) => body.data?.organization.slug)).size, 10)
  })

  test(`${dialect}: an address has one account, in any spelling and with concurrent requests`, async (t) => {
    const app = await createTestApp(t, dialect)
    await register(app, { email: 'first@example.test' })
    const both = await Promise.all([register(app), register(app, { email: 'ALICE@example.test' })])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    const refused = both.find(({ status }) => status === 409)!
    assert.equal(refused.body.error.code, 'CONFLICT')
    assert.equal((await login(app, { email: 'Alice@Example.test' })).status, 200)
  })

  test(`${dialect}: a wrong password and an unknown address get the same answer`, async (t) => {
    const app = await createTestApp(t, dialect)
    await register(app)
    const wrong = await login(app, { password: 'plum lantern orbi' })
    const unknown = await login(app, { email: 'nobody@example.test' })
    assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual([unknown.status, unknown.body], [401, wrong.body])
  })

  test(`${dialect}: a refresh token works once, and its reuse ends the session`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { data } = (await register(app)).body
    const next = await refresh(app, data.refresh_token)
    assert.equal(next.status, 200)
    assert.deepEqual(Object.keys(next.body.data).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type'])
    assert.equal((await me(app, next.body.data.access_token)).status, 200)
    const other = (await login(app)).body.data

    const again = await refresh(app, data.refresh_token)
    assert.deepEqual([again.status, again.body.error.code], [401, 'INVALID_TOKEN'])
    assert.equal((await refresh(app, next.body.data.refresh_token)).status, 401)
    assert.equal((await me(app, next.body.data.access_token)).body.error.code, 'INVALID_TOKEN')
    assert.equal((await me(app, other.access_token)).status, 200, 'another session continues')
  })

  test(`${dialect}: at most one of two concurrent refreshes gets a token pair`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { refresh_token } = (await register(app)).body.data
    const both = await Promise.all([refresh(app, refresh_token), refresh(app, refresh_token)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  })

  test(`${dialect}: a session expires 30 days after its last refresh`, async (t) => {
    const app = await createTestApp(t, dialect)
    let { refresh_token } = (await register(app)).body.data
    for (const days of [29, 29]) {
      app.clock.advance(days * 1440 * MINUTE_MS)
      const answer = await refresh(app, refresh_token)
      assert.equal(answer.status, 200)
      refresh_token = answer.body.data.refresh_token
    }
    app.clock.advance(30 * 1440 * MINUTE_MS)
    assert.equal((await refresh(app, refresh_token)).status, 401)
  })

  test(`${dialect}: an access token expires after 15 minutes`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { access_token } = (await register(app)).body.data
    app.clock.advance(15 * MINUTE_MS - 1000)
    assert.equal((await me(app, access_token)).status, 200)
    app.clock.advance(1000)
    const late = await me(app, access_token)
    assert.deepEqual([late.status, late.body.error.code], [401, 'INVALID_TOKEN'])
  })

  test(`${dialect}: signing out ends the current session at once, and no other session`, async (t) => {
    const app = await createTestApp(t, dialect)
    const here = (await register(app)).body.data
    const there = (await login(app)).body.data
    const as = { authorization: `Bearer ${here.access_token}` }
    const out = await app.call('POST', '/api/auth/logout', { as, body: { refresh_token: here.refresh_token } })
    assert.deepEqual([out.status, out.body], [200, { success: true, data: { success: true } }])
    assert.equal((await me(app, here.access_token)).status, 401)
    assert.equal((await refresh(app, here.refresh_token)).status, 401)
    assert.equal((await me(app, there.access_token)).status, 200)
  })

  test(`${dialect}: signing out with a refresh token of another user does not end their session`, async (t) => {
    const app = await createTestApp(t, dialect)
    const alice = (await register(app)).body.data
    const charlie = (await register(app, { email: 'charlie@example.test' })).body.data
    const as = { authorization: `Bearer ${charlie.access_token}` }
    await app.call('POST', '/api/auth/logout', { as, body: { refresh_token: alice.refresh_token } })
    assert.equal((await me(app, alice.access_token)).status, 200)
  })

  test(`${dialect}: the token and key of a removed member are refused at once`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { bob } = await createPeople(app.context, app.tokens)
    const key = await createKeyHeaders(app.context, bob, 'read')
    assert.equal((await app.call('GET', '/api/auth/me', { as: bob.session })).status, 200)
    await app.context.store.transact((tx) => removeMember(tx, bob.userId))
    const bySession = await app.call('GET', '/api/auth/me', { as: bob.session })
    const byKey = await app.call('GET', '/api/auth/me', { as: key })
    assert.deepEqual([bySession.status, bySession.body.error.code], [401, 'INVALID_TOKEN'])
    assert.deepEqual([byKey.status, byKey.body.error.code], [401, 'INVALID_API_KEY'])
  })

  test(`${dialect}: an account without an organization cannot sign in`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { user } = (await register(app)).body.data
    await app.context.store.transact((tx) => removeMember(tx, user.id))
    const { status, body } = await login(app)
    assert.deepEqual([status, body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  test(`${dialect}: a user with any role changes their own name, with a session`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { bob } = await createPeople(app.context, app.tokens)
    const before = (await app.call('GET', '/api/auth/me', { as: bob.session })).body.data.user
    const { status, body } = await app.call('PATCH', '/api/auth/me', {
      as: bob.session,
      body: { ...before, name: 'Robert', role: 'owner' },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual(body.data.user, { ...before, name: 'Robert' }, 'read-only fields do not change')
  })

  test(`${dialect}: a request with a key gets the permissions of the key`, async (t) => {
    const app = await createTestApp(t, dialect)
    const { alice } = await createPeople(app.context, app.tokens)
    const permissions = async (as: Record<string, string>) =>
      (await app.call('GET', '/api/auth/me', { as })).body.data.user.permissions
    assert.deepEqual(await permissions(await createKeyHeaders(app.context, alice, 'read')), ['can_view'])
    assert.equal((await permissions(alice.session)).length, 5)
  })
}

const REFUSED_REGISTRATIONS: [string, object, string][] = [
  ['a password of nine characters', { password: 'plum lant' }, 'password'],
  ['a password of 129 characters', { password: 'xy z'.repeat(33).slice(0, 129) }, 'password'],
  ['one of the most common passwords', { password: 'Password123' }, 'password'],
  ['one character ten times', { password: '..........' }, 'password'],
  ['an address without @', { email: 'alice.example.test' }, 'email'],
  ['a blank name', { name: '   ' }, 'name'],
  ['a name of 101 characters', { name: 'a'.repeat(101) }, 'name'],
  ['an unknown field', { role: 'owner' }, 'role'],
]
for (const [what, over, field] of REFUSED_REGISTRATIONS)
  test(`registration refuses ${what}`, async (t) => {
    const { status, body } = await register(await createTestApp(t, 'sqlite'), over)
    assert.deepEqual([status, body.error.code, body.error.details.field], [400, 'VALIDATION_ERROR', field])
  })

test('a closed server refuses registration, and an invitation-only server accepts the first account', async (t) => {
  const closed = await createTestApp(t, 'sqlite', { registration: 'closed' })
  assert.deepEqual((await register(closed)).body.error.code, 'REGISTRATION_CLOSED')
  assert.match((await register(closed)).body.error.message, / is closed$/)
  const invite = await createTestApp(t, 'sqlite', { registration: 'invite' })
  assert.equal((await register(invite)).status, 201)
  const second = await register(invite, { email: 'charlie@example.test' })
  assert.deepEqual([second.status, second.body.error.code], [403, 'REGISTRATION_CLOSED'])
})

test('the sixth sign-in attempt within 15 minutes is refused, even for an unknown account', async (t) => {
  const app = await createTestApp(t, 'sqlite', { rateLimit: 0 })
  await register(app)
  for (const email of [ALICE.email, 'nobody@example.test']) {
    for (let attempt = 1; attempt <= 5; attempt++)
      assert.equal((await login(app, { email, password: 'wrong' })).status, 401)
    const { status, body, headers } = await login(app, { email: email.toUpperCase() })
    assert.deepEqual([status, body.error.code, body.error.retryAfter], [429, 'RATE_LIMIT_EXCEEDED', 900])
    assert.equal(headers['retry-after'], '900')
  }
  assert.equal((await login(app, { email: 'somebody@example.test' })).status, 401, 'other accounts are not limited')
  app.clock.advance(15 * MINUTE_MS)
  assert.equal((await login(app)).status, 200)
})

test('the eleventh registration from an address within 15 minutes is refused', async (t) => {
  const app = await createTestApp(t, 'sqlite', { registration: 'closed', rateLimit: 0 })
  for (let attempt = 1; attempt <= 10; attempt++) assert.equal((await register(app)).status, 403)
  assert.equal((await register(app)).status, 429)
  app.clock.advance(15 * MINUTE_MS)
  assert.equal((await register(app)).status, 403)
})

test('an access token with another signature, changed content or no signature is refused', async (t) => {
  const app = await createTestApp(t, 'sqlite')
  const stranger = await createTestApp(t, 'sqlite', { secret: Buffer.alloc(32, 8) })
  const { access_token } = (await register(app)).body.data
  const foreign = (await register(stranger)).body.data.access_token
  const [, payload, signature] = access_token.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  // 43 characters have two unused bits, so the next letter of the alphabet decodes to the same bytes
  const sameBytes = access_token.replace(/.$/, (last: string) => String.fromCharCode(last.charCodeAt(0) + 1))
  assert.deepEqual(Buffer.from(sameBytes.split('.')[2], 'base64url'), Buffer.from(signature, 'base64url'))
  const otherTexts = [`${access_token}=`, sameBytes]
  const unsigned = [`${none}.${payload}.`, `${none}.${payload}.${signature}`]
  for (const token of [foreign, ...unsigned, 'x', `${access_token}x`, ...otherTexts]) {
    const { status, body } = await me(app, token)
    assert.deepEqual([status, body.error.code], [401, 'INVALID_TOKEN'], token)
  }
})
