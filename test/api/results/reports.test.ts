import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import type { TestResponse } from '../../support/api/app.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { insertRows } from '../../support/database/tables.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'
import { MONDAY } from '../../support/time/clock.ts'

const FEBRUARY = Date.UTC(2026, 1, 1)

async function reporter(app: MonitorApi) {
  const key = await createKeyHeaders(app.context, app.alice, 'read')
  return (query = '', headers = {}): Promise<TestResponse> =>
    app.call('GET', `/api/reports/uptime${query}`, { as: key, headers })
}

/** Records one check at its due time. */
async function check(app: MonitorApi, monitorKey: number, at: number, status: 'up' | 'down', responseTimeMs = 100) {
  app.clock.set(at + responseTimeMs)
  const why = status === 'down' ? ({ errorType: 'timeout', errorMessage: 'no answer' } as const) : null
  await recordResults(app.context, 'local', [
    {
      monitorKey,
      kind: 'check',
      scheduledAt: at,
      startedAt: at,
      status,
      responseTimeMs,
      statusCode: null,
      errorType: why?.errorType ?? null,
      errorMessage: why?.errorMessage ?? null,
      timings: NO_TIMINGS,
      remoteAddress: null,
    },
  ])
}

for (const dialect of DIALECTS)
  test(`${dialect}: a report shows uptime, outages and response times of monitors`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const report = await reporter(app)
    const { id } = await app.create({ name: 'Shop', failure_threshold: 1, recovery_threshold: 1 })
    const minutes = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n * MINUTE_MS)
    for (const at of minutes(MONDAY, 3)) await check(app, 1, at, 'up', 100)
    for (const at of minutes(MONDAY + 3 * MINUTE_MS, 3)) await check(app, 1, at, 'down', 100)
    for (const at of minutes(MONDAY + 6 * MINUTE_MS, 3)) await check(app, 1, at, 'up', 400)
    await check(app, 1, MONDAY + DAY_MS, 'up', 250) // in another hour, so that only the first hour is rolled up
    app.clock.set(FEBRUARY + HOUR_MS)
    const { month, from, to, is_complete, monitors, total, pagination } = (await report()).body.data
    assert.deepEqual(
      [month, from, to, is_complete],
      ['2026-01', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', true],
    )
    assert.equal(pagination.total_count, 1)
    const [row] = monitors
    assert.deepEqual([row.id, row.name, row.type, row.group, row.deleted_at], [id, 'Shop', 'HTTP', null, null])
    assert.equal(row.period_seconds, (FEBRUARY - MONDAY) / 1_000, 'since its creation')
    // Down from the start of the first failing check to the answer of the next passing check
    assert.deepEqual([row.outages, row.longest_outage_seconds, row.incidents], [1, 180.4, 1])
    assert.equal(row.seconds.down, 180.4)
    assert.equal(row.average_response_ms, 250)
    assert.ok(Math.abs(row.p95_response_ms - 400) <= 4)
    assert.deepEqual(total.seconds, row.seconds)
    assert.deepEqual([total.monitor_count, total.uptime_percentage], [1, row.uptime_percentage])
  })

test('the current month ends now, and a future month is refused', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const report = await reporter(app)
  await app.create()
  const { data } = (await report('?month=2026-01')).body
  assert.deepEqual([data.to, data.is_complete, data.monitors.length], ['2026-01-05T00:00:00.000Z', false, 0])
  app.clock.set(MONDAY + DAY_MS)
  const later = (await report('?month=2026-01')).body.data
  assert.deepEqual([later.to, later.total.seconds.unknown], ['2026-01-06T00:00:00.000Z', 86_400])
  assert.equal(later.total.uptime_percentage, null)
  assert.equal((await report('')).body.data.month, '2025-12')
  for (const [query, field] of [
    ['?month=2026-02', 'month'],
    ['?month=2026-13', 'month'],
    ['?month=26-1', 'month'],
    ['?from=2026-01-04', 'to'],
    ['?to=2026-01-04', 'from'],
    ['?from=2026-01-04&to=2026-01-03', 'to'],
    ['?from=2026-02-01&to=2026-02-02', 'from'],
    ['?from=2025-02-29&to=2025-03-01', 'from'],
    ['?from=2026-01-04&to=2026-01-32', 'to'],
    ['?from=2026-01-01&to=2026-01-02&month=2025-12', 'from'],
    ['?period=7d&month=2025-12', 'period'],
    ['?period=8d', 'period'],
    ['?timezone=Mars', 'timezone'],
    ['?timezone=%2B01:00', 'timezone'],
    ['?limit=101', 'limit'],
    ['?format=xml', 'format'],
    ['?group_id=7', 'group_id'],
  ])
    assert.equal(describeResponse(await report(query)), `400 VALIDATION_ERROR ${field}`)
  const { error } = (await report('?month=2026-13')).body
  assert.equal(error.message, 'month: must be a month from 1970 on, such as 2026-01')
  const berlin = (await report('?month=2025-12&timezone=Europe/Berlin')).body.data
  assert.deepEqual([berlin.from, berlin.to], ['2025-11-30T23:00:00.000Z', '2025-12-31T23:00:00.000Z'])
})

for (const dialect of DIALECTS)
  test(`${dialect}: a report covers the last days, all days since the first monitor, or a range`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const report = await reporter(app)
    const periodOf = async (query: string) => {
      const { period, month, from, to, is_complete } = (await report(query)).body.data
      return [period, month, from, to, is_complete]
    }
    const now = '2026-01-05T00:00:00.000Z'
    assert.deepEqual(await periodOf('?period=all'), ['all', undefined, now, now, false], 'without monitors')
    const { id } = await app.create()
    app.clock.set(MONDAY + 1)
    assert.equal((await report('?period=all')).body.data.monitors.length, 1, 'the first monitor appears at once')
    app.clock.set(MONDAY + DAY_MS)
    await app.send('DELETE', `/${id}`)
    await app.create()
    app.clock.set(FEBRUARY)
    const february = '2026-02-01T00:00:00.000Z'
    assert.deepEqual(await periodOf('?period=7d'), ['7d', undefined, '2026-01-25T00:00:00.000Z', february, false])
    assert.deepEqual(
      await periodOf('?period=all'),
      ['all', undefined, now, february, false],
      'with the deleted monitor',
    )
    const { monitors } = (await report('?period=all')).body.data
    assert.equal(monitors.length, 2)
    assert.deepEqual(await periodOf('?from=2026-01-10&to=2026-01-11&timezone=Europe/Berlin'), [
      ...['range', undefined],
      ...['2026-01-09T23:00:00.000Z', '2026-01-11T23:00:00.000Z', true],
    ])
    assert.deepEqual((await periodOf('?from=2026-01-31&to=2026-02-01')).slice(-2), [february, false], 'it ends now')
    await insertRows(app.context.store.db, 'retention_terms', {
      organization_id: app.alice.organizationId,
      ...{ raw_result_days: 7, rollup_days: 10, plan_raw_result_days: 7, plan_rollup_days: 10 },
      ...{ since: 0, shrinks_at: null },
    })
    app.clock.set(FEBRUARY + MINUTE_MS)
    assert.equal((await periodOf('?period=all'))[2], '2026-01-22T00:00:00.000Z', 'from the oldest kept history')
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a report is paged, can be limited to a group or a tag, and excludes other organizations`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const report = await reporter(app)
    const group = (await app.call('POST', '/api/groups', { as: app.alice.session, body: { name: 'Web' } })).body.data
    for (const [name, over] of [
      ['c', { group_id: group.id }],
      ['A', { tags: ['red'] }],
      ['b', { tags: ['red'], group_id: group.id }],
      ['A', {}],
    ] as const)
      await app.create({ name, ...over })
    await app.send('POST', '', { name: 'X', type: 'HTTP', target: 'https://example.com/' }, app.charlie.session)
    const old = await app.create({ name: 'old' })
    await app.send('DELETE', `/${old.id}`)
    app.clock.set(FEBRUARY)
    const names = async (query: string) =>
      (await report(query)).body.data.monitors.map(({ name }: { name: string }) => name).join('')
    assert.equal(await names(''), 'AAbc', 'a monitor deleted at the time of its creation existed at no time')
    assert.equal(await names('?limit=2&offset=1'), 'Ab')
    assert.equal(await names('?tag=red'), 'Ab')
    assert.equal(await names(`?group_id=${group.id}`), 'bc')
    assert.equal(await names(`?group_id=${group.id}&tag=red`), 'b')
    const { total, pagination, monitors } = (await report('?limit=1&offset=3')).body.data
    assert.deepEqual([total.monitor_count, total.seconds.unknown], [4, (4 * (FEBRUARY - MONDAY)) / 1_000])
    assert.deepEqual(pagination, { total_count: 4, limit: 1, offset: 3, has_more: false })
    assert.deepEqual(monitors[0].group, { id: group.id, name: 'Web' })
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a deleted monitor stays in its report and is absent from later ones`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const report = await reporter(app)
    const { id } = await app.create({ name: 'gone', failure_threshold: 1 })
    for (let minute = 0; minute < 5; minute++)
      await check(app, 1, MONDAY + minute * MINUTE_MS, minute % 2 ? 'down' : 'up')
    app.clock.set(FEBRUARY + DAY_MS)
    const before = (await report()).body.data
    await app.send('DELETE', `/${id}`)
    app.clock.set(FEBRUARY + 2 * DAY_MS)
    const after = (await report()).body.data
    assert.equal(after.monitors[0].deleted_at, '2026-02-02T00:00:00.000Z')
    const { deleted_at: _, ...rest } = before.monitors[0]
    assert.deepEqual(after.monitors[0], { ...rest, deleted_at: '2026-02-02T00:00:00.000Z' })
    assert.deepEqual(after.total, before.total)
    const february = (await report('?month=2026-02')).body.data
    assert.equal(february.monitors[0].period_seconds, 86_400, 'it was deleted within the month')
    app.clock.set(Date.UTC(2026, 3, 1))
    assert.deepEqual((await report('?month=2026-03')).body.data.monitors, [])
  })

test('a CSV report has a header, all monitors, the total, and no formula that a spreadsheet would run', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const report = await reporter(app)
  const ids = []
  for (const name of ['=1+1', 'Café, "the" shop', 'plain']) ids.push((await app.create({ name })).id)
  app.clock.set(FEBRUARY)
  const { status, headers, body } = await report('?format=csv&limit=1')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present')
  assert.equal(headers['content-disposition'], 'attachment; filename="uptime-2026-01.csv"')
  const seconds = (FEBRUARY - MONDAY) / 1_000
  const rest = (sum: number) => `,${sum},0,0,0,0,${sum},0,0,0,0,,,2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z`
  const since = '2026-01-05T00:00:00.000Z'
  assert.equal(body[0], '\uFEFF', 'by which Excel knows UTF-8')
  assert.deepEqual(body.slice(1).split('\r\n'), [
    'monitor_id,name,type,group,created_at,deleted_at,uptime_percentage,period_seconds,up_seconds,degraded_seconds,' +
      'down_seconds,paused_seconds,unknown_seconds,maintenance_seconds,outages,longest_outage_seconds,incidents,' +
      'average_response_ms,p95_response_ms,period_from,period_to',
    `${ids[0]},'=1+1,HTTP,,${since},,${rest(seconds)}`,
    `${ids[1]},"Café, ""the"" shop",HTTP,,${since},,${rest(seconds)}`,
    `${ids[2]},plain,HTTP,,${since},,${rest(seconds)}`,
    `,Total,,,,,${rest(3 * seconds)}`,
    '',
  ])
  for (const [accept, format] of [
    ['text/csv', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['application/json, text/csv', 'json'],
    ['text/html,*/*', 'json'],
    ['*/*', 'json'],
  ] as const) {
    const answer = await report('', { accept })
    assert.ok(answer.headers['content-type']!.includes(format), accept)
  }
  assert.ok((await report('?format=json', { accept: 'text/csv' })).headers['content-type']!.includes('json'))
})
