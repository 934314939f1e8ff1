import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { deleteExpiredKeys } from '../../../src/services/platform/idempotency.ts'
import { runAfterCommit } from '../../../src/store/platform/session.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import { listOperations } from '../../support/api/conformance/document.ts'
import { prepare, toRequest } from '../../support/api/conformance/recipes.ts'
import { createWorld } from '../../support/api/conformance/world.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { setPlan, setRole } from '../../support/database/account-rows.ts'
import { createFileSizeLimit } from '../../support/database/file-size-limit.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { readRows, updateRows } from '../../support/database/tables.ts'
import { createKeyHeaders, createPeople, createPerson, type Person } from '../../support/factories/people.ts'

interface Post {
  key?: string
  as?: Record<string, string>
  headers?: Record<string, string>
  path?: string
}

/** Returns a function that creates projects as Alice, with the key `k` by default. */
async function createIdempotencyFixture(
  t: Parameters<typeof createTestApp>[0],
  dialect: 'sqlite' | 'postgres' = 'sqlite',
) {
  const app = await createTestApp(t, dialect)
  const people = await createPeople(app.context, app.tokens)
  const post = (body: unknown, { key = 'k', as = people.alice.session, headers, path = '/api/projects' }: Post = {}) =>
    app.call('POST', path, { as, headers: { ...headers, 'idempotency-key': key }, body })
  return { ...app, ...people, post }
}

const projectsOf = async ({ context }: TestApp, { organizationId }: Person): Promise<string[]> => {
  const rows = await readRows(context.store.db, 'projects', { organization_id: organizationId, is_default: 0 }, [
    'name',
  ])
  return rows.map(({ name }) => name)
}

const rowsOf = ({ context }: TestApp) => readRows(context.store.db, 'idempotency_keys')

for (const dialect of DIALECTS) {
  test(`${dialect}: a repeated request with the same key is executed once and gets the same answer`, async (t) => {
    const desk = await createIdempotencyFixture(t, dialect)
    const first = await desk.post({ name: 'Shop' })
    const second = await desk.post({ name: 'Shop' })
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual(second.body, first.body)
    assert.deepEqual(
      [first.headers['idempotency-replayed'], second.headers['idempotency-replayed']],
      [undefined, 'true'],
    )
    assert.match(second.headers['content-type']!, /^application\/json/)
    assert.deepEqual(await projectsOf(desk, desk.alice), ['Shop'])
  })

  test(`${dialect}: of many concurrent requests one is executed, and all get its answer`, async (t) => {
    const desk = await createIdempotencyFixture(t, dialect)
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.post({ name: 'Shop' })))
    assert.deepEqual(await projectsOf(desk, desk.alice), ['Shop'])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    assert.equal(answers.filter(({ headers }) => !headers['idempotency-replayed']).length, 1)
    assert.equal(new Set(answers.map(({ body }) => body.data.project.id)).size, 1)
  })

  test(`${dialect}: a failed commit answers 503 and stores nothing, and the repeated request is executed`, async (t) => {
    const desk = await createIdempotencyFixture(t, dialect)
    const mend = await breakCommits(t, desk)
    const { status, body } = await desk.post({ name: 'Shop' })
    await mend()
    assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.deepEqual([await projectsOf(desk, desk.alice), await rowsOf(desk)], [[], []])
    const again = await desk.post({ name: 'Shop' })
    assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, undefined])
  })
}

/** Makes commits fail: a trigger raises a disk error in PostgreSQL, and SQLite files cannot grow. */
async function breakCommits(t: Cleanup, { context }: TestApp): Promise<() => Promise<void>> {
  const { db, dialect } = context.store
  if (dialect === 'sqlite') {
    const limit = createFileSizeLimit(t)
    limit.set(0)
    return async () => limit.clear()
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create constraint trigger late after insert on projects deferrable initially deferred
      for each row execute function refuse()`.execute(db)
  return async () => void (await sql`drop trigger late on projects`.execute(db))
}

test('another body, path or project with the same key is refused', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const made = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
  const headers = { 'idempotency-key': 'k' }
  const body = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
  const as = app.alice.session
  assert.equal((await app.call('POST', '/api/monitors', { as, headers, body })).status, 201)
  const again = [
    app.call('POST', '/api/monitors', { as, headers, body: { ...body, name: 'Site 2' } }),
    app.call('POST', '/api/monitors', {
      as,
      headers: { ...headers, 'x-project-id': made.body.data.project.id },
      body,
    }),
    app.call('POST', '/api/projects', { as, headers, body: { name: 'Shop' } }),
  ]
  for (const answer of await Promise.all(again))
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'IDEMPOTENCY_CONFLICT'])
})

test('a key belongs to a user or an API key, and other callers may use the same', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const { context, tokens, alice, charlie, call } = desk
  const carol = await createPerson(context, tokens, alice, 'admin', 'Carol')
  for (const as of [alice.session, charlie.session, carol.session]) {
    const { status, headers } = await desk.post({ name: 'Shop' }, { as })
    assert.deepEqual([status, headers['idempotency-replayed']], [201, undefined])
  }
  const monitor = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }
  for (const as of [
    await createKeyHeaders(context, alice, 'read_write'),
    await createKeyHeaders(context, alice, 'read_write'),
  ]) {
    const headers = { 'idempotency-key': 'k' }
    assert.equal(
      (await call('POST', '/api/monitors', { as, headers, body: monitor })).headers['idempotency-replayed'],
      undefined,
    )
    assert.equal(
      (await call('POST', '/api/monitors', { as, headers, body: monitor })).headers['idempotency-replayed'],
      'true',
    )
  }
})

test('a failed request frees its key for a corrected request or another one', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const { db } = desk.context.store

  assert.equal((await desk.post({ name: '' })).status, 400)
  await setPlan(db, 'free')
  const refused = await desk.post({ name: 'Shop' })
  assert.equal(refused.body.error.code, 'PLAN_LIMIT_REACHED')
  assert.deepEqual(await rowsOf(desk), [])
  await setPlan(db, 'scale')
  assert.equal((await desk.post({ name: 'Another shop' })).status, 201)
})

test('a key can be used again after a day, and expired keys are deleted', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const key = await createKeyHeaders(desk.context, desk.alice, 'read_write')
  const again = () =>
    desk.post({ name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }, { as: key, path: '/api/monitors' })
  await again()
  desk.clock.advance(DAY_MS - 1)
  assert.equal((await again()).headers['idempotency-replayed'], 'true')
  assert.equal(await deleteExpiredKeys({ ...desk.context, now: desk.clock.now }), 0)
  desk.clock.advance(1)
  const { status, headers } = await again()
  assert.deepEqual([status, headers['idempotency-replayed']], [201, undefined])
  desk.clock.advance(DAY_MS)
  assert.equal(await deleteExpiredKeys({ ...desk.context, now: desk.clock.now }), 1)
  assert.deepEqual(await rowsOf(desk), [])
})

test('a lost answer is reported as a conflict, and the operation is not repeated', async (t) => {
  const desk = await createIdempotencyFixture(t)
  await desk.post({ name: 'Shop' })
  const { db } = desk.context.store
  await updateRows(db, 'idempotency_keys', { state: 'committed', status: null, body: null })
  const { status, body } = await desk.post({ name: 'Shop' })
  assert.deepEqual([status, body.error.code], [409, 'IDEMPOTENCY_CONFLICT'])
  assert.match(body.error.message, /carried out/)
  assert.deepEqual(await projectsOf(desk, desk.alice), ['Shop'])
})

for (const dialect of DIALECTS)
  test(`${dialect}: every idempotent operation stores its answer in its transaction`, async (t) => {
    const world = await createWorld(t, dialect)
    const { store } = world.context
    const document = (await world.call('GET', '/api/openapi.json')).body
    for (const operation of listOperations(document)) {
      if (!operation.parameters.some(({ name }) => name === 'Idempotency-Key')) continue
      const { session } = await world.createOwner()
      const { method, url, headers, body } = toRequest(operation, await prepare(world, operation, session))
      const call = () =>
        world.call(method, url, {
          as: session,
          headers: { ...headers, 'idempotency-key': operation.name.replaceAll(' ', '') },
          body,
        })
      const states: string[] = []
      const { transact } = store
      store.transact = (work) =>
        transact(async (tx) => {
          const result = await work(tx)
          runAfterCommit(tx, () => states.push('committed'))
          return result
        })
      const first = await call()
      store.transact = transact
      assert.ok([200, 201].includes(first.status), `${operation.name}: ${JSON.stringify(first.body)}`)
      assert.deepEqual(states, ['committed'], `${operation.name} runs one transaction`)
      const again = await call()
      assert.deepEqual([again.headers['idempotency-replayed'], again.body], ['true', first.body], operation.name)
    }
    const rows = await readRows(store.db, 'idempotency_keys')
    assert.ok(rows.length >= 10)
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['answered']))
  })

test('a secret is returned again to the same caller, and is encrypted in the database', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const make = () => desk.post({ name: 'Deploy' }, { path: '/api/auth/api-keys' })
  const first = await make()
  assert.match(first.body.data.key, /^wk_/)
  assert.deepEqual((await make()).body, first.body)
  const [row] = await rowsOf(desk)
  assert.doesNotMatch(JSON.stringify(row), new RegExp(first.body.data.key))
  assert.doesNotMatch(Buffer.from(row!.body!, 'base64').toString('latin1'), /wk_|Deploy/)
})

test('a replay is authorized like any request, and refused after a loss of permissions', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const make = () => desk.post({ name: 'Deploy' }, { path: '/api/auth/api-keys' })
  assert.equal((await make()).status, 201)
  await setRole(desk.context.store.db, 'viewer')
  assert.equal((await make()).body.error.code, 'INSUFFICIENT_PERMISSIONS')
})

for (const key of ['', 'two words', 'ä', 'x'.repeat(256), 'tab\t'])
  test(`the key "${key.slice(0, 20)}" of ${key.length} characters is refused`, async (t) => {
    const desk = await createIdempotencyFixture(t)
    const { status, body } = await desk.post({ name: 'Shop' }, { key })
    assert.deepEqual([status, body.error.code, body.error.details.field], [400, 'VALIDATION_ERROR', 'Idempotency-Key'])
    assert.deepEqual(await projectsOf(desk, desk.alice), [])
  })

test('a key of 255 characters is accepted', async (t) => {
  const desk = await createIdempotencyFixture(t)
  assert.equal((await desk.post({ name: 'Shop' }, { key: '~'.repeat(255) })).status, 201)
})

test('an operation that creates nothing or needs no credential ignores the key', async (t) => {
  const desk = await createIdempotencyFixture(t)
  const register = { email: 'dora@example.test', password: 'correct horse battery', name: 'Dora' }
  for (const status of [201, 409])
    assert.equal((await desk.post(register, { as: {}, path: '/api/auth/register' })).status, status)
  const headers = { 'idempotency-key': 'k' }
  for (const name of ['One', 'Two'])
    assert.equal(
      (await desk.call('PATCH', '/api/auth/me', { as: desk.alice.session, headers, body: { name } })).status,
      200,
    )
  assert.deepEqual(await rowsOf(desk), [])
})

/** Operations that create resources, and answer 200 because they also change others. */
const APPLIES = ['/api/projects/{projectId}/config/apply']

test('the document lists the header only for operations that accept it', async (t) => {
  const { call } = await createTestApp(t, 'sqlite')
  const { paths } = (await call('GET', '/api/openapi.json')).body
  interface Operation {
    security: object[]
    parameters?: { $ref?: string }[]
    responses: Record<string, object>
  }
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Operation>>))
    for (const [method, { security, parameters = [], responses }] of Object.entries(methods)) {
      const takes = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
      const creates = method === 'post' && responses[201] !== undefined && security.length > 0
      assert.equal(takes, creates || APPLIES.includes(path), `${method} ${path}`)
    }
})
