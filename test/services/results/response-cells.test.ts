import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfHour } from '../../../src/core/platform/time/time.ts'
import { CELL_MS, DAY_CELLS, startOfCells } from '../../../src/core/results/day-cells.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { createBlockBudget, ResponseCells } from '../../../src/services/results/response-cells.ts'
import { onDamagedBlock } from '../../../src/store/platform/session.ts'
import { createMonitorApi } from '../../support/api/monitor-api.ts'
import { readMonitorKey } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { updateRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const FACTS = {
  kind: 'check',
  status: 'up',
  errorType: null,
  statusCode: null,
  errorMessage: null,
  remoteAddress: null,
  timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null },
} as const

/** Closed hours of the test, each with one block. */
const HOURS = 4

const STEP_MS = 4 * MINUTE_MS

/** Two monitors with a check every four minutes. Each check of an hour takes 10 ms longer than the one before. */
async function makeCells(...[t, dialect]: Parameters<typeof createMonitorApi>) {
  const app = await createMonitorApi(t, dialect)
  const begun = startOfHour(app.clock.now()) + HOUR_MS
  app.clock.set(begun)
  const { db, history } = app.context.store
  const keys: number[] = []
  for (const name of ['Checkout', 'Shop'])
    keys.push(await readMonitorKey(db, (await app.create({ name, interval_seconds: 240 })).id))
  const record = (monitorKey: number, at: number, responseTimeMs: number) =>
    recordResults(app.context, 'local', [{ ...FACTS, monitorKey, scheduledAt: at, startedAt: at, responseTimeMs }])
  for (let at = begun; at < begun + HOURS * HOUR_MS + 45 * MINUTE_MS; at += STEP_MS) {
    app.clock.set(at)
    for (const key of keys) await record(key, at, 50 + ((at - begun) % HOUR_MS) / (STEP_MS / 10))
  }
  const cells = new ResponseCells()
  /** Reads the picture, and returns the cells of the first hour of each monitor. */
  const read = async (budget: { blocks: number }): Promise<number[][]> => {
    const now = app.clock.now()
    const first = (begun - startOfCells(now)) / CELL_MS
    const days = await cells.read(history, keys, now, budget)
    for (const day of days) assert.equal(day.length, DAY_CELLS)
    return days.map((day) => [...day.subarray(first, first + HOUR_MS / CELL_MS)])
  }
  return { ...app, begun, keys, record, read }
}

/** The checks of minutes 0 and 4 are in the first cell, of minute 8 in the second, and so on. */
const EXACT = [55, 70, 80, 90, 105, 120, 130, 140, 155, 170, 180, 190]

for (const dialect of DIALECTS) {
  test(`${dialect}: a picture has averages of hours until its budget allows their blocks`, async (t) => {
    const { read } = await makeCells(t, dialect)
    const AVERAGE = Array(12).fill(50 + 7 * 10)
    const budget = { blocks: HOURS + 1 }
    assert.deepEqual(await read(budget), [EXACT, AVERAGE])
    assert.deepEqual(budget, { blocks: 1 })
    assert.deepEqual(await read({ blocks: HOURS - 1 }), [EXACT, AVERAGE])
    assert.deepEqual(await read({ blocks: HOURS }), [EXACT, EXACT])
    const unused = { blocks: 1_000 }
    await read(unused)
    assert.deepEqual(unused, { blocks: 1_000 })
  })

  test(`${dialect}: a late result changes the cells of its closed hour`, async (t) => {
    const { clock, begun, keys, record, read } = await makeCells(t, dialect)
    assert.deepEqual(await read({ blocks: 1_000 }), [EXACT, EXACT])
    await record(keys[1]!, begun + MINUTE_MS, 350)
    clock.advance(CELL_MS)
    const budget = { blocks: 1_000 }
    const [same, changed] = await read(budget)
    assert.deepEqual(same, EXACT)
    assert.deepEqual(changed, [(50 + 60 + 350) / 3, ...EXACT.slice(1)])
    assert.deepEqual(budget, { blocks: 999 })
  })
}

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
      return { read: blocks - budget.blocks, averages: row!.filter((ms) => !Number.isNaN(ms)) }
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
