/** Errors of databases that cannot work, and their classification. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { DatabaseTrouble } from '../../../src/core/platform/database/database-trouble.ts'
import type { Store, Tx } from '../../../src/store/platform/store.ts'
import { needsPostgres, openTestStore } from '../../support/database/stores.ts'

async function troubleOf(store: Store, work: (tx: Tx) => Promise<unknown>): Promise<DatabaseTrouble | null> {
  const error = await store.transact(work).then(
    () => assert.fail('the transaction succeeded'),
    (refusal) => refusal,
  )
  return store.traits.findTrouble(error)
}

/** Longer than a page, so that it needs a new page. */
const LARGE = 'x'.repeat(20_000)

const insertUser = (tx: Tx) =>
  tx
    .insertInto('users')
    .values({ id: 'u', email: LARGE, name: 'U', password_hash: '', is_instance_admin: 0, created_at: 0, updated_at: 0 })
    .execute()

test('sqlite: a file that may not grow is full', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
  await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(store.db)
  assert.equal(await troubleOf(store, insertUser), 'full')
})

test('sqlite: a file that may not be written is read-only', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await sql`pragma query_only = 1`.execute(store.db)
  assert.equal(await troubleOf(store, insertUser), 'read-only')
})

test(
  'postgres: a read-only database and a full temporary directory have different troubles',
  needsPostgres,
  async (t) => {
    const store = await openTestStore(t, 'postgres')
    const write = async (tx: Tx) => {
      await sql`set transaction read only`.execute(tx)
      await insertUser(tx)
    }
    assert.equal(await troubleOf(store, write), 'read-only')
    const sort = async (tx: Tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx)
      await sql`set local temp_file_limit = '64kB'`.execute(tx)
      await sql`select * from generate_series(1, 200000) as n order by n desc`.execute(tx)
    }
    assert.equal(await troubleOf(store, sort), 'exhausted')
  },
)

/** Raised by the real server, with its code and message. */
const RAISED: readonly (readonly [code: string, words: string, DatabaseTrouble | null])[] = [
  ['53100', 'could not extend file "base/1/2": No space left on device', 'full'],
  ['XX000', 'could not extend file "base/1/2": Disk quota exceeded', 'full'],
  ['XX000', 'cache lookup failed for relation 1', null],
  ['42501', 'could not open file "base/1/2": Read-only file system', 'read-only'],
  ['42501', 'permission denied for table users', null],
  ['58030', 'could not read block 1 in file "base/1/2": Input/output error', 'disk-error'],
  ['53200', 'out of memory', 'exhausted'],
  ['53300', 'sorry, too many clients already', 'exhausted'],
  ['57014', 'canceling statement due to statement timeout', 'contended'],
  ['57P03', 'the database system is starting up', 'away'],
]

test('postgres: each system code and message has one meaning', needsPostgres, async (t) => {
  const store = await openTestStore(t, 'postgres')
  for (const [code, words, expected] of RAISED) {
    const raise = `do $$ begin raise exception '%', '${words}' using errcode = '${code}'; end $$`
    assert.equal(await troubleOf(store, (tx) => sql.raw(raise).execute(tx)), expected, `${code} ${words}`)
  }
})
