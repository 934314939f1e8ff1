import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../platform/store.ts'
import type { PasswordResetsTable } from '../tables/accounts.ts'

export async function insertPasswordReset(tx: Tx, reset: Insertable<PasswordResetsTable>): Promise<void> {
  await tx.insertInto('password_resets').values(reset).execute()
}

/** The user whose password a token may replace; null when the token is unknown, used or expired. */
export async function findUserOfReset(db: Reader, tokenHash: string, now: number): Promise<string | null> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** @returns false when it was already used: the second of two concurrent calls deletes no row */
export async function consumePasswordReset(tx: Tx, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function deletePasswordResets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

export async function deleteExpiredPasswordResets(tx: Tx, userId: string, now: number): Promise<void> {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
}
