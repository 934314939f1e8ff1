/** Outcomes of requests with an idempotency key. */
import type { Selectable } from 'kysely'
import type { IdempotencyKeysTable } from '../tables/platform.ts'
import type { Reader, Tx } from './store.ts'

export type IdempotencyRow = Selectable<IdempotencyKeysTable>

export type KeyOfRequest = Pick<IdempotencyRow, 'scope' | 'key'>

/**
 * Claims a key for this transaction. Waits for another transaction that has claimed it, until that commits or rolls
 * back.
 *
 * @returns false when the key is in use
 */
export async function claimIdempotencyKey(tx: Tx, row: IdempotencyRow, now: number): Promise<boolean> {
  await tx
    .deleteFrom('idempotency_keys')
    .where('scope', '=', row.scope)
    .where('key', '=', row.key)
    .where('expires_at', '<=', now)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findIdempotencyKey(db: Reader, { scope, key }: KeyOfRequest): Promise<IdempotencyRow | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function saveIdempotentResponse(
  tx: Tx,
  { scope, key }: KeyOfRequest,
  answer: { status: number; body: string },
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ state: 'answered', ...answer })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

/** @returns the number of deleted keys */
export async function deleteExpiredIdempotencyKeys(tx: Tx, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('idempotency_keys')
    .where('expires_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
