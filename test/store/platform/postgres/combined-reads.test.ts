// @slow: needs PostgreSQL
/** Selects of one turn of the event loop, combined into one statement. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createCombinedReader } from '../../../../src/store/platform/postgres/combined-reads.ts'
import { prepareQuery } from '../../../../src/store/platform/queries/prepared.ts'
import { openStore, type Reader } from '../../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../../support/database/rows.ts'
import { createTestDatabaseUrl, LONG_TIMEOUTS, openTestStore } from '../../../support/database/stores.ts'

const selectNumbers = prepareQuery((db: Reader, from: number, to: number) => ({
  compile: () =>
    sql<{ n: number; text: string | null }>`
    select n, case when n > ${from} then 'é "' || n end as text
    from generate_series(${from}::bigint, ${to}::bigint) n order by n desc`.compile(db),
}))

const readStatement = async (db: Reader): Promise<string> =>
  (await sql<{ at: string }>`select statement_timestamp()::text as at`.execute(db)).rows[0]!.at

test('selects of one turn return the same rows in one statement as each on its own', async (t) => {
  const store = await openTestStore(t, 'postgres')
  await insertWorkspace(store, 'w')
  await insertMonitors(store, 3, { workspace: 'w' })
  const reader = createCombinedReader(store.db)
  const read = (db: Reader) =>
    [
      selectNumbers(db, 2 ** 40, 2 ** 40 + 2),
      selectNumbers(db, 1, 0),
      db.selectFrom('monitors').selectAll().where('name', '<>', 'x').orderBy('key').execute(),
      selectNumbers(db, 5, 6),
    ] as const
  const [first, ...reads] = [readStatement(reader), ...read(reader), readStatement(reader)]
  const found = await Promise.all(reads)
  assert.equal(found.pop(), await first)
  assert.notEqual(await readStatement(reader), await first)
  assert.deepEqual(found, await Promise.all(read(store.db)))
})

test('a select that fails rejects all selects of its turn, and none later', async (t) => {
  const reader = createCombinedReader((await openTestStore(t, 'postgres')).db)
  const broken = sql`select 1 / 0 as n`.execute(reader)
  await Promise.all([broken, selectNumbers(reader, 1, 2)].map((read) => assert.rejects(read, /division by zero/)))
  assert.equal((await selectNumbers(reader, 1, 2)).length, 2)
})

test('a connection plans combined selects once, and plans them again after it lost the statement', async (t) => {
  const store = openStore({ url: await createTestDatabaseUrl(t), poolSize: 1, ...LONG_TIMEOUTS })
  t.after(() => store.close())
  const reader = createCombinedReader(store.db)
  const read = () => Promise.all([selectNumbers(reader, 1, 2), selectNumbers(reader, 1, 3)])
  const listNamed = async () =>
    (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(store.db)).rows
  const found = await read()
  assert.deepEqual(await read(), found)
  assert.deepEqual(await listNamed(), [{ name: 'watchkeeper_0' }])
  await sql`deallocate all`.execute(store.db)
  assert.deepEqual(await read(), found)
  assert.deepEqual(await listNamed(), [])
})
