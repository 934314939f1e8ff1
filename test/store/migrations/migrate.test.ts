import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MIGRATIONS, type Migration } from '../../../src/store/migrations/index.ts'
import { isMigrated, migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation } from '../../../src/store/platform/store.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFilePath,
  DIALECTS,
  LONG_TIMEOUTS,
  needsPostgres,
  openTestStore,
} from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'

type Dialect = (typeof DIALECTS)[number]

const createEmptyPlace = async (t: Cleanup, dialect: Dialect): Promise<StoreLocation> =>
  dialect === 'sqlite' ? { file: createTestFilePath(t) } : { url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS }

function openAt(t: Cleanup, place: StoreLocation) {
  const store = openStore(place)
  t.after(() => store.close())
  return store
}

async function readRecord({ db }: Store) {
  const migrations = await readRows(db, 'schema_migrations', {}, ['version'])
  const needs = await readRows(db, 'schema_needs', {}, ['version'])
  return { migrations: migrations.map((row) => ({ ...row })), needs: needs.map((row) => ({ ...row })) }
}

const LAST = MIGRATIONS.length

const NEXT: Migration = {
  version: LAST + 1,
  name: 'shoe sizes',
  up: async (db) => {
    await db.schema.alterTable('users').addColumn('shoe_size', 'integer').execute()
  },
}

/** A release after the present one, with three migrations; the last one removes the addition of the first. */
const SIZES: Migration = { ...NEXT, needs: LAST }
const WIDTHS: Migration = {
  version: LAST + 2,
  name: 'shoe widths',
  needs: LAST + 1,
  up: async (db) => {
    await db.schema.alterTable('users').addColumn('shoe_width', 'integer').execute()
  },
}
const BAREFOOT: Migration = {
  version: LAST + 3,
  name: 'barefoot',
  needs: LAST + 2,
  up: async (db) => {
    await db.schema.alterTable('users').dropColumn('shoe_size').execute()
  },
}

test('migrations are numbered without a gap', () => {
  assert.deepEqual(
    MIGRATIONS.map((migration) => migration.version),
    MIGRATIONS.map((_, index) => index + 1),
  )
})

test('a migration needs only earlier ones', () => {
  for (const { version, needs } of MIGRATIONS) assert.ok(needs === undefined || needs < version, String(version))
})

for (const dialect of DIALECTS) {
  test(`${dialect}: an empty database gets every migration once`, async (t) => {
    const store = openAt(t, await createEmptyPlace(t, dialect))
    const applied = await migrate(store, 1_700_000_000_000)
    assert.deepEqual(applied, MIGRATIONS)
    assert.deepEqual(await migrate(store, 1_800_000_000_000), [])
    assert.deepEqual(
      (await readRecord(store)).migrations,
      MIGRATIONS.map(({ version, name }) => ({ version, name, applied_at: 1_700_000_000_000 })),
    )
    assert.equal(await isMigrated(store), true)
  })

  test(`${dialect}: a later version applies only the missing migrations`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, NEXT]), [NEXT])
    await store.db
      .selectFrom('users')
      .select('shoe_size' as 'id')
      .execute()
  })

  test(`${dialect}: a failing migration leaves no changes`, async (t) => {
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

  test(`${dialect}: a newer database is rejected with one sentence and stays unchanged`, async (t) => {
    const store = await openTestStore(t, dialect)
    await migrate(store, 0, [...MIGRATIONS, NEXT])
    await assert.rejects(migrate(store, 0), { name: 'NewerSchemaError', message: /has migration \d+ \(shoe sizes\)/ })
    assert.equal(await isMigrated(store), false)
  })
}

for (const dialect of DIALECTS) {
  test(`${dialect}: the previous version starts on a migration that allows it`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, SIZES]), [SIZES])
    assert.deepEqual(await migrate(store, 0), [], 'the older version has nothing to do')
    assert.equal(await isMigrated(store), true)
    assert.equal(await isMigrated(store, [...MIGRATIONS, SIZES]), true)
  })

  test(`${dialect}: an earlier version refuses to start and names the incompatible migration`, async (t) => {
    const store = await openTestStore(t, dialect)
    await migrate(store, 0, [...MIGRATIONS, SIZES, WIDTHS])
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, SIZES]), [])
    await assert.rejects(migrate(store, 0), { name: 'NewerSchemaError', message: /\(shoe widths\)/ })
    assert.equal(await isMigrated(store), false)
  })

  test(`${dialect}: a removal stops every version without the additions before it`, async (t) => {
    const store = await openTestStore(t, dialect)
    await migrate(store, 0, [...MIGRATIONS, SIZES, WIDTHS, BAREFOOT])
    await assert.rejects(migrate(store, 0, [...MIGRATIONS, SIZES]), { message: /\(barefoot\)/ })
    assert.deepEqual(await migrate(store, 0, [...MIGRATIONS, SIZES, WIDTHS]), [])
  })

  test(`${dialect}: a server is not ready while one of its migrations is missing`, async (t) => {
    const store = await openTestStore(t, dialect)
    assert.equal(await isMigrated(store, [...MIGRATIONS, SIZES]), false)
  })
}

for (const dialect of DIALECTS)
  test(`${dialect}: a database of a development version is refused and stays unchanged`, async (t) => {
    const store = openAt(t, await createEmptyPlace(t, dialect))
    await migrate(store, 0, [{ ...MIGRATIONS[0]!, name: 'initial-schema' }, NEXT])
    const record = await readRecord(store)
    await assert.rejects(migrate(store, 0), {
      name: 'DevelopmentSchemaError',
      message:
        'The database has migration 1 (initial-schema) of a development version. To keep its configuration, run ' +
        '"watchkeeper export" with that version, and "watchkeeper apply" with this version and an empty database.',
    })
    assert.deepEqual(await readRecord(store), record)
    assert.equal(await isMigrated(store), false)
  })

// SQLite waits in its driver, which blocks the whole process; test/e2e has the same case with processes
test('postgres: servers that start together migrate once', needsPostgres, async (t) => {
  const url = await createTestDatabaseUrl(t)
  const stores = [1, 2, 3].map(() => openAt(t, { url, ...LONG_TIMEOUTS }))
  const applied = await Promise.all(stores.map((store) => migrate(store, 0)))
  assert.deepEqual(applied.map((list) => list.length).sort(), [0, 0, MIGRATIONS.length])
})
