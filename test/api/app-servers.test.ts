// @slow: two servers on one PostgreSQL
/** Two servers behind a load balancer: a change on one server takes effect on the other. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import type { TestApp } from '../support/api/app.ts'
import { type EventReader, readEvents } from '../support/api/event-reader.ts'
import { createKeyHeaders, createPeople, type Person } from '../support/factories/people.ts'
import { startServers } from '../support/targets/servers.ts'
import { waitUntil } from '../support/time/until.ts'

async function start(t: TestContext) {
  const servers = await startServers(t)
  const [here, there] = servers.apps
  const people = await createPeople(here.context, here.tokens)
  return { ...servers, here, there, ...people }
}

async function openEventStream(
  t: TestContext,
  { api }: TestApp,
  headers: Record<string, string>,
): Promise<EventReader> {
  if (!api.server.listening) await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as { port: number }
  const reader = await readEvents(`http://127.0.0.1:${port}/api/events`, headers)
  t.after(reader.close)
  return reader
}

const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }

const monitorMadeAt = ({ call }: TestApp, { session }: Person) =>
  call('POST', '/api/monitors', { as: session, body: SITE })

/** Resolves when the first server has registered the reader at the second server. */
async function waitUntilSubscribed(here: TestApp, { projectId }: Person, reader: EventReader): Promise<void> {
  const touch = () => here.context.live.publish(projectId, () => ({ type: 'monitor.updated', monitorId: 'any' }))
  await waitUntil(() => {
    touch()
    return reader.events.length > 0
  }, 'the registration of the reader')
}

test('a stream on one server sends events of writes on the other', async (t) => {
  const { here, there, alice } = await start(t)
  const reader = await openEventStream(t, there, alice.session)
  await waitUntilSubscribed(here, alice, reader)
  const { id } = (await monitorMadeAt(here, alice)).body.data.monitor
  const made = (await waitUntil(() => reader.events.find(({ type }) => type === 'monitor.created'), 'the event'))!
  assert.deepEqual(made.data, { monitor_id: id })
  assert.match(made.id!, /^[0-9a-f]+-\d+$/)
})

test('a client that reconnects to another server gets a reset and then later events', async (t) => {
  const { here, there, alice } = await start(t)
  const first = await openEventStream(t, here, alice.session)
  const place = (await waitUntil(() => first.lastId(), 'a place'))!
  const second = await openEventStream(t, there, { ...alice.session, 'last-event-id': place })
  assert.equal((await second.take(1))[0]!.type, 'reset')
})

test('a write on one server wakes the courier and the probes of the other', async (t) => {
  const { here, there } = await start(t)
  here.context.wake('assignments')
  await waitUntil(() => there.context.woken.includes('assignments elsewhere'), 'the wake-up')
})

test('a status page edited on one server is reloaded on the other', async (t) => {
  const { here, there, alice } = await start(t)
  const path = `/api/projects/${alice.projectId}/status-pages`
  const body = { name: 'Shop', slug: 'shop', is_published: true }
  const made = await here.call('POST', path, { as: alice.session, body })
  const { id } = made.body.data.status_page
  const title = async () => (await there.call('GET', '/api/status/shop')).body.data.page.name
  assert.equal(await title(), 'Shop')
  await here.call('PUT', `${path}/${id}`, { as: alice.session, body: { name: 'Store' } })
  // The clock does not advance, so a cached page would never expire
  await waitUntil(async () => (await title()) === 'Store', 'the new name')
})

const ENDS: [string, (world: Awaited<ReturnType<typeof start>>) => Promise<unknown>, string][] = [
  [
    'a deleted API key',
    async ({ here, alice }) => {
      const keys = await here.call('GET', '/api/auth/api-keys', { as: alice.session })
      const { id } = keys.body.data.keys.find(({ name }: { name: string }) => name === 'read')
      return here.call('DELETE', `/api/auth/api-keys/${id}`, { as: alice.session })
    },
    'INVALID_API_KEY',
  ],
  [
    'a session that signed out',
    ({ here, bob }) => here.call('POST', '/api/auth/logout', { as: bob.session }),
    'INVALID_TOKEN',
  ],
  [
    'a removed member',
    async ({ here, alice, bob }) => {
      const path = `/api/organizations/${alice.organizationId}/members`
      const members = (await here.call('GET', path, { as: alice.session })).body.data
      const { id } = members.find(({ user_id }: { user_id: string }) => user_id === bob.userId)
      return here.call('DELETE', `${path}/${id}`, { as: alice.session })
    },
    'INVALID_TOKEN',
  ],
]
for (const [what, end, code] of ENDS)
  test(`${what} is refused by the other server at the next request, and its stream there ends`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const world = await start(t)
    const { here, there, alice, bob } = world
    const who = code === 'INVALID_API_KEY' ? await createKeyHeaders(here.context, alice, 'read') : bob.session
    const reader = await openEventStream(t, there, who)
    assert.equal((await there.call('GET', '/api/monitors', { as: who })).status, 200)
    const ended = (await end(world)) as { status: number }
    assert.equal(ended.status, 200)
    const { status, body } = await there.call('GET', '/api/monitors', { as: who })
    assert.deepEqual([status, body.error.code], [401, code])
    t.mock.timers.tick(15 * SECOND_MS)
    await reader.ended
  })

test('password guesses on all servers count together', async (t) => {
  const { apps, here, clock } = await start(t)
  const account = { email: 'dora@example.com', password: 'the password of Dora', name: 'Dora' }
  await here.call('POST', '/api/auth/register', { body: account })
  const guess = (app: TestApp, password: string) =>
    app.call('POST', '/api/auth/login', { body: { email: account.email, password } })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await guess(apps[n % 2]!, 'a wrong password')).status)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429])
  assert.equal((await guess(apps[1], account.password)).status, 429)
  clock.advance(15 * MINUTE_MS)
  assert.equal((await guess(apps[1], account.password)).status, 200)
})
