import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { releaseFreePages } from '../../../../src/store/platform/sqlite/sqlite-space.ts'
import { openStore, type Store } from '../../../../src/store/platform/store.ts'
import { createTestFilePath } from '../../../support/database/stores.ts'

/** Writes and deletes some megabytes. */
async function fillAndEmpty(store: Store): Promise<void> {
  await store.transact(async (tx) => {
    const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 6000) select i from n`
    await sql`insert into heartbeat_pings (monitor_key, at, kind, body, body_bytes, source)
      select 1, i, 0, ${'x'.repeat(3_000)}, 3000, '' from (${numbers})`.execute(tx)
  })
  await store.transact((tx) => tx.deleteFrom('heartbeat_pings').execute())
}

test('unused space returns to the file system in small steps', async (t) => {
  const file = createTestFilePath(t)
  const store = openStore({ file })
  t.after(() => store.close())
  await migrate(store, 0)
  await fillAndEmpty(store)
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
  const before = statSync(file).size
  let steps = 0
  for (let bytes = await releaseFreePages(store.db); bytes > 0; bytes = await releaseFreePages(store.db)) {
    assert.ok(bytes <= 140 * 4_096, `${bytes}`)
    steps++
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
  const after = statSync(file).size
  assert.ok(steps > 10 && after < before / 2, `${steps} steps from ${before} to ${after}`)
  // New rows fill the spare pages
  assert.ok(after > 1_024 * 4_096)
})

test('a file without incremental vacuum keeps its size', async (t) => {
  const file = createTestFilePath(t)
  const older = new DatabaseSync(file)
  older.exec('PRAGMA application_id = 0x574b5052; CREATE TABLE something (id integer)')
  older.close()
  const store = openStore({ file })
  t.after(() => store.close())
  await migrate(store, 0)
  await fillAndEmpty(store)
  assert.equal(await releaseFreePages(store.db), 0)
})
