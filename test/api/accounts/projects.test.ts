import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../support/api/app.ts'
import { createTypedClient, expectError, expectErrorCode, expectTypedData } from '../../support/api/typed-client.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRow } from '../../support/database/tables.ts'
import { createKeyHeaders, createPeople } from '../../support/factories/people.ts'

const NOWHERE = '0198c0de-7a11-7abc-8def-0123456789ab'

const inPath = (id: string) => ({ params: { path: { id } } })
const inProject = (id: string) => ({ params: { header: { 'X-Project-ID': id } } })

async function setUp(t: Parameters<typeof createTestApp>[0], dialect: 'sqlite' | 'postgres', plan?: 'free' | 'pro') {
  const app = await createTestApp(t, dialect)
  const people = await createPeople(app.context, app.tokens, plan)
  const api = createTypedClient(app, people.alice.session)
  const create = async (name: string) => (await expectTypedData(api.POST('/api/projects', { body: { name } }))).project
  const usage = async () => (await expectTypedData(api.GET('/api/organization'))).organization.usage
  const addMonitor = async (project: string, name = 'Shop') => {
    const body = { name, type: 'HTTP', target: 'https://example.test/' } as const
    return (await expectTypedData(api.POST('/api/monitors', { ...inProject(project), body }))).monitor
  }
  /** Returns the answers of every operation on one project. */
  const refusals = (client: typeof api, id: string) =>
    Promise.all([
      expectErrorCode(client.GET('/api/projects/{id}', inPath(id))),
      expectErrorCode(client.PATCH('/api/projects/{id}', inPath(id))),
      expectErrorCode(client.DELETE('/api/projects/{id}', inPath(id))),
    ])
  return { ...app, ...people, app, api, create, usage, addMonitor, refusals }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a project is created, read, listed, renamed and deleted`, async (t) => {
    const { api, clock, alice, create, refusals } = await setUp(t, dialect)
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
    assert.deepEqual((await expectTypedData(api.GET('/api/projects/{id}', inPath(made.id)))).project, made)
    const rename = api.PATCH('/api/projects/{id}', { ...inPath(made.id), body: { ...made, name: 'Bar' } })
    const { project: renamed } = await expectTypedData(rename)
    assert.deepEqual([renamed.name, renamed.slug], ['Bar', 'cafe-bar'])
    const list = await expectTypedData(api.GET('/api/projects', { params: { query: { limit: 2 } } }))
    assert.deepEqual(list.projects.map(({ name }) => name).sort(), ['Bar', 'Cafe Bar'])
    assert.deepEqual(list.pagination, { total_count: 3, limit: 2, offset: 0, has_more: true })

    assert.deepEqual(await expectTypedData(api.DELETE('/api/projects/{id}', inPath(made.id))), { deleted: true })
    assert.deepEqual(new Set(await refusals(api, made.id)), new Set(['404 PROJECT_NOT_FOUND']))
    assert.equal((await expectTypedData(api.GET('/api/projects'))).pagination.total_count, 2)
    assert.equal((await create('Café & Bar')).slug, 'cafe-bar', 'the slug is available again')
  })

  test(`${dialect}: the default project cannot be deleted`, async (t) => {
    const { api, alice } = await setUp(t, dialect)
    const removal = api.DELETE('/api/projects/{id}', { ...inPath(alice.projectId), body: { confirm: true } })
    assert.equal(await expectErrorCode(removal), '409 CONFLICT')
  })

  test(`${dialect}: deleting a project with monitors requires confirmation and deletes the monitors`, async (t) => {
    const { api, create, addMonitor, usage, context } = await setUp(t, dialect)
    const { id } = await create('Shop')
    const monitor = await addMonitor(id)
    assert.equal((await expectTypedData(api.GET('/api/projects/{id}', inPath(id)))).project.monitor_count, 1)
    const refused = await expectError(api.DELETE('/api/projects/{id}', inPath(id)))
    assert.deepEqual([refused.code, refused.details], ['CONFIRMATION_REQUIRED', { monitor_count: 1 }])
    const before = await usage()
    context.woken.length = 0

    await expectTypedData(api.DELETE('/api/projects/{id}', { ...inPath(id), body: { confirm: true } }))
    const after = await usage()
    assert.deepEqual([before.active_monitors, before.projects], [1, 2])
    assert.deepEqual([after.active_monitors, after.projects], [0, 1])
    const row = await readRow(context.store.db, 'monitors', { id: monitor.id })
    assert.notEqual(row.deleted_at, null, 'the row stays, so that probes receive the change')
    assert.deepEqual(context.woken, ['assignments', 'deliveries'])
  })

  test(`${dialect}: concurrent creations do not exceed the project limit of the plan`, async (t) => {
    const { api } = await setUp(t, dialect, 'pro')
    const names = Array.from({ length: 12 }, (_, n) => `Project ${n}`)
    const made = await Promise.all(names.map((name) => api.POST('/api/projects', { body: { name } })))
    assert.equal(made.filter(({ response }) => response.status === 201).length, 9)
    const refused = made.filter(({ error }) => error?.error.code === 'PLAN_LIMIT_REACHED')
    assert.deepEqual([refused.length, refused[0]!.response.status], [3, 403])
  })

  test(`${dialect}: X-Project-ID selects only projects of the organization`, async (t) => {
    const { api, app, bob, charlie, create, addMonitor, context } = await setUp(t, dialect)
    const { id } = await create('Shop')
    await addMonitor(id)
    const count = async (project?: string) =>
      (await expectTypedData(api.GET('/api/monitors', project === undefined ? {} : inProject(project)))).pagination
        .total_count
    assert.equal(await count(), 0)
    assert.equal(await count(id), 1)
    assert.equal(await count(id.toUpperCase()), 1)

    const keyed = createTypedClient(app, await createKeyHeaders(context, bob, 'read'))
    const refused = (project: string) => expectErrorCode(keyed.GET('/api/monitors', inProject(project)))
    assert.equal(await refused(NOWHERE), '404 PROJECT_NOT_FOUND')
    assert.equal(await refused(charlie.projectId), '403 PROJECT_ORGANIZATION_MISMATCH')
    assert.equal(await refused('shop'), '400 VALIDATION_ERROR X-Project-ID')
    await expectTypedData(api.DELETE('/api/projects/{id}', { ...inPath(id), body: { confirm: true } }))
    assert.equal(await refused(id), '404 PROJECT_NOT_FOUND')
  })

  test(`${dialect}: a project of another organization gets a different code than an unknown project`, async (t) => {
    const { app, charlie, alice, refusals } = await setUp(t, dialect)
    const codes = await refusals(createTypedClient(app, charlie.session), alice.projectId)
    assert.deepEqual(new Set(codes), new Set(['403 PROJECT_ORGANIZATION_MISMATCH']))
  })
}
