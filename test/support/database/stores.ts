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

const chosen = process.env[DIALECTS_VARIABLE]

/** The databases of this run: both, or SQLite in the fast lane. Tests of what is stored loop over them. */
export const DIALECTS: readonly DialectName[] = (['sqlite', 'postgres'] as const).filter(
  (dialect) => chosen === undefined || chosen.split(' ').includes(dialect),
)

/** One of them. Tests of text, validation, permissions or the shape of JSON loop over it. */
export const ANY_DIALECT: readonly DialectName[] = DIALECTS.slice(0, 1)

/** Options of a test that uses PostgreSQL whatever the dialect. */
export const needsPostgres = { skip: DIALECTS.includes('postgres') ? false : 'this lane runs on SQLite' }

/** Where the machine stands still for seconds, the database is slow and not away: what tests that says so itself. */
export const UNHURRIED = { requestMs: 60_000, waitMs: 60_000 }

/** What this needs of a test: `t` of `node:test`. */
export interface Cleanup {
  after(work: () => void | Promise<void>): void
}

/** Migrated, empty, and gone after the test. */
export async function openTestStore(t: Cleanup, dialect: DialectName): Promise<Store> {
  return dialect === 'sqlite' ? openTestSqlite(t) : openTestPostgres(t)
}

async function openTestSqlite(t: Cleanup): Promise<Store> {
  const folder = makeFolder(tmpdir())
  const file = join(folder, 'watchkeeper.db')
  copyFileSync(await sqliteTemplate(), file)
  const store = openStore({ file })
  countWork('databases')
  t.after(async () => {
    await store.close()
    removeFolder(folder)
  })
  return store
}

async function openTestPostgres(t: Cleanup): Promise<Store> {
  const { name, url } = await create(await postgresTemplate())
  const store = openStore({ url, ...UNHURRIED })
  t.after(async () => {
    await store.close()
    await dropDatabase(name)
  })
  await migrate(store, 0) // applies nothing to a copy of a template
  return store
}

const makeFolder = (parent: string): string => mkdtempSync(join(parent, 'wk-test-'))
const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Path for a file in a folder of its own. */
export const testFile = (t: Cleanup, name = 'watchkeeper.db'): string => join(testFolder(t), name)

/** An empty folder that is gone after the test. The runner places it in memory where it can. */
export const testFolder = (t: Cleanup): string => folderIn(t, tmpdir())

/** The same on a disk, for tests of what survives. */
export const diskFolder = (t: Cleanup): string => folderIn(t, process.env[DISK_VARIABLE] ?? tmpdir())

function folderIn(t: Cleanup, parent: string): string {
  const folder = makeFolder(parent)
  t.after(() => removeFolder(folder))
  return folder
}

/** URL of an empty PostgreSQL database that is gone after the test. */
export const testDatabaseUrl = (t: Cleanup): Promise<string> => databaseUrl(t)

/** URL of a migrated PostgreSQL database that is gone after the test: for several stores on one. */
export async function migratedDatabaseUrl(t: Cleanup): Promise<string> {
  const url = await databaseUrl(t, await postgresTemplate())
  await migrateAndClose(openStore({ url, ...UNHURRIED }))
  return url
}

async function databaseUrl(t: Cleanup, template?: string): Promise<string> {
  const { name, url } = await create(template)
  t.after(() => dropDatabase(name))
  return url
}

function create(template?: string): ReturnType<typeof createDatabase> {
  if (needsPostgres.skip) throw new Error('a test that uses PostgreSQL only takes the options `needsPostgres`')
  return createDatabase(template)
}

let ownSqliteTemplate: Promise<string> | undefined
let ownPostgresTemplate: Promise<string> | undefined

/** The runner's template; without the runner one of this process. */
async function sqliteTemplate(): Promise<string> {
  if (process.env[SQLITE_TEMPLATE_VARIABLE]) return process.env[SQLITE_TEMPLATE_VARIABLE]
  if (!ownSqliteTemplate) {
    const folder = makeFolder(tmpdir())
    process.once('exit', () => removeFolder(folder))
    ownSqliteTemplate = makeSqliteTemplate(folder)
  }
  return ownSqliteTemplate
}

/** The same for PostgreSQL; without the runner none on the server of `DATABASE_URL`, where it would stay. */
async function postgresTemplate(): Promise<string | undefined> {
  if (process.env[POSTGRES_TEMPLATE_VARIABLE]) return process.env[POSTGRES_TEMPLATE_VARIABLE]
  if (process.env.DATABASE_URL) return undefined
  ownPostgresTemplate ??= makePostgresTemplate()
  return ownPostgresTemplate
}

/** @returns the path of a migrated database that nothing has open */
export async function makeSqliteTemplate(folder: string): Promise<string> {
  const file = join(folder, 'template.db')
  await migrateAndClose(openStore({ file }))
  return file
}

/** @returns the name of a migrated database that nothing is connected to */
export async function makePostgresTemplate(): Promise<string> {
  const { name, url } = await createDatabase()
  await migrateAndClose(openStore({ url, ...UNHURRIED }))
  return name
}

async function migrateAndClose(store: Store): Promise<void> {
  await migrate(store, 0)
  await store.close()
}
