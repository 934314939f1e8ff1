import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { recordOverdue } from '../../../src/services/heartbeats/heartbeats.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows, readRows } from '../../support/database/tables.ts'
import { createHeartbeatApi } from '../../support/factories/heartbeats.ts'
import { createKeyHeaders, createPerson } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

/** Runs one check per minute: `u` passes, `s` takes 900 ms, `d` fails. */
async function recordChecks(app: MonitorApi, word: string, region = 'local') {
  for (const [minute, letter] of [...word].entries()) {
    const at = MONDAY + minute * MINUTE_MS
    const responseTimeMs = letter === 's' ? 900 : 100
    app.clock.set(at + responseTimeMs)
    await recordResults(app.context, region, [
      {
        monitorKey: 1,
        kind: 'check',
        scheduledAt: at,
        startedAt: at,
        status: letter === 'd' ? 'down' : 'up',
        responseTimeMs,
        statusCode: null,
        errorType: letter === 'd' ? 'timeout' : null,
        errorMessage: letter === 'd' ? 'no answer' : null,
        timings: NO_TIMINGS,
        remoteAddress: null,
      },
    ])
  }
}

/** Two short outages and a long one, far enough apart to avoid flapping. */
const THREE = 'uuduuuuuuuuuduuuuuuuuuddduuuu'

for (const dialect of DIALECTS)
  test(`${dialect}: a replay with a higher threshold opens one incident instead of three`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const { id } = await app.create({ interval_seconds: 60, failure_threshold: 1, recovery_threshold: 1 })
    await recordChecks(app, THREE)
    const before = await readRows(app.context.store.db, 'incidents')
    const { status, body } = await app.send('POST', `/${id}/replay`, { failure_threshold: 3 })
    assert.equal(status, 200)
    const { data } = body
    assert.deepEqual(data.thresholds, { failure_threshold: 3, recovery_threshold: 1, flapping: true })
    assert.deepEqual([data.results, data.incident_count, data.actual.incident_count], [29, 1, 3])
    const at = (minute: number, ms = 0) => new Date(MONDAY + minute * MINUTE_MS + ms).toISOString()
    assert.deepEqual(data.incidents, [
      {
        family: 'availability',
        type: 'timeout',
        severity: 'critical',
        started_at: at(22),
        resolved_at: at(25, 100),
        duration_seconds: 180.1,
        downtime_seconds: 180.1,
        failure_count: 3,
        affected_regions: ['local'],
        reason: 'no answer',
        reopened_count: 0,
      },
    ])
    assert.deepEqual([data.seconds.down, data.actual.seconds.down], [180.1, 60.1 + 60.1 + 180.1])
    const { uptime_percentage } = (await app.send('GET', `/${id}/uptime`)).body.data
    assert.equal(data.actual.uptime_percentage, uptime_percentage)
    assert.deepEqual([data.status_changes, data.actual.status_changes], [3, 7])
    const own = (await app.send('POST', `/${id}/replay`)).body.data
    assert.deepEqual(
      [own.incident_count, own.uptime_percentage],
      [3, uptime_percentage],
      'the settings of the monitor apply without a body',
    )
    assert.deepEqual(await readRows(app.context.store.db, 'incidents'), before)
  })

test('a replay applies another slow-response threshold and can exclude regions', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create({ interval_seconds: 60, failure_threshold: 1, recovery_threshold: 1 })
  await recordChecks(app, 'uussssuu')
  await recordChecks(app, 'dddddddd', 'idle')
  const replay = async (body: object) => (await app.send('POST', `/${id}/replay`, body)).body.data
  const slow = await replay({ slow_response_threshold_ms: 500, regions: ['local'] })
  assert.deepEqual(slow.thresholds.slow_response_threshold_ms, 500)
  assert.deepEqual(
    slow.incidents.map(({ family, type }: Record<string, string>) => [family, type]),
    [['slowness', 'slow_response']],
  )
  assert.ok(slow.seconds.degraded > 0)
  assert.deepEqual((await replay({ slow_response_threshold_ms: null, regions: ['local'] })).incidents, [])
  assert.deepEqual((await replay({ regions: ['local'] })).incidents, [], 'as evaluated at the time')
  assert.equal((await replay({ regions: ['idle'] })).incident_count, 1)
})

test('a replay keeps the incident of a flapping monitor open unless flapping is off', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create({ interval_seconds: 60, failure_threshold: 1, recovery_threshold: 1 })
  await recordChecks(app, 'uuduuuuduuuuduuuuduuuu')
  const replay = async (body: object) => (await app.send('POST', `/${id}/replay`, body)).body.data
  const [damped, plain] = [await replay({}), await replay({ flapping: false })]
  assert.equal(damped.incident_count, damped.actual.incident_count)
  assert.deepEqual([damped.thresholds.flapping, plain.thresholds.flapping], [true, false])
  assert.deepEqual([damped.incident_count, plain.incident_count], [3, 4])
  assert.equal(damped.uptime_percentage, plain.uptime_percentage)
})

test('a replay of a heartbeat evaluates its pings and missed pings at the end of each run', async (t) => {
  const app = await createHeartbeatApi(t, 'sqlite')
  const { id, heartbeat_token: token } = await app.createHeartbeat()
  const at = (hours: number) => app.clock.set(MONDAY + Math.round(hours * HOUR_MS))
  for (const [hours, path] of [
    [0.5, '/start'],
    [0.75, ''],
    [1.5, '/fail'],
    [2, ''],
  ] as const) {
    at(hours)
    await app.ping(`${token}${path}`)
  }
  at(3.5)
  assert.equal(await recordOverdue(app.context, 10), 1)
  at(4)
  await app.ping(token)
  at(4.5)
  const { data } = (await app.send('POST', `/${id}/replay`)).body
  const key = await createKeyHeaders(app.context, app.alice, 'read')
  const { data: list } = (await app.call('GET', '/api/incidents', { as: key })).body
  const toIncidentKey = (incident: Record<string, unknown>) => [
    incident.type,
    incident.started_at,
    incident.resolved_at,
  ]
  assert.deepEqual(data.incidents.map(toIncidentKey), list.incidents.map(toIncidentKey).reverse())
  assert.deepEqual([data.incident_count, data.actual.incident_count], [2, 2])
  assert.deepEqual(data.seconds, data.actual.seconds)
  assert.deepEqual(data.thresholds, { failure_threshold: 1, recovery_threshold: 1, flapping: true })
})

test('a read-only key is refused a replay, and a signed-in viewer may run it', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  app.clock.set(MONDAY + DAY_MS)
  const viewer = await createPerson(app.context, app.tokens, app.alice, 'viewer', 'Vera')
  const ask = async (as: Record<string, string>) => describeResponse(await app.send('POST', `/${id}/replay`, {}, as))
  assert.equal(await ask(await createKeyHeaders(app.context, app.alice, 'read')), '403 READ_ONLY_API_KEY')
  assert.equal(await ask(await createKeyHeaders(app.context, app.alice, 'read_write')), '200')
  assert.equal(await ask(viewer.session), '200')
})

test('a replay refuses invalid settings', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  app.clock.set(MONDAY + DAY_MS)
  const key = await createKeyHeaders(app.context, app.alice, 'read_write')
  const ask = async (body: object, monitor = id) =>
    describeResponse(await app.send('POST', `/${monitor}/replay`, body, key))
  assert.equal(await ask({}), '200')
  for (const [body, field] of [
    [{ failure_threshold: 0 }, 'failure_threshold'],
    [{ recovery_threshold: 11 }, 'recovery_threshold'],
    [{ slow_response_threshold_ms: 60_001 }, 'slow_response_threshold_ms'],
    [{ regions: ['mars'] }, 'regions'],
    [{ regions: [] }, 'regions'],
    [{ from: '2026-01-06T00:00:00Z' }, 'from'],
    [{ interval_seconds: 60 }, 'interval_seconds'],
  ] as const)
    assert.equal(await ask(body), `400 VALIDATION_ERROR ${field}`)
  const job = await app.create({ name: 'Job', type: 'HEARTBEAT', target: undefined })
  assert.equal(await ask({ failure_threshold: 2 }, job.id), '400 VALIDATION_ERROR failure_threshold')
  assert.equal(await ask({}, job.id), '200')
  const charlie = await createKeyHeaders(app.context, app.charlie, 'read_write')
  assert.equal(describeResponse(await app.send('POST', `/${id}/replay`, {}, charlie)), '404 MONITOR_NOT_FOUND')
})

test('a replay refuses a period with too many results before reading them', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  const { db } = app.context.store
  const empty = new Uint8Array()
  await insertRows(db, 'result_days', {
    monitor_key: 1,
    region: 1,
    starts_at: MONDAY,
    up: 500_001,
    down: 0,
    degraded: 0,
    inconclusive: 0,
    on_grid: 0,
    latency_count: 0,
    latency_sum_us: 0,
    latency_min_us: 0,
    latency_max_us: 0,
    latency_sketch: empty,
    lateness_sketch: empty,
  })
  app.clock.set(MONDAY + 2 * DAY_MS)
  assert.equal(describeResponse(await app.send('POST', `/${id}/replay`, {})), '400 VALIDATION_ERROR from')
  const from = new Date(MONDAY + 36 * 60 * MINUTE_MS).toISOString()
  assert.equal(describeResponse(await app.send('POST', `/${id}/replay`, { from })), '200')
})
