/** Commands that let people in again who can no longer sign in. The server may be running meanwhile. */

import { removeLostSecondFactor, replaceLostPassword } from '../services/accounts/recovery.ts'
import type { Context } from '../services/platform/context.ts'
import type { Config } from './config.ts'
import { makeContext } from './context.ts'
import { madeUpPassword } from './made-up-password.ts'
import { openDatabase } from './open-database.ts'

export async function resetPasswordCommand(config: Config, email: string): Promise<void> {
  const password = madeUpPassword()
  await forAccount(config, (context) => replaceLostPassword(context, email, password))
  process.stdout.write(`Every session of ${email} has ended. Password: ${password}\n`)
}

export async function resetSecondFactorCommand(config: Config, email: string): Promise<void> {
  await forAccount(config, (context) => removeLostSecondFactor(context, email))
  process.stdout.write(`${email} signs in with the password alone now.\n`)
}

async function forAccount(config: Config, work: (context: Context) => Promise<void>): Promise<void> {
  const { store } = await openDatabase(config, Date.now())
  try {
    await work(makeContext(store, config.plans, () => {}))
  } finally {
    await store.close()
  }
}
