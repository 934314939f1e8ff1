import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openArchive } from '../../../src/backup/reader.ts'
import { computeLastKey } from '../../../src/core/platform/database/backup.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import { load } from '../../../src/store/backup/load.ts'
import { createPostgresFiller } from '../../../src/store/backup/load-postgres.ts'
import { createSqliteFiller, openForLoading } from '../../../src/store/backup/load-sqlite.ts'
import { connectSingle, createClientStore } from '../../../src/store/backup/single-postgres.ts'
import { MIGRATIONS, type Migration } from '../../../src/store/migrations/index.ts'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import { openStore, type Store, type StoreLocation, type Tx } from '../../../src/store/platform/store.ts'
import {
  createEmptyLocation,
  NEVER_ABORTED,
  readEverything,
  restoreBackup,
  takeBackup,
} from '../../support/database/backups.ts'
import { insertMonitors, insertWorkspace } from '../../support/database/rows.ts'
import {
  type Cleanup,
  createTestDatabaseUrl,
  createTestFilePath,
  DIALECTS,
  LONG_TIMEOUTS,
  needsPostgres,
} from '../../support/database/stores.ts'
import { MONDAY } from '../../support/time/clock.ts'

function openAt(t: Cleanup, location: StoreLocation): Store {
  const store = openStore(location)
  t.after(() => store.close())
  return store
}

/** A database with three monitors of Alice. */
async function createFilledLocation(t: Cleanup, dialect: (typeof DIALECTS)[number]): Promise<StoreLocation> {
  const location = await createEmptyLocation(t, dialect)
  const store = openStore(location)
  await migrate(store, MONDAY)
  await insertWorkspace(store)
  await insertMonitors(store, 3)
  await store.close()
  return location
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a backup of an older schema is loaded first, then migrated`, async (t) => {
    const file = createTestFilePath(t, 'older.backup')
    await takeBackup(await createFilledLocation(t, dialect), file)
    const { header, tables } = await openArchive(file, NEVER_ABORTED)
    const { store, fillerOf } = await openTarget(t, dialect)
    const counting: Migration = {
      version: MIGRATIONS.length + 1,
      name: 'monitor-count',
      up: async (db) => {
        await db.schema.alterTable('users').addColumn('monitors', 'integer').execute()
        await sql`update users set monitors = (select count(*) from monitors)`.execute(db)
      },
    }
    const loading = {
      traits: store.traits,
      header,
      lastKeyOf: computeLastKey,
      now: MONDAY,
      migrations: [...MIGRATIONS, counting],
    }
    await store.transact((tx) =>
      load({ ...loading, tx, filler: fillerOf(tx), tables: tables(NEVER_ABORTED, () => {}) }),
    )
    const { rows } = await sql<{ monitors: number }>`select monitors from users`.execute(store.db)
    assert.deepEqual(
      rows.map(({ monitors }) => monitors),
      [3],
      'result of the migration over restored rows',
    )
  })

  test(`${dialect}: a restore refuses a non-empty database unless it may replace it`, async (t) => {
    const source = await createFilledLocation(t, dialect)
    const file = createTestFilePath(t, 'one.backup')
    await takeBackup(source, file)
    const to = await createFilledLocation(t, dialect)
    const before = await readEverything(to)
    await assert.rejects(restoreBackup(file, to), /is not empty: accounts 1, organizations 1, monitors 3, incidents 0/)
    assert.deepEqual(await readEverything(to), before)
  })

  test(`${dialect}: an aborted restore changes nothing and can be repeated`, async (t) => {
    const source = await createFilledLocation(t, dialect)
    const file = createTestFilePath(t, 'one.backup')
    await takeBackup(source, file)
    const to = await createEmptyLocation(t, dialect)
    const started = openStore(to)
    await migrate(started, MONDAY)
    await started.close()
    const before = await readEverything(to)
    const controller = new AbortController()
    const onBlock = () => controller.abort(new Error('stopped by hand'))
    await assert.rejects(restoreBackup(file, to, { signal: controller.signal, onBlock }))
    assert.deepEqual(await readEverything(to), before)
    if ('file' in to) assert.equal(existsSync(`${to.file}.restoring`), false)
    await restoreBackup(file, to)
    assert.equal((await readEverything(to)).get('monitors')?.length, 3)
  })

  test(`${dialect}: a restore recreates all indexes and references`, async (t) => {
    const source = await createFilledLocation(t, dialect)
    const file = createTestFilePath(t, 'one.backup')
    await takeBackup(source, file)
    const to = await createEmptyLocation(t, dialect)
    await restoreBackup(file, to, { now: MONDAY })
    const [before, after] = [openAt(t, source), openAt(t, to)]
    assert.deepEqual(await definitionsOf(after), await definitionsOf(before))
    const member = { id: 'm', organization_id: 'nobody', user_id: 'nobody', role: 'owner', joined_at: 0 }
    await assert.rejects(
      after.db
        .insertInto('members')
        .values({ ...member, last_active_at: null })
        .execute(),
      /foreign key/i,
    )
  })
}

test('sqlite: a restore keeps the previous database file', async (t) => {
  const source = await createFilledLocation(t, 'sqlite')
  const file = createTestFilePath(t, 'one.backup')
  await takeBackup(source, file)
  const to = await createFilledLocation(t, 'sqlite')
  const path = (to as { file: string }).file
  const { kept } = await restoreBackup(file, to, { isReplacing: true })
  assert.equal(kept, `${path}.before-now`)
  assert.deepEqual(readFileSync(kept).subarray(0, 15).toString(), 'SQLite format 3')
  assert.equal((await readEverything({ file: kept })).get('monitors')?.length, 3)
})

test('sqlite: a restore replaces a damaged file on request and keeps a copy of it', async (t) => {
  const file = createTestFilePath(t, 'one.backup')
  await takeBackup(await createFilledLocation(t, 'sqlite'), file)
  for (const undamaged of [100, 4_096]) {
    const to = (await createFilledLocation(t, 'sqlite')) as { file: string }
    const damaged = readFileSync(to.file).fill(0x5a, undamaged)
    writeFileSync(to.file, damaged)
    await assert.rejects(restoreBackup(file, to), /is damaged\. Use --replace/)
    const { kept } = await restoreBackup(file, to, { isReplacing: true })
    assert.deepEqual(readFileSync(kept!), damaged)
    assert.equal((await readEverything(to)).get('monitors')?.length, 3)
  }
})

test('sqlite: a leftover WAL does not change the restored database', async (t) => {
  const source = await createFilledLocation(t, 'sqlite')
  const file = createTestFilePath(t, 'one.backup')
  await takeBackup(source, file)
  const to = (await createFilledLocation(t, 'sqlite')) as { file: string }
  const store = openStore(to)
  await store.db.updateTable('monitors').set({ name: 'of another time' }).execute()
  copyFileSync(`${to.file}-wal`, `${to.file}.log`)
  await store.close()
  rmSync(to.file)
  copyFileSync(`${to.file}.log`, `${to.file}-wal`)

  await restoreBackup(file, to)
  const [before, after] = [await readEverything(source), await readEverything(to)]
  assert.deepEqual(after.get('monitors'), before.get('monitors'))
  assert.ok(existsSync(`${to.file}.before-now-wal`))
})

test('postgres: a restore detects a server when the URL sets the name of all connections', needsPostgres, async (t) => {
  const { url } = (await createFilledLocation(t, 'postgres')) as { url: string }
  const file = createTestFilePath(t, 'one.backup')
  await takeBackup({ url }, file)
  const named = new URL(url)
  named.searchParams.set('application_name', 'ours')
  const store = openStore({ url: named.href, ...LONG_TIMEOUTS })
  await store.db.selectFrom('users').selectAll().execute()
  const again = { isReplacing: true }
  await assert.rejects(restoreBackup(file, { url: named.href }, again), /A server is using the database/)
  await store.close()
  await restoreBackup(file, { url: named.href }, again)
})

for (const dialect of DIALECTS)
  test(`${dialect}: a restore refuses a database that is in use`, async (t) => {
    const location = await createFilledLocation(t, dialect)
    const file = createTestFilePath(t, 'one.backup')
    await takeBackup(location, file)
    const store = openStore(location)
    await store.db.selectFrom('users').selectAll().execute()
    await assert.rejects(
      restoreBackup(file, location, { isReplacing: true }),
      /is in use|A server is using the database/,
    )
    await store.close()
    await restoreBackup(file, location, { isReplacing: true })
  })

const COUNTS = { up: 1, down: 0, degraded: 0, inconclusive: 0 }

test(
  'postgres: a restore creates partitions of blocks by day, back to the retention horizon',
  needsPostgres,
  async (t) => {
    const source = await createFilledLocation(t, 'sqlite')
    const store = openAt(t, source)
    const moments = [MONDAY - 300 * DAY_MS, MONDAY - 2 * DAY_MS, MONDAY, MONDAY + 30 * DAY_MS]
    for (const starts_at of moments)
      await store.db
        .insertInto('result_blocks')
        .values({ ...COUNTS, monitor_key: 1, starts_at, region: 1, data: Buffer.of(1) })
        .execute()
    const file = createTestFilePath(t, 'one.backup')
    await takeBackup(source, file, { takenAt: MONDAY })
    const to = await createEmptyLocation(t, 'postgres')
    await restoreBackup(file, to, { now: MONDAY + MINUTE_MS })
    const after = openAt(t, to)
    const { rows } = await sql<{ place: string }>`select tableoid::regclass::text as place from result_blocks
    order by starts_at`.execute(after.db)
    assert.deepEqual(
      rows.map(({ place: location }) => location),
      ['past', '2026_01_03', '2026_01_05', 'future'].map((name) => `result_blocks_${name}`),
    )
  },
)

/** An empty database, opened as for a restore. */
async function openTarget(t: Cleanup, dialect: (typeof DIALECTS)[number]) {
  if (dialect === 'sqlite') {
    const store = openForLoading(createTestFilePath(t))
    t.after(() => store.close())
    return { store, fillerOf: createSqliteFiller }
  }
  const client = await connectSingle(await createTestDatabaseUrl(t), 'test')
  t.after(() => client.end())
  return { store: createClientStore(client), fillerOf: (tx: Tx) => createPostgresFiller(tx, client, MONDAY, MONDAY) }
}

async function definitionsOf({ db, dialect }: Store): Promise<unknown[]> {
  if (dialect === 'sqlite')
    return (await sql`select name, sql from sqlite_schema where name not like 'sqlite%' order by name`.execute(db)).rows
  const { rows } = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql, indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
    union all
    select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
      and conrelid::regclass::text !~ '^results_(past|future|20)'
    order by 1, 2`.execute(db)
  return rows
}
