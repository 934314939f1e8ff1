/** On-demand checks and their results, exchanged between a server and a remote probe. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { Flag } from '../tables/columns.ts'

interface NewOrder {
  id: string
  /** Key of the region. */
  region: number
  /** Sealed assignment. */
  assignment: string
  needsIcmp: boolean
  expiresAt: UnixMs
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
      claimed_by: null,
      claimed_at: null,
      needs_icmp: toFlag(order.needsIcmp),
      result: null,
      failure: null,
    })
    .execute()
}

/** The probe that claims orders. */
interface ClaimingProbe {
  /** Key of the probe. */
  key: number
  region: number
  /** Whether it can run checks that need ICMP. */
  canPing: boolean
}

const toFlag = (is: boolean): Flag => (is ? 1 : 0)

/** Delay before an unanswered order is sent again, ms: it may have been lost on its way. */
const REDELIVER_MS = 3_000

const selectWaiting = prepareQuery(
  (db: Reader, region: number, key: number, needsIcmp: Flag, now: number, claimedBefore: number) =>
    db
      .selectFrom('probe_orders')
      .select('id')
      .where('region', '=', region)
      .where('claimed_by', 'is', null)
      .where('needs_icmp', '<=', needsIcmp)
      .where('expires_at', '>', now)
      .unionAll(
        db
          .selectFrom('probe_orders')
          .select('id')
          .where('claimed_by', '=', key)
          .where('claimed_at', '<=', claimedBefore)
          .where('result', 'is', null)
          .where('failure', 'is', null)
          .where('expires_at', '>', now),
      )
      .limit(1),
)

/** Cheap existence check. */
export const hasOrdersFor = async (
  db: Reader,
  { key, region, canPing }: ClaimingProbe,
  now: number,
): Promise<boolean> => (await selectWaiting(db, region, key, toFlag(canPing), now, now - REDELIVER_MS)).length > 0

/** Claims orders for one probe. An order without an answer is given to the same probe again. */
export async function claimPendingOrders(
  tx: Tx,
  { key, region, canPing }: ClaimingProbe,
  now: number,
  limit: number,
): Promise<{ id: string; assignment: string }[]> {
  const open = await tx
    .selectFrom('probe_orders')
    .select('id')
    .where('expires_at', '>', now)
    .where('result', 'is', null)
    .where('failure', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('region', '=', region), eb('claimed_by', 'is', null), eb('needs_icmp', '<=', toFlag(canPing))]),
        eb.and([eb('claimed_by', '=', key), eb('claimed_at', '<=', now - REDELIVER_MS)]),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .$call((query) => lockFreeRows(tx, query))
    .execute()
  if (open.length === 0) return []
  return tx
    .updateTable('probe_orders')
    .set({ claimed_by: key, claimed_at: now })
    .where(
      'id',
      'in',
      open.map(({ id }) => id),
    )
    .returning(['id', 'assignment'])
    .execute()
}

/** Releases orders that these probes claimed and did not answer. */
export async function releaseOrders(tx: Tx, probeKeys: readonly number[]): Promise<void> {
  if (probeKeys.length === 0) return
  await tx
    .updateTable('probe_orders')
    .set({ claimed_by: null, claimed_at: null })
    .where('claimed_by', 'in', [...probeKeys])
    .where('result', 'is', null)
    .where('failure', 'is', null)
    .execute()
}

/**
 * Stores the outcome of an order, once.
 *
 * @returns whether a request was still waiting
 */
export async function saveOrderOutcome(
  tx: Tx,
  id: string,
  probeKey: number,
  outcome: { result: string } | { failure: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('probe_orders')
    .set(outcome)
    .where('id', '=', id)
    .where('claimed_by', '=', probeKey)
    .where('result', 'is', null)
    .where('failure', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const selectOutcome = prepareQuery((db: Reader, id: string) =>
  db.selectFrom('probe_orders').select(['result', 'failure', 'claimed_by']).where('id', '=', id),
)

/** Null when the order no longer exists. */
export async function findOutcome(
  db: Reader,
  id: string,
): Promise<{ result: string | null; failure: string | null; isTaken: boolean } | null> {
  const [row] = await selectOutcome(db, id)
  return row ? { result: row.result, failure: row.failure, isTaken: row.claimed_by !== null } : null
}

export async function deleteOrder(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('probe_orders').where('id', '=', id).execute()
}

export async function deleteEndedOrders(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('probe_orders').where('expires_at', '<', now).execute()
}
