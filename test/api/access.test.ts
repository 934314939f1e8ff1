import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES, type Role } from '../../src/core/access.ts'
import { makeApp } from '../support/app.ts'
import { makeKey, makePerson, makeTeam } from '../support/make.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'
const EVERYBODY: readonly Role[] = ROLES
const ADMINS: readonly Role[] = ['owner', 'admin']

interface Rule {
  roles: readonly Role[]
  /** What a `read` and a `read_write` key are told; null when they are let through. */
  read: string | null
  write: string | null
}

const READ = { roles: EVERYBODY, read: null, write: null }
const SESSION_READ = { roles: EVERYBODY, read: 'JWT_REQUIRED', write: 'JWT_REQUIRED' }
const SESSION_WRITE = { roles: EVERYBODY, read: 'READ_ONLY_API_KEY', write: 'JWT_REQUIRED' }
const ADMIN_READ = { ...SESSION_READ, roles: ADMINS }
const ADMIN_WRITE = { ...SESSION_WRITE, roles: ADMINS }

const OPERATIONS: Record<string, Rule> = {
  'GET /api/auth/me': READ,
  'PATCH /api/auth/me': SESSION_WRITE,
  'GET /api/organization': READ,
  'PATCH /api/organization': ADMIN_WRITE,
  'GET /api/billing': SESSION_READ,
  'GET /api/projects': READ,
  [`GET /api/projects/${NOWHERE}`]: READ,
  'POST /api/projects': ADMIN_WRITE,
  [`PATCH /api/projects/${NOWHERE}`]: ADMIN_WRITE,
  [`DELETE /api/projects/${NOWHERE}`]: ADMIN_WRITE,
  'GET /api/auth/api-keys': ADMIN_READ,
  'POST /api/auth/api-keys': ADMIN_WRITE,
  [`GET /api/auth/api-keys/${NOWHERE}`]: ADMIN_READ,
  [`PATCH /api/auth/api-keys/${NOWHERE}`]: ADMIN_WRITE,
  [`DELETE /api/auth/api-keys/${NOWHERE}`]: ADMIN_WRITE,
  [`POST /api/auth/api-keys/${NOWHERE}/rotate`]: ADMIN_WRITE,
  'POST /api/auth/logout': SESSION_WRITE, // last: it ends the session
}

/** What stands before the shape and the existence of things. */
const GATES = ['READ_ONLY_API_KEY', 'JWT_REQUIRED', 'INSUFFICIENT_PERMISSIONS']

test('each operation lets through whom it should, by session and by key', async (t) => {
  const { call, context, tokens } = await makeApp(t, 'sqlite')
  const team = await makeTeam(context)
  const owner = await makePerson(context, tokens, team, 'owner')
  const [readKey, writeKey] = [await makeKey(context, owner, 'read'), await makeKey(context, owner, 'read_write')]
  const people = new Map<Role, Record<string, string>>()
  for (const role of ROLES) people.set(role, (await makePerson(context, tokens, team, role)).session)

  for (const [operation, rule] of Object.entries(OPERATIONS)) {
    const [method, url] = operation.split(' ') as [string, string]
    const told = async (as: Record<string, string>) => {
      const { body } = await call(method, url, { as })
      assert.notEqual(body.error?.code, 'INTERNAL_ERROR', operation)
      return GATES.find((code) => code === body.error?.code) ?? null
    }
    assert.equal(await told(readKey), rule.read, `${operation} with a read key`)
    assert.equal(await told(writeKey), rule.write, `${operation} with a write key`)
    for (const [role, session] of people) {
      const expected = rule.roles.includes(role) ? null : 'INSUFFICIENT_PERMISSIONS'
      assert.equal(await told(session), expected, `${operation} as ${role}`)
    }
  }
})

const PUBLIC = [
  'GET /api/health',
  'GET /api/ready',
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  ...['', '/start', '/fail', '/log', '/{exit_status}'].flatMap((signal) =>
    ['GET', 'POST', 'PUT'].map((method) => `${method} /api/heartbeat/{token}${signal}`),
  ),
]

test('whatever is not public asks for a credential', async (t) => {
  const { call } = await makeApp(t, 'sqlite')
  const { paths } = (await call('GET', '/api/openapi.json')).body
  for (const [path, methods] of Object.entries<object>(paths))
    for (const method of Object.keys(methods)) {
      const name = `${method.toUpperCase()} ${path}`
      const { status, body } = await call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, NOWHERE))
      assert.equal(body.error?.code === 'AUTHENTICATION_REQUIRED', !PUBLIC.includes(name), name)
      assert.equal(status === 401, !PUBLIC.includes(name), name)
    }
})

const KEY = `wk_${'0'.repeat(64)}`
const CREDENTIALS: [string, Record<string, string>, string][] = [
  ['nothing', {}, 'AUTHENTICATION_REQUIRED'],
  ['an empty Authorization', { authorization: '' }, 'MISSING_AUTH'],
  ['Basic', { authorization: 'Basic YWxpY2U6c2VjcmV0' }, 'MISSING_AUTH'],
  ['Bearer without a token', { authorization: 'Bearer ' }, 'MISSING_AUTH'],
  ['a token without a scheme', { authorization: KEY }, 'MISSING_AUTH'],
  ['a bearer that is no token', { authorization: 'bearer nonsense' }, 'INVALID_TOKEN'],
  ['an API key as a bearer', { authorization: `Bearer ${KEY}` }, 'INVALID_TOKEN'],
  ['an unknown key', { 'x-api-key': KEY }, 'INVALID_API_KEY'],
  ['a malformed key', { 'x-api-key': 'wk_123' }, 'INVALID_API_KEY'],
  ['an empty key', { 'x-api-key': '' }, 'INVALID_API_KEY'],
  ['both', { 'x-api-key': KEY, authorization: 'Bearer nonsense' }, 'INVALID_TOKEN'],
  ['a key behind a proxy that wants Basic', { 'x-api-key': KEY, authorization: 'Basic eDp5' }, 'INVALID_API_KEY'],
]
for (const [what, as, code] of CREDENTIALS)
  test(`${what} is 401 ${code}`, async (t) => {
    const { call } = await makeApp(t, 'sqlite')
    const { status, body } = await call('GET', '/api/organization', { as })
    assert.deepEqual([status, body.error.code], [401, code])
  })

test('when a session and a key are sent, the session counts', async (t) => {
  const { call, context, tokens } = await makeApp(t, 'sqlite')
  const alice = await makePerson(context, tokens, await makeTeam(context), 'owner')
  const charlie = await makePerson(context, tokens, await makeTeam(context), 'owner')
  const as = { ...charlie.session, ...(await makeKey(context, alice, 'read')) }
  assert.equal((await call('GET', '/api/auth/me', { as })).body.data.user.id, charlie.userId)
})
