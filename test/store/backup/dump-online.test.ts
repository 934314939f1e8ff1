import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { openDump } from '../../../src/store/backup/open-dump.ts'
import { MIGRATIONS, type Migration } from '../../../src/store/migrations/index.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createEmptyLocation, restoreBackup, takeBackup } from '../../support/database/backups.ts'
import { createTestFilePath, DIALECTS, needsPostgres } from '../../support/database/stores.ts'
import { createTestContext, type TestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { createOutboxFixture } from '../../support/factories/outbox.ts'
import { MONDAY } from '../../support/time/clock.ts'
import { waitUntil } from '../../support/time/until.ts'

const EVERY_MS = 7 * MINUTE_MS

/** Writes batches: monitors go down and recover, hours are rolled up, incidents open and resolve. */
function makeWriter(context: TestContext, keys: readonly number[]): () => Promise<void> {
  let round = 0
  return async () => {
    const at = MONDAY + round * EVERY_MS
    context.setTime(at + 1)
    const isDown = Math.floor(round++ / 3) % 2 === 0
    const up = { status: 'up', statusCode: 200, errorType: null, errorMessage: null } as const
    const results = keys.map((key) => ({ ...createDownResult(key, at), ...(isDown ? {} : up) }))
    await recordResults(context, 'local', results)
  }
}

const rowsOf = async (store: Store, query: string) =>
  (await sql.raw<Record<string, number>>(query).execute(store.db)).rows.map((row) => Number(Object.values(row)[0]))

/** Queries that count all results. PostgreSQL still has the raw results of blocks here. */
const COUNT = {
  sqlite: 'select (select count(*) from results) + (select coalesce(sum(up + down + degraded), 0) from result_blocks)',
  postgres: 'select count(*) from results',
}

for (const dialect of DIALECTS)
  test(`${dialect}: a backup contains a single moment while servers keep writing`, async (t) => {
    const place = await createEmptyLocation(t, dialect)
    const store = openStore(place)
    t.after(() => store.close())
    await migrate(store, MONDAY)
    const context = createTestContext(store, MONDAY)
    const { keys, createTarget } = await createOutboxFixture(store, context, 5)
    await createTarget('ops', 'https://ops.example.test/hook')
    const write = makeWriter(context, keys)
    for (let round = 0; round < 20; round++) await write()
    const [atFirst] = await rowsOf(store, COUNT[dialect])
    const file = createTestFilePath(t, 'one.backup')
    const writeBatch = async () => {
      await write()
      assert.deepEqual(await migrate(store, 0), [], 'a server that starts now has nothing to wait for')
    }
    await takeBackup(place, file, { takenAt: context.now(), beforeBlock: writeBatch })
    const [atLast] = await rowsOf(store, COUNT[dialect])
    assert.ok(atLast! > atFirst! + 50, 'much was written meanwhile')

    const to = await createEmptyLocation(t, dialect)
    await restoreBackup(file, to, { now: context.now() })
    const restored = openStore(to)
    t.after(() => restored.close())
    assert.deepEqual(await rowsOf(restored, COUNT[dialect]), [atFirst])
    // Tables that are read early against tables that are read late
    const unlike = `select count(*) from check_states s where s.last_scheduled_at <>
      (select max(r.scheduled_at) from results r where r.monitor_key = s.monitor_key)`
    assert.deepEqual(await rowsOf(restored, unlike), [0])
    const hours = `select count(*) from result_hours h where h.up + h.down + h.degraded <> (select b.up + b.down + b.degraded
      from result_blocks b where b.monitor_key = h.monitor_key and b.starts_at = h.starts_at and b.region = h.region)`
    assert.deepEqual(await rowsOf(restored, hours), [0])
    const [summedUp] = await rowsOf(restored, 'select count(*) from result_hours')
    assert.ok(summedUp! > 0)
    const untold = `select count(*) from incidents i
      where not exists (select 1 from deliveries d where d.incident_id = i.id)`
    assert.deepEqual(await rowsOf(restored, untold), [0])
    const unfounded = `select count(*) from deliveries d
      where not exists (select 1 from incidents i where i.id = d.incident_id)`
    assert.deepEqual(await rowsOf(restored, unfounded), [0])
  })

test('postgres: a migration waits for a backup and does not block other transactions', needsPostgres, async (t) => {
  const place = await createEmptyLocation(t, 'postgres')
  const store = openStore(place)
  t.after(() => store.close())
  await migrate(store, 0)
  const dump = await openDump(place)
  const up: Migration['up'] = async (db) => {
    await db.schema.alterTable('users').addColumn('shoe_size', 'integer').execute()
  }
  const migrating = migrate(store, 0, [...MIGRATIONS, { version: MIGRATIONS.length + 1, name: 'shoes', up }])
  const waiting = sql<{ count: number }>`select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted`
  await waitUntil(async () => (await waiting.execute(store.db)).rows[0]!.count > 0, 'the migration that waits')
  assert.deepEqual(await store.db.selectFrom('users').select('id').execute(), [])
  await dump.close()
  assert.equal((await migrating).length, 1)
})
