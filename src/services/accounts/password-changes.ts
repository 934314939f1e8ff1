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
import type { AuditedActor } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { checkPassword, hashPassword, isPassword } from '../platform/credentials/passwords.ts'
import { createLinkToken, hashSha256 } from '../platform/credentials/tokens.ts'
import { addActor, type BaseWork, transact, transactSystem } from '../platform/work.ts'
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
  passwords: { current: string; next: string },
): Promise<UserRow> {
  const user = await requirePassword(context, actor.userId, passwords.current)
  checkPassword(passwords.next, 'new_password')
  const hash = await hashPassword(passwords.next)
  const keptSessionId = actor.credential.kind === 'session' ? actor.credential.sessionId : null
  await transact(context, { actor }, async (work) => {
    await replace(work, user, hash, keptSessionId)
    await work.logAudit({ action: 'password.changed', resourceType: 'user', resourceId: user.id })
  })
  return user
}

async function replace(
  { tx, context, at }: BaseWork,
  user: UserRow,
  hash: string,
  keptSessionId: string | null,
): Promise<void> {
  if (!(await replacePassword(tx, user.id, { from: user.password_hash, to: hash }, at)))
    throw createWrongPasswordProblem()
  await deletePasswordResets(tx, user.id)
  await revokeSessions(tx, user.id, keptSessionId, at)
  publishAccessChange(tx, context, user.id)
}

/** @returns the token of a password reset link */
export async function startPasswordReset(context: Context, userId: string): Promise<string> {
  const token = createLinkToken()
  await transactSystem(context, async ({ tx, at }) => {
    const reset = { token_hash: hashSha256(token), user_id: userId, created_at: at, expires_at: at + RESET_MS }
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
  return transactSystem(context, async (work) => {
    const { tx } = work
    const user = (await consumePasswordReset(tx, tokenHash)) ? await findUser(tx, userId) : null
    if (!user) throw createNotOpenProblem()
    await replace(work, user, hash, null)
    await recordReset(work, user, ip)
    return user
  })
}

const createNotOpenProblem = (): Problem =>
  new Problem('INVALID_TOKEN', 'This link is unknown, already used, or expired')

/** Logs the reset in every organization the account belongs to. */
const recordReset = (work: BaseWork, { id, name }: UserRow, ip: string): Promise<void> =>
  recordEverywhere(work, { userId: id, userName: name, ip }, id, 'password.reset')

/** Actor in the audit log. */
const OPERATOR = { userId: null, userName: 'operator of this server', ip: null }

/**
 * Sets a new password and ends the account's sessions.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function replaceLostPassword(context: Context, email: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await transactSystem(context, async (work) => {
    const { tx, at } = work
    const user = await getUserOf(tx, email)
    await replacePassword(tx, user.id, { from: user.password_hash, to: hash }, at)
    await deletePasswordResets(tx, user.id)
    await revokeSessions(tx, user.id, null, at)
    await recordEverywhere(work, OPERATOR, user.id, 'password.reset')
  })
}

/**
 * Removes the second factor of an account.
 *
 * @throws Problem RESOURCE_NOT_FOUND, CONFLICT when it has none
 */
export async function removeLostSecondFactor(context: Context, email: string): Promise<void> {
  await transactSystem(context, async (work) => {
    const { tx } = work
    const user = await getUserOf(tx, email)
    if (!(await deleteFactor(tx, user.id))) throw new Problem('CONFLICT', `${user.email} has no second factor`)
    await recordEverywhere(work, OPERATOR, user.id, 'second_factor.disabled')
  })
}

async function getUserOf(tx: Tx, email: string): Promise<UserRow> {
  const user = await findUserByEmail(tx, normalizeEmail(email))
  if (!user) throw new Problem('RESOURCE_NOT_FOUND', `No account has the email address ${normalizeEmail(email)}`)
  return user
}

/** Logs an action without a credential in every organization that the account belongs to. */
async function recordEverywhere(
  work: BaseWork,
  by: Pick<AuditedActor, 'userId' | 'userName' | 'ip'>,
  accountId: string,
  action: AuditEntry['action'],
): Promise<void> {
  for (const { organizationId } of await listMemberships(work.tx, accountId)) {
    const actor: AuditedActor = { ...by, credential: { kind: 'none' }, organizationId }
    await addActor(work, { actor }).logAudit({ action, resourceType: 'user', resourceId: accountId })
  }
}
