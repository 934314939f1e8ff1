/** Commands that work on the database and end. */
import { ensureAdmin, normalizeEmail } from '../services/accounts.ts'
import type { Config } from './config.ts'
import { makeContext } from './context.ts'
import { makeDataDir } from './data-dir.ts'
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
  const email = normalizeEmail(argument ?? '')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new StartError('Say whose account: watchkeeper create-admin you@example.com')
  return { email, password: madeUpPassword(), isMadeUp: true }
}
