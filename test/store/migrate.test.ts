import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isMigrated, migrate } from '../../src/store/migrate.ts'
import { MIGRATIONS, type Migration } from '../../src/store/migrations/index.ts'
import { openStore, type StoreLocation } from '../../src/store/platform/store.ts'
import {
  type Cleanup,
  DIALECTS,
  openTestStore,
  testDatabaseUrl,
  testFile,
  UNHURRIED,
} from '../support/database/stores.ts'

type Dialect = (typeof DIALECTS)[number]

const emptyPlace = async (t: Cleanup, dialect: Dialect): Promise<StoreLocation> =>
  dialect === 'sqlite' ? { file: testFile(t) } : { url: await testDatabaseUrl(t), ...UNHURRIED }

function openAt(t: Cleanup, place: StoreLocation) {
  const store = openStore(place)
  t.after(() => store.close())
  return store
}

const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'shoe sizes',
  up: async (db) => {
    await db.schema.alterTable('users').addColumn('shoe_size', 'integer').execute()
  },
}

test('migrations are numbered without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map((migration) => migration.version),
    MIGRATIONS.map((_, index) => index + 1),
  )
})

test('what a migration needs comes before it', () => {
  for (const { version, needs } of MIGRATIONS) assert.ok(needs === undefined || needs < version, String(version))
})

for (const dialect of DIALECTS) {
  test(`${dialect}: an empty database gets every migration, once`, async (t) => {
    const store = openAt(t, await emptyPlace(t, dialect))
    const applied = await migrate(store, 1_700_000_000_000)
    assert.deepEqual(applied, MIGRATIONS)
    assert.deepEqual(await migrate(store, 1_800_000_000_000), [])
    const rows = await store.db.selectFrom('schema_migrations').selectAll().execute()
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      MIGRATIONS.map(({ version, name }) => ({ version, name, applied_at: 1_700_000_000_000 })),
    )
    assert.equal(await isMigrated(store), true)
  })

  test(`${dialect}: a later version brings only what is missing`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, NEXT]), [NEXT])
    await store.db
      .selectFrom('users')
      .select('shoe_size' as 'id')
      .execute()
  })

  test(`${dialect}: a migration that fails leaves nothing behind`, async (t) => {
    const store = await openTestStore(t, dialect)
    const broken: Migration = {
      ...NEXT,
      up: async (db, traits) => {
        await NEXT.up(db, traits, 0)
        throw new Error('out of paper')
      },
    }
    await assert.rejects(migrate(store, 0, [...MIGRATIONS, broken]), /out of paper/)
    await assert.rejects(
      store.db
        .selectFrom('users')
        .select('shoe_size' as 'id')
        .execute(),
      /shoe_size/,
    )
    assert.equal(await isMigrated(store), true)
  })

  test(`${dialect}: a database of a newer program is refused in a sentence, untouched`, async (t) => {
    const store = await openTestStore(t, dialect)
    await migrate(store, 0, [...MIGRATIONS, NEXT])
    await assert.rejects(migrate(store, 0), { name: 'NewerSchemaError', message: /has migration \d+ \(shoe sizes\)/ })
    assert.equal(await isMigrated(store), false)
  })
}

for (const dialect of DIALECTS) {
  const knowing = (last: number) => MIGRATIONS.filter(({ version }) => version <= last)
  const LAST = MIGRATIONS.length
  const addition: Migration = { ...NEXT, needs: LAST }

  test(`${dialect}: a program of the version before starts beside a migration that says it may`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, addition]), [addition])
    assert.deepEqual(await migrate(store, 0), [], 'the older one has nothing to do')
    assert.equal(await isMigrated(store), true)
    assert.equal(await isMigrated(store, [...MIGRATIONS, addition]), true)
  })

  test(`${dialect}: one of before that does not, and says which migration is in the way`, async (t) => {
    const store = await openTestStore(t, dialect)
    await migrate(store, 0, [...MIGRATIONS, addition])
    await assert.rejects(migrate(store, 0, knowing(LAST - 1)), { message: /has migration \d+ \(/ })
    assert.equal(await isMigrated(store, knowing(LAST - 1)), false)
  })

  test(`${dialect}: what takes something away stops all who do not know it, whatever was added beside it`, async (t) => {
    const store = await openTestStore(t, dialect)
    const removal: Migration = {
      version: LAST + 2,
      name: 'barefoot',
      needs: LAST + 1,
      up: async (db) => {
        await db.schema.alterTable('users').dropColumn('shoe_size').execute()
      },
    }
    await migrate(store, 0, [...MIGRATIONS, addition, removal])
    await assert.rejects(migrate(store, 0), { name: 'NewerSchemaError', message: /\(barefoot\)/ })
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, addition]), [])
  })

  test(`${dialect}: a server is not ready while a migration of its own is missing`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.equal(await isMigrated(store, [...MIGRATIONS, addition]), false)
  })
}

// Of SQLite, too, but there the wait is the driver's and stops the whole process; test/e2e has it with processes
test('postgres: servers that start together migrate once between them', async (t) => {
  const url = await testDatabaseUrl(t)
  const stores = [1, 2, 3].map(() => openAt(t, { url, ...UNHURRIED }))
  const applied = await Promise.all(stores.map((store) => migrate(store, 0)))
  assert.deepEqual(applied.map((list) => list.length).sort(), [0, 0, MIGRATIONS.length])
})
