import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createMetricsPage } from '../../src/api/platform/metrics.ts'
import { COUNTERS, GAUGES, HISTOGRAMS } from '../../src/core/meter.ts'
import { MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { openPrometheus } from '../../src/metrics/prometheus.ts'
import { recordResults } from '../../src/services/evaluation/record-results.ts'
import { recordPings } from '../../src/services/heartbeats/heartbeats.ts'
import type { Context } from '../../src/services/platform/context.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { createSiblingSession, withSession } from '../../src/store/platform/session.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { saveRegion } from '../../src/store/probes/regions.ts'
import { createTestApp, serveApp } from '../support/api/app.ts'
import { type Exposition, findSample, readExposition } from '../support/api/exposition.ts'
import { createMonitorApi } from '../support/api/monitor-api.ts'
import { readMonitorKey } from '../support/database/monitor-rows.ts'
import {
  createMigratedDatabaseUrl,
  DIALECTS,
  LONG_TIMEOUTS,
  needsPostgres,
  openTestStore,
} from '../support/database/stores.ts'
import { insertRows } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { createDownResult } from '../support/factories/monitors.ts'
import { createOutboxFixture } from '../support/factories/outbox.ts'
import { createTestClock } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

const TARGET = 'https://internal.example.test/path?key=hunter2'
const NAME = 'Shop "main" \\ north\nwest'

/** A server with metrics, and a function that reads them. */
async function makeCounting(t: TestContext, dialect: DialectName, monitors = 10) {
  const people = await createMonitorApi(t, dialect)
  const { meter, render, read } = open(people.context, monitors)
  people.context.meter = meter
  const server = await people.serveAnother({}, {}, (api) => {
    createMetricsPage({ token: null, render })(api, {} as never)
  })
  return { ...people, server, read }
}

function open(context: Pick<Context, 'store' | 'now'>, monitors: number) {
  const prometheus = openPrometheus({ context, monitors, version: '1.2.3', timeoutMs: 60_000 })
  return { ...prometheus, read: async (): Promise<Exposition> => readExposition((await prometheus.render()).text) }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: requests are counted by route pattern, including unknown paths`, async (t) => {
    const { server, alice, create, read } = await makeCounting(t, dialect)
    const { id } = await create()
    for (const path of [
      `/api/monitors/${id}`,
      `/api/monitors/${alice.projectId}`,
      '/api/nothing/at-all',
      '/wp-login.php',
    ])
      await server.call('GET', path, { as: alice.session })
    const found = await read()
    const route = '/api/monitors/:id'
    assert.equal(findSample(found, 'watchkeeper_http_requests_total', { route, status: '200' }), 1)
    assert.equal(findSample(found, 'watchkeeper_http_requests_total', { route, status: '404' }), 1)
    assert.equal(
      findSample(found, 'watchkeeper_http_requests_total', { route: 'none', method: 'any', status: '404' }),
      2,
    )
    assert.equal(findSample(found, 'watchkeeper_http_request_duration_seconds_count', { route, method: 'GET' }), 2)
  })

  test(`${dialect}: metrics contain results, their lateness, their storage, and the status of monitors`, async (t) => {
    const { context, clock, create, read } = await makeCounting(t, dialect)
    const { id } = await create({ failure_threshold: 1 })
    await create({ name: 'Unheard of' })
    const key = await readMonitorKey(context.store.db, id)
    const at = clock.advance(MINUTE_MS)
    await recordResults(context, 'local', [
      { ...createDownResult(key, at), startedAt: at + 3_000 },
      { ...createDownResult(key, at + MINUTE_MS), status: 'inconclusive' },
    ])
    await recordResults(context, 'nowhere', [createDownResult(key, at)]).catch(() => {})
    await recordPings(context, [
      {
        token: 'unknown',
        kind: 'success',
        at,
        exitStatus: null,
        body: null,
        bodyBytes: 0,
        source: '192.0.2.7',
      } as never,
    ])
    const found = await read()
    const region = 'local'
    assert.equal(findSample(found, 'watchkeeper_results_total', { region, status: 'down' }), 1)
    assert.equal(findSample(found, 'watchkeeper_results_total', { region, status: 'inconclusive' }), 1)
    assert.equal(findSample(found, 'watchkeeper_ingest_failures_total', { region: 'nowhere' }), 1)
    assert.equal(findSample(found, 'watchkeeper_check_lateness_seconds_bucket', { region, le: '1' }), 0)
    assert.equal(findSample(found, 'watchkeeper_check_lateness_seconds_bucket', { region, le: '5' }), 1)
    assert.equal(findSample(found, 'watchkeeper_ingest_batch_results_sum'), 2)
    assert.equal(findSample(found, 'watchkeeper_ingest_duration_seconds_count'), 1)
    assert.equal(findSample(found, 'watchkeeper_heartbeat_pings_total', { outcome: 'unknown' }), 1)
    assert.equal(findSample(found, 'watchkeeper_monitors', { state: 'down' }), 1)
    assert.equal(findSample(found, 'watchkeeper_monitors', { state: 'unknown' }), 1)
    const incidents = found.samples.filter(
      ({ name, value }) => name === 'watchkeeper_incidents_unresolved' && value > 0,
    )
    assert.deepEqual(
      incidents.map(({ labels, value }) => [labels.status, value]),
      [['open', 1]],
    )
    assert.equal(findSample(found, 'watchkeeper_monitor_up', { monitor: id }), 0)
  })

  test(`${dialect}: monitor gauges have names but no targets or secrets, and their number is limited`, async (t) => {
    const { create, read } = await makeCounting(t, dialect, 1)
    const headers = { authorization: 'hunter2' }
    const { id } = await create({ name: NAME, target: TARGET, http_config: { headers } })
    await create({ name: 'One too many' })
    const found = await read()
    const last = { name: 'watchkeeper_monitor_last_check_timestamp_seconds', labels: { monitor: id } }
    assert.equal(findSample(found, last.name, last.labels), undefined)
    assert.equal(findSample(found, 'watchkeeper_monitors_omitted'), 1)
    assert.doesNotMatch(JSON.stringify(found.samples), /hunter2|internal\.example|One too many/)
  })

  test(`${dialect}: metrics name the user on call of each schedule`, async (t) => {
    const { alice, call, read } = await makeCounting(t, dialect)
    const layer = { name: 'All', user_ids: [alice.userId], rotation: 'daily', handover_time: '00:00' }
    const body = { name: NAME, timezone: 'UTC', layers: [{ ...layer, starts_on: '2026-01-01' }] }
    assert.equal((await call('POST', '/api/on-call-schedules', { as: alice.session, body })).status, 201)
    await call('POST', '/api/on-call-schedules', { as: alice.session, body: { ...body, layers: [] } })
    const samples = (await read()).samples.filter(({ name }) => name === 'watchkeeper_on_call')
    assert.deepEqual(
      samples.map(({ labels, value }) => [labels.name, labels.project, labels.user, value]),
      [[NAME.replace('\n', ' '), alice.projectId, 'Alice', 1]], // names are one line
    )
  })

  test(`${dialect}: pending deliveries are counted by how long they are due`, async (t) => {
    const { context } = await createTestApp(t, dialect)
    const outbox = await createOutboxFixture(context.store, context, 3)
    await outbox.createTarget('Ops', 'http://127.0.0.1:1/')
    await outbox.setCondition('down', 'up')
    const found = await open({ ...context, now: () => context.now() + 2 * MINUTE_MS }, 0).read()
    assert.equal(findSample(found, 'watchkeeper_deliveries_pending', { overdue: 'under_5m' }), 3)
    assert.equal(findSample(found, 'watchkeeper_deliveries_pending', { overdue: 'under_1m' }), 0)
    assert.equal(findSample(found, 'watchkeeper_delivery_oldest_due_seconds'), 120)
  })

  test(`${dialect}: probes have gauges of their reports, and deregistered probes have none`, async (t) => {
    const { context } = await createTestApp(t, dialect)
    const now = context.now()
    await context.store.transact((tx) => saveRegion(tx, { code: 'eu', name: 'Europe', isDefault: true }, now))
    const vitals = {
      ...{ held: 7, waiting: 5, dropped: 2, overdueMs: 1_500 },
      ...{ lateMs: 12_000, skippedPercent: 48, clockAheadMs: -250 },
    }
    const row = {
      region: 1,
      token_id: null,
      version: '1',
      icmp: 1,
      ipv6: 0,
      address: null,
      session: 's',
      registered_at: now,
      seen_at: now - 2_000,
      epoch: 1,
      stuck_since: null,
    } as const
    const probes = [
      { id: 'a', name: 'eu-1', lease_until: now + 18_000, is_live: 1, vitals: JSON.stringify(vitals) },
      { id: 'b', name: 'eu-2', lease_until: now - 1_000, is_live: 0, vitals: null },
      { id: 'c', name: 'eu-3', lease_until: 0, is_live: 0, vitals: null },
    ] as const
    await context.store.transact(async (tx) => {
      for (const probe of probes) await insertRows(tx, 'probes', { ...row, ...probe })
    })
    const found = await open(context, 0).read()
    // Its first report may contain discarded results, so the counter must exist before
    assert.equal(findSample(found, 'watchkeeper_probe_results_dropped_total', { probe: 'b' }), 0)
    const of = (name: string, probe: string) => findSample(found, `watchkeeper_probe_${name}`, { probe, region: 'eu' })
    assert.deepEqual([of('up', 'a'), of('up', 'b'), of('up', 'c')], [1, 0, undefined])
    assert.deepEqual([of('lease_seconds', 'a'), of('lease_seconds', 'b')], [18, -1])
    assert.deepEqual(
      [
        ...['monitors_held', 'results_waiting', 'results_dropped_total', 'overdue_seconds'],
        ...['late_seconds', 'skipped_ratio', 'clock_ahead_seconds'],
      ].map((name) => of(name, 'a')),
      [7, 5, 2, 1.5, 12, 0.48, -0.25],
    )
    assert.equal(of('clock_ahead_seconds', 'b'), undefined)
  })

  test(`${dialect}: metrics without database values stay available when the database is unreachable`, async (t) => {
    const { context } = await createTestApp(t, dialect)
    const before = await open(context, 10).read()
    assert.equal(findSample(before, 'watchkeeper_database_up'), 1)
    const size =
      findSample(before, 'watchkeeper_database_size_bytes')! +
      (findSample(before, 'watchkeeper_database_log_bytes') ?? 0)
    assert.ok(size > 100_000, String(size))
    const { db } = context.store
    const away = { ...context.store, db: withSession(db.withSchema('away'), createSiblingSession(db.session)) }
    const found = await open({ ...context, store: away }, 10).read()
    assert.equal(findSample(found, 'watchkeeper_database_up'), 0)
    for (const name of [
      'incidents_unresolved',
      'database_size_bytes',
      'disk_free_bytes',
      'delivery_oldest_due_seconds',
    ])
      assert.equal(findSample(found, `watchkeeper_${name}`), undefined, name)
    assert.equal(findSample(found, 'watchkeeper_build_info', { database: dialect }), 1)
    assert.ok(findSample(found, 'process_resident_memory_bytes')! > 0)
  })
}

test('a scrape does not count its own connections', needsPostgres, async (t) => {
  const { server, clock, context } = await makeCounting(t, 'postgres')
  // The pool then has idle connections
  await Promise.all([1, 2, 3].map(() => context.store.transact(async () => {})))
  for (let scrape = 0; scrape < 5; scrape++) {
    // A foreign Host header makes the server read the domains of status pages in the same tick
    clock.advance(3_000)
    const { body } = await server.call('GET', '/metrics', { headers: { host: '127.0.0.1:8080' } })
    const found = readExposition(body)
    for (const state of ['waiting', 'in_use'])
      assert.equal(findSample(found, 'watchkeeper_database_connections', { state }), 0, state)
  }
})

test('work that waits for a connection is counted until it gets one', needsPostgres, async (t) => {
  const store = openStore({ url: await createMigratedDatabaseUrl(t), ...LONG_TIMEOUTS, poolSize: 2 })
  t.after(() => store.close())
  let count = () => {}
  const { render } = openPrometheus({
    context: { ...createTestContext(store), store },
    monitors: 0,
    version: '1.2.3',
    repeat: (act) => {
      count = act
    },
  })
  /** Counts in a separate event-loop iteration, like a timer. */
  const connections = async (state: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    count()
    return findSample(readExposition((await render()).text), 'watchkeeper_database_connections', { state })
  }
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const holders = [1, 2].map(() => store.transact(() => over))
  await waitUntil(() => store.load().connections!.open === 2 && store.load().connections!.idle === 0, 'both in use')
  const waiters = [1, 2, 3].map(() => store.transact(async () => {}))
  // The statements of the scrape wait too, after the count
  const waiting = connections('waiting')
  await waitUntil(() => store.load().connections!.waiting > 3, 'the scrape')
  end()
  await Promise.all([...holders, ...waiters])
  assert.equal(await waiting, 3)
  assert.equal(await connections('waiting'), 0)
})

test('every combination of listed label values exists at 0 before its first event', async (t) => {
  const { read } = open(createTestContext(await openTestStore(t, 'sqlite')), 0)
  const found = await read()
  const countOf = (name: string): number => found.samples.filter((sample) => sample.name === name).length
  assert.equal(countOf('watchkeeper_deliveries_total'), 3 * 4)
  assert.equal(findSample(found, 'watchkeeper_deliveries_total', { channel: 'slack', outcome: 'bounced' }), 0)
  assert.equal(countOf('watchkeeper_heartbeat_pings_total'), 3)
  assert.equal(countOf('watchkeeper_http_responses_total'), 5)
  assert.equal(countOf('watchkeeper_incidents_unresolved'), 4 * 2)
  assert.equal(findSample(found, 'watchkeeper_monitors', { state: 'down' }), 0)
  assert.equal(findSample(found, 'watchkeeper_monitors', { state: 'active' }), undefined)
})

test('a region has its series at 0 in the first scrape after its creation', async (t) => {
  const { context } = await createTestApp(t, 'sqlite')
  await context.store.transact((tx) => saveRegion(tx, { code: 'new', name: 'New', isDefault: false }, context.now()))
  const found = await open(context, 0).read()
  const region = 'new'
  assert.equal(findSample(found, 'watchkeeper_ingest_failures_total', { region }), 0)
  assert.equal(findSample(found, 'watchkeeper_results_total', { region, status: 'inconclusive' }), 0)
  assert.equal(findSample(found, 'watchkeeper_check_lateness_seconds_bucket', { region, le: '+Inf' }), 0)
})

test('a route has its histogram at 0 before its first request, and HEAD counts with GET', async (t) => {
  const context = createTestContext(await openTestStore(t, 'sqlite'))
  const { meter, read } = open(context, 0)
  context.meter = meter
  const app = await serveApp(t, context, createTestClock(context.now()), {}, {})
  const name = 'watchkeeper_http_request_duration_seconds_count'
  const route = '/api/health'
  assert.equal(findSample(await read(), name, { route, method: 'GET' }), 0)
  await app.call('HEAD', route)
  const found = await read()
  assert.equal(findSample(found, name, { route }), 1)
  assert.equal(findSample(found, 'watchkeeper_http_responses_total', { class: '2xx' }), 1)
  assert.equal(findSample(found, name, { route: '/api/events' }), undefined, 'waits for news')
})

for (const dialect of DIALECTS)
  test(`${dialect}: disk and log gauges exist only for SQLite and are never 0`, async (t) => {
    const { context } = await createTestApp(t, dialect)
    const found = await open(context, 0).read()
    for (const name of ['watchkeeper_disk_free_bytes', 'watchkeeper_database_log_bytes'])
      assert.equal(findSample(found, name) !== undefined, dialect === 'sqlite', name)
    assert.notEqual(findSample(found, 'watchkeeper_disk_free_bytes'), 0)
  })

test('label values with special characters are escaped', async (t) => {
  const { meter, read } = open(createTestContext(await openTestStore(t, 'sqlite')), 0)
  meter.add('results', { region: NAME, status: 'up' })
  assert.equal(findSample(await read(), 'watchkeeper_results_total', { region: NAME, status: 'up' }), 1)
})

test('every metric has a unique name that follows the conventions of Prometheus', async (t) => {
  const { types } = await open(createTestContext(await openTestStore(t, 'sqlite')), 0).read()
  for (const { name } of Object.values(COUNTERS)) assert.match(name, /^watchkeeper_[a-z_]+_total$/)
  for (const { name } of Object.values(COUNTERS)) assert.equal(types.get(name), 'counter')
  for (const { name } of Object.values(HISTOGRAMS)) assert.equal(types.get(name), 'histogram')
  for (const { name } of Object.values(GAUGES)) assert.equal(types.get(name), 'gauge')
})
