/**
 * PostgreSQL fails while the program runs: it restarts, crashes or falls silent. The program keeps running, reports the
 * fault and recovers without help. No acknowledged change is lost, and no message is sent twice.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../../../src/store/platform/store.ts'
import { type ClientResponse, createTestClient, expectData } from '../../support/api/client.ts'
import { startOwnPostgres } from '../../support/database/own-postgres.ts'
import { createProxiedDatabase } from '../../support/database/proxied-database.ts'
import { type Cleanup, createTestFolder } from '../../support/database/stores.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { startProgram } from '../../support/programs/program.ts'
import { startSink } from '../../support/targets/sink.ts'
import { listen } from '../../support/targets/targets.ts'
import { waitUntil } from '../../support/time/until.ts'
import { assertNoDuplicateIds, assertStored, endLeases, statusesOf } from './crash-checks.ts'
import { type CrashLoad, workUntilKilled } from './crash-load.ts'

const ACCOUNT = { email: 'alice@example.com', password: 'a password of Alice', name: 'Alice' }
const SEED = Number(process.env.TEST_SEED ?? 1)
const RESTARTS = Number(process.env.TEST_RESTARTS ?? 2)

/** Longest time from the first work of a server to the fault, ms. */
const LONGEST_LIFE_MS = 700

const environmentIn = (t: Cleanup, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  WK_DATA_DIR: join(createTestFolder(t), 'data'),
  WK_RATE_LIMIT: '0',
})

async function signUp(baseUrl: string): Promise<Record<string, string>> {
  const { access_token } = await expectData(createTestClient(baseUrl)('POST', '/api/auth/register', ACCOUNT))
  const session = createTestClient(baseUrl, { authorization: `Bearer ${access_token}` })
  const { key } = await expectData(session('POST', '/api/auth/api-keys', { name: 'load', scope: 'read_write' }))
  return { 'x-api-key': key }
}

test(`PostgreSQL ends ${RESTARTS} times under load, and the program continues`, async (t) => {
  const postgres = await startOwnPostgres(t)
  const program = await startProgram(t, { env: environmentIn(t, postgres.url) })
  const baseUrl = program.url
  const sink = await startSink(t)
  const site = await listen(t, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
  const headers = await signUp(baseUrl)
  const call = createTestClient(baseUrl, headers)
  const draft = { name: 'Site', type: 'HTTP', target: site.url, notification_target_ids: [] }
  const { monitor } = await expectData(call('POST', '/api/monitors', draft))
  const load: CrashLoad = { jobs: [], checkedMonitorId: monitor.id }

  const random = createSeededRandom(SEED)
  for (let restart = 1; restart <= RESTARTS; restart++) {
    const known = load.jobs.length
    const work = workUntilKilled(load, { baseUrl, headers, sinkUrl: sink.url, workers: 4 })
    const hasBegun = () => load.jobs.slice(known).some(({ answered }) => answered.length > 0)
    await waitUntil(hasBegun, 'an answered ping')
    await delay(random() * LONGEST_LIFE_MS)
    await postgres.stop(restart % 2 === 0 ? 'fast' : 'immediate')
    await work
    await postgres.start()
    await waitUntil(async () => (await call('GET', '/api/ready')).status === 200, 'a server that is ready')
  }

  const store = openStore({ url: postgres.url })
  t.after(() => store.close())
  await endLeases(store)
  const settled = async () => (await statusesOf(store)).every((status) => status !== 'pending')
  await waitUntil(settled, 'the end of all deliveries')
  t.diagnostic(`${load.jobs.length} jobs, ${sink.received.length} messages, seed ${SEED}`)
  assertNoDuplicateIds(sink.received)
  for (const job of load.jobs)
    await assertStored(job, load, store, sink.received, (path) => expectData(call('GET', path)))
})

/** Longer than a request waits for a connection, a lost connection and a statement together; far below infinity. */
const BOUND_MS = 600_000

/** @returns the error of the response */
async function refusalOf(url: string, method = 'GET'): Promise<ClientResponse['body']> {
  const begun = performance.now()
  const response = await fetch(url, { method })
  const { error } = (await response.json()) as ClientResponse['body']
  assert.deepEqual([response.status, error?.code], [503, 'SERVICE_UNAVAILABLE'], url)
  assert.ok(Number(response.headers.get('retry-after')) > 0, `${url} has no Retry-After`)
  assert.ok(performance.now() - begun < BOUND_MS, `${url} took ${performance.now() - begun} ms`)
  return error
}

test('requests fail in time while PostgreSQL is silent, and the program recovers afterwards', async (t) => {
  const { proxy, url: databaseUrl, directUrl } = await createProxiedDatabase(t)
  // A short timeout makes the test faster but is too short for the setup, so another server without the proxy handles
  // the setup
  const env = { ...environmentIn(t, databaseUrl), WK_SECRET: 'one secret for both of the servers' }
  const direct = { ...env, DATABASE_URL: directUrl, WK_DATA_DIR: createTestFolder(t), WK_LOCAL_PROBE: 'off' }
  const patient = await startProgram(t, { env: direct })
  const program = await startProgram(t, { env: { ...env, WK_DATABASE_TIMEOUT: '2' } })
  const { url } = program
  const headers = await signUp(patient.url)
  const job = { name: 'Job', type: 'HEARTBEAT' }
  const { monitor } = await expectData(createTestClient(patient.url, headers)('POST', '/api/monitors', job))
  const call = createTestClient(url, headers)
  const pingUrl = `${url}/api/heartbeat/${monitor.heartbeat_token}`
  const ping = () => fetch(pingUrl, { method: 'POST' })
  await waitUntil(async () => (await ping()).status === 200, 'an accepted ping')

  proxy.silence()
  const [ready] = await Promise.all([
    refusalOf(`${url}/api/ready`),
    refusalOf(pingUrl, 'POST'),
    ...Array.from({ length: 20 }, async () => assert.equal((await call('GET', '/api/monitors')).status, 503)),
    expectData(call('GET', '/api/health')),
  ])
  assert.match(ready.details.checks.database, /cannot be reached|no answer/)
  proxy.repair()
  await waitUntil(async () => (await ping()).status === 200, 'an accepted ping')
  await waitUntil(async () => (await fetch(`${url}/api/ready`)).status === 200, 'a server that is ready')

  const read = createTestClient(patient.url, headers)
  assert.deepEqual((await expectData(read('GET', '/api/incidents'))).incidents, [])
  assert.equal((await expectData(read('GET', `/api/monitors/${monitor.id}`))).monitor.runtimeStatus, 'up')
  assert.equal((await program.stop()).code, 0)
})
