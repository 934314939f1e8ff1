/** A real database of its own for one test, in both dialects. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { countWork } from '../programs/work.ts'
import { createDatabase, dropDatabase, POSTGRES_TEMPLATE_VARIABLE } from './postgres.ts'

/** Set by the runner for the test files: which databases they use, the SQLite file to copy, and a folder on a disk. */
export const DIALECTS_VARIABLE = 'TEST_DIALECTS'
export const SQLITE_TEMPLATE_VARIABLE = 'WK_TEST_SQLITE_TEMPLATE'
export const DISK_VARIABLE = 'WK_TEST_DISK'

const chosenDialects = process.env[DIALECTS_VARIABLE]

/** The databases of this run: both, or SQLite in the fast lane. Tests of what is stored loop over them. */
export const DIALECTS: readonly DialectName[] = (['sqlite', 'postgres'] as const).filter(
  (dialect) => chosenDialects === undefined || chosenDialects.split(' ').includes(dialect),
)

/** One of them. Tests of text, validation, permissions or the shape of JSON loop over it. */
export const ANY_DIALECT: readonly DialectName[] = DIALECTS.slice(0, 1)

/** Options of a test that uses PostgreSQL whatever the dialect. */
export const needsPostgres = { skip: DIALECTS.includes('postgres') ? false : 'this lane runs on SQLite' }

/** Where the machine stands still for seconds, the database is slow and not away: what tests that says so itself. */
export const LONG_TIMEOUTS = { requestMs: 60_000, waitMs: 60_000 }

/** What this needs of a test: `t` of `node:test`. */
export interface Cleanup {
  after(work: () => void | Promise<void>): void
}

/** Migrated, empty, and gone after the test. */
export async function openTestStore(t: Cleanup, dialect: DialectName): Promise<Store> {
  return dialect === 'sqlite' ? openTestSqlite(t) : openTestPostgres(t)
}

async function openTestSqlite(t: Cleanup): Promise<Store> {
  const folder = createFolder(tmpdir())
  const file = join(folder, 'watchkeeper.db')
  copyFileSync(await getSqliteTemplate(), file)
  const store = openStore({ file })
  countWork('databases')
  t.after(async () => {
    await store.close()
    removeFolder(folder)
  })
  return store
}

async function openTestPostgres(t: Cleanup): Promise<Store> {
  const { name, url } = await createTestDatabase(await getPostgresTemplate())
  const store = openStore({ url, ...LONG_TIMEOUTS })
  t.after(async () => {
    await store.close()
    await dropDatabase(name)
  })
  await migrate(store, 0) // applies nothing to a copy of a template
  return store
}

const createFolder = (parent: string): string => mkdtempSync(join(parent, 'wk-test-'))
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Path for a file in a folder of its own. */
export const createTestFilePath = (t: Cleanup, name = 'watchkeeper.db'): string => join(createTestFolder(t), name)

/** An empty folder that is gone after the test. The runner places it in memory where it can. */
export const createTestFolder = (t: Cleanup): string => createFolderIn(t, tmpdir())

/** The same on a disk, for tests of what survives. */
export const createDiskFolder = (t: Cleanup): string => createFolderIn(t, process.env[DISK_VARIABLE] ?? tmpdir())

function createFolderIn(t: Cleanup, parent: string): string {
  const folder = createFolder(parent)
  t.after(() => removeFolder(folder))
  return folder
}

/** URL of an empty PostgreSQL database that is gone after the test. */
export const createTestDatabaseUrl = (t: Cleanup): Promise<string> => createDatabaseUrl(t)

/** URL of a migrated PostgreSQL database that is gone after the test: for several stores on one. */
export async function createMigratedDatabaseUrl(t: Cleanup): Promise<string> {
  const url = await createDatabaseUrl(t, await getPostgresTemplate())
  await migrateAndClose(openStore({ url, ...LONG_TIMEOUTS }))
  return url
}

async function createDatabaseUrl(t: Cleanup, template?: string): Promise<string> {
  const { name, url } = await createTestDatabase(template)
  t.after(() => dropDatabase(name))
  return url
}

function createTestDatabase(template?: string): ReturnType<typeof createDatabase> {
  if (needsPostgres.skip) throw new Error('a test that uses PostgreSQL only takes the options `needsPostgres`')
  return createDatabase(template)
}

let ownSqliteTemplate: Promise<string> | undefined
let ownPostgresTemplate: Promise<string> | undefined

/** The runner's template; without the runner one of this process. */
async function getSqliteTemplate(): Promise<string> {
  if (process.env[SQLITE_TEMPLATE_VARIABLE]) return process.env[SQLITE_TEMPLATE_VARIABLE]
  if (!ownSqliteTemplate) {
    const folder = createFolder(tmpdir())
    process.once('exit', () => removeFolder(folder))
    ownSqliteTemplate = createSqliteTemplate(folder)
  }
  return ownSqliteTemplate
}

/** The same for PostgreSQL; without the runner none on the server of `DATABASE_URL`, where it would stay. */
async function getPostgresTemplate(): Promise<string | undefined> {
  if (process.env[POSTGRES_TEMPLATE_VARIABLE]) return process.env[POSTGRES_TEMPLATE_VARIABLE]
  if (process.env.DATABASE_URL) return undefined
  ownPostgresTemplate ??= createPostgresTemplate()
  return ownPostgresTemplate
}

/** @returns the path of a migrated database that nothing has open */
export async function createSqliteTemplate(folder: string): Promise<string> {
  const file = join(folder, 'template.db')
  await migrateAndClose(openStore({ file }))
  return file
}

/** @returns the name of a migrated database that nothing is connected to */
export async function createPostgresTemplate(): Promise<string> {
  const { name, url } = await createDatabase()
  await migrateAndClose(openStore({ url, ...LONG_TIMEOUTS }))
  return name
}

async function migrateAndClose(store: Store): Promise<void> {
  await migrate(store, 0)
  await store.close()
}
