import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { openStore } from '../../../src/store/platform/store.ts'
import { createTestApp } from '../../support/api/app.ts'
import { createFileSizeLimit } from '../../support/database/file-size-limit.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createPeople } from '../../support/factories/people.ts'
import { findFreePort } from '../../support/targets/free-port.ts'

interface Line {
  level: string
  requestId: string
  err: Error
}

/** Creates a log that records its lines. */
function createRecordingLog(): { log: FastifyBaseLogger; lines: Line[] } {
  const lines: Line[] = []
  const at = (level: string) => (fields: Omit<Line, 'level'>) => lines.push({ level, ...fields })
  return { log: { error: at('error'), warn: at('warn') } as unknown as FastifyBaseLogger, lines }
}

/** Creates an app with an unreachable PostgreSQL. */
async function createAppWithoutDatabase(t: TestContext, log: FastifyBaseLogger) {
  const store = openStore({ url: `postgres://nobody@127.0.0.1:${await findFreePort()}/nothing` })
  t.after(() => store.close())
  return createTestApp(t, 'sqlite', {}, { log, context: createTestContext(store) })
}

test('requests that need the database get 503 with a retry time while it is unavailable', async (t) => {
  const { log, lines } = createRecordingLog()
  const { call } = await createAppWithoutDatabase(t, log)
  const as = { 'x-api-key': `wk_${'0'.repeat(64)}` }
  for (const [method, url] of [
    ['GET', '/api/organization'],
    ['GET', '/api/ready'],
  ] as const) {
    const { status, body, headers } = await call(method, url, { as })
    assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'], url)
    assert.deepEqual([headers['retry-after'], body.error.retryAfter], ['5', 5])
    assert.equal(headers['x-ratelimit-limit'], '1000')
    assert.doesNotMatch(body.error.message, /ECONNREFUSED|127\.0\.0\.1/)
  }
  assert.equal((await call('GET', '/api/health')).status, 200, 'the process is alive')
  assert.equal((await call('GET', '/api/nothing', { as })).status, 404, 'this needs no database')
  assert.equal(lines[0]!.level, 'warn')
  assert.match(String((lines[0]!.err as NodeJS.ErrnoException).code), /ECONNREFUSED/)
})

test('a read-only database answers 503 to writes only', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  await sql`pragma query_only = 1`.execute(context.store.db)
  const write = await call('POST', '/api/projects', { as: alice.session, body: { name: 'Shop' } })
  assert.deepEqual([write.status, write.body.error.code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal((await call('GET', '/api/projects', { as: alice.session })).status, 200)
})

test('a full disk answers 503 with a clear message to every write until space is available', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const limit = createFileSizeLimit(t)
  const create = (name: string) => call('POST', '/api/projects', { as: alice.session, body: { name } })
  limit.set(0)
  const answers = [await create('One'), await create('Two')]
  const read = await call('GET', '/api/projects', { as: alice.session })
  limit.clear()
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.equal(body.error.message, 'The disk of the database currently reports errors')
  }
  assert.equal(read.status, 200)
  assert.equal((await create('Three')).status, 201)
})

test('an unexpected error answers 500 with the request ID and without secrets', async (t) => {
  const { log, lines } = createRecordingLog()
  const isProbeAlive = () => {
    throw new Error('the password is swordfish')
  }
  const { call } = await createTestApp(t, 'sqlite', {}, { log, isProbeAlive })
  const { status, body } = await call('GET', '/api/ready?token=secret', { headers: { 'x-request-id': 'trace-7' } })
  assert.deepEqual([status, body.error.code], [500, 'INTERNAL_ERROR'])
  assert.deepEqual(body.error.details, { request_id: 'trace-7' })
  assert.doesNotMatch(JSON.stringify(body), /swordfish/)
  const [line] = lines
  assert.deepEqual([line!.level, line!.requestId, line!.err.message], ['error', 'trace-7', 'the password is swordfish'])
  assert.doesNotMatch(JSON.stringify(line), /token=secret/)
})

test('the token of a heartbeat is not logged', async (t) => {
  const { log, lines } = createRecordingLog()
  const { call } = await createAppWithoutDatabase(t, log)
  const token = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
  for (const url of [`/api/heartbeat/${token}/start`, `/ping/${token}`])
    assert.equal((await call('GET', url)).status, 503)
  assert.equal(lines.length, 2)
  for (const { err: _, ...line } of lines) assert.ok(!JSON.stringify(line).includes(token), JSON.stringify(line))
})

const JSON_TYPE = { 'content-type': 'application/json' }
const BODIES: [string, object, number, string, string | undefined, RegExp][] = [
  [
    'JSON that ends early',
    { headers: JSON_TYPE, body: '{"name": ' },
    400,
    'VALIDATION_ERROR',
    '',
    /JSON: unexpected end of input$/,
  ],
  [
    'malformed JSON',
    { headers: JSON_TYPE, body: '{"name": 1\n "a": 2}' },
    400,
    'VALIDATION_ERROR',
    '',
    /line 2, column 2$/,
  ],
  ['a JSON list', { headers: JSON_TYPE, body: '[]' }, 400, 'VALIDATION_ERROR', '', /must be a JSON object/],
  ['JSON null', { headers: JSON_TYPE, body: 'null' }, 400, 'VALIDATION_ERROR', '', /must be a JSON object/],
  [
    'a form',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=x' },
    400,
    'VALIDATION_ERROR',
    '',
    /Content-Type: application\/json/,
  ],
  ['a body without a content type', { body: '{"name":"x"}' }, 400, 'VALIDATION_ERROR', '', /application\/json/],
  [
    'an invalid content type',
    { headers: { 'content-type': 'json' }, body: '{"name":"x"}' },
    400,
    'VALIDATION_ERROR',
    '',
    /application\/json/,
  ],
  [
    'a poisoned prototype',
    { headers: JSON_TYPE, body: '{"name":"x","__proto__":{"role":"owner"}}' },
    400,
    'VALIDATION_ERROR',
    '__proto__',
    /no field may be named __proto__/,
  ],
  [
    'a poisoned constructor',
    { headers: JSON_TYPE, body: '{"name":"x","constructor":{"prototype":{}}}' },
    400,
    'VALIDATION_ERROR',
    'constructor',
    /no field may be named constructor/,
  ],
  ['a NUL in a text', { body: { name: 'a\0b' } }, 400, 'VALIDATION_ERROR', 'name', /U\+0000/],
  [
    'a body over the limit of the route',
    { body: { name: 'x'.repeat(16_384) } },
    413,
    'PAYLOAD_TOO_LARGE',
    undefined,
    /16 KiB/,
  ],
  [
    'an empty body with required fields',
    { headers: JSON_TYPE, body: '' },
    400,
    'VALIDATION_ERROR',
    'name',
    /is required: text of 1 to 80/,
  ],
  [
    'an unknown field',
    { body: { name: 'x', colour: 'red' } },
    400,
    'VALIDATION_ERROR',
    'colour',
    /is an unknown field; known field is name/,
  ],
  ['a number for a text', { body: { name: 5 } }, 400, 'VALIDATION_ERROR', 'name', /must be text of 1 to 80 characters/],
]

for (const [what, options, status, code, field, message] of BODIES)
  test(`${what} is refused with a reason`, async (t) => {
    const { call, context, tokens } = await createTestApp(t, 'sqlite')
    const { alice } = await createPeople(context, tokens)
    const answer = await call('POST', '/api/projects', { as: alice.session, ...options })
    assert.deepEqual([answer.status, answer.body.error.code], [status, code])
    assert.equal(answer.body.error.details?.field, field)
    assert.match(answer.body.error.message, message)
  })

test('an empty body of any type is accepted if no field is required', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
    assert.equal(
      (await call('PATCH', '/api/auth/me', { as: alice.session, headers: { 'content-type': type } })).status,
      200,
      type,
    )
})

test('an answer lists all issues of a body, and details name the first', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { body } = await call('POST', '/api/auth/register', { body: { email: 'x', password: 'short', extra: 1 } })
  const { field, issues } = body.error.details
  assert.equal(field, issues[0].field)
  assert.deepEqual(issues.map((issue: { field: string }) => issue.field).sort(), ['email', 'extra', 'name', 'password'])
  for (const { message } of issues) assert.match(message, /^(must be |is required: |is an unknown field)/)
})

test('query parameters are converted to their types, and unknown ones are ignored', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const list = (query: string) => call('GET', `/api/projects${query}`, { as: alice.session })
  const { pagination } = (await list('?limit=7&offset=0&colour=red')).body.data
  assert.deepEqual(pagination, { total_count: 1, limit: 7, offset: 0, has_more: false })
  assert.equal((await list('')).body.data.pagination.limit, 50)
  for (const [query, field] of [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?offset=-1', 'offset'],
    ['?offset=1e30', 'offset'],
    ['?search=%00', 'search'],
  ] as const) {
    const { status, body } = await list(query)
    assert.deepEqual([status, body.error?.code, body.error?.details.field], [400, 'VALIDATION_ERROR', field], query)
  }
})
