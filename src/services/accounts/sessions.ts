/** Sessions and refresh tokens. */
import type { Actor } from '../../core/accounts/access.ts'
import { Problem } from '../../core/platform/errors.ts'
import { DAY_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { findMembership, touchMember } from '../../store/accounts/members.ts'
import {
  consumeRefreshToken,
  deleteExpiredSessions,
  extendSession,
  findSessionOfToken,
  insertRefreshToken,
  insertSession,
  isUsedSince,
  revokeSession,
  type SessionRow,
} from '../../store/accounts/sessions.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishAccessChange } from '../live/live-publisher.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { createRefreshToken, hashSha256 } from '../platform/credentials/tokens.ts'

/** Lifetime of an unused session. */
const SESSION_MS = 30 * DAY_MS
export const SESSION_SECONDS = SESSION_MS / SECOND_MS

export interface Session {
  sessionId: string
  userId: string
  /** Works once; each use returns the next token. */
  refreshToken: string
}

export async function startSession(
  tx: Tx,
  { now, newId }: Context,
  member: { id: string; userId: string; organizationId: string },
): Promise<Session> {
  const at = now()
  const sessionId = newId()
  const { userId } = member
  await deleteExpiredSessions(tx, userId, at)
  await insertSession(tx, {
    id: sessionId,
    user_id: userId,
    organization_id: member.organizationId,
    created_at: at,
    expires_at: at + SESSION_MS,
  })
  await touchMember(tx, member.id, at)
  return { sessionId, userId, refreshToken: await issueRefreshToken(tx, sessionId, at) }
}

async function issueRefreshToken(tx: Tx, sessionId: string, at: number): Promise<string> {
  const token = createRefreshToken()
  await insertRefreshToken(tx, hashSha256(token), sessionId, at)
  return token
}

/**
 * Exchanges a refresh token for the next one. A token that is used twice was copied. The server cannot distinguish the
 * owner from the thief, so the whole session ends.
 *
 * @param leewayMs how long a used token is still accepted
 * @throws Problem INVALID_TOKEN
 */
export async function refreshSession(context: Context, token: string, leewayMs = 0): Promise<Session> {
  const session = await context.store.transact((tx) => rotate(tx, context, token, leewayMs))
  // Not thrown inside: the revocation must be committed
  if (!session) throw createTokenProblem()
  return session
}

export const createTokenProblem = (): Problem =>
  new Problem('INVALID_TOKEN', 'This refresh token is invalid or has expired; sign in again')

async function rotate(tx: Tx, context: Context, token: string, leewayMs: number): Promise<Session | null> {
  const at = context.now()
  const hash = hashSha256(token)
  const session = await findSessionOfToken(tx, hash)
  if (!session || session.revoked_at !== null || session.expires_at <= at) return null
  const isGood =
    (await consumeRefreshToken(tx, hash, at)) || (leewayMs > 0 && (await isUsedSince(tx, hash, at - leewayMs)))
  if (!isGood) return revoke(tx, context, session, at)
  const member = await findMembership(tx, session.user_id, session.organization_id)
  if (!member) return revoke(tx, context, session, at)
  await extendSession(tx, session.id, at + SESSION_MS)
  await touchMember(tx, member.id, at)
  return { sessionId: session.id, userId: session.user_id, refreshToken: await issueRefreshToken(tx, session.id, at) }
}

async function revoke(tx: Tx, context: Context, session: SessionRow, at: number): Promise<null> {
  await revokeSession(tx, session.id, session.user_id, at)
  publishAccessChange(tx, context, session.user_id)
  return null
}

/** Returns when a session was last used. Each use extends its expiry time. */
export const computeLastUse = ({ expiresAt }: { expiresAt: number }): number => expiresAt - SESSION_MS

/**
 * Ends a session of the account on any device.
 *
 * @throws Problem RESOURCE_NOT_FOUND when the session does not exist, belongs to another user, or has ended
 */
export async function revokeOwnSession(context: Context, actor: Actor, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    if (!(await revokeSession(tx, id, actor.userId, context.now())))
      throw new Problem('RESOURCE_NOT_FOUND', `Your account has no session ${id}`)
    publishAccessChange(tx, context, actor.userId)
    await logAudit(tx, context, actor, { action: 'session.ended', resourceType: 'session', resourceId: id })
  })
}

/**
 * Ends the current session, and the session of the refresh token if it belongs to the same user.
 *
 * @param refreshToken may belong to another session of the user, and may be unknown
 */
export async function signOut(
  context: Context,
  user: { sessionId: string; userId: string },
  refreshToken: string | undefined,
): Promise<void> {
  await context.store.transact(async (tx) => {
    const other = refreshToken === undefined ? null : await findSessionOfToken(tx, hashSha256(refreshToken))
    for (const id of new Set([user.sessionId, ...(other ? [other.id] : [])]))
      await revokeSession(tx, id, user.userId, context.now())
    publishAccessChange(tx, context, user.userId)
  })
}
