/** Position of the service timeline, on which servers that share a database agree after a clock was set. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { lockRows } from '../queries/row-locks.ts'
import type { Tx } from '../store.ts'

export interface StoredClock {
  /** Service time that a server last stored, Unix ms; 0 before the first time. */
  seenAt: number
  /** Sum of all shifts of the stored times, ms. */
  shiftedMs: number
}

/** Locks the row to the end of the transaction, and creates it for the first server. */
export async function lockServiceClock(tx: Tx): Promise<StoredClock> {
  const first = { id: 1 as const, seen_at: 0, shifted_ms: 0, last_shift_ms: 0 }
  await tx
    .insertInto('service_clock')
    .values(first)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const query = tx.selectFrom('service_clock').select(['seen_at as seenAt', 'shifted_ms as shiftedMs'])
  return lockRows(tx, query).executeTakeFirstOrThrow()
}

export async function saveSeen(tx: Tx, seenAt: number): Promise<void> {
  await tx.updateTable('service_clock').set({ seen_at: seenAt }).execute()
}

/** Records a shift for other servers, and for claims from before it. */
export async function saveShift(tx: Tx, byMs: number): Promise<void> {
  await tx
    .updateTable('service_clock')
    .set({ shifted_ms: sql`shifted_ms + ${byMs}`, last_shift_ms: byMs })
    .execute()
}

/** SQL: the due time is still the end of a claim. A shift since then has moved that end, too. */
export const isClaimedUntil = (dueAt: string, until: string): string =>
  `${dueAt} in (${until}, ${until} + (select last_shift_ms from service_clock where id = 1))`

/** Returns the condition of `isClaimedUntil` as part of a query. */
export const toClaimedUntil = (column: string, until: number): Expression<SqlBool> =>
  sql<SqlBool>`${sql.raw(isClaimedUntil(column, String(Math.trunc(until))))}`
