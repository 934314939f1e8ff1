/** Monitors whose results wait in the queue of a live probe, or whose checks wait there, do not become unknown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { MAX_DELAY_MS } from '../../../src/core/probes/probe-health.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { expireLostProbes } from '../../../src/services/probes/lost-probes.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { listStatusChanges, readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { TestProbe } from '../../support/factories/probes.ts'

const T0 = Date.UTC(2026, 0, 10)

/** A monitor with a check every 30 s in the region `local`, whose results are fresh for 90 s. Times are seconds. */
async function watch(t: Cleanup, dialect: DialectName) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  const [monitorKey] = (await insertMonitors(store, 1, { at: T0, interval_seconds: 30 })) as [number]
  const context = createTestContext(store, T0)
  const passes = (...times: number[]): CheckResult[] =>
    times.map((second) => ({
      monitorKey,
      kind: 'check',
      scheduledAt: T0 + second * SECOND_MS,
      startedAt: T0 + second * SECOND_MS,
      status: 'up',
      responseTimeMs: 0,
      statusCode: null,
      errorType: null,
      errorMessage: null,
      timings: NO_TIMINGS,
      remoteAddress: null,
    }))
  const setTime = (second: number) => context.setTime(T0 + second * SECOND_MS)
  /** Polls as a probe whose oldest waiting result was measured at `oldest`. */
  const report = async (probe: TestProbe, second: number, oldest: number) => {
    setTime(second)
    probe.waitingMs = (second - oldest) * SECOND_MS
    await probe.pollOrRegister()
  }
  /** Polls as a probe whose oldest waiting check was due at `due`. */
  const reportLate = async (probe: TestProbe, second: number, due: number) => {
    setTime(second)
    probe.lateMs = (second - due) * SECOND_MS
    await probe.pollOrRegister()
  }
  const arrive = async (second: number, results: CheckResult[]) => {
    setTime(second)
    await recordResults(context, 'local', results)
  }
  /** Marks stale monitors, and returns the status. */
  const sweep = async (second: number) => {
    setTime(second)
    await markStaleMonitors(context, 0)
    return readRuntimeStatus(store.db)
  }
  const history = async () =>
    (await listStatusChanges(store.db)).map((row) => `${row.to_status} ${(row.started_at - T0) / SECOND_MS}`)
  const probe = new TestProbe(context)
  await probe.register()
  await arrive(0, passes(0))
  return { store, context, probe, passes, report, reportLate, arrive, sweep, history }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a monitor whose results wait in the queue of its probe keeps its status`, async (t) => {
    const { probe, passes, report, arrive, sweep, history } = await watch(t, dialect)
    for (const second of [95, 110, 125]) {
      await report(probe, second, 30)
      assert.equal(await sweep(second), 'up')
    }
    await arrive(130, passes(30, 60, 90, 120))
    await report(probe, 135, 125)
    assert.equal(await sweep(135), 'up')
    assert.deepEqual(await history(), ['up 0'])
  })

  test(`${dialect}: a monitor whose checks start late keeps its status, and its late result leaves no gap`, async (t) => {
    const { probe, passes, reportLate, arrive, sweep, history } = await watch(t, dialect)
    for (const second of [95, 130]) {
      await reportLate(probe, second, 25)
      assert.equal(await sweep(second), 'up')
    }
    const [due] = passes(30)
    await arrive(140, [{ ...due!, startedAt: T0 + 140 * SECOND_MS }])
    await reportLate(probe, 145, 145)
    assert.equal(await sweep(140 + 90 + 110 - 1), 'up')
    assert.deepEqual(await history(), ['up 0'])
    assert.equal(await sweep(140 + 90 + 110), 'unknown', 'the probe is not late any more')
  })

  test(`${dialect}: the late checks of a lost probe hold back no status`, async (t) => {
    const { context, probe, reportLate, sweep } = await watch(t, dialect)
    await reportLate(probe, 95, 25)
    assert.equal(await sweep(110), 'up')
    context.setTime(T0 + 111 * SECOND_MS)
    await expireLostProbes(context)
    assert.equal(await sweep(111), 'unknown')
  })

  test(`${dialect}: a monitor becomes unknown when all results are stored and its own is not among them`, async (t) => {
    const { probe, report, sweep, history } = await watch(t, dialect)
    await report(probe, 125, 91)
    assert.equal(await sweep(125), 'unknown')
    assert.deepEqual((await history()).at(-1), 'unknown 90')
  })

  test(`${dialect}: the waiting results of a lost probe hold back no status`, async (t) => {
    const { context, probe, report, sweep } = await watch(t, dialect)
    await report(probe, 95, 30)
    assert.equal(await sweep(110), 'up')
    context.setTime(T0 + 111 * SECOND_MS)
    await expireLostProbes(context)
    assert.equal(await sweep(111), 'unknown')
  })

  test(`${dialect}: a probe that always reports waiting results holds back a status for ten minutes`, async (t) => {
    const { probe, report, sweep } = await watch(t, dialect)
    const limit = 90 + MAX_DELAY_MS / SECOND_MS
    for (const [second, status] of [
      [limit - 1, 'up'],
      [limit, 'unknown'],
    ] as const) {
      await report(probe, second, 0)
      assert.equal(await sweep(second), status)
    }
    assert.equal(MAX_DELAY_MS, 10 * MINUTE_MS)
  })

  test(`${dialect}: waiting results of another region hold back no status`, async (t) => {
    const { store, context, report, sweep } = await watch(t, dialect)
    await store.transact((tx) => saveRegion(tx, { code: 'far', name: 'far', isDefault: false }, 0))
    await report(new TestProbe(context, 'far'), 94, 30)
    await report(new TestProbe(context, 'far'), 95, 30)
    assert.equal(await sweep(95), 'unknown')
  })

  test(`${dialect}: the queue of a probe holds back no status of a heartbeat`, async (t) => {
    const { store, probe, report, sweep } = await watch(t, dialect)
    await updateRows(store.db, 'monitors', { type: 'HEARTBEAT' }, {})
    await report(probe, 95, 30)
    assert.equal(await sweep(95), 'unknown')
  })
}
