import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { DAY_CELLS } from '../../../src/core/results/day-cells.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { createBlockBudget, ResponseCells } from '../../../src/services/results/response-cells.ts'
import { onDamagedBlock } from '../../../src/store/platform/session.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

for (const dialect of DIALECTS)
  test(`${dialect}: late results cost the blocks of their hours, and no block between them is read again`, async (t) => {
    const { context, scope } = await createMonitorFixture(t, dialect)
    const { key } = await createMonitor(context, scope, createMonitorDraft())
    const { db } = context.store
    const record = (at: number, responseTimeMs: number) => {
      const facts = {
        kind: 'check',
        statusCode: 200,
        errorMessage: null,
        remoteAddress: null,
        errorType: null,
      } as const
      const times = { scheduledAt: at, startedAt: at, timings: NO_TIMINGS }
      return recordResults(context, 'local', [{ ...facts, ...times, monitorKey: key, status: 'up', responseTimeMs }])
    }
    for (let hour = 0; hour < 24; hour++) {
      context.setTime(MONDAY + hour * HOUR_MS)
      await record(context.now(), 40)
    }
    context.setTime(MONDAY + DAY_MS - 11 * MINUTE_MS)
    const cells = new ResponseCells()
    const read = async () => {
      const budget = createBlockBudget()
      const { blocks } = budget
      const [row] = await cells.read(db, [key], context.now(), budget)
      return { read: blocks - budget.blocks, averages: row!.filter((ms) => ms !== null) }
    }
    const first = await read()
    assert.equal(first.averages.length, 24)
    const damaged: number[] = []
    onDamagedBlock(db, ({ startsAt }) => damaged.push(startsAt))
    await updateRows(db, 'result_blocks', { data: Buffer.from([255]) }, { starts_at: MONDAY + 10 * HOUR_MS })
    for (const hour of [3, 18]) await record(MONDAY + hour * HOUR_MS + 30 * MINUTE_MS, 80)
    context.setTime(MONDAY + DAY_MS - MINUTE_MS)
    const later = await read()
    assert.deepEqual([later.read, damaged], [2, []])
    assert.equal(later.averages.filter((ms) => ms === 80).length, 2)
    assert.ok(later.averages.length <= DAY_CELLS)
  })
