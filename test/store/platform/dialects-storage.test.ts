// @slow: starts a separate PostgreSQL
/** PostgreSQL storage of tables whose rows change all the time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore } from '../../../src/store/platform/store.ts'
import { startOwnPostgres } from '../../support/database/own-postgres.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { LONG_TIMEOUTS, openTestStore } from '../../support/database/stores.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

const MONITORS = 300
const ROUNDS = 8

test("postgres: a check's updates stay on their page and touch no index", async (t) => {
  // A separate server: dead rows stay on their page during any transaction on the server
  const server = await startOwnPostgres(t)
  const store = openStore({ url: server.url, ...LONG_TIMEOUTS })
  t.after(() => store.close())
  await migrate(store, MONDAY)
  await insertWorkspace(store)
  const keys = await insertMonitors(store, MONITORS, { at: MONDAY })
  const context = createTestContext(store, MONDAY)
  for (let round = 1; round <= ROUNDS; round++) {
    const at = MONDAY + round * MINUTE_MS
    context.setTime(at)
    await recordResults(
      context,
      'local',
      keys.map((key) => ({ ...createDownResult(key, at), status: 'up', errorType: null, errorMessage: null })),
    )
  }
  const counted = sql<{ all: number; hot: number }>`select n_tup_upd as all, n_tup_hot_upd as hot
    from pg_stat_user_tables where relname = 'check_states'`
  // A connection flushes its statistics after it has been idle for a while
  const counts = await waitUntil(async () => {
    const row = (await counted.execute(store.db)).rows[0]!
    return row.all >= MONITORS * (ROUNDS - 1) ? row : null
  }, 'the counts of the server')
  const { all, hot } = counts!
  assert.ok(hot / all > 0.8, `${hot} of ${all} updates were in place`)
})

test('postgres: busy tables are vacuumed before a fifth of their rows is dead', async (t) => {
  const store = await openTestStore(t, 'postgres')
  const { rows } = await sql<{ name: string; options: string[] | null }>`
    select relname as name, reloptions as options from pg_class where relkind = 'r'
    and relnamespace = 'public'::regnamespace`.execute(store.db)
  const optionsOf = (name: string) => rows.find((row) => row.name === name)?.options ?? []
  assert.ok(optionsOf('check_states').includes('fillfactor=60'))
  for (const name of ['deliveries', 'monitors', 'heartbeats', 'status_changes'])
    assert.ok(optionsOf(name).includes('autovacuum_vacuum_scale_factor=0.01'), name)
  const days = rows.filter(({ name }) => /^result_blocks_(\d{4}_\d\d_\d\d|future)$/.test(name))
  assert.ok(days.length > 0)
  for (const { name } of days) assert.ok(optionsOf(name).includes('autovacuum_vacuum_insert_scale_factor=0.1'), name)
})
