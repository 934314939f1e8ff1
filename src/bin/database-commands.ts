/** Commands that work on the database and end. */
import { statSync } from 'node:fs'
import { normalizeEmail } from '../core/accounts/email.ts'
import { ensureAdmin } from '../services/accounts/accounts.ts'
import { compact } from '../store/platform/sqlite/sqlite-space.ts'
import { UsageError } from './command-line.ts'
import type { Config } from './config.ts'
import { makeContext } from './context.ts'
import { databaseFile, lockDataDir, makeDataDir } from './data-dir.ts'
import { madeUpPassword } from './made-up-password.ts'
import { locationOf, openDatabase, placeOf } from './open-database.ts'
import { StartError } from './start-error.ts'

export async function migrateCommand(config: Config): Promise<void> {
  makeDataDir(config.dataDir)
  const { store, applied } = await openDatabase(config, Date.now())
  await store.close()
  const done = applied.map(({ version, name }) => `  ${version} ${name}\n`).join('')
  const place = placeOf(locationOf(config))
  process.stdout.write(done ? `Migrated ${place}:\n${done}` : `${place} is up to date.\n`)
}

/** Takes as much room again while it works, and as long as the file is large; so it is never done by the way. */
export async function compactCommand(config: Config): Promise<void> {
  if (config.databaseUrl !== null)
    throw new StartError('Only a SQLite file is compacted: PostgreSQL fills the room of old rows with new ones.')
  makeDataDir(config.dataDir)
  const unlock = lockDataDir(config.dataDir)
  try {
    const { store } = await openDatabase(config, Date.now())
    const file = databaseFile(config.dataDir)
    const before = statSync(file).size
    await compact(store.db).finally(() => store.close())
    process.stdout.write(`${file} had ${megabytes(before)} and has ${megabytes(statSync(file).size)} now.\n`)
  } finally {
    unlock()
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** @param argument an address; it gets a password made up here */
export async function createAdminCommand(config: Config, argument: string | undefined): Promise<void> {
  const admin = accountFor(config, argument)
  makeDataDir(config.dataDir)
  const { store } = await openDatabase(config, Date.now())
  try {
    const context = makeContext(store, config.plans, () => {})
    const isMade = await ensureAdmin(context, admin.email, admin.password)
    if (!isMade) throw new StartError('There is an account already. Its owner can invite others.')
  } finally {
    await store.close()
  }
  process.stdout.write(
    `Made the first account, ${admin.email}.${admin.isMadeUp ? ` Password: ${admin.password}` : ''}\n`,
  )
}

function accountFor({ admin }: Config, argument: string | undefined) {
  if (argument === undefined && admin) return { ...admin, isMadeUp: false }
  if (argument === undefined) throw new UsageError('EMAIL is missing, and so is WK_ADMIN_EMAIL')
  const email = normalizeEmail(argument)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('EMAIL must be an address such as you@example.com')
  return { email, password: madeUpPassword(), isMadeUp: true }
}
