import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { openSqlite } from '../../../../src/store/platform/sqlite/sqlite.ts'
import { createStatement } from '../../../../src/store/platform/sqlite/sqlite-adapter.ts'
import { openStore } from '../../../../src/store/platform/store.ts'
import { createDiskFolder, openTestStore } from '../../../support/database/stores.ts'

const pragma = (database: DatabaseSync, name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0]

const diskFile = (t: TestContext): string => join(createDiskFolder(t), 'watchkeeper.db')

test('each commit is on the disk before the store flushes the log itself', (t) => {
  const { database } = openSqlite(diskFile(t))
  assert.equal(pragma(database, 'journal_mode'), 'wal')
  assert.equal(pragma(database, 'synchronous'), 2)
  database.close()
})

test('references between tables are enforced', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const orphan = {
    id: 'p',
    organization_id: 'nobody',
    name: 'P',
    slug: 'p',
    is_default: 0,
    created_at: 0,
    updated_at: 0,
  } as const
  await assert.rejects(
    store.transact((tx) => tx.insertInto('projects').values(orphan).execute()),
    /FOREIGN KEY/,
  )
})

test('a file that is no database is rejected and stays unchanged', (t) => {
  const file = diskFile(t)
  writeFileSync(file, 'Dear diary, today it rained all day and nothing was up.')
  assert.throws(() => openSqlite(file), {
    name: 'DatabaseFileError',
    message: /is not a SQLite database. Move it away/,
  })
  assert.match(readFileSync(file, 'utf8'), /^Dear diary/)
})

test('a database of another program is rejected and stays unchanged', (t) => {
  const file = diskFile(t)
  const theirs = new DatabaseSync(file)
  theirs.exec('CREATE TABLE recipes (name text)')
  theirs.close()
  const before = readFileSync(file)
  assert.throws(() => openSqlite(file), { name: 'DatabaseFileError', message: /not a Watchkeeper database/ })
  assert.deepEqual(readFileSync(file), before)
})

test('an empty file is accepted', (t) => {
  const file = diskFile(t)
  writeFileSync(file, '')
  openSqlite(file).database.close()
  openSqlite(file).database.close()
})

test('our own database opens again and is recognized by its application id', async (t) => {
  const file = diskFile(t)
  const store = openStore({ file })
  await migrate(store, 0)
  await store.close()
  const { database } = openSqlite(file)
  assert.equal(pragma(database, 'application_id'), 0x574b5052)
  database.close()
})

test('the error for an unusable path names the path', (t) => {
  const file = diskFile(t)
  mkdirSync(file)
  assert.throws(() => openSqlite(file), { name: 'DatabaseFileError', message: new RegExp(`^${file}: `) })
})

test('a transaction takes the write lock as it begins, so that none fails halfway', async (t) => {
  const file = diskFile(t)
  const store = openStore({ file })
  t.after(() => store.close())
  await migrate(store, 0)
  const other = new DatabaseSync(file, { timeout: 0 })
  await store.transact(async (tx) => {
    await tx.selectFrom('counters').selectAll().execute()
    assert.throws(() => other.exec("UPDATE counters SET value = 1 WHERE name = 'monitor_revision'"), /locked/)
  })
  other.exec("UPDATE counters SET value = 2 WHERE name = 'monitor_revision'")
  other.close()
})

test('more statements than the cache holds all work', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  for (let i = 0; i < 600; i++) {
    const { rows } = await sql<{ n: number }>`select ${sql.lit(i)} as n`.execute(store.db)
    assert.equal(rows[0]!.n, i)
  }
})

test('the writes of a failed transaction are rolled back', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const work = store.transact(async (tx) => {
    await tx.updateTable('counters').set({ value: 7 }).execute()
    throw new Error('never mind')
  })
  await assert.rejects(work, /never mind/)
  assert.equal((await store.db.selectFrom('counters').select('value').executeTakeFirst())?.value, 0)
})

test('a statement with a bound limit and pattern is compiled once', (t) => {
  const { database } = openSqlite(diskFile(t))
  t.after(() => database.close())
  database.exec('create table fruit (name text)')
  const select = createStatement(database, 'select name from fruit where name like ? limit ?')
  let compilations = 0
  database.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) compilations++
    return constants.SQLITE_OK
  })
  select.all('app%', 1) // A new authorizer makes the first run compile the statement again
  compilations = 0
  for (const limit of [2, 3]) select.all(`app%${limit}`, limit)
  assert.equal(compilations, 0)
})
