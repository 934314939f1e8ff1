import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeApp } from '../support/app.ts'
import { makeKey, makePeople } from '../support/make.ts'
import { DIALECTS } from '../support/stores.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

async function setUp(t: Parameters<typeof makeApp>[0], dialect: 'sqlite' | 'postgres', plan?: 'free' | 'pro') {
  const app = await makeApp(t, dialect)
  const people = await makePeople(app.context, app.tokens, plan)
  const as = people.alice.session
  const create = async (name: string) =>
    (await app.call('POST', '/api/projects', { as, body: { name } })).body.data.project
  const addMonitor = (project: string, name = 'Shop') =>
    app.call('POST', '/api/monitors', {
      as,
      headers: { 'x-project-id': project },
      body: { name, type: 'HTTP', target: 'https://example.test/' },
    })
  return { ...app, ...people, as, create, addMonitor }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a project is made, read, listed, renamed and deleted`, async (t) => {
    const { call, clock, as, alice, create } = await setUp(t, dialect)
    clock.advance(1000)
    const made = await create('Café & Bar')
    assert.deepEqual(made, {
      id: made.id,
      organization_id: alice.organizationId,
      name: 'Café & Bar',
      slug: 'cafe-bar',
      is_default: false,
      monitor_count: 0,
      created_at: '2026-01-05T00:00:01.000Z',
      updated_at: '2026-01-05T00:00:01.000Z',
    })
    assert.equal((await create('Cafe Bar')).slug, 'cafe-bar-2')
    const url = `/api/projects/${made.id}`
    assert.deepEqual((await call('GET', url, { as })).body.data.project, made)
    const renamed = (await call('PATCH', url, { as, body: { ...made, name: 'Bar' } })).body.data.project
    assert.deepEqual([renamed.name, renamed.slug], ['Bar', 'cafe-bar'])
    const list = (await call('GET', '/api/projects?limit=2', { as })).body.data
    assert.deepEqual(list.projects.map(({ name }: { name: string }) => name).sort(), ['Bar', 'Cafe Bar'])
    assert.deepEqual(list.pagination, { total_count: 3, limit: 2, offset: 0, has_more: true })

    assert.deepEqual((await call('DELETE', url, { as })).body.data, { deleted: true })
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await call(method, url, { as })
      assert.deepEqual([status, body.error.code], [404, 'PROJECT_NOT_FOUND'], method)
    }
    assert.equal((await call('GET', '/api/projects', { as })).body.data.pagination.total_count, 2)
    assert.equal((await create('Café & Bar')).slug, 'cafe-bar', 'its slug is free again')
  })

  test(`${dialect}: the default project stays`, async (t) => {
    const { call, as, alice } = await setUp(t, dialect)
    const { status, body } = await call('DELETE', `/api/projects/${alice.projectId}`, { as, body: { confirm: true } })
    assert.deepEqual([status, body.error.code], [409, 'CONFLICT'])
  })

  test(`${dialect}: a project that holds monitors is deleted with them, when that is confirmed`, async (t) => {
    const { call, as, create, addMonitor, context } = await setUp(t, dialect)
    const { id } = await create('Shop')
    const monitor = (await addMonitor(id)).body.data.monitor
    assert.equal((await call('GET', `/api/projects/${id}`, { as })).body.data.project.monitor_count, 1)
    const refused = await call('DELETE', `/api/projects/${id}`, { as })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'CONFIRMATION_REQUIRED'])
    assert.deepEqual(refused.body.error.details, { monitor_count: 1 })
    const before = (await call('GET', '/api/organization', { as })).body.data.organization.usage
    context.woken.length = 0

    assert.equal((await call('DELETE', `/api/projects/${id}`, { as, body: { confirm: true } })).status, 200)
    const after = (await call('GET', '/api/organization', { as })).body.data.organization.usage
    assert.deepEqual([before.active_monitors, before.projects], [1, 2])
    assert.deepEqual([after.active_monitors, after.projects], [0, 1])
    const row = await context.store.db
      .selectFrom('monitors')
      .selectAll()
      .where('id', '=', monitor.id)
      .executeTakeFirst()
    assert.notEqual(row?.deleted_at, null, 'the row stays, so that probes hear of it')
    assert.deepEqual(context.woken, ['assignments', 'deliveries'])
  })

  test(`${dialect}: the plan's last place goes to one of those who come at once`, async (t) => {
    const { call, as } = await setUp(t, dialect, 'pro')
    const names = Array.from({ length: 12 }, (_, n) => `Project ${n}`)
    const made = await Promise.all(names.map((name) => call('POST', '/api/projects', { as, body: { name } })))
    assert.equal(made.filter(({ status }) => status === 201).length, 9)
    const refused = made.filter(({ body }) => body.error?.code === 'PLAN_LIMIT_REACHED')
    assert.deepEqual([refused.length, refused[0]!.status], [3, 403])
  })

  test(`${dialect}: X-Project-ID selects a project of the organization and no other`, async (t) => {
    const { call, as, bob, charlie, create, addMonitor, context } = await setUp(t, dialect)
    const { id } = await create('Shop')
    await addMonitor(id)
    const count = async (headers: Record<string, string>) =>
      (await call('GET', '/api/monitors', { as, headers })).body.data.pagination.total_count
    assert.equal(await count({}), 0)
    assert.equal(await count({ 'x-project-id': id }), 1)
    assert.equal(await count({ 'x-project-id': id.toUpperCase() }), 1)

    const key = await makeKey(context, bob, 'read')
    const refused = async (project: string) => {
      const { status, body } = await call('GET', '/api/monitors', { as: key, headers: { 'x-project-id': project } })
      return [status, body.error.code, body.error.details?.field]
    }
    assert.deepEqual(await refused(NOWHERE), [404, 'PROJECT_NOT_FOUND', undefined])
    assert.deepEqual(await refused(charlie.projectId), [403, 'PROJECT_ORGANIZATION_MISMATCH', undefined])
    assert.deepEqual(await refused('shop'), [400, 'VALIDATION_ERROR', 'X-Project-ID'])
    await call('DELETE', `/api/projects/${id}`, { as, body: { confirm: true } })
    assert.deepEqual(await refused(id), [404, 'PROJECT_NOT_FOUND', undefined])
  })

  test(`${dialect}: a project of another organization is told apart from one that does not exist`, async (t) => {
    const { call, charlie, alice } = await setUp(t, dialect)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await call(method, `/api/projects/${alice.projectId}`, { as: charlie.session })
      assert.deepEqual([status, body.error.code], [403, 'PROJECT_ORGANIZATION_MISMATCH'], method)
    }
  })
}
