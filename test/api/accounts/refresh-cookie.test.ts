import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../support/api/app.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'

const AS_COOKIE = { 'x-refresh-token': 'cookie' }
const ALICE = { email: 'alice@example.com', password: 'correct horse battery' }

const register = (app: TestApp) =>
  app.call('POST', '/api/auth/register', { headers: AS_COOKIE, body: { ...ALICE, name: 'Alice' } })

/** Returns the cookie as a browser sends it back. */
const cookieOf = ({ headers }: TestResponse): string => String(headers['set-cookie']).split(';')[0]!

const refresh = (app: TestApp, cookie: string, headers: Record<string, string> = AS_COOKIE) =>
  app.call('POST', '/api/auth/refresh', { headers: { ...headers, cookie } })

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a browser gets its refresh token in a cookie that scripts cannot read`, async (t) => {
    const app = await createTestApp(t, dialect)
    const answer = await register(app)
    assert.equal(answer.status, 201)
    assert.equal('refresh_token' in answer.body.data, false)
    assert.match(
      String(answer.headers['set-cookie']),
      /^wk_refresh=wkr_[\w-]{43}; Path=\/api\/auth; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    const next = await refresh(app, cookieOf(answer))
    assert.deepEqual(Object.keys(next.body.data).sort(), ['access_token', 'expires_in', 'token_type'])
    assert.notEqual(cookieOf(next), cookieOf(answer))
    assert.equal((await refresh(app, cookieOf(next))).status, 200)
  })

  test(`${dialect}: a used refresh cookie works again for ten seconds, for a page that missed the answer`, async (t) => {
    const app = await createTestApp(t, dialect)
    const cookie = cookieOf(await register(app))
    const lost = await refresh(app, cookie)
    app.clock.advance(9 * SECOND_MS)
    const seen = await refresh(app, cookie)
    assert.equal(seen.status, 200)
    assert.equal((await refresh(app, cookieOf(lost))).status, 200)
    app.clock.advance(2 * SECOND_MS)
    assert.equal((await refresh(app, cookie)).body.error.code, 'INVALID_TOKEN')
    assert.equal((await refresh(app, cookieOf(seen))).body.error.code, 'INVALID_TOKEN')
  })

  test(`${dialect}: the cookie is ignored without the header that other sites cannot send`, async (t) => {
    const app = await createTestApp(t, dialect)
    const cookie = cookieOf(await register(app))
    const bare = await refresh(app, cookie, {})
    assert.deepEqual([bare.status, bare.body.error.details.field], [400, 'refresh_token'])
    assert.equal((await refresh(app, 'other=1')).body.error.code, 'INVALID_TOKEN')
    assert.equal((await refresh(app, cookie)).status, 200)
  })

  test(`${dialect}: signing out removes the cookie and ends its session`, async (t) => {
    const app = await createTestApp(t, dialect)
    const answer = await register(app)
    const headers = { ...AS_COOKIE, cookie: cookieOf(answer) }
    const as = { authorization: `Bearer ${answer.body.data.access_token}` }
    const out = await app.call('POST', '/api/auth/logout', { as, headers })
    assert.match(String(out.headers['set-cookie']), /^wk_refresh=; Path=\/api\/auth; Max-Age=0;/)
    assert.equal((await refresh(app, headers.cookie)).status, 401)
  })

  test(`${dialect}: the cookie is only sent over https when the service uses https`, async (t) => {
    const app = await createTestApp(t, dialect, { baseUrl: 'https://watch.example.com' })
    assert.match(String((await register(app)).headers['set-cookie']), /; Secure$/)
  })
}
