/** Releases: resources that a document created, and that no source manages afterwards. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { COLLECTIONS } from '../../../src/core/provisioning/document.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { makeConfigApi, SHOP } from './config-api.ts'

interface Resource {
  id: string
  name: string
  external_key?: string
  managed_by?: string
}

/** Number of resources. */
const SIZE = COLLECTIONS.reduce((sum, collection) => sum + Object.keys(SHOP[collection]).length, 0)

async function makeReleaseApi(t: TestContext, dialect: DialectName) {
  const made = await makeConfigApi(t, dialect)
  const { call, alice } = made
  const project = `/api/projects/${alice.projectId}`
  const read = async (path: string) => (await call('GET', path, { as: alice.session })).body.data
  const paths = COLLECTIONS.map((collection) => {
    const path = collection.replaceAll('_', '-')
    return collection === 'variables' || collection === 'status_pages' ? `${project}/${path}` : `/api/${path}`
  })
  return {
    ...made,
    read,
    release: async (ids: readonly string[], projectId = alice.projectId) =>
      call('POST', `/api/projects/${projectId}/config/release`, { as: alice.session, body: { resource_ids: ids } }),
    /** Returns all resources of the project, in a stable order. */
    async list(): Promise<Resource[]> {
      const lists = await Promise.all(
        paths.map(async (path): Promise<Resource[]> => {
          const data = await read(path)
          return Array.isArray(data) ? data : (Object.values(data)[0] as Resource[])
        }),
      )
      return lists.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

const sortIds = (ids: readonly string[]): string[] => ids.toSorted()

for (const dialect of DIALECTS) {
  test(`${dialect}: an apply with release leaves its resources without a source, and a later apply finds them`, async (t) => {
    const { apply, plan, send, list } = await makeReleaseApi(t, dialect)
    const made = await apply(SHOP, { release: true })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const found = await list()
    assert.equal(found.length, SIZE)
    for (const { name, managed_by: source, external_key: key } of found)
      assert.deepEqual([source, typeof key], [undefined, 'string'], name)
    const { id } = found.find(({ external_key: key }) => key === 'gateway')!
    assert.equal((await send('PUT', `/${id}`, { name: 'Renamed by hand' })).status, 200)
    const refused = (await plan(SHOP)).body.error
    assert.deepEqual([refused.code, refused.details.field], ['CONFLICT', 'monitors.gateway'])
    assert.equal(
      (await plan(SHOP, { release: true })).body.data.plan.summary.update,
      1,
      'the keys of its own resources',
    )
    const { summary } = (await plan(SHOP, { take_over: true })).body.data.plan
    assert.deepEqual(summary, { create: 0, update: 1, delete: 0, unchanged: SIZE - 1, adopt: SIZE, release: 0 })
    const pruned = await plan({ version: 1, source: SHOP.source }, { prune: true })
    assert.deepEqual(pruned.body.data.plan.changes, [], 'no source prunes a released resource')
  })

  test(`${dialect}: an apply with release releases the resources that its source manages`, async (t) => {
    const { apply, plan, list } = await makeReleaseApi(t, dialect)
    await apply(SHOP)
    const { summary, has_changes: hasChanges } = (await plan(SHOP, { release: true })).body.data.plan
    assert.deepEqual([summary.release, summary.adopt, hasChanges], [SIZE, 0, false])
    await apply(SHOP, { release: true })
    for (const { name, managed_by: source } of await list()) assert.equal(source, undefined, name)
    assert.equal((await plan(SHOP, { release: true })).body.data.plan.summary.release, 0)
  })

  test(`${dialect}: a release ends the management of resources of every kind, and repeats without an effect`, async (t) => {
    const { apply, list, release, read, makeProject } = await makeReleaseApi(t, dialect)
    await apply(SHOP)
    const before = await list()
    const ids = before.map(({ id }) => id)
    const foreign = await release(ids, await makeProject('Elsewhere'))
    assert.deepEqual(foreign.body.data, { released: [], unmanaged: [], not_found: ids })
    const missing = '00000000-0000-4000-8000-000000000000'
    const { released, unmanaged, not_found: notFound } = (await release([...ids, ids[0]!, missing])).body.data
    assert.deepEqual([sortIds(released), unmanaged, notFound], [ids, [], [missing]])
    assert.deepEqual(
      await list(),
      before.map(({ managed_by: _, ...resource }) => resource),
    )
    assert.deepEqual(sortIds((await release(ids)).body.data.unmanaged), ids)
    const { entries } = await read('/api/audit-log?limit=100')
    const logged = entries.filter(({ changes }: { changes: object }) => 'managed_by' in changes)
    assert.deepEqual(sortIds(logged.map(({ resource_id: id }: { resource_id: string }) => id)), ids)
  })
}
