import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../src/core/time.ts'
import { startHeartbeatWatch } from '../../src/engine/heartbeat-watch.ts'
import { recordPings } from '../../src/services/heartbeats.ts'
import { createMonitor } from '../../src/services/monitors.ts'
import type { DialectName } from '../../src/store/dialects.ts'
import { MONDAY } from '../support/clock.ts'
import { openDesk } from '../support/monitors.ts'
import { type Cleanup, DIALECTS } from '../support/stores.ts'
import { until } from '../support/until.ts'

const SETTINGS = { expectedIntervalSeconds: 3_600, gracePeriodSeconds: 300, schedule: null, timezone: null }
const DUE = MONDAY + HOUR_MS + 5 * MINUTE_MS

/** One job that was heard of on Monday at midnight. */
async function openWatch(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await openDesk(t, dialect)
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
  const start = (settleMs = 0) => startHeartbeatWatch({ context, log, settleMs })
  const failures = async () =>
    (await db.selectFrom('results').select('kind').where('error', 'is not', null).execute()).length
  const seenAt = async () =>
    (await db.selectFrom('heartbeat_watch').select('seen_at').executeTakeFirstOrThrow()).seen_at
  /** As if a server had been at work until then. */
  const watchedUntil = (at: number) => db.updateTable('heartbeat_watch').set({ seen_at: at }).execute()
  return { context, warnings, start, failures, seenAt, watchedUntil }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a deadline that passes is seen`, async (t) => {
    const { context, start, failures, watchedUntil } = await openWatch(t, dialect)
    await watchedUntil(DUE - 10_000)
    context.at(DUE - 1)
    const watch = start()
    await watch.stop()
    assert.equal(await failures(), 0)
    context.at(DUE)
    const late = start()
    await until(async () => (await failures()) === 1, 'the miss')
    await late.stop()
  })

  test(`${dialect}: where nothing is expected, nothing is written`, async (t) => {
    const { context, start, seenAt } = await openWatch(t, dialect)
    await context.store.db.updateTable('heartbeats').set({ due_at: null }).execute()
    await start().stop()
    assert.equal(await seenAt(), 0)
  })

  test(`${dialect}: a server that has just started waits a little before it judges`, async (t) => {
    const { context, start, failures, seenAt, watchedUntil } = await openWatch(t, dialect)
    await watchedUntil(DUE - 10_000)
    context.at(DUE)
    const watch = start(20_000)
    await until(async () => (await seenAt()) === DUE, 'the first look')
    context.at(DUE + 19_999)
    watch.wake()
    await until(async () => (await seenAt()) === DUE + 19_999, 'the second look')
    assert.equal(await failures(), 0)
    context.at(DUE + 20_000)
    watch.wake()
    await until(async () => (await failures()) === 1, 'the miss')
    await watch.stop()
  })

  test(`${dialect}: a server that comes back after a while says that it puts deadlines off`, async (t) => {
    const { context, warnings, start, failures, seenAt, watchedUntil } = await openWatch(t, dialect)
    await watchedUntil(DUE - 10 * MINUTE_MS)
    context.at(DUE)
    const watch = start()
    await until(async () => (await seenAt()) === DUE, 'the first look')
    await watch.stop()
    assert.deepEqual([await failures(), warnings], [0, [{ deferred: 1 }]])
  })
}
