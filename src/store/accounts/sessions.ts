/** Sessions and their refresh tokens. */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { SessionsTable } from '../tables/accounts.ts'

export type SessionRow = Selectable<SessionsTable>

export async function insertSession(tx: Tx, session: Omit<SessionRow, 'revoked_at'>): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ ...session, revoked_at: null })
    .execute()
}

export async function insertRefreshToken(tx: Tx, tokenHash: string, sessionId: string, now: number): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values({ token_hash: tokenHash, session_id: sessionId, created_at: now, used_at: null })
    .execute()
}

/** The session that a refresh token belongs to, used or not. */
export async function findSessionOfToken(db: Reader, tokenHash: string): Promise<SessionRow | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .selectAll('sessions')
    .where('refresh_tokens.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false when it was already used: the second of two concurrent calls updates no row */
export async function consumeRefreshToken(tx: Tx, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** @param since Unix ms, exclusive */
export async function isUsedSince(db: Reader, tokenHash: string, since: number): Promise<boolean> {
  const query = db.selectFrom('refresh_tokens').select('used_at').where('token_hash', '=', tokenHash)
  return (await query.where('used_at', '>', since).executeTakeFirst()) !== undefined
}

export async function extendSession(tx: Tx, id: string, expiresAt: number): Promise<void> {
  await tx.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

/**
 * Ends a session with all its tokens.
 *
 * @param userId owner of the session
 * @returns false when no such session was open
 */
export async function revokeSession(tx: Tx, id: string, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A session that has not ended. */
interface OpenSession {
  id: string
  organizationId: string
  organizationName: string
  createdAt: UnixMs
  expiresAt: number
}

/** Open sessions of a user, newest first. */
export const listOpenSessions = (db: Reader, userId: string, now: number, limit: number): Promise<OpenSession[]> =>
  db
    .selectFrom('sessions as s')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['s.id', 's.organization_id as organizationId', 'o.name as organizationName'])
    .select(['s.created_at as createdAt', 's.expires_at as expiresAt'])
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()

/**
 * Ends every session of a user except one.
 *
 * @param keptSessionId null ends all sessions
 */
export async function revokeSessions(tx: Tx, userId: string, keptSessionId: string | null, now: number): Promise<void> {
  const query = tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
  await (keptSessionId === null ? query : query.where('id', '<>', keptSessionId)).execute()
}

/** Ends every session that a user has in an organization, so that rejoining does not revive old sessions. */
export async function revokeSessionsIn(tx: Tx, userId: string, organizationId: string, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Deletes expired sessions and their tokens. */
export async function deleteExpiredSessions(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
}
