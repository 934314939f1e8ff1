import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { prepareQuery } from '../../../../src/store/platform/prepared.ts'
import { openStore, type Store } from '../../../../src/store/platform/store.ts'
import { createTestFilePath, openTestStore } from '../../../support/database/stores.ts'

const selectRevision = prepareQuery((db, name: 'monitor_revision') =>
  db.selectFrom('counters').select('value').where('name', '=', name),
)
const readRevision = async ({ db }: Store) => (await selectRevision(db, 'monitor_revision'))[0]?.value
const writeRevision = ({ db }: Store, value: number) => db.updateTable('counters').set({ value }).execute()

test('reads of one turn of the event loop share a snapshot, and the next turn reads new commits', async (t) => {
  const file = createTestFilePath(t)
  const store = openStore({ file })
  await migrate(store, 0)
  const otherProgram = openStore({ file })
  t.after(() => Promise.all([store.close(), otherProgram.close()]))
  await waitForNextTurn()
  assert.equal(await readRevision(store), 0)
  await writeRevision(otherProgram, 1)
  assert.equal(await readRevision(store), 0)
  await waitForNextTurn()
  assert.equal(await readRevision(store), 1)
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
