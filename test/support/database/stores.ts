/** A real database for one test, in both dialects. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { countWork } from '../programs/work.ts'
import { createDatabase, dropDatabase, POSTGRES_TEMPLATE_VARIABLE } from './postgres.ts'

/** Set by the runner for the test files: the dialects, the SQLite file to copy, and a folder on a disk. */
export const DIALECTS_VARIABLE = 'TEST_DIALECTS'
export const SQLITE_TEMPLATE_VARIABLE = 'WK_TEST_SQLITE_TEMPLATE'
export const DISK_VARIABLE = 'WK_TEST_DISK'

const chosenDialects = process.env[DIALECTS_VARIABLE]

/** The dialects of this run: both, or SQLite in the fast lane. Tests of stored data loop over them. */
export const DIALECTS: readonly DialectName[] = (['sqlite', 'postgres'] as const).filter(
  (dialect) => chosenDialects === undefined || chosenDialects.split(' ').includes(dialect),
)

/** One dialect. Tests of text, validation, permissions or the shape of JSON loop over it. */
export const ANY_DIALECT: readonly DialectName[] = DIALECTS.slice(0, 1)

/** Options of a test that always uses PostgreSQL. */
export const needsPostgres = { skip: DIALECTS.includes('postgres') ? false : 'this lane runs on SQLite' }

/**
 * On a machine that stalls for seconds, the database is slow but not unreachable. Tests that need this use these
 * timeouts.
 */
export const LONG_TIMEOUTS = { requestMs: 60_000, waitMs: 60_000 }

/** The part of a test context that is needed here: `t` of `node:test`. */
export interface Cleanup {
  after(work: () => void | Promise<void>): void
}

/**
 * Runs work after the test, and then drops it. A test context keeps its work until its process ends, with everything
 * that the work refers to: several MB for each app.
 */
export function runAfter(t: Cleanup, work: () => void | Promise<void>): void {
  let pending: typeof work | undefined = work
  t.after(() => {
    const last = pending
    pending = undefined
    return last?.()
  })
}

/** Opens a migrated, empty database, which is deleted after the test. */
export async function openTestStore(t: Cleanup, dialect: DialectName): Promise<Store> {
  return dialect === 'sqlite' ? openTestSqlite(t) : openTestPostgres(t)
}

async function openTestSqlite(t: Cleanup): Promise<Store> {
  const folder = createFolder(tmpdir())
  const file = join(folder, 'watchkeeper.db')
  copyFileSync(await getSqliteTemplate(), file)
  const store = openStore({ file })
  countWork('databases')
  runAfter(t, async () => {
    await store.close()
    removeFolder(folder)
  })
  return store
}

async function openTestPostgres(t: Cleanup): Promise<Store> {
  const { name, url } = await createTestDatabase(await getPostgresTemplate())
  const store = openStore({ url, ...LONG_TIMEOUTS })
  runAfter(t, async () => {
    await store.close()
    await dropDatabase(name)
  })
  await migrate(store, 0) // applies nothing to a copy of a template
  return store
}

const createFolder = (parent: string): string => mkdtempSync(join(parent, 'wk-test-'))
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Returns the path of a file in its own folder. */
export const createTestFilePath = (t: Cleanup, name = 'watchkeeper.db'): string => join(createTestFolder(t), name)

/** Creates an empty folder, which is deleted after the test. The runner places it in memory where possible. */
export const createTestFolder = (t: Cleanup): string => createFolderIn(t, tmpdir())

/** Creates such a folder on a disk, for tests of durability. */
export const createDiskFolder = (t: Cleanup): string => createFolderIn(t, process.env[DISK_VARIABLE] ?? tmpdir())

function createFolderIn(t: Cleanup, parent: string): string {
  const folder = createFolder(parent)
  t.after(() => removeFolder(folder))
  return folder
}

/** Creates an empty PostgreSQL database, which is deleted after the test, and returns its URL. */
export const createTestDatabaseUrl = (t: Cleanup): Promise<string> => createDatabaseUrl(t)

/** Creates a migrated PostgreSQL database for several stores, which is deleted after the test, and returns its URL. */
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

/** Returns the runner's template, or creates one for this process. */
async function getSqliteTemplate(): Promise<string> {
  if (process.env[SQLITE_TEMPLATE_VARIABLE]) return process.env[SQLITE_TEMPLATE_VARIABLE]
  if (!ownSqliteTemplate) {
    const folder = createFolder(tmpdir())
    process.once('exit', () => removeFolder(folder))
    ownSqliteTemplate = createSqliteTemplate(folder)
  }
  return ownSqliteTemplate
}

/**
 * Returns the PostgreSQL template. Without the runner there is none on the server of `DATABASE_URL`, where it would
 * stay.
 */
async function getPostgresTemplate(): Promise<string | undefined> {
  if (process.env[POSTGRES_TEMPLATE_VARIABLE]) return process.env[POSTGRES_TEMPLATE_VARIABLE]
  if (process.env.DATABASE_URL) return undefined
  ownPostgresTemplate ??= createPostgresTemplate()
  return ownPostgresTemplate
}

/** @returns the path of a migrated database that is not open */
export async function createSqliteTemplate(folder: string): Promise<string> {
  const file = join(folder, 'template.db')
  await migrateAndClose(openStore({ file }))
  return file
}

/** @returns the name of a migrated database without connections */
export async function createPostgresTemplate(): Promise<string> {
  const { name, url } = await createDatabase()
  await migrateAndClose(openStore({ url, ...LONG_TIMEOUTS }))
  return name
}

async function migrateAndClose(store: Store): Promise<void> {
  await migrate(store, 0)
  await store.close()
}
