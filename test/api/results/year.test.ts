import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

interface Day {
  starts_at: string
  status: string
  uptime_percentage: number | null
  down_seconds: number
}

for (const dialect of DIALECTS)
  test(`${dialect}: the days of a report equal the days of its monitors, and their sum is the total`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const as = await createKeyHeaders(app.context, app.alice, 'read')
    const day = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(day)
    const thresholds = { failure_threshold: 1, recovery_threshold: 1, interval_seconds: 3_600 }
    const [first, second] = [await app.create(thresholds), await app.create(thresholds)]
    const check = async (id: string, at: number, status: 'up' | 'down') => {
      app.clock.set(at)
      const monitorKey = await readMonitorKey(app.context.store.db, id)
      const shared = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null } as const
      const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
      const errorType = status === 'down' ? ('timeout' as const) : null
      const result = { ...shared, monitorKey, scheduledAt: at, startedAt: at, status, errorType, timings }
      await recordResults(app.context, 'local', [{ ...result, responseTimeMs: 100 }])
    }
    await check(first.id, day + HOUR_MS, 'up')
    await check(second.id, day + HOUR_MS, 'up')
    await check(first.id, day + DAY_MS - 10 * MINUTE_MS, 'down')
    await check(first.id, day + DAY_MS + 20 * MINUTE_MS, 'up')
    app.clock.set(day + DAY_MS + 6 * HOUR_MS)
    const range = {
      from: new Date(day).toISOString().slice(0, 10),
      to: new Date(day + DAY_MS).toISOString().slice(0, 10),
    }
    const read = async (query: object) =>
      (await app.call('GET', `/api/reports/uptime?${new URLSearchParams({ ...range, ...query })}`, { as })).body.data
    const { days, total, monitors } = (await read({})) as {
      days: Day[]
      total: { seconds: { down: number } }
      monitors: { id: string; day_statuses: string[] }[]
    }
    assert.equal(
      days.reduce((sum, { down_seconds }) => sum + down_seconds, 0),
      total.seconds.down,
    )
    const listDowntime = async (timezone: string) => {
      const week = (await read({ timezone })).week as { weekday: number; hour: number; down_seconds: number }[]
      assert.equal(week.length, 7 * 24)
      return week.flatMap(({ weekday, hour, down_seconds: down }) =>
        down > 0 ? [[weekday, hour, Math.round(down)]] : [],
      )
    }
    assert.deepEqual(await listDowntime('UTC'), [
      [2, 23, 600],
      [3, 0, 1_200],
    ])
    assert.deepEqual(await listDowntime('Asia/Tokyo'), [
      [3, 8, 600],
      [3, 9, 1_200],
    ])
    const slots = new Map<string, Day[]>()
    for (const { id, day_statuses } of monitors) {
      const query = `step_seconds=86400&count=2&from=${new Date(day).toISOString()}`
      const own = (await app.send('GET', `/${id}/availability?${query}`)).body.data.slots as Day[]
      slots.set(id, own)
      assert.deepEqual(
        own.map(({ status }) => status),
        day_statuses,
      )
    }
    assert.deepEqual(
      slots.get(first.id)!.map(({ status }) => status),
      ['down', 'down'],
    )
    assert.deepEqual(
      slots.get(second.id)!.map(({ status }) => status),
      ['up', 'up'],
    )
    for (const [index, { starts_at, down_seconds }] of days.entries()) {
      const all = [...slots.values()].map((own) => own[index]!)
      assert.equal(starts_at, all[0]!.starts_at)
      assert.equal(
        down_seconds,
        all.reduce((sum, slot) => sum + slot.down_seconds, 0),
      )
    }
  })

test('the typical week has the median of each weekday and hour in the time zone', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  const { body } = await app.send('GET', `/${id}/week?timezone=Europe/Berlin`)
  assert.deepEqual(body.data.hours, [])
  assert.equal(describeResponse(await app.send('GET', `/${id}/week?timezone=Moon`)), '400 VALIDATION_ERROR timezone')
})
