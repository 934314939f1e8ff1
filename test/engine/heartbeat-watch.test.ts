import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Continuity, SETTLE_MS } from '../../src/core/platform/time/continuity.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/platform/time/time.ts'
import { startPlainLoop } from '../../src/engine/loops.ts'
import { recordPings } from '../../src/services/heartbeats/heartbeats.ts'
import { createMonitor } from '../../src/services/monitors/monitor-creation.ts'
import type { DialectName } from '../../src/store/platform/dialects.ts'
import { type Cleanup, DIALECTS } from '../support/database/stores.ts'
import { readRow, readRows, updateRows } from '../support/database/tables.ts'
import { createMonitorFixture } from '../support/factories/monitors.ts'
import { MONDAY } from '../support/time/clock.ts'
import { waitUntil } from '../support/time/until.ts'

const SETTINGS = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }
const DUE = MONDAY + HOUR_MS + 5 * MINUTE_MS

/** One job whose last ping was on Monday at midnight. */
async function openWatch(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { db } = context.store
  const draft = { type: 'HEARTBEAT' as const, name: 'Backup', target: '', settings: SETTINGS, intervalSeconds: 3_600 }
  const { target: token } = await createMonitor(context, scope, draft)
  const silent = { exitStatus: null, runId: null, body: null, bodyBytes: 0, source: '' }
  await recordPings(context, [{ ...silent, token, kind: 'success', at: MONDAY }])
  const warnings: object[] = []
  const log = {
    error: (details: object) => assert.fail(JSON.stringify(details)),
    warn: (details: object) => void warnings.push(details),
  }
  const continuity = (settleMs = 0) => new Continuity(context.now(), context.elapsed(), settleMs)
  const start = (settleMs = 0) => startPlainLoop('heartbeat watch', { context, continuity: continuity(settleMs), log })
  const failures = async () => (await readRows(db, 'results')).filter((result) => result.error !== null).length
  const seenAt = async () => (await readRow(db, 'heartbeat_intake')).seen_at
  /** As if another server had been running until then. */
  const watchedUntil = (at: number) => updateRows(db, 'heartbeat_intake', { seen_at: at })
  return { context, warnings, start, failures, seenAt, watchedUntil }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a missed deadline takes the monitor down`, async (t) => {
    const { context, start, failures, watchedUntil } = await openWatch(t, dialect)
    context.setTime(DUE - 1)
    await watchedUntil(DUE - 1)
    const watch = start()
    await watch.stop()
    assert.equal(await failures(), 0)
    context.setTime(DUE)
    await watchedUntil(DUE)
    const late = start()
    await waitUntil(async () => (await failures()) === 1, 'the miss')
    await late.stop()
  })

  test(`${dialect}: nothing is written while no ping is expected`, async (t) => {
    const { context, start, seenAt } = await openWatch(t, dialect)
    await updateRows(context.store.db, 'heartbeats', { due_at: null })
    await start().stop()
    assert.equal(await seenAt(), 0)
  })

  test(`${dialect}: a server that has just started neither evaluates deadlines nor records that it receives pings`, async (t) => {
    const { context, start, failures, seenAt, watchedUntil } = await openWatch(t, dialect)
    await watchedUntil(DUE - 1)
    context.setTime(DUE)
    const watch = start(SETTLE_MS)
    watch.wake()
    await watch.stop()
    assert.deepEqual([await failures(), await seenAt()], [0, DUE - 1])
  })

  test(`${dialect}: a server that restarts logs that it moves deadlines`, async (t) => {
    const { context, warnings, start, failures, seenAt, watchedUntil } = await openWatch(t, dialect)
    await watchedUntil(DUE - 2 * SECOND_MS)
    context.setTime(DUE)
    const watch = start()
    await waitUntil(async () => (await seenAt()) === DUE, 'the first look')
    await watch.stop()
    assert.deepEqual([await failures(), warnings], [0, [{ deferred: 1 }]])
  })

  test(`${dialect}: a server that starts moves no deadlines while another one receives pings`, async (t) => {
    const { context, warnings, start, failures, watchedUntil } = await openWatch(t, dialect)
    context.setTime(DUE)
    await watchedUntil(DUE)
    const watch = start()
    await waitUntil(async () => (await failures()) === 1, 'the miss')
    await watch.stop()
    assert.deepEqual(warnings, [])
  })
}
