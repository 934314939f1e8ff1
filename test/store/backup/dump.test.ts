import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { LEFT_OUT } from '../../../src/core/platform/database/backup.ts'
import { DAY_MS } from '../../../src/core/platform/time/time.ts'
import { listOwnTables } from '../../../src/store/backup/dump.ts'
import { openDump } from '../../../src/store/backup/open-dump.ts'
import { MIGRATIONS } from '../../../src/store/migrations/index.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation } from '../../../src/store/platform/store.ts'
import { createEmptyLocation, readEverything, restoreBackup, takeBackup } from '../../support/database/backups.ts'
import {
  createTestDatabaseUrl,
  createTestFilePath,
  DIALECTS,
  LONG_TIMEOUTS,
  needsPostgres,
} from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

const NOW = MONDAY + 5 * DAY_MS

/** Characters that need escaping in text formats. */
const AWKWARD = 'tab\t line\n return\r back\\slash \\N \\. \b\f\v "quotes" \'more\' ünïcödé 🙂 \u2028 {"json":[1]}'
const ALL_BYTES = Uint8Array.from({ length: 256 }, (_, index) => index)

interface Column {
  name: string
  type: string
  notnull: number
  /** 0 for columns outside the primary key. */
  pk: number
}

/**
 * Inserts three rows into every table of the schema. All columns of a row have the same text, so that references
 * between rows are valid.
 */
async function fillEveryTable(store: Store): Promise<string[]> {
  const tables = (await listOwnTables()).filter((name) => !name.startsWith('schema_'))
  await sql`pragma foreign_keys = off`.execute(store.db)
  for (const name of tables) {
    const { rows: columns } =
      await sql<Column>`select name, type, "notnull", pk from pragma_table_info(${name})`.execute(store.db)
    for (const row of [11, 12, 13]) {
      const values = columns.map(({ type, notnull, pk }): unknown => {
        if (row === 13 && notnull + pk === 0) return null
        if (/blob/i.test(type)) return row === 11 ? ALL_BYTES : new Uint8Array(0)
        if (/text/i.test(type)) return row === 12 ? '' : `${AWKWARD} ${row}`
        if (/bigint/i.test(type)) return row === 12 ? Number.MAX_SAFE_INTEGER : NOW + row
        return row
      })
      const list = sql.join(columns.map((column) => sql.ref(column.name)))
      await sql`insert into ${sql.table(name)} (${list}) values (${sql.join(values)})`.execute(store.db)
    }
  }
  await sql`pragma foreign_keys = on`.execute(store.db)
  return tables
}

test('every table is restored row by row, from either database into either', needsPostgres, async (t) => {
  const source = { file: createTestFilePath(t) }
  const store = openStore(source)
  await migrate(store, NOW)
  const tables = await fillEveryTable(store)
  await store.close()
  const original = await readEverything(source)
  assert.deepEqual([...original.keys()].filter((name) => !name.startsWith('schema_')).sort(), tables.sort())
  const left = new Set(Object.keys(LEFT_OUT))

  let from: StoreLocation = source
  for (const dialect of ['sqlite', 'postgres', 'postgres', 'sqlite'] as const) {
    const file = createTestFilePath(t, 'one.backup')
    const written = await takeBackup(from, file, { takenAt: NOW })
    const to = await createEmptyLocation(t, dialect)
    const { restored } = await restoreBackup(file, to, { now: NOW })
    assert.deepEqual(restored.rows, written.rows)
    const copy = await readEverything(to)
    for (const name of tables) {
      if (left.has(name)) assert.deepEqual(copy.get(name), [], name)
      else if (name !== 'counters' && name !== 'regions') assert.deepEqual(copy.get(name), original.get(name), name)
    }
    from = to
  }
})

test('the lists of omitted tables match the schema', async () => {
  const tables = await listOwnTables()
  assert.deepEqual(
    Object.keys(LEFT_OUT).filter((name) => !tables.includes(name)),
    [],
  )
})

test('both databases have the same tables and columns, of the same kinds', needsPostgres, async (t) => {
  const shapes = []
  for (const dialect of DIALECTS) {
    const place = await createEmptyLocation(t, dialect)
    const store = openStore(place)
    await migrate(store, 0)
    await store.close()
    const dump = await openDump(place)
    shapes.push(
      dump.tables.map(({ name, columns, numbered }) => ({
        name,
        columns: columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        numbered,
      })),
    )
    await dump.close()
  }
  const [first, second] = shapes.map((tables) => tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  assert.deepEqual(first, second)
})

for (const dialect of DIALECTS) {
  test(`${dialect}: a backup fails when a newer program wrote the database`, async (t) => {
    const place = await createEmptyLocation(t, dialect)
    const store = openStore(place)
    const up = async (db: Kysely<never>) => db.schema.createTable('shoes').addColumn('size', 'integer').execute()
    const next = { version: MIGRATIONS.length + 1, name: 'shoes', needs: 1, up: up as never }
    await migrate(store, 0, [...MIGRATIONS, next])
    await store.close()
    await assert.rejects(openDump(place), /has migration \d+ \(shoes\), which this version .* does not support/)
  })

  test(`${dialect}: a backup fails when the database has no tables of ours`, async (t) => {
    const place = await createEmptyLocation(t, dialect)
    await assert.rejects(openDump(place), /no Watchkeeper data|no such file/)
  })
}

test('postgres: backups and restores ignore foreign tables', needsPostgres, async (t) => {
  const place = { url: await createTestDatabaseUrl(t), ...LONG_TIMEOUTS }
  const store = openStore(place)
  await sql`create table shoes (size integer)`.execute(store.db)
  await sql`insert into shoes values (42)`.execute(store.db)
  await migrate(store, 0)
  const file = createTestFilePath(t, 'one.backup')
  const { rows } = await takeBackup(place, file)
  assert.equal('shoes' in rows, false)
  await store.close()
  await restoreBackup(file, place, { isReplacing: true })
  const again = openStore(place)
  const { rows: shoes } = await sql`select size from shoes`.execute(again.db)
  await again.close()
  assert.deepEqual(shoes, [{ size: 42 }])
})
