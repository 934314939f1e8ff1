import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { computeGridOffsetMs, countSlotsBetween } from '../../../src/core/probes/schedule.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { updateMonitor } from '../../../src/services/monitors/monitors.ts'
import { readCoverage } from '../../../src/services/results/coverage.ts'
import { findMonitor } from '../../../src/store/monitors/monitors.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { makeResult } from '../../probe/make.ts'
import { type Cleanup, DIALECTS } from '../../support/database/stores.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'

/** Opens a monitor that is checked every ten minutes in its regions. */
async function openWatch(t: Cleanup, dialect: DialectName) {
  const { context, scope } = await createMonitorFixture(t, dialect)
  const { id, key } = await createMonitor(
    context,
    scope,
    createMonitorDraft({ intervalSeconds: 600, regions: ['eu-1'] }),
  )
  /** Advances the time and records a result for each slot of these regions. */
  const pass = async (ms: number, ...regions: string[]) => {
    const [from, to] = [context.now(), context.now() + ms]
    for (const region of regions) {
      const offset = computeGridOffsetMs(id, region, 600)
      for (let at = from; at < to; at += 10 * MINUTE_MS) {
        const slot = at + ((((offset - at) % 600_000) + 600_000) % 600_000)
        if (slot > to) continue
        context.setTime(slot + 1)
        await recordResults(context, region, [makeResult(key, { scheduledAt: slot, startedAt: slot })])
      }
    }
    context.setTime(to)
  }
  const pin = (...regions: string[]) => updateMonitor(context, scope, id, () => ({ regions }))
  const coverage = async () => {
    const monitor = (await findMonitor(context.store.db, scope.projectId, id))!
    const { scheduled, executed, missed } = await readCoverage(context.store.db, monitor, '7d', context.now())
    return { scheduled, executed, missed }
  }
  return { context, id, pass, pin, coverage }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: regions that are added and removed miss nothing before and after`, async (t) => {
    const { pass, pin, coverage } = await openWatch(t, dialect)
    await pass(DAY_MS, 'eu-1')
    await pin('eu-1', 'us-1')
    await pass(DAY_MS, 'eu-1', 'us-1')
    await pin('us-1')
    await pass(DAY_MS, 'us-1')
    const { scheduled, executed, missed } = await coverage()
    // A region that is added within an hour may count the earlier slots of that hour
    assert.ok(executed >= 4 * 144 - 4 && missed <= 6, JSON.stringify({ scheduled, executed, missed }))
  })

  test(`${dialect}: slots of a pinned region without results count as missed from the beginning`, async (t) => {
    const { context, id, pass, coverage } = await openWatch(t, dialect)
    const from = context.now()
    await pass(5 * HOUR_MS)
    await pass(HOUR_MS, 'eu-1')
    await pass(6 * HOUR_MS)
    const slots = countSlotsBetween(computeGridOffsetMs(id, 'eu-1', 600), 600, from, context.now() - 15_000)
    const { scheduled, executed, missed } = await coverage()
    assert.deepEqual([scheduled, missed], [slots, slots - executed])
    assert.ok(executed >= 5)
  })
}
