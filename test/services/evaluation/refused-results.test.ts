/** Results that the database rejects, in a batch with valid results. */
import assert from 'node:assert/strict'
import { type TestContext as NodeTest, test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult, RefusedResult } from '../../../src/core/probes/protocol.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { createRefusalLog } from '../../../src/services/evaluation/refused-results.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'
import { countRows, readRow, readRows } from '../../support/database/tables.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const SIZE = 20

interface Desk {
  context: TestContext
  refused: RefusedResult[]
  /** One result for each of twenty monitors, all of them failures. */
  batch: CheckResult[]
}

async function openDesk(t: NodeTest, dialect: DialectName): Promise<Desk> {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  const keys = await insertMonitors(store, SIZE, { at: MONDAY, failure_threshold: 1 })
  const refused: RefusedResult[] = []
  const context = { ...createTestContext(store, MONDAY), onRefused: (one: RefusedResult) => void refused.push(one) }
  context.setTime(MONDAY + MINUTE_MS)
  return { context, refused, batch: keys.map((key) => createDownResult(key, context.now())) }
}

/** Makes the database reject results of one monitor. */
const REFUSING: Record<DialectName, (monitorKey: number) => string> = {
  sqlite: (key) => `create trigger refuse before insert on results when new.monitor_key = ${key}
    begin select raise(abort, 'refused'); end`,
  postgres: (key) => `alter table results add constraint refuse check (monitor_key <> ${key})`,
}

const storedKeys = async ({ store: { db } }: TestContext): Promise<number[]> =>
  (await readRows(db, 'results', {}, ['monitor_key'])).map((row) => row.monitor_key)

const keysBut = (batch: readonly CheckResult[], ...places: number[]): number[] =>
  batch.filter((_, place) => !places.includes(place)).map(({ monitorKey }) => monitorKey)

const openIncidents = async ({ store: { db } }: TestContext): Promise<number> =>
  await countRows(db, 'incidents', { status: 'open' })

for (const dialect of DIALECTS) {
  test(`${dialect}: impossible results are refused, and the rest of the batch is stored`, async (t) => {
    const { context, refused, batch } = await openDesk(t, dialect)
    const results = batch.map((result) => ({ ...result }))
    results[3]!.scheduledAt = 1e300
    results[7]!.status = 'sideways' as CheckResult['status']
    results[11]!.responseTimeMs = Number.POSITIVE_INFINITY
    results[12]!.monitorKey = 1e12
    results[13]!.timings = { ...results[13]!.timings, connectMs: Number.NaN }
    await recordResults(context, 'local', results)
    assert.deepEqual(await storedKeys(context), keysBut(batch, 3, 7, 11, 12, 13))
    assert.deepEqual(
      refused.map(({ reason, isPartly }) => [reason, isPartly]),
      ['scheduledAt', 'status', 'responseTimeMs', 'monitorKey', 'timings'].map((field) => [`invalid ${field}`, false]),
    )
    assert.equal(await openIncidents(context), SIZE - 5)
  })

  test(`${dialect}: a result that the database rejects is isolated, and the rest of the batch is stored`, async (t) => {
    const { context, refused, batch } = await openDesk(t, dialect)
    await sql.raw(REFUSING[dialect](batch[9]!.monitorKey)).execute(context.store.db)
    await recordResults(context, 'local', batch)
    assert.deepEqual(await storedKeys(context), keysBut(batch, 9))
    assert.deepEqual(
      refused.map(({ monitorKey, region, isPartly }) => [monitorKey, region, isPartly]),
      [[batch[9]!.monitorKey, 'local', false]],
    )
    assert.equal(await openIncidents(context), SIZE - 1)
    await recordResults(context, 'local', batch)
    assert.equal(await openIncidents(context), SIZE - 1)
  })

  test(`${dialect}: invalid extras of a result are left out, and the result is stored`, async (t) => {
    const { context, refused, batch } = await openDesk(t, dialect)
    const extras = { kind: 'dns', answers: null } as never
    const results = batch.map((result, place) => (place === 5 ? { ...result, extras } : result))
    await recordResults(context, 'local', results)
    assert.deepEqual(await storedKeys(context), keysBut(batch))
    assert.deepEqual(
      refused.map(({ monitorKey, isPartly }) => [monitorKey, isPartly]),
      [[batch[5]!.monitorKey, true]],
    )
  })
}

test(
  'postgres: an error message that the database rejects is cleaned, and the result is stored',
  needsPostgres,
  async (t) => {
    const { context, refused, batch } = await openDesk(t, 'postgres')
    const errorMessage = 'read \0 and no more'
    const results = batch.map((result, place) => (place === 4 ? { ...result, errorMessage } : result))
    await recordResults(context, 'local', results)
    assert.deepEqual(await storedKeys(context), keysBut(batch))
    assert.deepEqual(
      refused.map(({ monitorKey, isPartly }) => [monitorKey, isPartly]),
      [[batch[4]!.monitorKey, true]],
    )
    const { error_message } = await readRow(context.store.db, 'check_states', { monitor_key: batch[4]!.monitorKey })
    assert.equal(error_message, 'read \uFFFD and no more')
    assert.equal(await openIncidents(context), SIZE)
  },
)

test('an unreachable database refuses no result: the probe keeps its results', needsPostgres, async (t) => {
  const { context, refused, batch } = await openDesk(t, 'postgres')
  const away = Object.assign(new Error('the disk is full'), { code: '53100' })
  const store = { ...context.store, transact: () => Promise.reject(away) }
  await assert.rejects(recordResults({ ...context, store }, 'local', batch), away)
  // As when an older program meets a newer schema
  const strange = Object.assign(new Error('column does not exist'), { code: '42703' })
  const other = { ...context.store, transact: () => Promise.reject(strange) }
  await assert.rejects(recordResults({ ...context, store: other }, 'local', batch), strange)
  assert.deepEqual(refused, [])
})

test('refusals are logged ten times a minute and then counted', () => {
  const lines: object[] = []
  let now = 0
  const logRefusal = createRefusalLog({ warn: (details) => void lines.push(details) }, () => now)
  const one = { region: 'local', monitorKey: 1, scheduledAt: 0, reason: 'no', isPartly: false }
  for (let count = 0; count < 25; count++) logRefusal(one)
  assert.equal(lines.length, 10)
  now += MINUTE_MS
  logRefusal(one)
  assert.deepEqual(lines.slice(10), [{ unsaid: 15 }, one])
})
