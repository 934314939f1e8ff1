import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { MAX_FIELDS, MAX_VALUES } from '../../../../src/api/platform/http/body.ts'
import {
  BODY_LIMIT,
  computeBodyLimit,
  formatSize,
  MAX_REPRESENTED_VALUES,
  SMALL_BODY_LIMIT,
} from '../../../../src/api/platform/http/body-limit.ts'
import { Body, Uuid } from '../../../../src/api/platform/schemas.ts'
import { createTestApp } from '../../../support/api/app.ts'
import { insertMonitors } from '../../../support/database/rows.ts'
import { createPeople } from '../../../support/factories/people.ts'

test('a route without a body has the small limit', () => assert.equal(computeBodyLimit(undefined), SMALL_BODY_LIMIT))

test('the limit allows the longest body of the schema, in any spelling', () => {
  const schema = Body({ text: Type.String({ maxLength: 5_000 }) })
  const longest = JSON.stringify({ text: '\u{1f600}'.repeat(5_000) }).replace(
    /[\ud800-\udfff]/g,
    (half) => `\\u${half.charCodeAt(0).toString(16)}`,
  )
  assert.ok(longest.length > 60_000)
  assert.ok(computeBodyLimit(schema) >= longest.length)
  assert.equal(computeBodyLimit(schema), 64 * 1024)
})

test('the limit of a list of IDs follows from the length of IDs', () => {
  assert.equal(computeBodyLimit(Body({ ids: Type.Array(Uuid, { maxItems: 100 }) })), 48 * 1024)
})

test('a schema without bounds gets a limit of 1 MiB', () => {
  assert.equal(computeBodyLimit(Body({ ids: Type.Array(Uuid) })), BODY_LIMIT)
  assert.equal(computeBodyLimit(Type.Object({})), BODY_LIMIT)
  assert.equal(computeBodyLimit({ type: 'object', additionalProperties: false, properties: { any: {} } }), BODY_LIMIT)
})

test('a size is formatted in the largest unit', () => {
  assert.equal(formatSize(SMALL_BODY_LIMIT), '16 KiB')
  assert.equal(formatSize(BODY_LIMIT), '1 MiB')
})

const LIMITS: [string, string, string][] = [
  ['POST', '/api/auth/login', '16 KiB'],
  ['POST', '/api/auth/register', '16 KiB'],
  ['POST', '/api/auth/refresh', '16 KiB'],
  ['POST', '/api/monitors/batch', '16 MiB'],
  ['POST', '/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/pause', '16 KiB'],
  ['POST', '/api/monitors/0198c0de-7a11-7abc-8def-0123456789ab/replay', '80 KiB'],
  ['POST', '/api/notification-targets', '64 KiB'],
  ['POST', '/api/monitors', '1 MiB'],
]
for (const [method, url, limit] of LIMITS)
  test(`${method} ${url} refuses a body over ${limit} and states the limit`, async (t) => {
    const { call, context, tokens } = await createTestApp(t, 'sqlite')
    const { alice } = await createPeople(context, tokens)
    const [count = 0, unit] = limit.split(' ')
    const bytes = Number(count) * (unit === 'MiB' ? BODY_LIMIT : 1024)
    const send = (length: number) => call(method, url, { as: alice.session, body: { x: 'x'.repeat(length - 8) } })
    const { status, body } = await send(bytes + 1)
    assert.deepEqual([status, body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
    assert.equal(body.error.message, `The body is larger than ${limit}`)
    assert.notEqual((await send(bytes)).status, 413)
  })

test('the document states the limit of each body', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { body } = await call('GET', '/api/openapi.json')
  assert.equal(body.paths['/api/auth/login'].post.requestBody.description, 'Maximum body size: 16 KiB')
  assert.equal(body.paths['/api/monitors'].post.requestBody.description, 'Maximum body size: 1 MiB')
})

test('a body with too many values is refused before it is parsed', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const tags = Array(MAX_VALUES).fill(1)
  const { status, body } = await call('POST', '/api/monitors', { as: alice.session, body: { tags } })
  assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
  assert.equal(body.error.message, 'The body has more than 10,000 values')
})

test('an object with too many fields is refused before it is parsed', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const fields = Object.fromEntries(Array.from({ length: MAX_FIELDS + 1 }, (_, index) => [`f${index}`, 0]))
  const { status, body } = await call('POST', '/api/monitors/batch', { as: alice.session, body: fields })
  assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'])
  assert.equal(body.error.message, 'An object of the body has more than 1,000 fields')
})

test('a body with too deep nesting is refused, even in an unused field', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const deep = JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`)
  const body = { name: 'x', config: { deep } }
  const answer = await call('POST', '/api/notification-targets', {
    as: alice.session,
    headers: { 'idempotency-key': 'k' },
    body,
  })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error.message, 'The body is nested more than 64 levels deep')
})

test('a representation of a group with 5,000 monitors can be sent back', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const as = alice.session
  const { body } = await call('POST', '/api/groups', { as, body: { name: 'Shops' } })
  const url = `/api/groups/${body.data.id}`
  const group_id: string = body.data.id
  const { organizationId: organization_id, projectId: project_id, userId: created_by } = alice
  const owner = { organization_id, project_id, created_by }
  await insertMonitors(context.store, 5_000, { id: context.newId, group_id, name: 'a', type: 'TCP', ...owner })
  const read = await call('GET', url, { as })
  assert.equal(read.body.data.monitors.length, 5_000)
  assert.ok(JSON.stringify(read.body.data).length < BODY_LIMIT)
  const written = await call('PUT', url, { as, body: { ...read.body.data, name: 'Books' } })
  assert.deepEqual([written.status, written.body.data?.name], [200, 'Books'])
})

test('the number of values in a group update is limited', async (t) => {
  const { call, context, tokens } = await createTestApp(t, 'sqlite')
  const { alice } = await createPeople(context, tokens)
  const monitors = Array(MAX_REPRESENTED_VALUES).fill(1)
  const answer = await call('PUT', `/api/groups/${context.newId()}`, { as: alice.session, body: { monitors } })
  assert.equal(answer.status, 400)
  assert.equal(answer.body.error.message, 'The body has more than 65,536 values')
})
