import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { validate } from '@scalar/openapi-parser'
import { toOperationId } from '../../../src/api/openapi/openapi-names.ts'
import { STATUS } from '../../../src/api/platform/errors.ts'
import { createTestApp } from '../../support/api/app.ts'
import {
  type ApiDocument,
  createSchemaValidator,
  FORMATS,
  listErrorCodes,
  listOperations,
} from '../../support/api/conformance/document.ts'

const read = async (t: Parameters<typeof createTestApp>[0]) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { status, body, headers } = await call('GET', '/api/openapi.json')
  assert.equal(status, 200)
  const document: ApiDocument = body
  const operations = listOperations(document)
  return { document, headers, operations, named: new Map(operations.map((one) => [one.name, one])) }
}

test('the document is valid OpenAPI 3.1 and has no envelope', async (t) => {
  const { document, headers } = await read(t)
  assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '1.0'])
  const { valid, errors } = await validate(document as never)
  assert.equal(valid, true, JSON.stringify(errors))
  assert.equal(headers['x-api-version'], '1.0')
  // swagger-parser asks for an SPDX identifier or a URL
  const { identifier, url } = document.info.license as { identifier?: string; url?: string }
  assert.ok(identifier ?? url)
})

/** Load balancers poll these routes, and the rate limit never refuses them. */
const NEVER_REFUSED = ['GET /api/health', 'GET /api/ready']

test('every operation documents its purpose, its success and its failures', async (t) => {
  const { operations } = await read(t)
  assert.ok(operations.length >= 50)
  for (const operation of operations) {
    const { name, summary, tags, responses } = operation
    assert.ok(summary && tags?.length === 1, name)
    assert.equal(Object.keys(responses).filter((status) => status.startsWith('2')).length, 1, name)
    for (const [status, { headers }] of Object.entries(responses)) {
      assert.ok(headers?.['X-API-Version'] && headers['X-RateLimit-Reset'], `${name} ${status}`)
      assert.equal('Retry-After' in headers, status === '429' || status === '503', `${name} ${status}`)
    }
    const codes = listErrorCodes(operation)
    for (const status of [500, 503]) assert.ok(codes.has(status), `${name} ${status}`)
    assert.equal(codes.has(429), !NEVER_REFUSED.includes(name), `${name} 429`)
    for (const [status, listed] of codes)
      for (const code of listed) assert.equal(STATUS[code as keyof typeof STATUS], status, `${name}: ${code}`)
  }
})

test('every operation has a unique name that describes its action', async (t) => {
  const { operations } = await read(t)
  const ids = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[a-z][a-zA-Z]+$/)
})

const NAMES: [string, string, string][] = [
  ['GET', '/api/monitors', 'listMonitors'],
  ['POST', '/api/monitors', 'createMonitor'],
  ['PUT', '/api/monitors/{id}', 'updateMonitor'],
  ['POST', '/api/monitors/{id}/pause', 'pauseMonitor'],
  ['GET', '/api/monitors/{id}/stats', 'getMonitorStats'],
  ['GET', '/api/auth/api-keys', 'listApiKeys'],
  ['POST', '/api/auth/login', 'login'],
  ['PATCH', '/api/auth/me', 'updateMe'],
  ['GET', '/api/projects/{projectId}/status-pages/{pageId}', 'getProjectStatusPage'],
  ['POST', '/api/groups/{groupId}/bulk-pause', 'bulkPauseGroup'],
  ['POST', '/api/auth/invitations/accept', 'acceptInvitation'],
  ['GET', '/api/status/{slug}', 'getStatus'],
  ['POST', '/api/heartbeat/{token}', 'pingHeartbeat'],
  ['GET', '/api/heartbeat/{token}/{exit_status}', 'pingHeartbeatExitStatusByGet'],
]
for (const [method, path, id] of NAMES)
  test(`${method} ${path} is named ${id}`, () => assert.equal(toOperationId(method, path), id))

test('every used tag has a description, and every described tag is used', async (t) => {
  const { document, operations } = await read(t)
  const used = new Set(operations.flatMap(({ tags }) => tags ?? []))
  assert.deepEqual(new Set(document.tags.map(({ name }) => name)), used)
  for (const { name, description } of document.tags) assert.ok(description, name)
})

test('named resources have named schemas, and no two schemas share a name', async (t) => {
  const { document, operations } = await read(t)
  const names = Object.keys(document.components.schemas)
  for (const name of ['Monitor', 'Incident', 'Project', 'ApiKey', 'NewApiKey', 'Pagination', 'CreateMonitorBody'])
    assert.ok(names.includes(name), name)
  for (const { operationId } of operations) {
    const own = operationId.charAt(0).toUpperCase() + operationId.slice(1)
    const clashing = names.filter((name) => name.startsWith(own) && names.includes(name.slice(own.length)))
    assert.deepEqual(clashing, [], 'another schema already has this name; set a `title`')
  }
})

test('the failures of an operation follow from its access', async (t) => {
  const { named } = await read(t)
  const codes = (name: string, status: number): string[] => listErrorCodes(named.get(name)!).get(status) ?? []
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
  assert.deepEqual(codes('POST /api/monitors/{id}/pause', 413), ['PAYLOAD_TOO_LARGE'], 'a body is read first')
  assert.deepEqual(named.get('GET /api/health')!.security, [])
  assert.deepEqual(named.get('GET /api/projects')!.security, [{ apiKey: [] }, { session: [] }])
  assert.deepEqual(named.get('GET /api/billing')!.security, [{ session: [] }])
})

test('a parameter with a default is optional, and only project routes have the project header', async (t) => {
  const { named } = await read(t)
  const parameter = (name: string, wanted: string) => named.get(name)!.parameters.find(({ name }) => name === wanted)
  assert.equal(parameter('GET /api/projects', 'limit')!.required, false)
  assert.equal(parameter('GET /api/projects/{id}', 'id')!.required, true)
  assert.equal(parameter('GET /api/projects', 'X-Project-ID'), undefined)
  assert.equal(parameter('GET /api/monitors', 'X-Project-ID')!.in, 'header')
})

test('every parameter has a description', async (t) => {
  const { operations } = await read(t)
  for (const { name, parameters } of operations)
    for (const parameter of parameters as { name: string; description?: string }[])
      assert.ok(parameter.description, `${name} ${parameter.name}`)
})

test('an operation lists the roles and keys that may use it', async (t) => {
  const { named } = await read(t)
  const last = (name: string) => named.get(name)!.description!.split('\n').at(-1)
  assert.equal(last('GET /api/health'), 'Requires no credential.')
  assert.equal(last('GET /api/monitors'), 'Available to all roles (`can_view`), and to all API keys.')
  assert.equal(
    last('POST /api/monitors'),
    'Available to the roles owner, admin and editor (`can_edit_monitors`), and to API keys with the scope `read_write`.',
  )
  assert.equal(
    last('POST /api/projects'),
    'Requires a session. Available to the roles owner and admin (`can_manage_organization`); API keys are refused.',
  )
})

test('every example matches its schema, and every schema has an example', async (t) => {
  const { document } = await read(t)
  const judge = createSchemaValidator(document)
  let count = 0
  const look = (value: unknown, place: string[]): void => {
    if (typeof value !== 'object' || value === null) return
    if ('schema' in value && !place.includes('properties')) {
      const { example, in: where } = value as { example?: unknown; in?: string }
      if (where === undefined || example !== undefined) {
        assert.equal(
          judge.findViolation([...place, 'schema'], example),
          null,
          `${place.join(' ')} ${JSON.stringify(example)}`,
        )
        count++
      }
    }
    for (const [key, inner] of Object.entries(value)) if (key !== 'example') look(inner, [...place, key])
  }
  look(document, [])
  assert.ok(count > 100, String(count))
})

/** Calls `visit` with every object of the document and its path. */
function walk(
  value: unknown,
  visit: (part: Record<string, unknown>, place: string[]) => void,
  place: string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, place)
  for (const [key, inner] of Object.entries(value)) walk(inner, visit, [...place, key])
}

test('every example within a schema matches that schema, and every format is checked', async (t) => {
  const { document } = await read(t)
  const judge = createSchemaValidator(document)
  let count = 0
  walk(document, ({ examples, format, type }, place) => {
    if (typeof format === 'string' && type !== undefined) assert.ok(format in FORMATS, `${place.join(' ')}: ${format}`)
    if (!Array.isArray(examples)) return
    for (const example of examples) assert.equal(judge.findViolation(place, example), null, place.join(' '))
    count++
  })
  assert.ok(count > 20, String(count))
})

test('every component is referenced, and the document names a contact and a licence', async (t) => {
  const { document } = await read(t)
  const referred = new Set<string>()
  walk(document, ({ $ref }) => typeof $ref === 'string' && referred.add($ref))
  for (const kind of ['schemas', 'responses', 'headers', 'parameters'] as const)
    for (const name of Object.keys(document.components[kind]))
      assert.ok(referred.has(`#/components/${kind}/${name}`), `${kind} ${name}`)
  assert.ok(document.info.contact.url && document.info.license.name)
})

test('check results have named schemas and consistent examples', async (t) => {
  const { document, named } = await read(t)
  const { schemas } = document.components as { schemas: Record<string, unknown> }
  for (const taken of ['Error', 'Header', 'Answer', 'Chain', 'Response', 'Date']) assert.ok(!(taken in schemas), taken)
  const exampleOf = (name: string) => {
    const { content } = named.get(name)!.responses[200] as { content: Record<string, { example: { data: unknown } }> }
    return content['application/json']!.example.data as Record<string, Record<string, unknown>>
  }
  const { result } = exampleOf('POST /api/monitors/{id}/check')
  assert.deepEqual([result!.status, result!.error_type, result!.status_code], ['down', 'status_code', 503])
  const { certificate } = exampleOf('GET /api/monitors/{id}/certificate')
  assert.deepEqual([certificate!.is_valid, certificate!.errors], [true, []])
})

test('the document is compressed for clients that accept it, and 304 for clients that have it', async (t) => {
  const { api } = await createTestApp(t, 'sqlite')
  const ask = (headers: Record<string, string>) => api.inject({ url: '/api/openapi.json', headers })
  const plain = await ask({})
  const zipped = await ask({ 'accept-encoding': 'gzip' })
  assert.deepEqual([zipped.headers['content-encoding'], zipped.headers.vary], ['gzip', 'Accept-Encoding'])
  assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body)
  assert.ok(zipped.rawPayload.length * 10 < plain.rawPayload.length)
  const etag = plain.headers.etag as string
  const known = await ask({ 'if-none-match': `"other", ${etag}` })
  assert.deepEqual([known.statusCode, known.body], [304, ''])
  assert.equal((await ask({ 'if-none-match': '"other"' })).statusCode, 200)
})

test('the reference page contacts no other host and runs only its own script', async (t) => {
  const { api } = await createTestApp(t, 'sqlite')
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
