import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Assignment, CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { LOCAL_REGION } from '../../support/api/app.ts'
import { createMonitorApi, describeResponse } from '../../support/api/monitor-api.ts'
import { ANY_DIALECT } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { MONDAY } from '../../support/time/clock.ts'

const SITE = { name: 'Site', type: 'HTTP', target: 'https://www.example.com/' }

/** A probe that answers every order with the same result, and records the orders. */
function fakeProbe(over: Partial<CheckResult> = {}) {
  const orders: Assignment[] = []
  const runCheck = async (assignment: Assignment): Promise<CheckResult> => {
    orders.push(assignment)
    return {
      monitorKey: assignment.monitorKey,
      kind: 'check',
      scheduledAt: MONDAY,
      startedAt: MONDAY,
      status: 'up',
      responseTimeMs: 12.345678,
      statusCode: 200,
      errorType: null,
      errorMessage: null,
      timings: { ...NO_TIMINGS, connectMs: 2.5, firstByteMs: 9.8 },
      remoteAddress: '192.0.2.1',
      ...over,
    }
  }
  return { runCheck, orders }
}

const DOWN = { status: 'down', statusCode: 503, errorType: 'status_code', errorMessage: 'status 503' } as const

for (const dialect of ANY_DIALECT) {
  test(`${dialect}: a requested check is run, stored and evaluated`, async (t) => {
    const probe = fakeProbe(DOWN)
    const { send, create } = await createMonitorApi(t, dialect, { deps: probe })
    const { id } = await create({ failure_threshold: 1, headers: { Authorization: 'secret' } })
    const { status, body } = await send('POST', `/${id}/check`)
    assert.equal(status, 200, JSON.stringify(body))
    const { id: resultId, ...result } = body.data.result
    assert.deepEqual(result, {
      region: 'local',
      checked_at: '2026-01-05T00:00:00.000Z',
      status: 'down',
      response_time_ms: 12.35,
      status_code: 503,
      error_type: 'status_code',
      error_message: 'status 503',
      timings: { connect_ms: 2.5, first_byte_ms: 9.8 },
      remote_address: '192.0.2.1',
    })
    assert.deepEqual(probe.orders[0]?.settings, {
      ...(probe.orders[0]?.settings as object),
      headers: { Authorization: 'secret' },
    })
    assert.deepEqual((await send('GET', `/${id}/results`)).body.data.results, [{ id: resultId, ...result }])
    assert.equal((await send('GET', `/${id}`)).body.data.monitor.runtimeStatus, 'down')
  })

  test(`${dialect}: a requested check of a paused monitor is run but not stored`, async (t) => {
    const { send, create } = await createMonitorApi(t, dialect, { deps: fakeProbe(DOWN) })
    for (const rest of ['paused', 'disabled']) {
      const { id } = await create()
      await send('PUT', `/${id}`, { status: rest })
      assert.equal((await send('POST', `/${id}/check`)).body.data.result.status, 'down')
      assert.deepEqual((await send('GET', `/${id}/results`)).body.data.results, [])
      assert.equal((await send('GET', `/${id}`)).body.data.monitor.runtimeStatus, 'paused')
    }
  })

  test(`${dialect}: a requested check without a probe is refused with a retry time`, async (t) => {
    const broken = await createMonitorApi(t, dialect)
    const { id } = await broken.create()
    const answer = await broken.send('POST', `/${id}/check`)
    assert.equal(describeResponse(answer), '503 SERVICE_UNAVAILABLE')
    assert.equal(answer.headers['retry-after'], '5')
    const alone = await createMonitorApi(t, dialect, { deps: { ...fakeProbe(), activeRegions: () => [] } })
    assert.equal(describeResponse(await alone.send('POST', '/test', SITE)), '503 SERVICE_UNAVAILABLE')
  })

  test(`${dialect}: a requested check runs only in the pinned region of the monitor`, async (t) => {
    const regions = ['idle', 'local'].map((code) => ({ ...LOCAL_REGION, code }))
    let active = regions
    const { send, create } = await createMonitorApi(t, dialect, {
      deps: { ...fakeProbe(), activeRegions: () => active },
    })
    const { id } = await create({ monitoring_regions: ['idle'] })
    assert.equal((await send('POST', `/${id}/check`)).body.data.result.region, 'idle')
    const { id: automatic } = await create()
    assert.equal((await send('POST', `/${automatic}/check`)).body.data.result.region, 'local', 'the default region')
    active = [LOCAL_REGION]
    assert.equal(describeResponse(await send('POST', `/${id}/check`)), '503 SERVICE_UNAVAILABLE')
  })

  test(`${dialect}: an unsaved monitor can be tested, with or without a name`, async (t) => {
    const probe = fakeProbe()
    const { send, context } = await createMonitorApi(t, dialect, { deps: probe })
    const { name: _, ...nameless } = SITE
    for (const body of [SITE, { ...nameless, http_config: { method: 'HEAD' } }]) {
      const answer = await send('POST', '/test', body)
      assert.equal(answer.body.data?.result.status, 'up', JSON.stringify(answer.body))
    }
    assert.deepEqual(
      probe.orders.map(({ monitorKey, target }) => [monitorKey, target]),
      [
        [0, SITE.target],
        [0, SITE.target],
      ],
    )
    assert.equal((probe.orders[1]!.settings as { method: string }).method, 'HEAD')
    for (const table of ['monitors', 'results'] as const) assert.deepEqual(await readRows(context.store.db, table), [])
  })

  test(`${dialect}: a test applies the rules of creation, except the monitor limit`, async (t) => {
    const probe = fakeProbe()
    const { send, create, setPlan } = await createMonitorApi(t, dialect, { deps: probe })
    const answer = async (over: object) => describeResponse(await send('POST', '/test', { ...SITE, ...over }))
    assert.equal(await answer({ type: 'TCP' }), '400 VALIDATION_ERROR tcp_config')
    assert.equal(await answer({ type: 'HEARTBEAT', target: undefined }), '400 VALIDATION_ERROR type')
    assert.equal(await answer({ target: 'http://169.254.169.254/' }), '400 VALIDATION_ERROR target')
    assert.equal(await answer({ target: undefined }), '400 VALIDATION_ERROR target')
    assert.equal(await answer({ type: 'KEYWORD' }), '400 VALIDATION_ERROR keyword_config')
    assert.equal(await answer({ timeout_ms: 999 }), '400 VALIDATION_ERROR timeout_ms')
    await setPlan('free')
    assert.equal(await answer({ interval_seconds: 60 }), '403 INTERVAL_TOO_SHORT interval_seconds')
    for (let count = 0; count < 50; count++) await create()
    assert.equal(await answer({}), '200')
    assert.equal(probe.orders.length, 1)
  })
}
