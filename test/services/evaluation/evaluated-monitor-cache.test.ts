/** A server evaluates results with the monitors that it remembers, and other transactions change these monitors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { type Cleanup, DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, type Row, readRow, readRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createResult } from '../../support/factories/dependency-site.ts'

const T0 = Date.UTC(2026, 0, 31)
const STEP_MS = 30 * SECOND_MS
const CHANGED_AT = T0 + 3 * STEP_MS

async function prepare(t: Cleanup, dialect: DialectName) {
  const store = await openTestStore(t, dialect)
  await insertWorkspace(store)
  const warm = createTestContext(store, T0)
  const record = async (context: typeof warm, key: number, status: string, at: number, region = 'local') => {
    context.setTime(at + SECOND_MS)
    await recordResults(context, region, [createResult(key, status, at)])
  }
  /** Records the same result with the server that remembers its monitor, and with one that remembers nothing. */
  const recordBoth = async ([warmKey, coldKey]: readonly number[], status: string, at: number) => {
    await record(warm, warmKey!, status, at)
    await record(createTestContext(store, at), coldKey!, status, at)
  }
  /** Returns the stored rows of a monitor without its key. */
  const read = async (key: number) => {
    const { runtime_status, status_since, status } = await readRow(store.db, 'monitors', { key })
    const states = await readRows(store.db, 'check_states', { monitor_key: key }, ['region'])
    const results = await readRows(store.db, 'results', { monitor_key: key }, ['scheduled_at', 'region'])
    const incidents = await readRows(store.db, 'incidents', { monitor_key: key })
    return {
      monitor: { runtime_status, status_since, status },
      states: states.map(({ monitor_key, ...state }) => state),
      results: results.map(({ region, scheduled_at, status: found }) => [region, scheduled_at, found]),
      incidents: incidents.map(({ status: found, failure_count }) => [found, failure_count]),
    }
  }
  return { store, warm, record, recordBoth, read }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

type Change = (prepared: Prepared, keys: readonly number[]) => Promise<unknown>

const setMonitor =
  (values: Partial<Row<'monitors'>>): Change =>
  ({ store }, keys) =>
    Promise.all(keys.map((key) => updateRows(store.db, 'monitors', values, { key })))

const recordElsewhere = async (
  { store, record }: Prepared,
  keys: readonly number[],
  status: string,
  region: string,
) => {
  for (const key of keys) await record(createTestContext(store, CHANGED_AT), key, status, CHANGED_AT, region)
}

const CHANGES: Record<string, Change> = {
  pause: setMonitor({ status: 'paused' }),
  status: setMonitor({ runtime_status: 'degraded' }),
  start: setMonitor({ status_since: CHANGED_AT + STEP_MS + STEP_MS / 2 }),
  'failure threshold': setMonitor({ failure_threshold: 1 }),
  'recovery threshold': setMonitor({ recovery_threshold: 1 }),
  interval: setMonitor({ interval_seconds: 600 }),
  timeout: setMonitor({ timeout_ms: 100_000 }),
  pin: setMonitor({ regions: '["away"]' }),
  deletion: setMonitor({ deleted_at: CHANGED_AT }),
  'result on another server': (prepared, keys) => recordElsewhere(prepared, keys, 'down', 'local'),
  'result of another region': async (prepared, keys) => {
    const region = { code: 'away', name: 'Away', is_default: 1, created_at: T0 } as const
    await insertRows(prepared.store.db, 'regions', [region])
    await recordElsewhere(prepared, keys, 'up', 'away')
  },
}

for (const dialect of DIALECTS)
  test(`${dialect}: a change counts for the next result, although the server remembers the monitor`, async (t) => {
    const prepared = await prepare(t, dialect)
    const { store, recordBoth, read } = prepared
    for (const [name, change] of Object.entries(CHANGES)) {
      const over = { prefix: name, at: T0 - MINUTE_MS, failure_threshold: 2, recovery_threshold: 2 }
      const keys = await insertMonitors(store, 2, over)
      for (const step of [0, 1]) await recordBoth(keys, 'up', T0 + step * STEP_MS)
      await change(prepared, keys)
      for (const [index, status] of ['down', 'down', 'up', 'up'].entries()) {
        await recordBoth(keys, status, CHANGED_AT + (index + 1) * STEP_MS)
        assert.deepEqual(await read(keys[0]!), await read(keys[1]!), `${name}, result ${index}`)
      }
    }
  })

test('an entry that another transaction drops during the load stays usable', async (t) => {
  const { store, warm, record } = await prepare(t, 'sqlite')
  const [key] = await insertMonitors(store, 1, { at: T0 - MINUTE_MS })
  await record(warm, key!, 'up', T0)
  const { monitors, cached } = await store.transact((tx) => {
    const load = warm.evaluatedMonitors.load(tx, [key!])
    warm.evaluatedMonitors.drop([key!])
    return load
  })
  assert.deepEqual([monitors.get(key!)?.states.length, [...cached]], [1, [key]])
})
