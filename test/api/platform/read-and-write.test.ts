/** A client may send back the representation that it has read: nothing changes, and masked secrets stay. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiDocument, listOperations, type Operation } from '../../support/api/conformance/document.ts'
import { prepare, toRequest } from '../../support/api/conformance/recipes.ts'
import { createWorld, type Headers, type World } from '../../support/api/conformance/world.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { createRandomDocument } from '../../support/factories/random-document.ts'

type Json = Record<string, unknown> & { id: string }

/** Where an update writes, and where its resource is read. */
interface Place {
  method: string
  url: string
  /** Whether the resource is only found in the list above its address. */
  isListed?: boolean
  headers?: Headers
}

/** Updates whose body is not the representation of a resource. */
const isOther = ({ path }: Operation): boolean =>
  path.startsWith('/api/heartbeat/') || path === '/api/admin/organizations/{id}/plan'

async function read({ call, owner }: World, { url, isListed = false, headers = {} }: Place): Promise<Json> {
  const end = url.lastIndexOf('/')
  const at = isListed ? url.slice(0, end) : url
  const { status, body } = await call('GET', at, { as: owner.session, headers })
  assert.equal(status, 200, `${at}: ${JSON.stringify(body)}`)
  const { data } = body
  if (isListed) return toList(data).find(({ id }) => id === url.slice(end + 1))!
  const [first, ...others] = Object.values(data)
  return data.defaults ?? data.email?.settings ?? (others.length === 0 ? first : data)
}

const toList = (data: object): Json[] => (Array.isArray(data) ? data : Object.values(data)[0])

const withoutTime = ({ updated_at: _, ...others }: Json): object => others

/** Sends the representation back, and expects that nothing changes. */
async function checkUnchanged(world: World, place: Place): Promise<void> {
  const { call, context, owner } = world
  const { method, url, headers = {} } = place
  const before = await read(world, place)
  const entries = await countRows(context.store.db, 'audit_log')
  const { status, body } = await call(method, url, { as: owner.session, headers, body: before })
  assert.equal(status, 200, `${method} ${url}: ${JSON.stringify(body)}`)
  assert.deepEqual(withoutTime(await read(world, place)), withoutTime(before), `${method} ${url}`)
  assert.equal(await countRows(context.store.db, 'audit_log'), entries, `${method} ${url} logs a change`)
}

/** Updates of the resources that documents describe, with their lists. */
const listUpdates = (project: string) =>
  [
    ['PATCH', `${project}/variables`],
    ['PATCH', '/api/notification-targets'],
    ['PUT', '/api/groups'],
    ['PUT', '/api/monitors'],
    ['PUT', '/api/maintenance-windows'],
    ['PUT', `${project}/status-pages`],
  ] as const

for (const dialect of ANY_DIALECT) {
  test('every update accepts the representation of its resource, and changes nothing', async (t) => {
    const world = await createWorld(t, dialect)
    const document: ApiDocument = (await world.call('GET', '/api/openapi.json')).body
    const operations = listOperations(document)
    const updates = operations.filter((one) => ['PUT', 'PATCH'].includes(one.method) && !isOther(one))
    assert.ok(updates.length >= 18)
    const as = world.owner.session
    for (const update of updates) {
      const { method, url, ...valid } = toRequest(update, await prepare(world, update, as))
      const changed = await world.call(method, url, { as, ...valid })
      assert.equal(changed.status, 200, `${update.name}: ${JSON.stringify(changed.body)}`)
      const isListed = !operations.some(({ name }) => name === `GET ${update.path}`)
      await checkUnchanged(world, { method, url, isListed })
    }
  })

  test('generated resources accept their representations, and keep masked secrets', async (t) => {
    const world = await createWorld(t, dialect)
    for (const seed of [0, 1, 2]) {
      const { id } = await world.create('/api/projects', { name: 'Generated' })
      const project = `/api/projects/${id}`
      const headers = { 'x-project-id': id }
      const send = (method: string, url: string, body?: object) =>
        world.call(method, url, { as: world.owner.session, headers, ...(body && { body }) })
      const document = createRandomDocument(seed)
      const made = await send('POST', `${project}/config/apply`, { document })
      assert.equal(made.status, 200, JSON.stringify(made.body))
      for (const [method, path] of listUpdates(project)) {
        const items = toList((await send('GET', path)).body.data)
        assert.ok(items.length > 0, path)
        for (const item of items) await checkUnchanged(world, { method, url: `${path}/${item.id}`, headers })
      }
      // The document contains the secrets, so a changed secret would be planned
      const planned = await send('POST', `${project}/config/plan`, { document })
      assert.deepEqual(planned.body.data?.plan.changes, [], JSON.stringify(planned.body))
    }
  })
}
