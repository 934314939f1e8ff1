/** What balancers and supervisors are told, and everybody else, while the database is away. */
import assert from 'node:assert/strict'
import { type TestContext as NodeTest, test } from 'node:test'
import { currentPatience } from '../../../src/store/platform/session.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { type Answer, makeApp, type TestApp } from '../../support/api/app.ts'
import type { FaultyProxy } from '../../support/database/faulty-proxy.ts'
import { setRevision } from '../../support/database/monitor-rows.ts'
import { migratedBehindProxy } from '../../support/database/proxied-database.ts'
import { DIALECTS, needsPostgres, UNHURRIED } from '../../support/database/stores.ts'
import { makeContext } from '../../support/factories/context.ts'
import { makePeople, type Person } from '../../support/factories/make.ts'
import { until } from '../../support/time/until.ts'

interface Desk {
  /** Whose database has little time. */
  app: TestApp
  /** Whose database has time, over the same wire. */
  patient: TestApp
  /** That of the first. */
  store: Store
  proxy: FaultyProxy
  alice: Person
}

async function openDesk(t: NodeTest, options: { requestMs: number; poolSize?: number }): Promise<Desk> {
  const { url, proxy } = await migratedBehindProxy(t)
  const store = openStore({ url, waitMs: 1_000, ...options })
  const patientStore = openStore({ url, ...UNHURRIED })
  t.after(async () => {
    proxy.mend()
    await store.close()
    await patientStore.close()
  })
  const app = await makeApp(t, 'sqlite', {}, { context: makeContext(store) })
  const context = makeContext(patientStore)
  const patient = await app.beside({}, { context })
  const { alice } = await makePeople(context, app.tokens)
  return { app, patient, store, proxy, alice }
}

const assertAway = ({ status, body, headers }: Answer): void => {
  assert.deepEqual([status, body.error.code, body.error.retryAfter], [503, 'SERVICE_UNAVAILABLE', 5])
  assert.equal(headers['retry-after'], '5')
}

test(
  'a database that falls silent is 503 after a while, said of what it is, and over by itself',
  needsPostgres,
  async (t) => {
    const { app, proxy, alice } = await openDesk(t, { requestMs: 1_000 })
    const read = () => app.call('GET', '/api/projects', { as: alice.session })
    const isReady = async () => (await app.call('GET', '/api/ready')).status === 200
    await until(async () => (await read()).status === 200)
    await until(isReady)

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

    proxy.mend()
    await until(async () => (await read()).status === 200, 'a database that answers')
    await until(isReady, 'a server that is ready')
  },
)

test('whoever asks whether a server is ready is told so before the database is given up', needsPostgres, async (t) => {
  const { patient, proxy } = await openDesk(t, { requestMs: 1_000 })
  const hasty = await patient.beside({}, { patienceMs: 100 })
  proxy.silence()
  const ready = await hasty.call('GET', '/api/ready')
  assertAway(ready)
  assert.equal(ready.body.error.details.checks.database, 'no answer within 0.1 s')
  proxy.mend()
})

test('a database that is too slow is 503 as well, and one that is only slow is not', needsPostgres, async (t) => {
  const { app, patient, proxy, alice } = await openDesk(t, { requestMs: 1_000 })
  const read = ({ call }: TestApp) => call('GET', '/api/projects', { as: alice.session })
  await until(async () => (await read(app)).status === 200)
  proxy.delay(20)
  assert.equal((await read(patient)).status, 200)
  proxy.delay(60_000)
  assertAway(await read(app))
  proxy.mend()
  await until(async () => (await read(app)).status === 200, 'a database that answers')
})

test('a crowd before a slow database is refused, and not kept', needsPostgres, async (t) => {
  const { app, store, proxy, alice } = await openDesk(t, { requestMs: 60_000, poolSize: 2 })
  const read = () => app.call('GET', '/api/projects', { as: alice.session })
  await until(async () => (await read()).status === 200)
  proxy.silence()
  // One has the connection that requests may take; of the others 200 may wait
  const crowd = Array.from({ length: 300 }, read)
  const refused = await Promise.race(crowd)
  assertAway(refused)
  assert.ok(store.load().connections!.waiting <= 200)
  proxy.mend()
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  assert.ok(statuses.filter((status) => status === 503).length >= 99)
  await until(async () => (await read()).status === 200, 'a database that answers')
})

test('what a request asks of the database is hurried, with a body and without', async (t) => {
  const { beside, call } = await makeApp(t, 'sqlite')
  assert.equal((await call('GET', '/api/health')).status, 200)
  const seen: string[] = []
  const app = await beside({}, {}, (api) => {
    api.addHook('preHandler', async () => void seen.push(currentPatience()))
    api.addHook('onSend', async () => void seen.push(currentPatience()))
  })
  await app.call('GET', '/api/health')
  await app.call('POST', '/api/auth/login', { body: { email: 'alice@example.com', password: 'wrong' } })
  assert.deepEqual(seen, Array(4).fill('request'))
  assert.equal(currentPatience(), 'loop')
})

for (const dialect of DIALECTS)
  test(`${dialect}: a database that takes no writes is not ready, and names the reason`, async (t) => {
    const { call, context } = await makeApp(t, dialect)
    const { store } = context
    assert.equal((await call('GET', '/api/ready')).status, 200)
    store.health.failed(Object.assign(new Error('full'), { errcode: 13, code: '53100' }))
    const { status, body, headers } = await call('GET', '/api/ready')
    assert.deepEqual([status, body.error.code, headers['retry-after']], [503, 'SERVICE_UNAVAILABLE', '5'])
    assert.deepEqual(body.error.details.checks, { database: 'its disk is full', migrations: 'ready', probe: 'ready' })
    assert.equal((await call('GET', '/api/health')).status, 200)
  })

test('SQLite: a long write does not make the server unready', async (t) => {
  const { beside, context } = await makeApp(t, 'sqlite')
  const hasty = await beside({}, { patienceMs: 500 })
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
