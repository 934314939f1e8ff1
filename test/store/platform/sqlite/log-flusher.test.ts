import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { migrate } from '../../../../src/store/migrations/migrate.ts'
import { runAfterCommit } from '../../../../src/store/platform/session.ts'
import { type LogFlushError, LogFlusher } from '../../../../src/store/platform/sqlite/log-flusher.ts'
import { openStore, type Tx } from '../../../../src/store/platform/store.ts'
import { createDiskFolder } from '../../../support/database/stores.ts'
import { waitUntil } from '../../../support/time/until.ts'

type End = (error: Error | null) => void

/** Holds every flush of a file until the test ends it. */
function holdFlushes(t: TestContext): End[] {
  const flushes: End[] = []
  const mock = t.mock.method(fs, 'fdatasync', (_: number, end: End) => void flushes.push(end))
  syncBuiltinESMExports()
  t.after(() => {
    mock.mock.restore()
    syncBuiltinESMExports()
  })
  return flushes
}

const write = (tx: Tx) => tx.updateTable('counters').set({ value: 7 }).execute()

test('a transaction resolves, and its effects begin, when the log is on the disk', async (t) => {
  const file = join(createDiskFolder(t), 'watchkeeper.db')
  const store = openStore({ file })
  await migrate(store, 0)
  const flushes = holdFlushes(t)
  const events: string[] = []
  const work = store
    .transact(async (tx) => {
      runAfterCommit(tx, () => events.push('effect'))
      await write(tx)
    })
    .then(() => events.push('resolved'))
  await waitUntil(() => flushes.length > 0)
  const other = new DatabaseSync(file, { readOnly: true })
  assert.equal(other.prepare('select max(value) as value from counters').get()!.value, 7)
  other.close()
  assert.deepEqual(events, [])
  flushes[0]!(null)
  await work
  assert.deepEqual(events, ['effect', 'resolved'])
  await store.close()
})

/** Creates a flusher for a new file, with the errors that it passes on. */
function createFlusher(t: TestContext) {
  const file = join(createDiskFolder(t), 'watchkeeper.db')
  const database = new DatabaseSync(file)
  t.after(() => database.close())
  database.exec('pragma journal_mode = wal; create table fruit (name text)')
  const losses: LogFlushError[] = []
  return { losses, flusher: new LogFlusher(file, database, (error) => losses.push(error)) }
}

test('commits during a flush share the next flush', async (t) => {
  const { flusher } = createFlusher(t)
  const flushes = holdFlushes(t)
  const first = flusher.flush()
  await nextTurn()
  const ended: string[] = []
  const later = ['second', 'third'].map((name) => flusher.flush().then(() => ended.push(name)))
  flushes[0]!(null)
  await first
  await nextTurn()
  assert.equal(flushes.length, 2)
  assert.deepEqual(ended, [])
  flushes[1]!(null)
  await Promise.all(later)
  assert.deepEqual(ended, ['second', 'third'])
  await flusher.close()
})

test('a flusher ends the requested flushes before it closes, and refuses later ones', async (t) => {
  const { flusher } = createFlusher(t)
  const flushes = holdFlushes(t)
  const requested = [flusher.flush(), flusher.flush()]
  const closed = flusher.close()
  await assert.rejects(flusher.flush(), /was closed/)
  await nextTurn()
  flushes[0]!(null)
  await Promise.all([...requested, closed])
  assert.equal(flushes.length, 1)
})

test('after a failed flush no later flush succeeds', async (t) => {
  const { flusher, losses } = createFlusher(t)
  const flushes = holdFlushes(t)
  const first = flusher.flush()
  await nextTurn()
  const second = flusher.flush()
  flushes[0]!(new Error('EIO: i/o error, fdatasync'))
  await assert.rejects(first, { name: 'LogFlushError', message: /watchkeeper\.db-wal: EIO/ })
  await assert.rejects(second, { name: 'LogFlushError' })
  await assert.rejects(flusher.flush(), { name: 'LogFlushError' })
  assert.equal(flushes.length, 1)
  assert.equal(losses.length, 1)
  await flusher.close()
})
