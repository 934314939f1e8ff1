import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse, type MonitorApi } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { createKeyHeaders } from '../../support/factories/people.ts'

async function check(app: MonitorApi, id: string, at: number, status: 'up' | 'down', responseTimeMs = 100) {
  const monitorKey = await readMonitorKey(app.context.store.db, id)
  app.clock.set(at)
  const shared = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null } as const
  const timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null }
  const errorType = status === 'down' ? ('timeout' as const) : null
  const result = { ...shared, monitorKey, scheduledAt: at, startedAt: at, status, responseTimeMs, errorType, timings }
  await recordResults(app.context, 'local', [result])
}

interface Slot {
  starts_at: string
  status: string
  uptime_percentage: number | null
  down_seconds: number
  incidents: { id: string; title: string }[]
}

for (const dialect of DIALECTS) {
  test(`${dialect}: each bar has the downtime and the uptime that the uptime route computes for its time`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const day = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(day - 3 * HOUR_MS)
    const { id } = await app.create({ failure_threshold: 1, recovery_threshold: 1, interval_seconds: 3_600 })
    await check(app, id, day - 2 * HOUR_MS, 'up')
    await check(app, id, day - 10 * MINUTE_MS, 'down')
    await check(app, id, day + 25 * MINUTE_MS, 'up')
    app.clock.set(day + 90 * MINUTE_MS)
    const read = async (query: string): Promise<Slot[]> => {
      const { status, body } = await app.send('GET', `/${id}/availability?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data.slots
    }
    const days = await read('step_seconds=86400&count=90')
    const hours = await read(`step_seconds=3600&count=24&from=${new Date(day).toISOString()}`)
    assert.deepEqual([days.length, days[0]!.status, hours.length], [90, 'no_data', 24])
    assert.deepEqual(
      days.slice(-2).map((slot) => [slot.starts_at, slot.status, Math.floor(slot.down_seconds), slot.incidents.length]),
      [
        [new Date(day - DAY_MS).toISOString(), 'down', 600, 1],
        [new Date(day).toISOString(), 'down', 1_500, 1],
      ],
    )
    assert.deepEqual(
      hours.slice(0, 3).map((slot) => slot.status),
      ['down', 'up', 'no_data'],
    )
    const { body } = await app.send('GET', `/${id}/availability`)
    assert.deepEqual([body.data.step_seconds, body.data.slots.length], [300, 90], 'a young monitor has narrow bars')
    for (const [slots, stepMs] of [
      [days.slice(-2), DAY_MS],
      [hours.slice(0, 2), HOUR_MS],
    ] as const)
      for (const slot of slots) {
        const from = Date.parse(slot.starts_at)
        const period = { from: slot.starts_at, to: new Date(from + stepMs).toISOString() }
        const { body } = await app.send('GET', `/${id}/uptime?${new URLSearchParams(period)}`)
        const { uptime_percentage, seconds } = body.data
        assert.deepEqual([slot.uptime_percentage, slot.down_seconds], [uptime_percentage, seconds.down])
      }
  })

  test(`${dialect}: a young monitor has a pulse of minutes, with the response times of its checks`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const as = await createKeyHeaders(app.context, app.alice, 'read')
    const begun = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(begun)
    const { id } = await app.create({ failure_threshold: 1, recovery_threshold: 1 })
    const readStrip = async () => {
      const { body } = await app.call('GET', `/api/dashboard/strips?monitor_ids=${id}`, { as })
      return body.data.strips[0]
    }
    await check(app, id, begun + MINUTE_MS, 'up', 120)
    await check(app, id, begun + 3 * MINUTE_MS, 'down')
    app.clock.set(begun + 5 * MINUTE_MS)
    const { pulse } = await readStrip()
    assert.deepEqual(
      [pulse.step_seconds, Date.parse(pulse.starts_at), pulse.statuses.length],
      [60, begun - 24 * MINUTE_MS, 30],
    )
    // The time before the first check has no status
    assert.deepEqual(pulse.statuses.slice(-7), ['no_data', 'no_data', 'up', 'up', 'down', 'down', 'no_data'])
    assert.deepEqual(pulse.response_times_ms.slice(-7), [null, null, 120, null, null, null, null])
    app.clock.set(begun + 6 * HOUR_MS)
    const later = (await readStrip()).pulse
    assert.deepEqual([later.step_seconds, later.response_times_ms], [3_600, null])
    app.clock.set(begun + 5 * DAY_MS)
    assert.equal((await readStrip()).pulse, null)
  })
}

test('an unknown step, too many slots and a time in the future are refused', async (t) => {
  const app = await createMonitorApi(t, 'sqlite')
  const { id } = await app.create()
  const ahead = new Date(app.clock.now() + HOUR_MS).toISOString()
  for (const [query, field] of [
    ['step_seconds=7', 'step_seconds'],
    ['count=367', 'count'],
    ['count=0', 'count'],
    [`from=${ahead}`, 'from'],
  ] as const)
    assert.equal(
      describeResponse(await app.send('GET', `/${id}/availability?${query}`)),
      `400 VALIDATION_ERROR ${field}`,
    )
})
