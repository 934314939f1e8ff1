/** A monitor stays degraded, but the reason changes: the status does not change, but the incidents must. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { listIncidents } from '../../../src/store/incidents/incident-reads.ts'
import { saveRegion } from '../../../src/store/probes/regions.ts'
import { listHistory } from '../../../src/store/results/status-changes.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'

const T0 = Date.UTC(2026, 0, 10)

type Word = 'up' | 'slow' | 'down'

const SAYS: Record<Word, Partial<CheckResult>> = {
  up: { status: 'up' },
  slow: { status: 'degraded', errorType: 'slow_response', errorMessage: 'answered in 900 ms, slower than 500 ms' },
  down: { status: 'down', errorType: 'timeout', errorMessage: 'no answer', statusCode: null },
}

/** One monitor, checked from two regions, each once a minute. */
async function watch(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await store.transact((tx) => saveRegion(tx, { code: 'far', name: 'Far', isDefault: false }, 0))
  const [monitorKey] = await insertMonitors(store, 1, { at: T0, regions: '["local","far"]' })
  const context = createTestContext(store, T0)
  let minute = 0
  const say = async (local: Word, far: Word, times = 2) => {
    for (let i = 0; i < times; i++) {
      const at = T0 + ++minute * MINUTE_MS
      context.setTime(at + 1_000)
      const result: CheckResult = {
        monitorKey: monitorKey!,
        kind: 'check',
        scheduledAt: at,
        startedAt: at,
        status: 'up',
        responseTimeMs: 20,
        statusCode: 200,
        errorType: null,
        errorMessage: null,
        timings: NO_TIMINGS,
        remoteAddress: '192.0.2.7',
      }
      await recordResults(context, 'local', [{ ...result, ...SAYS[local] }])
      await recordResults(context, 'far', [{ ...result, startedAt: at + 1, ...SAYS[far] }])
    }
  }
  /** Lines such as `slowness open`, oldest first. */
  const incidents = async () => {
    const { incidents } = await listIncidents(store.db, 'alice', {}, { limit: 100, offset: 0 })
    return incidents.reverse().map(({ family, status }) => `${family} ${status}`)
  }
  const statuses = async () => {
    const { entries } = await listHistory(store.db, monitorKey!, { limit: 100, offset: 0 })
    return entries.filter(({ kind }) => kind === 'runtime').map(({ toStatus }) => toStatus)
  }
  return { say, incidents, statuses }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: slowness that follows a partial outage opens its incident`, async (t) => {
    const { say, incidents, statuses } = await watch(t, dialect)
    await say('up', 'up')
    await say('up', 'down')
    assert.deepEqual(await incidents(), [])
    await say('slow', 'slow')
    assert.deepEqual(await statuses(), ['degraded', 'up', 'unknown'], 'the monitor stays degraded')
    assert.deepEqual(await incidents(), ['slowness open'])
    await say('slow', 'down')
    assert.deepEqual(await incidents(), ['slowness open'], 'a partial outage does not end slowness')
    await say('up', 'up')
    assert.deepEqual(await incidents(), ['slowness resolved'])
  })

  test(`${dialect}: an outage that becomes partial and then slow is resolved`, async (t) => {
    const { say, incidents, statuses } = await watch(t, dialect)
    await say('up', 'up')
    await say('down', 'down')
    await say('up', 'down')
    assert.deepEqual([(await statuses())[0], await incidents()], ['degraded', ['availability open']])
    await say('slow', 'slow')
    assert.deepEqual(await incidents(), ['availability resolved', 'slowness open'])
  })
}
