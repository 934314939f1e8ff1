/** Commands that let people in again who can no longer sign in. The server may be running meanwhile. */
import type { Context } from '../services/context.ts'
import { removeLostSecondFactor, replaceLostPassword } from '../services/recovery.ts'
import type { Config } from './config.ts'
import { makeContext } from './context.ts'
import { madeUpPassword } from './made-up-password.ts'
import { openDatabase } from './open-database.ts'
import { StartError } from './start-error.ts'

export async function resetPasswordCommand(config: Config, email: string | undefined): Promise<void> {
  const password = madeUpPassword()
  await forAccount(config, 'reset-password', email, (context, address) =>
    replaceLostPassword(context, address, password),
  )
  process.stdout.write(`Every session of ${email} has ended. Password: ${password}\n`)
}

export async function resetSecondFactorCommand(config: Config, email: string | undefined): Promise<void> {
  await forAccount(config, 'reset-second-factor', email, removeLostSecondFactor)
  process.stdout.write(`${email} signs in with the password alone now.\n`)
}

async function forAccount(
  config: Config,
  command: string,
  email: string | undefined,
  work: (context: Context, email: string) => Promise<void>,
): Promise<void> {
  if (email === undefined) throw new StartError(`Say whose account: watchkeeper ${command} you@example.com`)
  const { store } = await openDatabase(config, Date.now())
  try {
    await work(
      makeContext(store, config.plans, () => {}),
      email,
    )
  } finally {
    await store.close()
  }
}
