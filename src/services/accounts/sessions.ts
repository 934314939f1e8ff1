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
import type { Context } from '../platform/context.ts'
import { createRefreshToken, hashSha256 } from '../platform/credentials/tokens.ts'
import { type BaseWork, transact, transactSystem } from '../platform/work.ts'

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
  { tx, at, newId }: BaseWork,
  member: { id: string; userId: string; organizationId: string },
): Promise<Session> {
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
  const session = await transactSystem(context, (work) => rotate(work, token, leewayMs))
  // Not thrown inside: the revocation must be committed
  if (!session) throw createTokenProblem()
  return session
}

export const createTokenProblem = (): Problem =>
  new Problem('INVALID_TOKEN', 'This refresh token is invalid or has expired; sign in again')

async function rotate(work: BaseWork, token: string, leewayMs: number): Promise<Session | null> {
  const { tx, at } = work
  const hash = hashSha256(token)
  const session = await findSessionOfToken(tx, hash)
  if (!session || session.revoked_at !== null || session.expires_at <= at) return null
  const isGood =
    (await consumeRefreshToken(tx, hash, at)) || (leewayMs > 0 && (await isUsedSince(tx, hash, at - leewayMs)))
  if (!isGood) return revoke(work, session)
  const member = await findMembership(tx, session.user_id, session.organization_id)
  if (!member) return revoke(work, session)
  await extendSession(tx, session.id, at + SESSION_MS)
  await touchMember(tx, member.id, at)
  return { sessionId: session.id, userId: session.user_id, refreshToken: await issueRefreshToken(tx, session.id, at) }
}

async function revoke({ tx, context, at }: BaseWork, session: SessionRow): Promise<null> {
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
  await transact(context, { actor }, async ({ tx, at, logAudit }) => {
    if (!(await revokeSession(tx, id, actor.userId, at)))
      throw new Problem('RESOURCE_NOT_FOUND', `Your account has no session ${id}`)
    publishAccessChange(tx, context, actor.userId)
    await logAudit({ action: 'session.ended', resourceType: 'session', resourceId: id })
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
  await transactSystem(context, async ({ tx, at }) => {
    const other = refreshToken === undefined ? null : await findSessionOfToken(tx, hashSha256(refreshToken))
    for (const id of new Set([user.sessionId, ...(other ? [other.id] : [])]))
      await revokeSession(tx, id, user.userId, at)
    publishAccessChange(tx, context, user.userId)
  })
}
