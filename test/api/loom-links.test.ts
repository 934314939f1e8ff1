import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../../src/core/platform/time/time.ts'
import { createMonitorApi, type MonitorApi } from '../support/api/monitor-api.ts'
import { readRows } from '../support/database/tables.ts'

const createLink = async (app: MonitorApi, body: object = {}) => {
  const path = `/api/projects/${app.alice.projectId}/loom-links`
  const answer = await app.call('POST', path, { as: app.alice.session, body: { name: 'Office', ...body } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { loom_link: link, url } = answer.body.data
  return { ...link, url, token: new URL(url).hash.slice(1) } as { id: string; url: string; token: string }
}

const readPicture = (app: MonitorApi, token: string) =>
  app.call('GET', '/api/loom', { as: { authorization: `Bearer ${token}` } })

test('the token of a link opens the picture of its project until the link is revoked', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create({ name: 'Shop' })
  const { token, url, id: linkId } = await createLink(app)
  assert.match(url, /\/wall#wkl_[\w-]{43}$/)
  const [row] = await readRows(app.context.store.db, 'loom_links')
  assert.ok(!JSON.stringify(row).includes(token.slice(4)))
  const { status, body } = await readPicture(app, token)
  assert.deepEqual([status, body.data.rows.map((one: { id: string }) => one.id)], [200, [id]])
  const path = `/api/projects/${app.alice.projectId}/loom-links`
  const { loom_links: links } = (await app.call('GET', path, { as: app.alice.session })).body.data
  assert.deepEqual(
    links.map((link: object) => Object.keys(link)),
    [['id', 'project_id', 'name', 'shows_user_names', 'expires_at', 'created_at']],
  )
  assert.equal((await app.call('DELETE', `${path}/${linkId}`, { as: app.alice.session })).status, 200)
  const revoked = await readPicture(app, token)
  assert.deepEqual([revoked.status, revoked.body.error.code], [401, 'INVALID_TOKEN'])
  const { body: log } = await app.call('GET', '/api/audit-log', { as: app.alice.session })
  const actions = JSON.stringify(log).match(/loom_link\.\w+/g)
  assert.deepEqual(new Set(actions), new Set(['loom_link.deleted', 'loom_link.created']))
  assert.ok(!JSON.stringify(log).includes(token))
})

test('a link expires, and its expiry must be in the future', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const expires = new Date(app.clock.now() + DAY_MS / 2).toISOString()
  const { token } = await createLink(app, { expires_at: expires })
  assert.equal((await readPicture(app, token)).status, 200)
  app.clock.advance(DAY_MS / 2)
  assert.equal((await readPicture(app, token)).status, 401)
})

test('a picture behind a link shows the names of users only if the link permits it', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const body = { name: 'Operations', timezone: 'UTC', layers: [] }
  const made = await app.call('POST', '/api/on-call-schedules', { as: app.alice.session, body })
  assert.equal(made.status, 201)
  const read = async (over: object) => (await readPicture(app, (await createLink(app, over)).token)).body.data.on_call
  assert.deepEqual(await read({}), [])
  assert.deepEqual(await read({ shows_user_names: true }), [{ name: 'Operations', user_name: null }])
})

test('no other operation accepts the token of a link', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { token } = await createLink(app)
  const paths = ['/api/dashboard/loom', '/api/dashboard/monitors', '/api/monitors', '/api/events', '/api/auth/me']
  const credentials: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { 'x-api-key': token }]
  for (const path of paths)
    for (const as of credentials) assert.equal((await app.call('GET', path, { as })).status, 401, path)
  for (const as of [app.alice.session, {}]) assert.equal((await app.call('GET', '/api/loom', { as })).status, 401)
})

test('the links of a deleted project stop working', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const project = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Lab' } })
  const { id } = project.body.data.project
  const path = `/api/projects/${id}/loom-links`
  const made = await app.call('POST', path, { as: app.alice.session, body: { name: 'Office' } })
  const token = new URL(made.body.data.url).hash.slice(1)
  assert.equal((await readPicture(app, token)).status, 200)
  assert.equal((await app.call('DELETE', `/api/projects/${id}`, { as: app.alice.session })).status, 200)
  assert.equal((await readPicture(app, token)).status, 401)
})
