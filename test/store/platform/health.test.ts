import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { OutageReport } from '../../../src/core/platform/database/database-trouble.ts'
import { SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { DatabaseHealth } from '../../../src/store/platform/health.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createFileSizeLimit } from '../../support/database/file-size-limit.ts'
import { createProxiedDatabase } from '../../support/database/proxied-database.ts'
import { DIALECTS, needsPostgres, openTestStore } from '../../support/database/stores.ts'

/** The health of a store, with a separate clock. */
function healthOf(store: Store) {
  const clock = { now: 0 }
  const news: OutageReport[] = []
  const health = new DatabaseHealth({
    findTrouble: store.traits.findTrouble,
    write: () => writeOnce(store),
    now: () => clock.now,
  })
  health.listen((one) => news.push(one))
  return { health, clock, news }
}

const writeOnce = (store: Store) => store.transact((tx) => tx.updateTable('counters').set({ value: 1 }).execute())

const FILL: Record<DialectName, (store: Store) => Promise<unknown>> = {
  sqlite: ({ db }) => sql`pragma query_only = 1`.execute(db),
  postgres: ({ db }) =>
    sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert or update on counters for each row execute function refuse()`.execute(db),
}

const EMPTY: Record<DialectName, (store: Store) => Promise<unknown>> = {
  sqlite: ({ db }) => sql`pragma query_only = 0`.execute(db),
  postgres: ({ db }) => sql`drop trigger full_disk on counters`.execute(db),
}

const TROUBLE = { sqlite: 'read-only', postgres: 'full' } as const

for (const dialect of DIALECTS)
  test(`${dialect}: a database that rejects writes is detected without any request, and so is its recovery`, async (t) => {
    const store = await openTestStore(t, dialect)
    const { health, clock, news } = healthOf(store)
    assert.equal(await health.check(60_000), null)
    await FILL[dialect](store)
    assert.equal(await health.check(60_000), null, 'the last write is believed for 5 s')
    clock.now = 5 * SECOND_MS
    assert.equal(await health.check(60_000), TROUBLE[dialect])
    await EMPTY[dialect](store)
    assert.equal(await health.check(60_000), TROUBLE[dialect], 'it is tried every 2 s')
    clock.now = 12 * SECOND_MS
    assert.equal(await health.check(60_000), null)
    assert.deepEqual(
      news.map(({ kind, durationMs }) => [kind, durationMs]),
      [
        ['began', 0],
        ['ended', 7 * SECOND_MS],
      ],
    )
  })

for (const dialect of DIALECTS)
  test(`${dialect}: a long transaction of another caller is no trouble`, async (t) => {
    const store = await openTestStore(t, dialect)
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const long = store.transact(async (tx) => {
      await tx.insertInto('counters').values({ name: 'write_check', value: 1 }).execute()
      begun.resolve()
      await done.promise
    })
    await begun.promise
    assert.equal(await store.health.check(1), null)
    done.resolve()
    await long
    assert.equal(await store.health.check(60_000), null)
  })

test(
  'errors of reads, writes and connections are part of the outage, and other errors are not',
  needsPostgres,
  async (t) => {
    const { proxy, url } = await createProxiedDatabase(t)
    const store = openStore({ url, waitMs: 2_000 })
    t.after(() => store.close())
    const nonsense = await sql`select * from nowhere`.execute(store.db).catch((error) => error)
    assert.equal(store.health.isPartOfOutage(nonsense), false)
    assert.equal(store.health.trouble, null)
    proxy.refuse()
    const failed = await sql`select 1`.execute(store.db).catch((error) => error)
    assert.equal(store.health.isPartOfOutage(failed), true)
    assert.equal(store.health.trouble, 'away')
    assert.equal(store.health.isPartOfOutage(new Error('connect ECONNREFUSED 127.0.0.1:25')), false)
  },
)

test('a write that the disk rejects is detected at once', async (t) => {
  const store = await openTestStore(t, 'sqlite')
  const limit = createFileSizeLimit(t)
  limit.set(0)
  await writeOnce(store).catch(() => {})
  limit.clear()
  assert.equal(store.health.trouble, 'disk-error')
})
