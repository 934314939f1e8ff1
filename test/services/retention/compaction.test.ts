import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { runCompactionStep } from '../../../src/services/retention/compaction.ts'
import { prepareDays } from '../../../src/services/retention/retention.ts'
import { insertResults, listResults, type StoredResult } from '../../../src/store/results/results.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows, readRows } from '../../support/database/tables.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

async function openFixture(t: Cleanup, dialect: (typeof DIALECTS)[number], monitors = 2) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  const keys = await insertMonitors(store, monitors, { at: MONDAY })
  const context = createTestContext(store, MONDAY)
  await prepareDays(context)
  return { store, keys, context }
}

async function runCompaction(context: TestContext, rows?: number): Promise<number> {
  for (let steps = 0; ; steps++) if ((await runCompactionStep(context, rows)).kind !== 'step') return steps
}

/** Records one check a minute. */
async function record(context: TestContext, monitorKey: number, from: number, minutes: number): Promise<void> {
  context.setTime(from + minutes * MINUTE_MS)
  const results = Array.from({ length: minutes }, (_, n) => createDownResult(monitorKey, from + n * MINUTE_MS))
  await recordResults(context, 'local', results)
}

/** A raw result as a server of the version before would have left it. */
const oldResult = (monitorKey: number, scheduledAt: number): StoredResult => ({
  monitorKey,
  regionKey: 1,
  kind: 'check',
  scheduledAt,
  status: 'up',
  errorType: null,
  errorMessage: null,
  onGrid: true,
  latenessMs: 0,
  responseTimeMs: 5,
  timings: { dnsMs: null, connectMs: 1, tlsMs: null, firstByteMs: 3, downloadMs: 1 },
  statusCode: 200,
  remoteAddress: '192.0.2.1',
})

for (const dialect of DIALECTS) {
  test(`${dialect}: the last hour of a monitor without further results is compacted an hour after its end`, async (t) => {
    const { store, keys, context } = await openFixture(t, dialect)
    await record(context, keys[0]!, MONDAY, 70)
    const expected = await listResults(store.db, { monitorKey: keys[0]! })
    context.setTime(MONDAY + 3 * HOUR_MS - 1)
    await runCompaction(context)
    assert.equal(await countRows(store.db, 'result_blocks'), 1, 'the second hour ended 59 minutes ago')
    context.setTime(MONDAY + 3 * HOUR_MS)
    await runCompaction(context)
    assert.equal(await countRows(store.db, 'result_blocks'), 2)
    assert.equal(await countRows(store.db, 'result_hours'), 2)
    assert.equal(await countRows(store.db, 'results'), 0)
    assert.deepEqual(await listResults(store.db, { monitorKey: keys[0]! }), expected)
    assert.deepEqual(await runCompactionStep(context), { kind: 'rest', until: MONDAY + 4 * HOUR_MS })
  })

  test(`${dialect}: results that arrive after their hour was compacted join its block and its rollup`, async (t) => {
    const { store, keys, context } = await openFixture(t, dialect)
    await record(context, keys[0]!, MONDAY, 30)
    context.setTime(MONDAY + 4 * HOUR_MS)
    await runCompaction(context)
    // The probe was offline, and now sends the rest of the hours
    await record(context, keys[0]!, MONDAY + 30 * MINUTE_MS, 300)
    context.setTime(MONDAY + 8 * HOUR_MS)
    await runCompaction(context)
    const blocks = await readRows(store.db, 'result_blocks', {}, ['starts_at'])
    assert.deepEqual(
      blocks.map(({ down }) => down),
      [60, 60, 60, 60, 60, 30],
    )
    const hours = await readRows(store.db, 'result_hours', {}, ['starts_at'])
    assert.deepEqual(
      hours.map(({ down }) => down),
      [60, 60, 60, 60, 60, 30],
    )
    assert.equal((await listResults(store.db, { monitorKey: keys[0]! })).length, 330)
  })

  test(`${dialect}: results of past days are compacted in small steps that any crash may interrupt`, async (t) => {
    const { store, keys, context } = await openFixture(t, dialect, 210)
    const old = [keys[3]!, keys[3]!, keys[205]!].flatMap((key, index) =>
      Array.from({ length: 5 }, (_, day) => oldResult(key, MONDAY + day * DAY_MS + index * MINUTE_MS)),
    )
    await store.transact((tx) => insertResults(tx, old))
    const read = () => Promise.all([keys[3]!, keys[205]!].map((monitorKey) => listResults(store.db, { monitorKey })))
    const expected = await read()
    context.setTime(MONDAY + 9 * DAY_MS)
    await prepareDays(context)
    context.setTime(MONDAY + 10 * DAY_MS)
    let steps = 0
    for (let step = await runCompactionStep(context, 1); step.kind === 'step'; steps++) {
      assert.deepEqual(await read(), expected, `after ${steps} steps`)
      step = await runCompactionStep(context, 1)
    }
    assert.ok(steps > 10, `${steps} steps`)
    assert.equal(await countRows(store.db, 'result_blocks'), 10)
    assert.equal(await countRows(store.db, 'results'), 0)
    assert.deepEqual(await read(), expected)
  })
}
