import type { Insertable, Selectable } from 'kysely'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { PasswordResetsTable, UsersTable } from '../tables/accounts.ts'

export type UserRow = Selectable<UsersTable>

/** @param email in lower case */
export async function findUserByEmail(db: Reader, email: string): Promise<UserRow | null> {
  const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  return row ?? null
}

const userById = prepareQuery((db, id: string) => db.selectFrom('users').selectAll().where('id', '=', id))

export async function findUser(db: Reader, id: string): Promise<UserRow | null> {
  return (await userById(db, id))[0] ?? null
}

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function insertUser(tx: Tx, user: Insertable<UsersTable>): Promise<void> {
  await tx.insertInto('users').values(user).execute()
}

export async function renameUser(tx: Tx, id: string, name: string, now: number): Promise<void> {
  await tx.updateTable('users').set({ name, updated_at: now }).where('id', '=', id).execute()
}

/** @returns false when the stored hash is no longer the one that was verified */
export async function replacePassword(
  tx: Tx,
  id: string,
  { from, to }: { from: string; to: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: to, updated_at: now })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Locks the password against changes until the transaction ends.
 *
 * @returns false when it has already been changed
 */
export async function lockPassword(tx: Tx, id: string, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Lets only one transaction at a time create the first account. */
export async function lockFirstAccount(tx: Tx): Promise<void> {
  await tx
    .updateTable('counters')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('name', '=', 'monitor_revision')
    .execute()
}

/** Returns users with their addresses; unknown users are left out. */
export const listUsers = async (
  db: Reader,
  ids: readonly string[],
): Promise<{ id: string; email: string; createdAt: number }[]> =>
  ids.length === 0
    ? []
    : db.selectFrom('users').select(['id', 'email', 'created_at as createdAt']).where('id', 'in', ids).execute()

/** Locks a user until the end of the transaction. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  const query = tx.selectFrom('users').select('id').where('id', '=', id)
  await lockRows(tx, query).execute()
}

/** Returns the names of users by id. */
export async function listUserNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

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
