import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, startOfHour } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { insertMaintenanceSpans, readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

interface Strip {
  monitor_id: string
  uptime_30d: number | null
  days: string[]
  day_uptimes: (number | null)[]
  response_times_ms: (number | null)[]
}

async function makeStrips(...[t, dialect]: Parameters<typeof createMonitorApi>) {
  const app = await createMonitorApi(t, dialect)
  const as = await createKeyHeaders(app.context, app.alice, 'read')
  const ask = (query: string) => app.call('GET', `/api/dashboard/strips?${query}`, { as })
  const read = async (...ids: string[]) => {
    const { status, body } = await ask(`monitor_ids=${ids.join(',')}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data as { first_day: string; first_hour: string; strips: Strip[] }
  }
  return { ...app, ask, read }
}

async function check(app: MonitorApi, id: string, at: number, status: 'up' | 'down', responseTimeMs = 100) {
  const { db } = app.context.store
  const monitorKey = await readMonitorKey(db, id)
  app.clock.set(at)
  const shared = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null } as const
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
  const errorType = status === 'down' ? ('timeout' as const) : null
  const result = { ...shared, monitorKey, scheduledAt: at, startedAt: at, status, responseTimeMs, errorType, timings }
  await recordResults(app.context, 'local', [result])
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a strip shows the worst status of each of thirty days, and the same uptime as other routes`, async (t) => {
    const app = await makeStrips(t, dialect)
    const begun = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(begun)
    const { id } = await app.create({ failure_threshold: 1, recovery_threshold: 1, interval_seconds: 86_400 })
    await check(app, id, begun + HOUR_MS, 'up')
    await check(app, id, begun + DAY_MS + HOUR_MS, 'down')
    await check(app, id, begun + DAY_MS + 7 * HOUR_MS, 'up')
    app.clock.set(begun + 3 * DAY_MS + 12 * HOUR_MS)
    const { strips, first_day } = await app.read(id)
    const [strip] = strips
    assert.equal(first_day, new Date(begun + 3 * DAY_MS - 29 * DAY_MS).toISOString())
    assert.deepEqual(strip!.days, [...Array(26).fill('no_data'), 'up', 'down', 'up', 'up'])
    assert.deepEqual(strip!.day_uptimes.slice(0, 26), Array(26).fill(null))
    const rounded = strip!.day_uptimes.slice(26).map((uptime) => Math.round(uptime!))
    assert.deepEqual(rounded, [100, 75, 100, 100])
    const from = new Date(app.clock.now() - 30 * DAY_MS).toISOString()
    const { body } = await app.send('GET', `/${id}/uptime?from=${from}`)
    assert.equal(strip!.uptime_30d, body.data.uptime_percentage)
  })

  test(`${dialect}: the hours of a strip are averages of passing checks, including the current hour`, async (t) => {
    const app = await makeStrips(t, dialect)
    const { id } = await app.create()
    const other = await app.create()
    const hour = startOfHour(app.clock.now()) + 40 * HOUR_MS
    await check(app, id, hour - 24 * HOUR_MS, 'up', 500) // too long ago
    await check(app, id, hour - 23 * HOUR_MS, 'up', 10)
    await check(app, id, hour - 2 * HOUR_MS, 'up', 100)
    await check(app, id, hour - 2 * HOUR_MS + MINUTE_MS, 'up', 201)
    await check(app, id, hour - 2 * HOUR_MS + 2 * MINUTE_MS, 'down', 9_000)
    await check(app, id, hour - HOUR_MS, 'down', 9_000)
    await check(app, id, hour + MINUTE_MS, 'up', 42.5)
    await check(app, other.id, hour + MINUTE_MS, 'up', 7)
    app.clock.set(hour + 30 * MINUTE_MS)
    const { strips, first_hour } = await app.read(id, other.id)
    assert.equal(first_hour, new Date(hour - 23 * HOUR_MS).toISOString())
    assert.deepEqual(strips[0]!.response_times_ms, [10, ...Array(20).fill(null), 150.5, null, 42.5])
    assert.deepEqual(strips[1]!.response_times_ms, [...Array(23).fill(null), 7])
  })

  test(`${dialect}: maintenance is shown as such and excluded from the uptime`, async (t) => {
    const app = await makeStrips(t, dialect)
    const begun = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(begun)
    const { id } = await app.create({ failure_threshold: 1 })
    const { db } = app.context.store
    const key = await readMonitorKey(db)
    const span = { monitor_key: key, window_id: 'w', starts_at: begun, ends_at: begun + 12 * HOUR_MS }
    await insertMaintenanceSpans(db, span)
    await check(app, id, begun + HOUR_MS, 'down')
    app.clock.set(begun + 6 * HOUR_MS)
    const [strip] = (await app.read(id)).strips
    assert.deepEqual([strip!.days.at(-1), strip!.day_uptimes.at(-1), strip!.uptime_30d], ['maintenance', null, null])
  })

  test(`${dialect}: strips follow the order of the IDs, once each, without monitors of other projects`, async (t) => {
    const app = await makeStrips(t, dialect)
    const [a, b, gone] = [await app.create(), await app.create(), await app.create()]
    await app.send('DELETE', `/${gone.id}`)
    const ids = async (query: string) => {
      const { body } = await app.ask(query)
      return body.data.strips.map((strip: Strip) => strip.monitor_id)
    }
    const nobody = '0198c0de-7a11-7abc-8def-0123456789ab'
    assert.deepEqual(await ids(`monitor_ids=${b.id},${nobody},${a.id},${gone.id},${b.id.toUpperCase()}`), [b.id, a.id])
    assert.deepEqual(await ids(`monitor_ids=${a.id}&monitor_ids=${b.id}`), [a.id, b.id])
    const { body } = await app.call('GET', `/api/dashboard/strips?monitor_ids=${a.id}`, { as: app.charlie.session })
    assert.deepEqual(body.data.strips, [])
  })
}

test('no ID, an invalid ID or more than a hundred IDs are refused', async (t) => {
  const app = await makeStrips(t, 'sqlite')
  const id = (number: number) => `0198c0de-7a11-7abc-8def-${String(number).padStart(12, '0')}`
  const some = (count: number) => Array.from({ length: count }, (_, number) => id(number)).join()
  assert.equal(describeResponse(await app.ask(`monitor_ids=${some(100)}`)), '200')
  for (const query of [`monitor_ids=${some(101)}`, '', 'monitor_ids=', 'monitor_ids=x', `monitor_ids=${id(1)},`])
    assert.equal(describeResponse(await app.ask(query)), '400 VALIDATION_ERROR monitor_ids', query)
})
