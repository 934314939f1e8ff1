import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMonitor } from '../../../../src/store/monitors/monitors.ts'
import { QueryTurn } from '../../../../src/store/platform/sqlite/query-turn.ts'
import type { Reader } from '../../../../src/store/platform/store.ts'
import { listProbeTroubles } from '../../../../src/store/probes/probe-troubles.ts'
import { openTestStore } from '../../../support/database/stores.ts'

test('a query waits for the next turn when the present one is long, and only then', async () => {
  let now = 0
  const turn = new QueryTurn(() => now)
  assert.equal(turn.take(), null)
  now = 3.9
  assert.equal(turn.take(), null)
  now = 4
  let events = 0
  setImmediate(() => events++)
  await turn.take()
  assert.equal(events, 1)
  assert.equal(turn.take(), null)
  now = 8
  assert.notEqual(turn.take(), null)
})

/** More queries than any machine runs in one turn. */
const MANY = 20_000

const LOOPS: Readonly<Record<string, (db: Reader) => Promise<unknown>>> = {
  'prepared queries': (db) => findMonitor(db, 'none', 'none'),
  'other queries': listProbeTroubles,
}

for (const [name, query] of Object.entries(LOOPS))
  test(`a loop of ${name} lets other events in`, async (t) => {
    const { db } = await openTestStore(t, 'sqlite')
    let isOver = false
    setImmediate(() => {
      isOver = true
    })
    let queries = 0
    while (!isOver && queries < MANY) {
      await query(db)
      queries++
    }
    assert.ok(isOver, `${queries} queries ran in one turn`)
  })
