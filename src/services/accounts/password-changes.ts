/**
 * Password changes: with the current password, or with a link sent by email.
 *
 * Account recovery by the server operator, for users who can no longer sign in. Each action is logged in the audit log
 * of every organization the user belongs to.
 */
import type { Actor } from '../../core/accounts/access.ts'
import type { AuditEntry } from '../../core/accounts/audit.ts'
import { normalizeEmail } from '../../core/accounts/credential.ts'
import { Problem } from '../../core/platform/errors.ts'
import { HOUR_MS } from '../../core/platform/time/time.ts'
import { listMemberships } from '../../store/accounts/members.ts'
import { deleteFactor } from '../../store/accounts/second-factors.ts'
import { revokeSessions } from '../../store/accounts/sessions.ts'
import {
  consumePasswordReset,
  deleteExpiredPasswordResets,
  deletePasswordResets,
  findUser,
  findUserByEmail,
  findUserOfReset,
  insertPasswordReset,
  replacePassword,
  type UserRow,
} from '../../store/accounts/users.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { type AuditedActor, logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { checkPassword, hashPassword, isPassword } from '../platform/credentials/passwords.ts'
import { createLinkToken, hashSha256 } from '../platform/credentials/tokens.ts'
import { getAccount } from './accounts.ts'

const RESET_MS = HOUR_MS

const createWrongPasswordProblem = (): Problem => new Problem('INVALID_CREDENTIALS', 'The current password is wrong')

/**
 * Checks the password of an account.
 *
 * @throws Problem INVALID_CREDENTIALS when it is wrong
 */
export async function requirePassword(context: Context, userId: string, password: string): Promise<UserRow> {
  const user = await getAccount(context.store.db, userId)
  if (!(await isPassword(user.password_hash, password))) throw createWrongPasswordProblem()
  return user
}

/**
 * Changes the password. Ends all other sessions and invalidates all reset links.
 *
 * @throws Problem INVALID_CREDENTIALS, VALIDATION_ERROR for a weak password
 */
export async function changePassword(
  context: Context,
  actor: Actor,
  wanted: { current: string; next: string },
): Promise<UserRow> {
  const user = await requirePassword(context, actor.userId, wanted.current)
  checkPassword(wanted.next, 'new_password')
  const hash = await hashPassword(wanted.next)
  const keptSessionId = actor.credential.kind === 'session' ? actor.credential.sessionId : null
  await context.store.transact(async (tx) => {
    await replace(tx, context, user, hash, keptSessionId)
    await logAudit(tx, context, actor, toChangedEntry(user.id))
  })
  return user
}

const toChangedEntry = (userId: string) =>
  ({ action: 'password.changed', resourceType: 'user', resourceId: userId }) as const

async function replace(
  tx: Tx,
  context: Context,
  user: UserRow,
  hash: string,
  keptSessionId: string | null,
): Promise<void> {
  const at = context.now()
  if (!(await replacePassword(tx, user.id, { from: user.password_hash, to: hash }, at)))
    throw createWrongPasswordProblem()
  await deletePasswordResets(tx, user.id)
  await revokeSessions(tx, user.id, keptSessionId, at)
  publishAccessChange(tx, context, user.id)
}

/** @returns the token of a password reset link */
export async function startPasswordReset(context: Context, userId: string): Promise<string> {
  const token = createLinkToken()
  const at = context.now()
  const reset = { token_hash: hashSha256(token), user_id: userId, created_at: at, expires_at: at + RESET_MS }
  await context.store.transact(async (tx) => {
    await deleteExpiredPasswordResets(tx, userId, at)
    await insertPasswordReset(tx, reset)
  })
  return token
}

/**
 * Ends every session of the account. The second factor, if there is one, stays.
 *
 * @throws Problem INVALID_TOKEN, VALIDATION_ERROR for a weak password
 */
export async function resetPassword(
  context: Context,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<UserRow> {
  const { store, now } = context
  const tokenHash = hashSha256(token)
  const userId = await findUserOfReset(store.db, tokenHash, now())
  if (!userId) throw createNotOpenProblem()
  checkPassword(password, 'password')
  const hash = await hashPassword(password)
  return store.transact(async (tx) => {
    const user = (await consumePasswordReset(tx, tokenHash)) ? await findUser(tx, userId) : null
    if (!user) throw createNotOpenProblem()
    await replace(tx, context, user, hash, null)
    await recordReset(tx, context, user, ip)
    return user
  })
}

const createNotOpenProblem = (): Problem =>
  new Problem('INVALID_TOKEN', 'This link is unknown, already used, or expired')

/** Logs the reset in every organization the account belongs to. */
async function recordReset(tx: Tx, context: Context, user: UserRow, ip: string): Promise<void> {
  const actor: Omit<AuditedActor, 'organizationId'> = {
    userId: user.id,
    userName: user.name,
    credential: { kind: 'none' },
    ip,
  }
  for (const { organizationId } of await listMemberships(tx, user.id))
    await logAudit(tx, context, { ...actor, organizationId }, { ...toChangedEntry(user.id), action: 'password.reset' })
}

/** Actor name in the audit log. */
const OPERATOR = 'operator of this server'

/**
 * Sets a new password and ends the account's sessions.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function replaceLostPassword(context: Context, email: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await context.store.transact(async (tx) => {
    const user = await getUserOf(tx, email)
    const at = context.now()
    await replacePassword(tx, user.id, { from: user.password_hash, to: hash }, at)
    await deletePasswordResets(tx, user.id)
    await revokeSessions(tx, user.id, null, at)
    await recordEverywhere(tx, context, user, 'password.reset')
  })
}

/**
 * Removes the second factor of an account.
 *
 * @throws Problem RESOURCE_NOT_FOUND, CONFLICT when it has none
 */
export async function removeLostSecondFactor(context: Context, email: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const user = await getUserOf(tx, email)
    if (!(await deleteFactor(tx, user.id))) throw new Problem('CONFLICT', `${user.email} has no second factor`)
    await recordEverywhere(tx, context, user, 'second_factor.disabled')
  })
}

async function getUserOf(tx: Tx, email: string): Promise<UserRow> {
  const user = await findUserByEmail(tx, normalizeEmail(email))
  if (!user) throw new Problem('RESOURCE_NOT_FOUND', `No account has the email address ${normalizeEmail(email)}`)
  return user
}

async function recordEverywhere(
  tx: Tx,
  context: Context,
  { id: resourceId }: UserRow,
  action: AuditEntry['action'],
): Promise<void> {
  const actor = { userId: null, userName: OPERATOR, credential: { kind: 'none' }, ip: null } as const
  for (const { organizationId } of await listMemberships(tx, resourceId))
    await logAudit(tx, context, { ...actor, organizationId }, { action, resourceType: 'user', resourceId })
}
