import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/platform/time/time.ts'
import { recordResults } from '../../src/services/evaluation/record-results.ts'
import { createMonitorApi, type MonitorApi } from '../support/api/monitor-api.ts'
import { extendSessions } from '../support/database/account-rows.ts'
import { DIALECTS } from '../support/database/stores.ts'
import { deleteRows, insertRows, readRow } from '../support/database/tables.ts'
import { createKeyHeaders } from '../support/factories/people.ts'
import { MONDAY } from '../support/time/clock.ts'

const check = async (app: MonitorApi, monitorKey: number, at: number, status: 'up' | 'down', responseTimeMs = 100) => {
  app.clock.set(at)
  await recordResults(app.context, 'local', [
    {
      monitorKey,
      kind: 'check',
      scheduledAt: at,
      startedAt: at,
      status,
      responseTimeMs,
      statusCode: 200,
      errorType: status === 'down' ? 'timeout' : null,
      errorMessage: null,
      timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
      remoteAddress: null,
    },
  ])
}

/** Uses a key, because the test clock outlasts any session. The route itself requires a session. */
async function overview(app: MonitorApi, who = app.bob) {
  await extendSessions(app.context.store.db, app.clock.now() + DAY_MS)
  const { id: sessionId } = await readRow(app.context.store.db, 'sessions', { user_id: who.userId })
  const authorization = `Bearer ${await app.tokens.sign({ userId: who.userId, sessionId })}`
  const { status, body } = await app.call('GET', '/api/dashboard/overview', { as: { authorization } })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

test('a project without monitors has an empty dashboard', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  assert.deepEqual(await overview(app), {
    monitors: { total: 0, up: 0, down: 0, degraded: 0, paused: 0, unknown: 0 },
    open_incidents: 0,
    uptime_24h: null,
    uptime_30d: null,
    avg_response_time_24h: null,
    latest_incidents: [],
  })
})

for (const dialect of DIALECTS) {
  test(`${dialect}: the dashboard counts monitors by status, without deleted monitors and other projects`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    for (const name of ['up', 'down', 'new']) await app.create({ name, failure_threshold: 1 })
    await app.create({ status: 'paused' })
    const { id } = await app.create({ name: 'gone' })
    await app.send('DELETE', `/${id}`)
    await app.send('POST', '', { name: 'X', type: 'HTTP', target: 'https://example.com/' }, app.charlie.session)
    await check(app, 1, MONDAY, 'up', 100)
    await check(app, 2, MONDAY, 'down')
    await check(app, 1, MONDAY + MINUTE_MS, 'up', 200)
    const { monitors, open_incidents, latest_incidents, avg_response_time_24h } = await overview(app)
    assert.deepEqual(monitors, { total: 4, up: 1, down: 1, degraded: 0, paused: 1, unknown: 1 })
    assert.equal(open_incidents, 1)
    assert.deepEqual([latest_incidents.length, latest_incidents[0].status], [1, 'open'])
    assert.equal(avg_response_time_24h, 150, 'average of passing checks, including the current hour')
    assert.equal((await overview(app, app.charlie)).monitors.total, 1)
  })

  test(`${dialect}: the dashboard computes the uptime of all monitors together, to the millisecond`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    for (const name of ['long', 'short', 'new']) await app.create({ name })
    const { db } = app.context.store
    await deleteRows(db, 'status_changes')
    const now = MONDAY + 60 * DAY_MS
    const hours = (n: number) => now - n * HOUR_MS
    const spans: [number, string, number, number | null][] = [
      [1, 'down', hours(2000), hours(1000)], // before the 30 days
      [1, 'up', hours(1000), hours(100)], // from hour 720 on: 620 hours
      [1, 'down', hours(100), hours(30)], // 70
      [1, 'degraded', hours(30), hours(12)], // 18, of these 12 within a day
      [1, 'paused', hours(12), hours(6)], // in neither
      [1, 'up', hours(6), null], // 6
      [2, 'unknown', hours(10), hours(8)],
      [2, 'down', hours(8), null], // 8
      [3, 'unknown', hours(1), null],
    ]
    for (const [index, [monitor_key, to_status, started_at, ended_at]] of spans.entries())
      await insertRows(db, 'status_changes', [
        {
          id: `${index}`,
          monitor_key,
          kind: 'runtime',
          from_status: null,
          to_status,
          reason: '',
          actor_id: null,
          started_at,
          ended_at,
        },
        {
          id: `config ${index}`,
          monitor_key,
          kind: 'config',
          from_status: null,
          to_status: 'active',
          reason: '',
          actor_id: null,
          started_at: started_at + 1,
          ended_at: ended_at ?? now,
        },
      ])
    app.clock.set(now)
    const { uptime_24h, uptime_30d } = await overview(app)
    const round = (share: number) => Math.round(share * 1e8) / 1e6
    assert.equal(uptime_24h, round((12 + 6) / (12 + 6 + 8)))
    assert.equal(uptime_30d, round((620 + 18 + 6) / (620 + 70 + 18 + 6 + 8)))
  })

  test(`${dialect}: the response time covers the hours that began in the last day, and the current hour`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    await app.create()
    await check(app, 1, MONDAY - 25 * HOUR_MS, 'up', 9000)
    for (const [hour, ms] of [
      [0, 100],
      [1, 200],
      [2, 600],
    ] as const)
      await check(app, 1, MONDAY + hour * HOUR_MS, 'up', ms)
    assert.equal((await overview(app)).avg_response_time_24h, 300)
    app.clock.set(MONDAY + 25 * HOUR_MS)
    assert.equal((await overview(app)).avg_response_time_24h, 400)
    app.clock.set(MONDAY + 40 * HOUR_MS)
    assert.equal((await overview(app)).avg_response_time_24h, null)
  })
}

test('the response time is cached for fifteen seconds, and the counts are current', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  await app.create()
  await check(app, 1, MONDAY, 'up')
  await overview(app)
  await check(app, 1, MONDAY + 14_999, 'up', 300)
  await app.create({ name: 'Another' })
  const early = await overview(app)
  assert.deepEqual([early.avg_response_time_24h, early.monitors.total], [100, 2])
  app.clock.set(MONDAY + 15_000)
  assert.equal((await overview(app)).avg_response_time_24h, 200)
})

test('the dashboard requires a session and shows the selected project', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  await app.create()
  const key = await createKeyHeaders(app.context, app.alice, 'read')
  const refused = await app.call('GET', '/api/dashboard/overview', { as: key })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'JWT_REQUIRED'])
  const made = await app.call('POST', '/api/projects', { as: app.alice.session, body: { name: 'Other' } })
  const headers = { 'x-project-id': made.body.data.project.id }
  const { body } = await app.call('GET', '/api/dashboard/overview', { as: app.alice.session, headers })
  assert.equal(body.data.monitors.total, 0)
})
