import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'
import {
  type ApiClient,
  createTypedClient,
  expectError,
  expectErrorCode,
  expectTypedData,
  type Schemas,
} from '../../support/api/typed-client.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow, readRows } from '../../support/database/tables.ts'
import { createPeople } from '../../support/factories/people.ts'

type Draft = Schemas['CreateApiKeyBody']

const ONE = '/api/auth/api-keys/{id}'
const inPath = (id: string) => ({ params: { path: { id } } })

/** Returns the organization in which a key acts, or the code of its refusal. */
async function who(app: TestApp, key: string): Promise<string> {
  const { data, error } = await createTypedClient(app, { 'x-api-key': key }).GET('/api/organization')
  return data?.data.organization.id ?? error!.error.code
}

/** Returns the answers of every operation on one key. */
const refusals = (api: ApiClient, id: string) =>
  Promise.all([
    expectErrorCode(api.GET(ONE, inPath(id))),
    expectErrorCode(api.PATCH(ONE, inPath(id))),
    expectErrorCode(api.DELETE(ONE, inPath(id))),
    expectErrorCode(api.POST('/api/auth/api-keys/{id}/rotate', inPath(id))),
  ])

async function setUp(t: Parameters<typeof createTestApp>[0], dialect: 'sqlite' | 'postgres', plan?: 'free') {
  const app = await createTestApp(t, dialect)
  const people = await createPeople(app.context, app.tokens, plan)
  const api = createTypedClient(app, people.alice.session)
  const create = (body: Draft) => expectTypedData(api.POST('/api/auth/api-keys', { body }))
  const read = (id: string) => expectTypedData(api.GET(ONE, inPath(id)))
  return { app, ...people, api, create, read }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the full key is returned only at creation`, async (t) => {
    const { app, create, read, alice } = await setUp(t, dialect)
    const { key, ...shown } = await create({ name: 'Deploy' })
    assert.match(key, /^wk_[0-9a-f]{64}$/)
    assert.equal(shown.key_preview, `${key.slice(0, 7)}…${key.slice(-4)}`)
    assert.deepEqual([shown.name, shown.scope, shown.is_active, shown.last_used_at], ['Deploy', 'read', true, null])
    assert.equal(shown.created_at, '2026-01-05T00:00:00.000Z')
    assert.deepEqual(await read(shown.id), shown)
    assert.equal(await who(app, key), alice.organizationId)
    const rows = await readRows(app.context.store.db, 'api_keys')
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(key.slice(7, -4)), 'the key is not stored')
  })

  test(`${dialect}: the key list is flat and newest first`, async (t) => {
    const { app, api, create } = await setUp(t, dialect)
    for (const name of ['first', 'second', 'third']) {
      await create({ name })
      app.clock.advance(SECOND_MS)
    }
    const list = (offset?: number) =>
      expectTypedData(api.GET('/api/auth/api-keys', { params: { query: { limit: 2, ...(offset && { offset }) } } }))
    const { keys, ...page } = await list()
    assert.deepEqual(
      keys.map(({ name }) => name),
      ['third', 'second'],
    )
    assert.deepEqual(page, { total_count: 3, limit: 2, offset: 0, has_more: true })
    const rest = await list(2)
    assert.deepEqual([rest.keys.length, rest.has_more], [1, false])
  })

  test(`${dialect}: a rotated key stops working at once, and the new value works`, async (t) => {
    const { app, api, create, alice } = await setUp(t, dialect)
    const { id, key } = await create({ name: 'Deploy', scope: 'read_write' })
    const rotated = await expectTypedData(api.POST('/api/auth/api-keys/{id}/rotate', inPath(id)))
    assert.notEqual(rotated.key, key)
    assert.deepEqual([rotated.id, rotated.scope], [id, 'read_write'])
    assert.equal(await who(app, key), 'INVALID_API_KEY')
    assert.equal(await who(app, rotated.key), alice.organizationId)
  })

  test(`${dialect}: a key can be disabled, enabled and renamed`, async (t) => {
    const { app, api, create, alice } = await setUp(t, dialect)
    const { key, ...made } = await create({ name: 'Deploy' })
    const patch = (body: Schemas['UpdateApiKeyBody']) => expectTypedData(api.PATCH(ONE, { ...inPath(made.id), body }))
    assert.equal((await patch({ is_active: false })).is_active, false)
    assert.equal(await who(app, key), 'INVALID_API_KEY')
    const on = await patch({ ...made, name: 'Ship', is_active: true, scope: 'read_write' })
    assert.deepEqual([on.name, on.scope], ['Ship', 'read'], 'the scope cannot change')
    assert.equal(await who(app, key), alice.organizationId)
  })

  test(`${dialect}: a deleted key stops working and disappears from the list`, async (t) => {
    const { app, api, create } = await setUp(t, dialect)
    const { id, key } = await create({ name: 'Deploy' })
    assert.deepEqual(await expectTypedData(api.DELETE(ONE, inPath(id))), { deleted: true })
    assert.equal(await who(app, key), 'INVALID_API_KEY')
    assert.deepEqual(new Set(await refusals(api, id)), new Set(['404 RESOURCE_NOT_FOUND']))
  })

  test(`${dialect}: a key stops working at its expiry time`, async (t) => {
    const { app, api, create, alice } = await setUp(t, dialect)
    const now = { name: 'Deploy', expires_at: '2026-01-05T01:00:00+01:00' }
    assert.equal(
      await expectErrorCode(api.POST('/api/auth/api-keys', { body: now })),
      '400 VALIDATION_ERROR expires_at',
    )
    const made = await create({ name: 'Deploy', expires_at: '2026-01-05T01:10:00+01:00' })
    assert.equal(made.expires_at, '2026-01-05T00:10:00.000Z')
    app.clock.advance(10 * MINUTE_MS - 1)
    assert.equal(await who(app, made.key), alice.organizationId)
    app.clock.advance(1)
    assert.equal(await who(app, made.key), 'INVALID_API_KEY')
  })

  test(`${dialect}: concurrent creations do not exceed the key limit of the plan`, async (t) => {
    const { api, create } = await setUp(t, dialect, 'free')
    await create({ name: 'one' })
    const tries = ['two', 'three', 'four', 'five'].map((name) => api.POST('/api/auth/api-keys', { body: { name } }))
    const made = await Promise.all(tries)
    assert.deepEqual(made.map(({ response }) => response.status).sort(), [201, 201, 403, 403])
    const { code, details } = await expectError(Promise.resolve(made.find(({ error }) => error)!))
    assert.deepEqual([code, details], ['PLAN_LIMIT_REACHED', { plan: 'free', limit: 3, used: 3 }])
    assert.equal((await expectTypedData(api.GET('/api/auth/api-keys'))).total_count, 3)
  })

  test(`${dialect}: the last use of a key is stored within a minute without delaying a request`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] }) // the flush interval never elapses
    const { app, create, read } = await setUp(t, dialect)
    const { id, key } = await create({ name: 'Deploy' })
    await who(app, key)
    assert.equal((await read(id)).last_used_at, null)
    await app.api.close() // closing flushes the collected uses
    const { last_used_at } = await readRow(app.context.store.db, 'api_keys')
    assert.equal(last_used_at, app.clock.now())
  })

  test(`${dialect}: keys of another organization are not visible`, async (t) => {
    const { app, create, alice, charlie } = await setUp(t, dialect)
    const { id, key } = await create({ name: 'Deploy' })
    const stranger = createTypedClient(app, charlie.session)
    assert.equal((await expectTypedData(stranger.GET('/api/auth/api-keys'))).total_count, 0)
    assert.deepEqual(new Set(await refusals(stranger, id)), new Set(['404 RESOURCE_NOT_FOUND']))
    assert.equal(await who(app, key), alice.organizationId)
  })
}
