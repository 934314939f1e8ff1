import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { prepareQuery } from '../../../../src/store/platform/queries/prepared.ts'
import { QueryTurn } from '../../../../src/store/platform/sqlite/query-turn.ts'
import { openSqliteReader } from '../../../../src/store/platform/sqlite/sqlite-reader.ts'
import { openStore, type Store } from '../../../../src/store/platform/store.ts'
import { createTestFilePath, openTestStore } from '../../../support/database/stores.ts'

const selectRevision = prepareQuery((db, name: 'monitor_revision') =>
  db.selectFrom('counters').select('value').where('name', '=', name),
)
const readRevision = async ({ db }: Store) => (await selectRevision(db, 'monitor_revision'))[0]?.value
const writeRevision = ({ db }: Store, value: number) => db.updateTable('counters').set({ value }).execute()

test('reads of one turn of the event loop share a snapshot, and the next turn reads new commits', async (t) => {
  const file = createTestFilePath(t)
  const otherProgram = openStore({ file })
  await migrate(otherProgram, 0)
  // No time passes within a turn, so no read waits for the next
  const reader = openSqliteReader(file, () => {}, new QueryTurn(() => 0))
  t.after(async () => {
    reader.close()
    await otherProgram.close()
  })
  const readValues = () => reader.all("select value from counters where name = 'monitor_revision'", [])
  await waitForNextTurn()
  assert.deepEqual(await readValues(), [{ value: 0 }])
  await writeRevision(otherProgram, 1)
  assert.deepEqual(await readValues(), [{ value: 0 }])
  await waitForNextTurn()
  assert.deepEqual(await readValues(), [{ value: 1 }])
})

test('a read sees each commit of its own process in the same turn', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  await waitForNextTurn()
  assert.equal(await readRevision(store), 0)
  await writeRevision(store, 1)
  assert.equal(await readRevision(store), 1)
  await store.transact((tx) => tx.updateTable('counters').set({ value: 2 }).execute())
  assert.equal(await readRevision(store), 2)
})
