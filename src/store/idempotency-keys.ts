/** What became of requests that must not be done twice. */
import type { Selectable } from 'kysely'
import type { Reader, Tx } from './store.ts'
import type { IdempotencyKeysTable } from './tables/idempotency.ts'

export type IdempotencyRow = Selectable<IdempotencyKeysTable>

/** An attempt at a request, and the key that it holds. */
export type Attempt = Pick<IdempotencyRow, 'scope' | 'key' | 'attempt'>

/** False when the key is in use: of two at once, the second inserts nothing. */
export async function insertIdempotencyKey(tx: Tx, row: IdempotencyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findIdempotencyKey(db: Reader, scope: string, key: string): Promise<IdempotencyRow | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

const holding = (tx: Tx, { scope, key, attempt }: Attempt) =>
  tx.updateTable('idempotency_keys').where('scope', '=', scope).where('key', '=', key).where('attempt', '=', attempt)

/** Gives the key of a former attempt to another one; false when somebody else was faster. */
export async function takeOverIdempotencyKey(tx: Tx, former: Attempt, row: IdempotencyRow): Promise<boolean> {
  const { numUpdatedRows } = await holding(tx, former).set(row).executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** False when the attempt no longer holds the key. */
export async function markCommitted(tx: Tx, attempt: Attempt): Promise<boolean> {
  const { numUpdatedRows } = await holding(tx, attempt).set({ state: 'committed' }).executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function saveAnswer(tx: Tx, attempt: Attempt, status: number, body: string): Promise<void> {
  await holding(tx, attempt).set({ state: 'answered', status, body }).execute()
}

/** Unless the attempt has done something. */
export async function deleteIdempotencyKey(tx: Tx, { scope, key, attempt }: Attempt): Promise<void> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('attempt', '=', attempt)
    .where('state', '=', 'working')
    .execute()
}

/** @returns how many there were */
export async function deleteExpiredIdempotencyKeys(tx: Tx, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
