/** Claims of deliveries whose attempt takes longer than a claim lasts. */
import type { Delivery } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'

const extend = bulk<{ id: string }>(
  { id: 'text', claimed_until: 'int8', until: 'int8' },
  `update deliveries set next_attempt_at = k.until from k
   where deliveries.id = k.id and deliveries.status = 'pending' and deliveries.next_attempt_at = k.claimed_until
   returning deliveries.id as id`,
)

/**
 * Extends claims that have not been taken over.
 *
 * @returns ids of the extended ones
 */
export async function extendClaimsOf(
  tx: Tx,
  claimed: readonly Pick<Delivery, 'id' | 'nextAttemptAt'>[],
  until: number,
): Promise<string[]> {
  const ordered = claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1)) // one lock order on every server
  const { rows } = await extend(
    tx,
    ordered.map(({ id, nextAttemptAt }) => [id, nextAttemptAt, until]),
  )
  return rows.map(({ id }) => id)
}
