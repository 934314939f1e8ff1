/** Answers to load balancers, supervisors and other clients while the database is unavailable. */
import assert from 'node:assert/strict'
import { type TestContext as NodeTest, test } from 'node:test'
import { getTimeoutClass } from '../../../src/store/platform/session.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createTestApp, type TestApp, type TestResponse } from '../../support/api/app.ts'
import type { FaultyProxy } from '../../support/database/faulty-proxy.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { createMigratedProxiedDatabase } from '../../support/database/proxied-database.ts'
import { DIALECTS, LONG_TIMEOUTS, needsPostgres } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createPeople, type Person } from '../../support/factories/people.ts'
import { waitUntil } from '../../support/time/until.ts'

interface HealthFixture {
  /** App with short database timeouts. */
  app: TestApp
  /** App with long database timeouts on the same connection. */
  patient: TestApp
  /** Store of `app`. */
  store: Store
  proxy: FaultyProxy
  alice: Person
}

async function createHealthFixture(
  t: NodeTest,
  options: { requestMs: number; poolSize?: number },
): Promise<HealthFixture> {
  const { url, proxy } = await createMigratedProxiedDatabase(t)
  const store = openStore({ url, waitMs: 1_000, ...options })
  const patientStore = openStore({ url, ...LONG_TIMEOUTS })
  t.after(async () => {
    proxy.repair()
    await store.close()
    await patientStore.close()
  })
  const app = await createTestApp(t, 'sqlite', {}, { context: createTestContext(store) })
  const context = createTestContext(patientStore)
  const patient = await app.serveAnother({}, { context })
  const { alice } = await createPeople(context, app.tokens)
  return { app, patient, store, proxy, alice }
}

const assertAway = ({ status, body, headers }: TestResponse): void => {
  assert.deepEqual([status, body.error.code, body.error.retryAfter], [503, 'SERVICE_UNAVAILABLE', 5])
  assert.equal(headers['retry-after'], '5')
}

test(
  'a silent database answers 503 after a timeout with the reason, and recovers automatically',
  needsPostgres,
  async (t) => {
    const { app, proxy, alice } = await createHealthFixture(t, { requestMs: 1_000 })
    const read = () => app.call('GET', '/api/projects', { as: alice.session })
    const isReady = async () => (await app.call('GET', '/api/ready')).status === 200
    await waitUntil(async () => (await read()).status === 200)
    await waitUntil(isReady)

    proxy.silence()
    const [projects, ready, health] = await Promise.all([
      read(),
      app.call('GET', '/api/ready'),
      app.call('GET', '/api/health'),
    ])
    assertAway(projects)
    assertAway(ready)
    assert.deepEqual(ready.body.error.details.checks, {
      database: ready.body.error.details.checks.database,
      migrations: 'unknown',
      probe: 'ready',
    })
    assert.equal(ready.body.error.details.checks.database, 'cannot be reached')
    assert.equal(health.status, 200)

    proxy.repair()
    await waitUntil(async () => (await read()).status === 200, 'a database that answers')
    await waitUntil(isReady, 'a server that is ready')
  },
)

test('the readiness route answers before the database timeout', needsPostgres, async (t) => {
  const { patient, proxy } = await createHealthFixture(t, { requestMs: 1_000 })
  const hasty = await patient.serveAnother({}, { readinessTimeoutMs: 100 })
  proxy.silence()
  const ready = await hasty.call('GET', '/api/ready')
  assertAway(ready)
  assert.equal(ready.body.error.details.checks.database, 'no answer within 0.1 s')
  proxy.repair()
})

test('a database slower than the timeout answers 503, and a slightly slow one does not', needsPostgres, async (t) => {
  const { app, patient, proxy, alice } = await createHealthFixture(t, { requestMs: 1_000 })
  const read = ({ call }: TestApp) => call('GET', '/api/projects', { as: alice.session })
  await waitUntil(async () => (await read(app)).status === 200)
  proxy.delay(20)
  assert.equal((await read(patient)).status, 200)
  proxy.delay(60_000)
  assertAway(await read(app))
  proxy.repair()
  await waitUntil(async () => (await read(app)).status === 200, 'a database that answers')
})

test('requests beyond the queue limit of a slow database are refused', needsPostgres, async (t) => {
  const { app, store, proxy, alice } = await createHealthFixture(t, { requestMs: 60_000, poolSize: 2 })
  const read = () => app.call('GET', '/api/projects', { as: alice.session })
  await waitUntil(async () => (await read()).status === 200)
  proxy.silence()
  // One request has the only connection for requests, and at most 200 others wait
  const crowd = Array.from({ length: 300 }, read)
  const refused = await Promise.race(crowd)
  assertAway(refused)
  assert.ok(store.load().connections!.waiting <= 200)
  proxy.repair()
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 503).length >= 99)
  await waitUntil(async () => (await read()).status === 200, 'a database that answers')
})

test('a request uses the request timeouts of the database, with and without a body', async (t) => {
  const { serveAnother, call } = await createTestApp(t, 'sqlite')
  assert.equal((await call('GET', '/api/health')).status, 200)
  const seen: string[] = []
  const app = await serveAnother({}, {}, (api) => {
    api.addHook('preHandler', async () => void seen.push(getTimeoutClass()))
    api.addHook('onSend', async () => void seen.push(getTimeoutClass()))
  })
  await app.call('GET', '/api/health')
  await app.call('POST', '/api/auth/login', { body: { email: 'alice@example.com', password: 'wrong' } })
  assert.deepEqual(seen, Array(4).fill('request'))
  assert.equal(getTimeoutClass(), 'loop')
})

for (const dialect of DIALECTS)
  test(`${dialect}: a database that refuses writes is not ready, and states the reason`, async (t) => {
    const { call, context } = await createTestApp(t, dialect)
    const { store } = context
    assert.equal((await call('GET', '/api/ready')).status, 200)
    store.health.recordError(Object.assign(new Error('full'), { errcode: 13, code: '53100' }))
    const { status, body, headers } = await call('GET', '/api/ready')
    assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.deepEqual(body.error.details.checks, { database: 'its disk is full', migrations: 'ready', probe: 'ready' })
    assert.equal((await call('GET', '/api/health')).status, 200)
  })

test('SQLite: a long write does not make the server unready', async (t) => {
  const { serveAnother, context } = await createTestApp(t, 'sqlite')
  const hasty = await serveAnother({}, { readinessTimeoutMs: 500 })
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const long = context.store.transact(async (tx) => {
    await setRevision(tx, 1)
    begun.resolve()
    await done.promise
  })
  await begun.promise
  assert.equal((await hasty.call('GET', '/api/ready')).status, 200)
  done.resolve()
  await long
})
