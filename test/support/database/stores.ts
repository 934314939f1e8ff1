/** A real database of its own for one test, in both dialects. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../../src/store/migrations/migrate.ts'
import type { DialectName } from '../../../src/store/platform/dialects.ts'
import { openStore, type Store } from '../../../src/store/platform/store.ts'
import { createDatabase, dropDatabase, TEMPLATE_VARIABLE } from './postgres.ts'

export const DIALECTS = ['sqlite', 'postgres'] as const satisfies readonly DialectName[]

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
  const folder = mkdtempSync(join(tmpdir(), 'wk-test-'))
  const store = openStore({ file: join(folder, 'watchkeeper.db') })
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await migrate(store, 0)
  return store
}

async function openTestPostgres(t: Cleanup): Promise<Store> {
  const { name, url } = await createDatabase(await template())
  const store = openStore({ url, ...UNHURRIED })
  t.after(async () => {
    await store.close()
    await dropDatabase(name)
  })
  await migrate(store, 0)
  return store
}

/** Path for a file in a folder of its own. */
export const testFile = (t: Cleanup, name = 'watchkeeper.db'): string => join(testFolder(t), name)

/** An empty folder that is gone after the test. */
export function testFolder(t: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), 'wk-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** URL of an empty PostgreSQL database that is gone after the test. */
export async function testDatabaseUrl(t: Cleanup): Promise<string> {
  const { name, url } = await createDatabase()
  t.after(() => dropDatabase(name))
  return url
}

/** URL of a migrated PostgreSQL database that is gone after the test: for several stores on one. */
export async function migratedDatabaseUrl(t: Cleanup): Promise<string> {
  const { name, url } = await createDatabase(await template())
  t.after(() => dropDatabase(name))
  const store = openStore({ url, ...UNHURRIED })
  await migrate(store, 0)
  await store.close()
  return url
}

let ownTemplate: Promise<string> | undefined

/** The runner's template; without the runner one of this file's own, which goes with its throw-away server. */
async function template(): Promise<string | undefined> {
  if (process.env[TEMPLATE_VARIABLE]) return process.env[TEMPLATE_VARIABLE]
  if (process.env.DATABASE_URL) return undefined
  ownTemplate ??= makeTemplate()
  return ownTemplate
}

export async function makeTemplate(): Promise<string> {
  const { name, url } = await createDatabase()
  const store = openStore({ url, ...UNHURRIED })
  await migrate(store, 0)
  await store.close()
  return name
}
