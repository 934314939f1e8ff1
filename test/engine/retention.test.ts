import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/core/platform/time/time.ts'
import type { Loop } from '../../src/engine/loop.ts'
import { startRetention } from '../../src/engine/retention.ts'
import { prepareDays } from '../../src/services/retention/retention.ts'
import { setPlan } from '../support/database/account-rows.ts'
import { countResults } from '../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../support/database/rows.ts'
import { type Cleanup, DIALECTS, needsPostgres, openTestStore } from '../support/database/stores.ts'
import { countRows, readRow } from '../support/database/tables.ts'
import { createTestContext } from '../support/factories/context.ts'
import { insertHistory, listMoments, runRetention, setRetentionTerms } from '../support/factories/retention.ts'
import { waitUntil } from '../support/time/until.ts'

const DAY = Date.UTC(2026, 5, 15)
const OLD = DAY - 40 * DAY_MS

/** Wakes the loops repeatedly: after a step that was slow, or was delayed by a reader, a loop pauses for long. */
const wakeUntil = (loops: Loop[], isSo: () => boolean | Promise<boolean>) =>
  waitUntil(() => {
    for (const loop of loops) loop.wake()
    return isSo()
  })

async function createRetentionFixture(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  await store.transact((tx) => setPlan(tx, 'free'))
  await setRetentionTerms(store, { raw: 14, rollups: 365 })
  const keys = await insertMonitors(store, 60, { at: OLD })
  for (const key of [keys[0]!, keys[59]!]) await insertHistory(store, key, [OLD, OLD + 1, DAY])
  const logged: [string, object][] = []
  const record = (details: object, message: string) => logged.push([message, details])
  const log = { info: record, warn: record, error: record }
  const left = async () => (await listMoments(store, 'results', keys[59]!)).filter((at) => at < DAY)
  return { store, keys, context: createTestContext(store, DAY + HOUR_MS), log, said: logged, left }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: expired results are deleted, and one log line reports it`, async (t) => {
    const { store, context, log, said: logged, left } = await createRetentionFixture(t, dialect)
    const loops = [startRetention({ context, log, settleMs: 0 }), startRetention({ context, log, settleMs: 0 })]
    await wakeUntil(loops, async () => (await left()).length === 0 && logged.length > 0)
    for (const loop of loops) await loop.stop()
    assert.deepEqual(logged, [
      ['deleted data past its retention period', { deleted: { results: 4, result_blocks: 4, failure_responses: 4 } }],
    ])
    assert.equal(await countRows(store.db, 'failure_responses'), 2)
  })

  test(`${dialect}: a server that has just started deletes nothing yet`, async (t) => {
    const { context, log, left } = await createRetentionFixture(t, dialect)
    const loop = startRetention({ context, log })
    await loop.stop()
    assert.equal((await left()).length, 2)
  })

  test(`${dialect}: a clock that jumps ahead by days is not trusted at once`, async (t) => {
    const { context, log, said: logged, left } = await createRetentionFixture(t, dialect)
    await runRetention(context)
    assert.equal((await left()).length, 0)
    context.setTime(DAY + 300 * DAY_MS)
    const doubting = startRetention({ context, log, settleMs: 0 })
    await waitUntil(() => logged.length === 1)
    await doubting.stop()
    assert.match(logged[0]![0], /the clock may be wrong/)
    const { day } = await readRow(context.store.db, 'retention_run', { id: 1 })
    assert.equal(day, DAY)
    const believing = startRetention({ context, log, settleMs: 0, clockGuardMs: 0 })
    await wakeUntil([believing], () => logged.length > 2)
    await believing.stop()
    assert.equal(await countResults(context.store.db), 0)
  })
}

test(
  'postgres: partitions without retained days are dropped, and partitions that one organization retains are kept',
  needsPostgres,
  async (t) => {
    const { store, keys, context, log, said: logged } = await createRetentionFixture(t, 'postgres')
    await insertWorkspace(store, 'bob')
    await setRetentionTerms(store, { raw: 120, rollups: 365 }, 'bob')
    const [bobs] = (await insertMonitors(store, 1, { at: OLD, workspace: 'bob' })) as [number]
    const moments = [125, 121, 120, 60].map((days) => DAY - days * DAY_MS)
    for (const day of [125, 121, 120, 119]) {
      context.setTime(DAY - day * DAY_MS)
      await prepareDays(context)
    }
    await insertHistory(store, bobs, moments)
    await insertHistory(store, keys[1]!, moments)
    context.setTime(DAY + HOUR_MS)
    const loop = startRetention({ context, log, settleMs: 0 })
    await wakeUntil([loop], () => logged.length > 0)
    await loop.stop()
    assert.deepEqual(
      await listMoments(store, 'result_blocks', bobs),
      moments.slice(2).sort((a, b) => a - b),
    )
    assert.deepEqual(await listMoments(store, 'result_blocks', keys[1]!), [])
    const { deleted } = logged[0]![1] as { deleted: Record<string, number> }
    assert.ok(deleted['days of results']! > 0, JSON.stringify(deleted))
  },
)
