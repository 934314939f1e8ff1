/**
 * Account recovery by the server operator, for users who can no longer sign in. Each action is logged in the audit log
 * of every organization the user belongs to.
 */
import type { AuditEntry } from '../../core/accounts/audit.ts'
import { normalizeEmail } from '../../core/accounts/email.ts'
import { Problem } from '../../core/platform/errors.ts'
import { listMemberships } from '../../store/accounts/members.ts'
import { deletePasswordResets } from '../../store/accounts/password-resets.ts'
import { deleteFactor } from '../../store/accounts/second-factors.ts'
import { revokeSessions } from '../../store/accounts/sessions.ts'
import { findUserByEmail, replacePassword, type UserRow } from '../../store/accounts/users.ts'
import type { Tx } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { hashPassword } from '../platform/passwords.ts'

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
