/** Creates the first account and restores access to accounts. The server may keep running. */

import { randomBytes } from 'node:crypto'
import type { Config } from '../../config/config.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { StartError } from '../../core/platform/errors.ts'
import type { Clock } from '../../runtime/context.ts'
import { createDataDir } from '../../runtime/data-dir.ts'
import { ensureAdmin } from '../../services/accounts/accounts.ts'
import { removeLostSecondFactor, replaceLostPassword } from '../../services/accounts/password-changes.ts'
import { UsageError } from '../command.ts'
import { print } from '../io.ts'
import { withContext } from '../with-context.ts'

/** 96 random bits. */
const PASSWORD_BYTES = 12

/** Generates a temporary password, which the user replaces after signing in. */
const generatePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

/** @param argument an email address; the account gets a generated password */
export async function createFirstAccount(config: Config, clock: Clock, argument: string | undefined): Promise<void> {
  const admin = toAccount(config, argument)
  createDataDir(config.dataDir)
  const isMade = await withContext(config, clock, (context) => ensureAdmin(context, admin.email, admin.password))
  if (!isMade) throw new StartError('An account already exists. Its owner can invite other users.')
  print(`Created the first account, ${admin.email}.${admin.isMadeUp ? ` Password: ${admin.password}` : ''}`)
}

function toAccount({ admin }: Config, argument: string | undefined) {
  if (argument === undefined && admin) return { ...admin, isMadeUp: false }
  if (argument === undefined) throw new UsageError('EMAIL is missing, and WK_ADMIN_EMAIL is not set')
  const email = normalizeEmail(argument)
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('EMAIL must be an address such as you@example.com')
  return { email, password: generatePassword(), isMadeUp: true }
}

export async function replacePassword(config: Config, clock: Clock, email: string): Promise<void> {
  const password = generatePassword()
  await withContext(config, clock, (context) => replaceLostPassword(context, email, password))
  print(`Reset the password of ${email} and ended all sessions. Password: ${password}`)
}

export async function removeSecondFactor(config: Config, clock: Clock, email: string): Promise<void> {
  await withContext(config, clock, (context) => removeLostSecondFactor(context, email))
  print(`Removed the second factor of ${email}. Sign-in now needs only the password.`)
}
