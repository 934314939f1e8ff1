// @slow: fills a database to see how it goes about its queries
/** Retention must not slow down as history grows: an index answers each of its queries. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../src/core/platform/time/time.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { insertCheckState, markMonitorDeleted } from '../../support/database/monitor-rows.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { insertRows, updateRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { insertHistory, runRetention, setRetentionTerms } from '../../support/factories/retention.ts'

const DAY = Date.UTC(2026, 5, 15)
const LONG_AGO = DAY - 2_000 * DAY_MS

/** Ignores the bulk table, the single row of the retention state, and reads of the first row in index order. */
const isScan = (dialect: string, step: string): boolean =>
  dialect === 'sqlite'
    ? /^SCAN (?!k\b|CONSTANT|t USING INDEX retention_terms_longest)/.test(step)
    : /Seq Scan on (?!retention_run|pg_)/.test(step)

for (const dialect of DIALECTS)
  test(`${dialect}: every deletion of retention uses an index`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    await setRetentionTerms(store, { raw: 14, rollups: 365 })
    const keys = await insertMonitors(store, 3, { at: LONG_AGO })
    for (const key of keys) await insertHistory(store, key, [LONG_AGO])
    await insertRest(store, keys)
    const asked = listen(store)
    await runRetention(createTestContext(store, DAY + HOUR_MS))
    const seen = new Map(
      asked.filter(({ sql: text }) => /^(select|delete|update|with)/.test(text)).map((query) => [query.sql, query]),
    )
    assert.ok(seen.size > 40, `${seen.size} statements`)
    for (const query of seen.values()) {
      const plan = await explain(store, query)
      assert.deepEqual(
        plan.filter((step) => isScan(dialect, step)),
        [],
        `${query.sql}\n${plan.join('\n')}`,
      )
    }
  })

/** Inserts one row of every other kind that retention deletes. */
async function insertRest(store: Store, keys: readonly number[]): Promise<void> {
  await store.transact(async (tx) => {
    const times = { created_at: LONG_AGO, updated_at: LONG_AGO }
    await markMonitorDeleted(tx, LONG_AGO, keys[1]!)
    await insertRows(tx, 'projects', {
      id: 'gone',
      organization_id: 'alice',
      name: 'Gone',
      slug: 'gone',
      is_default: 0,
      ...times,
      deleted_at: LONG_AGO,
    })
    await insertRows(tx, 'sessions', {
      id: 's',
      user_id: 'alice',
      organization_id: 'alice',
      created_at: LONG_AGO,
      expires_at: LONG_AGO,
      revoked_at: null,
    })
    await insertRows(tx, 'audit_log', {
      id: 'a',
      organization_id: 'alice',
      actor_id: null,
      actor_name: '',
      credential: 'none',
      key_id: null,
      action: '',
      resource_type: '',
      resource_id: '',
      changes: '{}',
      ip: null,
      created_at: LONG_AGO,
    })
    const incident = {
      organization_id: 'alice',
      project_id: 'alice',
      monitor_key: keys[0]!,
      created_by: null,
      status: 'resolved',
      severity: 'critical',
      type: 'timeout',
      source: 'system',
      title: '',
      error_message: '',
      started_at: LONG_AGO,
      resolved_at: LONG_AGO,
      affected_regions: '[]',
      affected_monitor_ids: '[]',
      failure_count: 1,
      ...times,
    } as const
    await insertRows(tx, 'incidents', [
      { id: 'old', family: 'availability', ...incident },
      { id: 'deleted', family: 'availability', ...incident },
    ])
    await updateRows(tx, 'incidents', { deleted_at: LONG_AGO }, { id: 'deleted' })
    await insertCheckState(tx, {
      monitor_key: keys[0]!,
      region: 1,
      last_scheduled_at: LONG_AGO,
      last_check_at: LONG_AGO,
      fresh_until: 0,
      open_hour: LONG_AGO,
    })
  })
}

/** Records every statement that reaches the database from now on. */
function listen(store: Store): CompiledQuery[] {
  const asked: CompiledQuery[] = []
  const { transact } = store
  store.transact = (work) =>
    transact((tx: Tx) => {
      const executor = tx.getExecutor()
      const execute = executor.executeQuery.bind(executor)
      executor.executeQuery = (query) => {
        asked.push(query as CompiledQuery)
        return execute(query)
      }
      return work(tx)
    })
  return asked
}

async function explain(store: Store, query: CompiledQuery): Promise<string[]> {
  const [first] = query.parameters as [{ rows?: unknown[][] } | undefined]
  const parameters = first?.rows ? first.rows[0]! : query.parameters
  return store.transact(async (tx) => {
    if (store.dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
    const prefix = store.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await tx.executeQuery<Record<string, string>>({
      ...query,
      sql: `${prefix} ${query.sql}`,
      parameters,
    })
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '')
  })
}
