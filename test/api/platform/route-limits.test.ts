/** Routes that the rate limit never refuses. A new route that machines poll gets its line here. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type TestContext, test } from 'node:test'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createMetricsPage } from '../../../src/api/platform/metrics.ts'
import type { Resource } from '../../../src/api/platform/resource.ts'
import { createDashboard } from '../../../src/pages/dashboard.ts'
import { createTestApp, type TestApp } from '../../support/api/app.ts'

const POLLED = [
  'GET /robots.txt',
  'GET /.well-known/security.txt',
  'GET /api/health',
  'GET /api/ready',
  'GET /metrics',
  'GET /status/:slug',
  'GET /status/:slug/',
  'GET /status/:slug/api/v2/components.json',
  'GET /status/:slug/api/v2/incidents.json',
  'GET /status/:slug/api/v2/incidents/unresolved.json',
  'GET /status/:slug/api/v2/scheduled-maintenances.json',
  'GET /status/:slug/api/v2/scheduled-maintenances/active.json',
  'GET /status/:slug/api/v2/scheduled-maintenances/upcoming.json',
  'GET /status/:slug/api/v2/status.json',
  'GET /status/:slug/api/v2/summary.json',
  'GET /status/:slug/badge.svg',
  'GET /status/:slug/feed.atom',
  'GET /status/:slug/feed.rss',
  'GET /status/:slug/history',
  'GET /status/:slug/maintenance.ics',
  'GET /api/status/:slug',
  'GET /api/monitors/:id/badge.svg',
  'POST /api/probe/leave',
  'POST /api/probe/orders/:id',
  'POST /api/probe/pull',
  'POST /api/probe/push',
  'POST /api/probe/register',
]

/** Counted by a name in the path, so that one client does not use up the limit of another behind the same address. */
const PING_PATHS = ['', '/start', '/fail', '/log', '/:exit_status'].flatMap((path) => [path, `${path}/`])
const COUNTED_APART = PING_PATHS.flatMap((path) =>
  ['GET', 'HEAD', 'POST', 'PUT'].flatMap((method) => [
    `${method} /api/heartbeat/:token${path}`,
    `${method} /ping/:token${path}`,
  ]),
)

const METRICS = createMetricsPage({ token: null, render: async () => ({ type: 'text/plain', text: '' }) })

interface Route {
  name: string
  method: string
  url: string
  access: NonNullable<NonNullable<RouteOptions['config']>['access']>
}

/** Returns every declared route of a complete server, without the HEAD routes of GET. */
async function listAll(t: TestContext, guests: readonly Resource[]): Promise<{ app: TestApp; routes: Route[] }> {
  const routes: Route[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config, exposeHeadRoute }) => {
      const isAlone = exposeHeadRoute === false && [method].flat().length > 1
      for (const one of [method].flat().filter((name) => isAlone || name !== 'HEAD'))
        routes.push({ name: `${one} ${url}`, method: one, url, access: config!.access! })
    })
  }
  const first = await createTestApp(t, 'sqlite')
  subscribe('fastify.initialization', listen)
  const app = await first.serveAnother({ rateLimit: 1 }, {}, (api) => {
    for (const guest of guests) guest(api, {} as never)
  })
  unsubscribe('fastify.initialization', listen)
  assert.ok(routes.length > 150, String(routes.length))
  return { app, routes }
}

const isPublic = ({ access }: Route): boolean => 'public' in access

test('the rate limit never refuses routes that machines poll, and limits all other routes', async (t) => {
  const { routes } = await listAll(t, [METRICS, createDashboard(null)])
  const polled = routes.filter(({ access }) => 'public' in access && access.isPolled).map(({ name }) => name)
  assert.deepEqual(polled.toSorted(), POLLED.toSorted())
  const apart = routes.filter(({ access }) => 'public' in access && access.countAs).map(({ name }) => name)
  assert.deepEqual([...new Set(apart)].toSorted(), COUNTED_APART.toSorted())
})

test('a polled route sends its headers at any rate, and other public routes are refused', async (t) => {
  const { app, routes } = await listAll(t, [METRICS])
  const call = ({ method, url }: Route) =>
    app.call(method, url.replace(/:\w+|\*/g, 'some-name'), method === 'POST' ? { body: {} } : {})
  await app.call('GET', '/api/openapi.json')
  for (const route of routes.filter(isPublic)) {
    if (COUNTED_APART.includes(route.name)) continue
    const first = await call(route)
    const second = await call(route)
    const isRefused = !POLLED.includes(route.name)
    assert.deepEqual([first.status === 429, second.status === 429], [isRefused, isRefused], route.name)
    assert.equal(second.headers['x-ratelimit-limit'], '1', route.name)
    assert.equal(second.headers['x-ratelimit-remaining'], '0', route.name)
  }
})

test('polling does not use up the limit of other requests from the same address', async (t) => {
  const { call } = await createTestApp(t, 'sqlite', { rateLimit: 2 })
  for (let n = 0; n < 5; n++) assert.equal((await call('GET', '/api/ready')).status, 200)
  assert.equal((await call('GET', '/api/auth/registration')).headers['x-ratelimit-remaining'], '1')
  assert.equal((await call('GET', '/api/health')).headers['x-ratelimit-remaining'], '0')
})
