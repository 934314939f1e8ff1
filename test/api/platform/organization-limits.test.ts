import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import type { GuardedAccess } from '../../../src/api/platform/access.ts'
import type { Api } from '../../../src/api/platform/api.ts'
import { sendProblem } from '../../../src/api/platform/errors.ts'
import { limitOrganizations } from '../../../src/api/platform/organization-limits.ts'
import type { Actor } from '../../../src/core/accounts/access.ts'
import type { Problem } from '../../../src/core/platform/errors.ts'
import { ORGANIZATION_BOUNDS } from '../../../src/services/platform/limits/organization-queues.ts'
import { waitUntil } from '../../support/time/until.ts'

const ACCESS: GuardedAccess = { permission: 'can_view', scope: 'project' }
const { concurrency, waiting } = ORGANIZATION_BOUNDS.light

/** Larger than the buffers of a connection. */
const LARGE = 'x'.repeat(32 * 1024 * 1024)

interface Slow {
  /** Ends started handlers, oldest first. */
  running: (() => void)[]
  /** Sends a request of an organization to a route that answers when its entry of `running` is called. */
  ask(organization: string, path?: string, headers?: Record<string, string>): ClientRequest
}

async function openSlow(t: TestContext): Promise<Slow> {
  const running: (() => void)[] = []
  const api = Fastify({ forceCloseConnections: true }) as unknown as Api
  t.after(() => api.close())
  api.decorateRequest('actor', null as never)
  api.addHook('onRequest', (request, _reply, done) => {
    request.actor = { organizationId: String(request.headers.organization) } as Actor
    done()
  })
  api.setErrorHandler((error, _request, reply) => sendProblem(reply, error as unknown as Problem))
  limitOrganizations(api)
  for (const weight of ['light', 'joint', 'waiting'] as const)
    api.get(`/slow/${weight}`, { config: { access: ACCESS, weight } }, async () => {
      await new Promise<void>((end) => running.push(end))
      return 'done'
    })
  api.get('/large', { config: { access: ACCESS } }, async () => LARGE)
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as { port: number }
  const ask: Slow['ask'] = (organization, path = '/slow/light', headers = {}) =>
    get({ port, host: '127.0.0.1', path, headers: { organization, ...headers }, agent: false }).on('error', () => {})
  return { running, ask }
}

const statusOf = (sent: ClientRequest): Promise<number> =>
  new Promise((resolve) => sent.once('response', (response: IncomingMessage) => resolve(response.resume().statusCode!)))

test('requests beyond the limit of an organization wait, and other organizations are answered', async (t) => {
  const { running, ask } = await openSlow(t)
  const asked = Array.from({ length: concurrency + 1 }, () => statusOf(ask('alice')))
  await waitUntil(() => running.length === concurrency)
  const other = statusOf(ask('charlie'))
  await waitUntil(() => running.length === concurrency + 1)
  running.pop()!()
  assert.equal(await other, 200)
  assert.equal(running.length, concurrency, 'the last request of Alice still waits')
  running.shift()!()
  assert.equal(await Promise.race(asked), 200)
  await waitUntil(() => running.length === concurrency)
  for (const end of running) end()
  assert.deepEqual(await Promise.all(asked), Array(concurrency + 1).fill(200))
})

test('a request is refused with 429 when the queue is full', async (t) => {
  const { running, ask } = await openSlow(t)
  const refused = Array.from({ length: concurrency + waiting + 1 }, () => statusOf(ask('alice')))
  assert.equal(await Promise.race(refused), 429)
  assert.equal(running.length, concurrency)
})

test('a client that disconnects frees its permit for the next request', async (t) => {
  const { running, ask } = await openSlow(t)
  const first = Array.from({ length: concurrency }, () => ask('alice'))
  await waitUntil(() => running.length === concurrency)
  const next = ask('alice')
  first[0]!.destroy()
  await waitUntil(() => running.length === concurrency + 1)
  running.at(-1)!()
  assert.equal(await statusOf(next), 200)
})

test('a waiting request holds no permit', async (t) => {
  const { running, ask } = await openSlow(t)
  for (let count = 0; count < concurrency; count++) ask('alice')
  await waitUntil(() => running.length === concurrency)
  const free = statusOf(ask('alice', '/slow/waiting'))
  await waitUntil(() => running.length === concurrency + 1)
  running.at(-1)!()
  assert.equal(await free, 200)
})

test('a client that does not read its answer does not block requests of its organization', async (t) => {
  const { running, ask } = await openSlow(t)
  const responses = Array.from({ length: concurrency }, () => once(ask('alice', '/large'), 'response'))
  for (const [response] of await Promise.all(responses)) response.pause()
  const next = statusOf(ask('alice'))
  await waitUntil(() => running.length === 1)
  running[0]!()
  assert.equal(await next, 200)
})

test('requests that share a transaction run together, and those with an idempotency key do not', async (t) => {
  const { running, ask } = await openSlow(t)
  for (let i = 0; i <= concurrency; i++) ask('alice', '/slow/joint', { 'idempotency-key': String(i) })
  await waitUntil(() => running.length === concurrency)
  for (let i = 0; i <= concurrency; i++) ask('alice', '/slow/joint')
  await waitUntil(() => running.length === 2 * concurrency + 1)
  for (const end of running) end()
})
