/** Checks that somebody waits for, on their way to a probe and back. */
import { dialectOf } from './bulk.ts'
import { prepared } from './prepared.ts'
import type { Reader, Tx } from './store.ts'

export interface NewOrder {
  id: string
  /** Key of the region. */
  region: number
  /** Sealed. */
  assignment: string
  /** Unix ms. */
  expiresAt: number
}

export async function insertOrder(tx: Tx, order: NewOrder, now: number): Promise<void> {
  await tx
    .insertInto('probe_orders')
    .values({
      id: order.id,
      region: order.region,
      assignment: order.assignment,
      created_at: now,
      expires_at: order.expiresAt,
      taken_by: null,
      result: null,
      failure: null,
    })
    .execute()
}

const selectOpen = prepared((db: Reader, region: number, now: number) =>
  db
    .selectFrom('probe_orders')
    .select('id')
    .where('region', '=', region)
    .where('taken_by', 'is', null)
    .where('expires_at', '>', now)
    .limit(1),
)

/** Costs next to nothing when there is none. */
export const hasOpenOrders = async (db: Reader, region: number, now: number): Promise<boolean> =>
  (await selectOpen(db, region, now)).length > 0

/** Each goes to one probe. */
export async function takeOrders(
  tx: Tx,
  region: number,
  probeKey: number,
  now: number,
  limit: number,
): Promise<{ id: string; assignment: string }[]> {
  const open = await tx
    .selectFrom('probe_orders')
    .select('id')
    .where('region', '=', region)
    .where('taken_by', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .limit(limit)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  if (open.length === 0) return []
  return tx
    .updateTable('probe_orders')
    .set({ taken_by: probeKey })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .returning(['id', 'assignment'])
    .execute()
}

/** What came of it, once. @returns whether somebody waited */
export async function settleOrder(
  tx: Tx,
  id: string,
  probeKey: number,
  outcome: { result: string } | { failure: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('probe_orders')
    .set(outcome)
    .where('id', '=', id)
    .where('taken_by', '=', probeKey)
    .where('result', 'is', null)
    .where('failure', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const selectOutcome = prepared((db: Reader, id: string) =>
  db.selectFrom('probe_orders').select(['result', 'failure', 'taken_by']).where('id', '=', id),
)

/** Null when it is gone. */
export async function findOutcome(
  db: Reader,
  id: string,
): Promise<{ result: string | null; failure: string | null; isTaken: boolean } | null> {
  const [row] = await selectOutcome(db, id)
  return row ? { result: row.result, failure: row.failure, isTaken: row.taken_by !== null } : null
}

export async function deleteOrder(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('probe_orders').where('id', '=', id).execute()
}

export async function deleteEndedOrders(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('probe_orders').where('expires_at', '<', now).execute()
}
