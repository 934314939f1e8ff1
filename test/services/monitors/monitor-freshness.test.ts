/** Edits that change how long the last result of a check stays fresh. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { readRuntimeStatus } from '../../support/database/monitor-rows.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createDownResult, createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

async function openChecked(t: Cleanup, dialect: DialectName, intervalSeconds: number) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { id, key } = await createMonitor(context, scope, createMonitorDraft({ intervalSeconds, timeoutMs: 10_000 }))
  const passed = { status: 'up', responseTimeMs: 0, errorType: null, errorMessage: null } as const
  await recordResults(context, 'local', [{ ...createDownResult(key, MONDAY), ...passed }])
  const edit = (change: object) => updateMonitor(context, scope, id, () => change)
  const statusAt = async (at: number) => {
    context.setTime(at)
    await markStaleMonitors(context, 0)
    return readRuntimeStatus(context.store.db, key)
  }
  return { context, edit, statusAt }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: with a longer interval, the last result stays fresh for two of the new intervals and the timeout`, async (t) => {
    const { context, edit, statusAt } = await openChecked(t, dialect, 60)
    context.setTime(MONDAY + MINUTE_MS)
    await edit({ intervalSeconds: 3_600 })
    assert.equal(await statusAt(MONDAY + 2 * HOUR_MS + 10 * SECOND_MS - 1), 'up')
    assert.equal(await statusAt(MONDAY + 2 * HOUR_MS + 10 * SECOND_MS), 'unknown')
  })

  test(`${dialect}: with a shorter interval, the next result has the new time from the change, not from the last result`, async (t) => {
    const { edit, statusAt } = await openChecked(t, dialect, 3_600)
    const changedAt = MONDAY + HOUR_MS
    assert.equal(await statusAt(changedAt), 'up')
    await edit({ intervalSeconds: 60 })
    assert.equal(await statusAt(changedAt + 130 * SECOND_MS - 1), 'up')
    assert.equal(await statusAt(changedAt + 130 * SECOND_MS), 'unknown')
  })

  test(`${dialect}: a longer timeout keeps the last result fresh for longer, and a new name does not`, async (t) => {
    const { edit, statusAt } = await openChecked(t, dialect, 60)
    await edit({ timeoutMs: 30_000 })
    assert.equal(await statusAt(MONDAY + 149 * SECOND_MS), 'up')
    await edit({ name: 'Store' })
    assert.equal(await statusAt(MONDAY + 150 * SECOND_MS), 'unknown')
  })
}
