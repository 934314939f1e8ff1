import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { createKeyHeaders, createPerson, createTeam } from '../../support/factories/people.ts'

const KEY = `wk_${'0'.repeat(64)}`
const CREDENTIALS: [string, Record<string, string>, string][] = [
  ['nothing', {}, 'AUTHENTICATION_REQUIRED'],
  ['an empty Authorization', { authorization: '' }, 'MISSING_AUTH'],
  ['Basic', { authorization: 'Basic YWxpY2U6c2VjcmV0' }, 'MISSING_AUTH'],
  ['Bearer without a token', { authorization: 'Bearer ' }, 'MISSING_AUTH'],
  ['a token without a scheme', { authorization: KEY }, 'MISSING_AUTH'],
  ['an invalid bearer token', { authorization: 'bearer nonsense' }, 'INVALID_TOKEN'],
  ['an API key as a bearer', { authorization: `Bearer ${KEY}` }, 'INVALID_TOKEN'],
  ['an unknown key', { 'x-api-key': KEY }, 'INVALID_API_KEY'],
  ['a malformed key', { 'x-api-key': 'wk_123' }, 'INVALID_API_KEY'],
  ['an empty key', { 'x-api-key': '' }, 'INVALID_API_KEY'],
  ['both', { 'x-api-key': KEY, authorization: 'Bearer nonsense' }, 'INVALID_TOKEN'],
  ['a key behind a proxy with HTTP Basic', { 'x-api-key': KEY, authorization: 'Basic eDp5' }, 'INVALID_API_KEY'],
]
for (const [what, as, code] of CREDENTIALS)
  test(`${what} is refused with 401 ${code}`, async (t) => {
    const { call } = await createTestApp(t, 'sqlite')
    const { status, body } = await call('GET', '/api/organization', { as })
    assert.deepEqual([status, body.error.code], [401, code])
  })

test('a request with a session and a key uses the session', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const alice = await createPerson(context, tokens, await createTeam(context), 'owner')
  const charlie = await createPerson(context, tokens, await createTeam(context), 'owner')
  const as = { ...charlie.session, ...(await createKeyHeaders(context, alice, 'read')) }
  assert.equal((await call('GET', '/api/auth/me', { as })).body.data.user.id, charlie.userId)
})
