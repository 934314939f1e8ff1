import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validate } from '@scalar/openapi-parser'
import { Ajv } from 'ajv'
import { STATUS } from '../../src/api/errors.ts'
import { compileSerializer } from '../../src/api/serialization.ts'
import { makeApp } from '../support/app.ts'

interface Operation {
  operationId: string
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: object; example: unknown }> }
  responses: Record<
    string,
    { $ref?: string; description: string; content?: Record<string, { schema: object; example: unknown }> }
  >
}

const read = async (t: Parameters<typeof makeApp>[0]) => {
  const { call } = await makeApp(t, 'sqlite')
  const { status, body, headers } = await call('GET', '/api/openapi.json')
  assert.equal(status, 200)
  const operations = Object.entries<Record<string, Operation>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  return { document: body, headers, operations, named: new Map(operations.map((one) => [one.name, one])) }
}

test('the document is valid OpenAPI 3.1, and has no envelope', async (t) => {
  const { document, headers } = await read(t)
  assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '1.0'])
  const { valid, errors } = await validate(document)
  assert.equal(valid, true, JSON.stringify(errors))
  assert.equal(headers['x-api-version'], '1.0')
})

test('every operation says what it is, how it fails and what it looks like', async (t) => {
  const { operations, document } = await read(t)
  assert.ok(operations.length >= 25)
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
  for (const { name, summary, tags, responses, requestBody } of operations) {
    assert.ok(summary && tags?.length === 1, name)
    const success = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    assert.equal(success.length, 1, name)
    assert.notEqual(success[0]![1].content?.['application/json']?.example, undefined, name)
    for (const status of ['429', '500', '503']) assert.ok(responses[status], `${name} ${status}`)
    if (requestBody) assert.notEqual(requestBody.content['application/json']!.example, undefined, name)
    for (const [status, { $ref }] of Object.entries(responses).filter(([, response]) => response.$ref)) {
      const shared = document.components.responses[$ref!.split('/').at(-1)!]
      const codes = shared.description.match(/\w+/g) as (keyof typeof STATUS)[]
      for (const code of codes) assert.equal(STATUS[code], Number(status), `${name}: ${code}`)
    }
  }
})

test('the failures of an operation follow from who may call it', async (t) => {
  const { named, document } = await read(t)
  const codes = (name: string, status: number): string[] => {
    const { $ref } = named.get(name)!.responses[status] ?? {}
    return $ref ? document.components.responses[$ref.split('/').at(-1)!].description.match(/\w+/g) : []
  }
  assert.deepEqual(codes('GET /api/health', 401), [])
  assert.ok(codes('GET /api/projects', 401).includes('INVALID_API_KEY'))
  assert.deepEqual(codes('GET /api/projects', 403), [])
  assert.deepEqual(codes('GET /api/billing', 403), ['JWT_REQUIRED'])
  assert.deepEqual(codes('POST /api/projects', 403), [
    'READ_ONLY_API_KEY',
    'JWT_REQUIRED',
    'INSUFFICIENT_PERMISSIONS',
    'PLAN_LIMIT_REACHED',
  ])
  assert.deepEqual(named.get('GET /api/health')!.security, [])
  assert.deepEqual(named.get('GET /api/projects')!.security, [{ apiKey: [] }, { session: [] }])
  assert.deepEqual(named.get('GET /api/billing')!.security, [{ session: [] }])
})

test('a parameter with a default is optional, and the project header is where projects count', async (t) => {
  const { named } = await read(t)
  const parameter = (name: string, wanted: string) => named.get(name)!.parameters?.find(({ name }) => name === wanted)
  assert.equal(parameter('GET /api/projects', 'limit')!.required, false)
  assert.equal(parameter('GET /api/projects/{id}', 'id')!.required, true)
  assert.equal(parameter('GET /api/projects', 'X-Project-ID'), undefined)
  assert.equal(parameter('GET /api/monitors', 'X-Project-ID')!.in, 'header')
})

test('every example of a request is a request that would be taken', async (t) => {
  const { operations } = await read(t)
  const ajv = new Ajv({ strict: false, formats: { uuid: true, email: true, 'date-time': true } })
  for (const { name, requestBody } of operations)
    for (const { schema, example } of Object.values(requestBody?.content ?? {}))
      assert.ok(ajv.validate(schema, example), `${name}: ${ajv.errorsText()} in ${JSON.stringify(example)}`)
})

test('every example of an answer is what its schema writes', async (t) => {
  const { operations } = await read(t)
  for (const { name, responses } of operations)
    for (const { content = {} } of Object.values(responses))
      for (const { schema, example } of Object.values(content))
        assert.deepEqual(JSON.parse(compileSerializer({ schema } as never)(example)), example, name)
})

test('the reference page asks no other host and runs no script but its own', async (t) => {
  const { api } = await makeApp(t, 'sqlite')
  const page = await api.inject('/docs')
  assert.equal(page.statusCode, 200)
  assert.match(page.headers['content-type'] as string, /^text\/html/)
  assert.doesNotMatch(page.body, /https?:\/\//)
  assert.match(page.headers['content-security-policy'] as string, /script-src 'self' 'sha256-[^']+';/)
  assert.equal(page.headers['x-api-version'], '1.0')
  const [, script] = /<script src="([^"]+)"/.exec(page.body)!
  const plain = await api.inject(`/${script}`)
  const zipped = await api.inject({ url: `/${script}`, headers: { 'accept-encoding': 'br, gzip' } })
  assert.deepEqual([plain.statusCode, zipped.headers['content-encoding']], [200, 'gzip'])
  assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 2)
})
