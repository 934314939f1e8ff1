/** The disk is full: only stored results are acknowledged, and work continues when there is space again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import { DIALECTS, openTestStore } from '../../support/database/stores.ts'
import { countRows } from '../../support/database/tables.ts'
import { createTestContext } from '../../support/factories/context.ts'
import { createDownResult } from '../../support/factories/monitors.ts'
import { MONDAY } from '../../support/time/clock.ts'

const MONITORS = 20

/**
 * SQLite really has no space left. PostgreSQL is made to raise its own error code for this in the middle of a
 * transaction.
 */
const FILL: Record<DialectName, (store: Store) => Promise<unknown>> = {
  sqlite: async ({ db }) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(db)
  },
  postgres: async ({ db }) => {
    await sql`create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    )
    await sql`create trigger full_disk after insert on incidents for each row execute function fail()`.execute(db)
  },
}

const EMPTY: Record<DialectName, (store: Store) => Promise<unknown>> = {
  sqlite: ({ db }) => sql`pragma max_page_count = 1000000`.execute(db),
  postgres: ({ db }) => sql`drop trigger full_disk on incidents`.execute(db),
}

for (const dialect of DIALECTS)
  test(`${dialect}: a full disk stores no results and loses none`, async (t) => {
    const store = await openTestStore(t, dialect)
    await insertWorkspace(store)
    const keys = await insertMonitors(store, MONITORS, { at: MONDAY, failure_threshold: 1 })
    const refused: unknown[] = []
    const context = { ...createTestContext(store, MONDAY), onRefused: (one: unknown) => void refused.push(one) }
    const count = (table: 'results' | 'incidents') => countRows(store.db, table)
    /** @returns whether the result was stored */
    const record = async (minute: number): Promise<boolean> => {
      const at = MONDAY + minute * MINUTE_MS
      context.setTime(at)
      try {
        await recordResults(
          context,
          'local',
          keys.map((key) => createDownResult(key, at)),
        )
        return true
      } catch (error) {
        assert.equal(store.traits.findTrouble(error), 'full', String(error))
        return false
      }
    }

    await FILL[dialect](store)
    let minute = 1
    // Existing pages still have a little free space
    while (await record(minute)) minute++
    const before = { results: await count('results'), incidents: await count('incidents') }
    assert.equal(before.results, (minute - 1) * MONITORS)
    assert.equal(await record(minute), false, 'it is still full')

    await EMPTY[dialect](store)
    assert.equal(await record(minute), true)
    assert.deepEqual([await count('results'), await count('incidents')], [minute * MONITORS, MONITORS])
    assert.deepEqual(refused, [])
  })
