import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const DOWN = { status: 'down', statusCode: 503, errorType: 'status_code', errorMessage: 'status 503' } as const
const UP = { status: 'up', statusCode: 200, errorType: null, errorMessage: null } as const

/** Reports results with these statuses from the local probe, one per minute, and advances the clock. */
async function report(api: MonitorApi, id: string, statuses: ('up' | 'down')[]): Promise<void> {
  const { db } = api.context.store
  const key = await readMonitorKey(db, id)
  for (const status of statuses) {
    const result: CheckResult = {
      monitorKey: key,
      kind: 'check',
      scheduledAt: api.context.now(),
      startedAt: api.context.now(),
      responseTimeMs: 20,
      timings: { ...NO_TIMINGS, connectMs: 20 },
      remoteAddress: null,
      ...(status === 'up' ? UP : DOWN),
    }
    await recordResults(api.context, 'local', [result])
    api.clock.advance(MINUTE_MS)
  }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a monitor without results has no statistics`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect)
    const { id } = await create()
    assert.equal(describeResponse(await send('GET', `/${id}/stats`)), '404 STATS_NOT_FOUND')
  })

  test(`${dialect}: statistics weigh time, count checks and name the incident`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up', 'up', 'up', 'down', 'down'])
    api.clock.advance(2.5 * MINUTE_MS)
    const { body } = await api.send('GET', `/${id}/stats`)
    assert.equal(body.success, true, JSON.stringify(body))
    const { current_incident, uptime_percentage, ...stats } = body.data
    assert.deepEqual(stats, {
      avg_response_time: 20,
      total_checks: 5,
      failed_checks: 2,
      last_check_at: MONDAY + 4 * MINUTE_MS + 20,
      last_success_at: MONDAY + 2 * MINUTE_MS + 20,
      last_failure_at: MONDAY + 4 * MINUTE_MS + 20,
      runtime_status: 'down',
    })
    // Up from the first result to the start of the first failing check, and down since then
    const up = 3 * MINUTE_MS - 20
    const down = 4.5 * MINUTE_MS
    assert.equal(uptime_percentage, Math.round((up / (up + down)) * 1e8) / 1e6)
    const { id: incidentId, ...incident } = current_incident
    assert.match(incidentId, /^[0-9a-f-]{36}$/)
    assert.deepEqual(incident, {
      started_at: new Date(MONDAY + 3 * MINUTE_MS).toISOString(),
      downtime_minutes: 4,
      status: 'open',
      severity: 'critical',
    })
  })

  test(`${dialect}: a paused monitor keeps its incident, and its status is unknown`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up', 'down', 'down'])
    await api.send('POST', `/${id}/pause`)
    const { data } = (await api.send('GET', `/${id}/stats`)).body
    assert.deepEqual([data.runtime_status, data.current_incident.status], ['unknown', 'open'])
  })

  test(`${dialect}: a period must be one of the supported periods`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up'])
    api.clock.advance(MINUTE_MS)
    const answer = async (path: string) => describeResponse(await api.send('GET', `/${id}/${path}`))
    for (const path of ['stats', 'stats?period=7d', 'stats?period=30d', 'stats?period=90d'])
      assert.equal(await answer(path), '200', path)
    for (const path of [
      'stats?period=24h',
      'stats?period=',
      'stats?period=1y',
      'response-times?period=1h',
      'coverage?period=7',
    ])
      assert.equal(await answer(path), '400 INVALID_PERIOD period', path)
    for (const period of ['24h', '7d', '30d', '90d'])
      for (const path of ['response-times', 'coverage']) assert.equal(await answer(`${path}?period=${period}`), '200')
  })

  test(`${dialect}: the sparkline has a day for each of the last thirty days, oldest first`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up', 'up', 'down'])
    api.clock.set(MONDAY + 2 * DAY_MS)
    await report(api, id, ['down', 'down', 'up'])
    const { sparkline } = (await api.send('GET', `/${id}/sparkline`)).body.data
    assert.equal(sparkline.length, 30)
    assert.equal(sparkline[0].timestamp, new Date(MONDAY - 27 * DAY_MS).toISOString())
    assert.deepEqual(sparkline.slice(-4), [
      { timestamp: '2026-01-04T00:00:00.000Z', status: 'no-data', successCount: 0, failureCount: 0 },
      { timestamp: '2026-01-05T00:00:00.000Z', status: 'success', successCount: 2, failureCount: 1 },
      { timestamp: '2026-01-06T00:00:00.000Z', status: 'success', successCount: 0, failureCount: 0 },
      { timestamp: '2026-01-07T00:00:00.000Z', status: 'failure', successCount: 1, failureCount: 2 },
    ])
  })

  test(`${dialect}: results are filtered by time, status and region, newest first`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up', 'down', 'up', 'up'])
    const list = async (query: string) => {
      const { status, body } = await api.send('GET', `/${id}/results${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      const times = body.data.results.map(({ checked_at }: { checked_at: string }) => checked_at.slice(14, 16))
      return `${times.join(' ')} of ${body.data.pagination.total_count}`
    }
    assert.equal(await list(''), '03 02 01 00 of 4')
    assert.equal(await list('?limit=2&offset=1'), '02 01 of 4')
    assert.equal(await list('?status=down'), '01 of 1')
    assert.equal(await list('?status=up&from=2026-01-05T00:02:00Z'), '03 02 of 2')
    assert.equal(await list('?from=2026-01-05T01:01:00%2B01:00&to=2026-01-05T00:03:00.000Z'), '02 01 of 2')
    assert.equal(await list('?region=local'), '03 02 01 00 of 4')
    assert.equal(await list('?region=mars'), ' of 0')
    for (const [field, value] of [
      ['from', 'yesterday'],
      ['from', '2026-01-05T00:00:00'],
      ['to', ''],
      ['status', 'unknown'],
      ['limit', '101'],
    ] as const)
      assert.equal(
        describeResponse(await api.send('GET', `/${id}/results?${field}=${value}`)),
        `400 VALIDATION_ERROR ${field}`,
      )
  })

  test(`${dialect}: response times are a series, limited to the requested region`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    await report(api, id, ['up', 'down', 'up'])
    const read = async (query: string) => (await api.send('GET', `/${id}/response-times${query}`)).body.data
    const series = async (query: string) => (await read(query)).series
    const [point, ...others] = await series('')
    assert.deepEqual(others, [])
    const { p50_ms, p95_ms, p99_ms, ...exact } = point
    assert.deepEqual(exact, { timestamp: '2026-01-05T00:00:00.000Z', avg_ms: 20, min_ms: 20, max_ms: 20, count: 2 })
    for (const estimate of [p50_ms, p95_ms, p99_ms]) assert.ok(Math.abs(estimate - 20) <= 0.2)
    assert.equal((await series('?period=7d&region=local')).length, 1)
    assert.deepEqual((await read('')).summary, { avg_ms: 20, min_ms: 20, max_ms: 20, count: 2, p50_ms, p95_ms, p99_ms })
    assert.deepEqual(await read('?region=mars'), { series: [], summary: null })
  })

  test(`${dialect}: the status history shows the user, the reason and the duration of each status`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    api.clock.advance(MINUTE_MS)
    await report(api, id, ['up'])
    await api.send('POST', `/${id}/pause`, undefined, api.bob.session)
    const { history, pagination } = (await api.send('GET', `/${id}/status-history`)).body.data
    assert.equal(pagination.total_count, 5)
    const entries = history.map(({ id: _, ...entry }: { id: string }) => entry)
    const byKind = (kind: string) => entries.filter((entry: { kind: string }) => entry.kind === kind)
    assert.deepEqual(byKind('config'), [
      {
        kind: 'config',
        from_status: 'active',
        to_status: 'paused',
        reason: 'checks were paused',
        actor_name: 'Bob',
        started_at: '2026-01-05T00:02:00.000Z',
      },
      {
        kind: 'config',
        to_status: 'active',
        reason: 'the monitor was created',
        actor_name: 'Alice',
        started_at: '2026-01-05T00:00:00.000Z',
        ended_at: '2026-01-05T00:02:00.000Z',
        duration_seconds: 120,
      },
    ])
    assert.deepEqual(
      byKind('runtime').map(({ to_status }: { to_status: string }) => to_status),
      ['paused', 'up', 'unknown'],
    )
    assert.equal('actor_name' in byKind('runtime')[1], false, 'the engine has no name')
    const page = (await api.send('GET', `/${id}/status-history?limit=2&offset=4`)).body.data
    assert.deepEqual([page.history.length, page.pagination.has_more], [1, false])
  })

  test(`${dialect}: coverage shows the number of due checks and of completed checks`, async (t) => {
    const api = await createMonitorApi(t, dialect)
    const { id } = await api.create({ interval_seconds: 60 })
    const { data } = (await api.send('GET', `/${id}/coverage`)).body
    assert.deepEqual(data, { scheduled: 0, executed: 0, missed: 0, inconclusive: 0, lateness_ms: {} })
    await report(api, id, ['up'])
    api.clock.advance(HOUR_MS)
    const later = (await api.send('GET', `/${id}/coverage`)).body.data
    assert.ok(later.scheduled === 60 || later.scheduled === 61, 'according to its due time')
    assert.equal(later.executed + later.missed, later.scheduled)
  })
}
