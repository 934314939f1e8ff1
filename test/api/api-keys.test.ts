import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/time.ts'
import { makeApp, type TestApp } from '../support/app.ts'
import { makePeople } from '../support/make.ts'
import { DIALECTS } from '../support/stores.ts'

const URL = '/api/auth/api-keys'
const withKey = (key: string) => ({ as: { 'x-api-key': key } })
const who = (app: TestApp, key: string) => app.call('GET', '/api/organization', withKey(key))

async function setUp(t: Parameters<typeof makeApp>[0], dialect: 'sqlite' | 'postgres', plan?: 'free') {
  const app = await makeApp(t, dialect)
  const people = await makePeople(app.context, app.tokens, plan)
  const as = people.alice.session
  const create = (body: object) => app.call('POST', URL, { as, body })
  return { app, ...people, as, create }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the full key is shown when it is made and never again`, async (t) => {
    const { app, as, create, alice } = await setUp(t, dialect)
    const made = await create({ name: 'Deploy' })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { key, ...shown } = made.body.data
    assert.match(key, /^wk_[0-9a-f]{64}$/)
    assert.equal(shown.key_preview, `${key.slice(0, 7)}…${key.slice(-4)}`)
    assert.deepEqual([shown.name, shown.scope, shown.is_active, shown.last_used_at], ['Deploy', 'read', true, null])
    assert.equal(shown.created_at, '2026-01-05T00:00:00.000Z')
    assert.deepEqual((await app.call('GET', `${URL}/${shown.id}`, { as })).body.data, shown)
    assert.equal((await who(app, key)).body.data.organization.id, alice.organizationId)
    const rows = await app.context.store.db.selectFrom('api_keys').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(key.slice(7, -4)), 'nor is it stored')
  })

  test(`${dialect}: the list is flat, newest first`, async (t) => {
    const { app, as, create } = await setUp(t, dialect)
    for (const name of ['first', 'second', 'third']) {
      await create({ name })
      app.clock.advance(SECOND_MS)
    }
    const { data } = (await app.call('GET', `${URL}?limit=2`, { as })).body
    assert.deepEqual(
      data.keys.map(({ name }: { name: string }) => name),
      ['third', 'second'],
    )
    const { keys: _, ...page } = data
    assert.deepEqual(page, { total_count: 3, limit: 2, offset: 0, has_more: true })
    const rest = (await app.call('GET', `${URL}?limit=2&offset=2`, { as })).body.data
    assert.deepEqual([rest.keys.length, rest.has_more], [1, false])
  })

  test(`${dialect}: a rotated key stops working at once, and the new value works`, async (t) => {
    const { app, as, create } = await setUp(t, dialect)
    const { id, key } = (await create({ name: 'Deploy', scope: 'read_write' })).body.data
    const rotated = await app.call('POST', `${URL}/${id}/rotate`, { as })
    assert.equal(rotated.status, 200)
    assert.notEqual(rotated.body.data.key, key)
    assert.deepEqual([rotated.body.data.id, rotated.body.data.scope], [id, 'read_write'])
    const old = await who(app, key)
    assert.deepEqual([old.status, old.body.error.code], [401, 'INVALID_API_KEY'])
    assert.equal((await who(app, rotated.body.data.key)).status, 200)
  })

  test(`${dialect}: a key is switched off and on, and renamed`, async (t) => {
    const { app, as, create } = await setUp(t, dialect)
    const { id, key, ...made } = (await create({ name: 'Deploy' })).body.data
    const patch = (body: object) => app.call('PATCH', `${URL}/${id}`, { as, body })
    assert.equal((await patch({ is_active: false })).body.data.is_active, false)
    assert.equal((await who(app, key)).body.error.code, 'INVALID_API_KEY')
    const on = await patch({ id, ...made, name: 'Ship', is_active: true, scope: 'read_write' })
    assert.deepEqual([on.body.data.name, on.body.data.scope], ['Ship', 'read'], 'the scope is for good')
    assert.equal((await who(app, key)).status, 200)
  })

  test(`${dialect}: a deleted key stops working, and is gone`, async (t) => {
    const { app, as, create } = await setUp(t, dialect)
    const { id, key } = (await create({ name: 'Deploy' })).body.data
    assert.deepEqual((await app.call('DELETE', `${URL}/${id}`, { as })).body.data, { deleted: true })
    assert.equal((await who(app, key)).status, 401)
    for (const [method, url] of [
      ['GET', `${URL}/${id}`],
      ['PATCH', `${URL}/${id}`],
      ['DELETE', `${URL}/${id}`],
      ['POST', `${URL}/${id}/rotate`],
    ] as const)
      assert.equal((await app.call(method, url, { as })).body.error.code, 'RESOURCE_NOT_FOUND', method)
  })

  test(`${dialect}: a key expires when it was told to`, async (t) => {
    const { app, create } = await setUp(t, dialect)
    const now = await create({ name: 'Deploy', expires_at: '2026-01-05T01:00:00+01:00' })
    assert.deepEqual([now.status, now.body.error.details.field], [400, 'expires_at'])
    const made = (await create({ name: 'Deploy', expires_at: '2026-01-05T01:10:00+01:00' })).body.data
    assert.equal(made.expires_at, '2026-01-05T00:10:00.000Z')
    app.clock.advance(10 * MINUTE_MS - 1)
    assert.equal((await who(app, made.key)).status, 200)
    app.clock.advance(1)
    assert.equal((await who(app, made.key)).body.error.code, 'INVALID_API_KEY')
  })

  test(`${dialect}: the plan's last place goes to one of those who come at once`, async (t) => {
    const { app, as, create } = await setUp(t, dialect, 'free')
    await create({ name: 'one' })
    const made = await Promise.all(['two', 'three', 'four', 'five'].map((name) => create({ name })))
    assert.deepEqual(made.map(({ status }) => status).sort(), [201, 201, 403, 403])
    const { error } = made.find(({ status }) => status === 403)!.body
    assert.deepEqual([error.code, error.details], ['PLAN_LIMIT_REACHED', { plan: 'free', limit: 3, used: 3 }])
    assert.equal((await app.call('GET', URL, { as })).body.data.total_count, 3)
  })

  test(`${dialect}: the last use is known within a minute, and no request waits for it`, async (t) => {
    const { app, as, create } = await setUp(t, dialect)
    const { id, key } = (await create({ name: 'Deploy' })).body.data
    const lastUsed = async () => (await app.call('GET', `${URL}/${id}`, { as })).body.data.last_used_at
    await who(app, key)
    assert.equal(await lastUsed(), null)
    await app.api.close() // writes what was gathered
    const { last_used_at } = await app.context.store.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
    assert.equal(last_used_at, app.clock.now())
  })

  test(`${dialect}: keys of another organization are not there`, async (t) => {
    const { app, create, charlie } = await setUp(t, dialect)
    const { id, key } = (await create({ name: 'Deploy' })).body.data
    const as = charlie.session
    assert.equal((await app.call('GET', URL, { as })).body.data.total_count, 0)
    for (const [method, url] of [
      ['GET', `${URL}/${id}`],
      ['PATCH', `${URL}/${id}`],
      ['DELETE', `${URL}/${id}`],
      ['POST', `${URL}/${id}/rotate`],
    ] as const)
      assert.equal((await app.call(method, url, { as })).status, 404, method)
    assert.equal((await who(app, key)).status, 200)
  })
}
