import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../src/core/platform/time/time.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: a past period has the series of that time, and phases add up to the average response time`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const noon = startOfDay(app.clock.now()) + DAY_MS + 12 * HOUR_MS
    app.clock.set(noon - HOUR_MS)
    const { id } = await app.create()
    const monitorKey = await readMonitorKey(app.context.store.db, id)
    const check = async (at: number, responseTimeMs: number) => {
      app.clock.set(at)
      const shared = { kind: 'check', statusCode: null, errorMessage: null, remoteAddress: null } as const
      const timings = { dnsMs: 1, connectMs: 2.5, tlsMs: null, firstByteMs: responseTimeMs - 10, downloadMs: 4 }
      const result = { ...shared, monitorKey, scheduledAt: at, startedAt: at, errorType: null, timings }
      await recordResults(app.context, 'local', [{ ...result, status: 'up', responseTimeMs }])
    }
    const read = async (path: string) => (await app.send('GET', `/${id}/${path}`)).body.data
    await check(noon + MINUTE_MS, 50)
    await check(noon + 2 * MINUTE_MS, 70)
    app.clock.set(noon + HOUR_MS)
    const then = await read('response-times')
    const phases: Record<string, number>[] = (await read('phases')).series
    assert.equal(then.series.length, 1)
    assert.deepEqual(phases, [
      {
        timestamp: then.series[0].timestamp,
        dns_ms: 1,
        connect_ms: 2.5,
        tls_ms: 0,
        first_byte_ms: 50,
        download_ms: 4,
        other_ms: 2.5,
        count: 2,
      },
    ])
    const { timestamp: _, count: __, ...parts } = phases[0]!
    assert.equal(
      Object.values(parts).reduce((sum, ms) => sum + ms, 0),
      then.series[0].avg_ms,
    )
    await check(noon + 20 * HOUR_MS, 900)
    const before = new Date(noon + HOUR_MS).toISOString()
    assert.deepEqual(await read(`response-times?before=${before}`), then)
    app.clock.set(noon + 3 * DAY_MS)
    assert.deepEqual((await read('response-times')).series, [])
    assert.deepEqual(await read(`response-times?before=${before}`), then)
    assert.deepEqual((await read('phases')).series, [])
    const [first, second, ...more] = (await read('phases?period=7d')).series
    assert.deepEqual([first, more], [{ ...phases[0]!, timestamp: new Date(noon).toISOString() }, []])
    assert.deepEqual([second.timestamp, second.count], [new Date(noon + 20 * HOUR_MS).toISOString(), 1])
    const long = await app.send('GET', `/${id}/phases?period=30d`)
    assert.equal(describeResponse(long), '400 VALIDATION_ERROR period')
    const ahead = new Date(noon + 4 * DAY_MS).toISOString()
    const refused = await app.send('GET', `/${id}/response-times?before=${ahead}`)
    assert.equal(describeResponse(refused), '400 VALIDATION_ERROR before')
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a past period has no checks of the period after it`, async (t) => {
    const app = await createMonitorApi(t, dialect)
    const midnight = startOfDay(app.clock.now()) + DAY_MS
    app.clock.set(midnight)
    const { id } = await app.create()
    const monitorKey = await readMonitorKey(app.context.store.db, id)
    const checkAt = async (at: number) => {
      app.clock.set(at)
      const facts = {
        kind: 'check',
        statusCode: null,
        errorMessage: null,
        remoteAddress: null,
        errorType: null,
      } as const
      const result = { ...facts, monitorKey, scheduledAt: at, startedAt: at, timings: NO_TIMINGS }
      await recordResults(app.context, 'local', [{ ...result, status: 'up', responseTimeMs: 50 }])
    }
    for (const hour of [9, 11, 13, 20]) await checkAt(midnight + hour * HOUR_MS + 45 * MINUTE_MS)
    // The day is closed, and has a rollup
    await checkAt(midnight + 2 * DAY_MS)
    const count = async (period: string, before: number) => {
      const query = `period=${period}&before=${new Date(before).toISOString()}`
      return (await app.send('GET', `/${id}/response-times?${query}`)).body.data.summary?.count ?? 0
    }
    const noon = midnight + 12 * HOUR_MS
    for (const period of ['24h', '7d', '30d', '90d']) assert.equal(await count(period, noon), 2, period)
    // The hour of the check at 11:45 is not over
    for (const period of ['7d', '30d', '90d']) assert.equal(await count(period, noon - 5 * MINUTE_MS), 1, period)
    assert.equal(await count('90d', midnight + DAY_MS), 4)
  })
