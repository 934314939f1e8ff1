import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { CHECKPOINT_PAGES, Checkpointer } from '../../../../src/store/platform/sqlite/checkpointer.ts'
import { openSqlite } from '../../../../src/store/platform/sqlite/sqlite.ts'
import { type Cleanup, createTestFolder } from '../../../support/database/stores.ts'
import { waitUntil } from '../../../support/time/until.ts'

function openFile(t: Cleanup, checkpointed?: string) {
  const file = join(createTestFolder(t), 'one.db')
  const { database } = openSqlite(file)
  const faults: unknown[] = []
  const checkpointer = new Checkpointer(checkpointed ?? file, database, (error) => faults.push(error))
  t.after(async () => {
    await checkpointer.close()
    database.close()
  })
  database.exec('create table t (k integer primary key, v blob)')
  return { database, checkpointer, faults }
}

/** Writes a number of pages in one transaction. */
const write = (database: DatabaseSync, pages: number) =>
  database.exec(`with recursive n (k) as (select 1 union all select k + 1 from n where k < ${pages})
    insert or replace into t select k, randomblob(4000) from n`)

const countPages = (database: DatabaseSync) => Number(database.prepare('pragma wal_checkpoint(noop)').get()!.log)

const countUncopied = (database: DatabaseSync) => {
  const { log, checkpointed } = database.prepare('pragma wal_checkpoint(noop)').get()!
  return Number(log) - Number(checkpointed)
}

test('a large log is copied to the database file, and the next write begins it again', async (t) => {
  const { database, checkpointer, faults } = openFile(t)
  write(database, CHECKPOINT_PAGES - 100)
  checkpointer.startWhenLarge()
  assert.equal(countUncopied(database), countPages(database), 'too small for a checkpoint')
  write(database, 200)
  checkpointer.startWhenLarge()
  await waitUntil(() => countUncopied(database) === 0)
  await checkpointer.waitForLastPass()
  write(database, 1)
  assert.ok(countPages(database) < 10, String(countPages(database)))
  assert.deepEqual(faults, [])
})

test('a failed checkpoint is reported, and writes continue', async (t) => {
  const { database, checkpointer, faults } = openFile(t, '/no/such/folder/one.db')
  write(database, CHECKPOINT_PAGES + 100)
  checkpointer.startWhenLarge()
  await waitUntil(() => faults.length > 0)
  await checkpointer.waitForLastPass()
  write(database, 1)
  assert.ok(countUncopied(database) > CHECKPOINT_PAGES)
  checkpointer.startWhenLarge()
  await checkpointer.close()
  assert.equal(faults.length, 1, 'it is not repeated at once')
})

test('SQLite checkpoints on its own when the checkpointer has failed for long', async (t) => {
  const { database } = openFile(t, '/no/such/folder/one.db')
  for (let round = 0; round < 4; round++) write(database, CHECKPOINT_PAGES)
  assert.equal(countUncopied(database), 0)
})
