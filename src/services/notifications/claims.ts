/** Claims of deliveries whose attempt takes longer than a claim lasts. */
import type { Delivery } from '../../core/notifications/delivery.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { extendClaimsOf } from '../../store/notifications/deliveries.ts'
import type { Context } from '../platform/context.ts'

/**
 * Lease of a claim. Attempts that take longer extend it. After a crash between sending and settling, the same delivery is
 * sent again under the same id. This happens on the next start or when the lease expires.
 */
export const LEASE_MS = MINUTE_MS

/** Claims younger than this are not extended. The courier runs every 30 s. */
const EXTEND_AFTER_MS = 15 * SECOND_MS

/** @param until end of the claim */
export const isExpiring = (until: UnixMs, now: number): boolean =>
  until > now && until - now <= LEASE_MS - EXTEND_AFTER_MS

/**
 * Extends the claims of running attempts. A claim that another server has taken over is not extended.
 *
 * @returns the ends of the extended claims by delivery id, Unix ms
 */
export async function extendClaims(
  { store, now }: Pick<Context, 'store' | 'now'>,
  claimed: readonly Pick<Delivery, 'id' | 'nextAttemptAt'>[],
): Promise<Map<string, number>> {
  const until = now() + LEASE_MS
  return store.transact(async (tx) => {
    const ids = await extendClaimsOf(tx, claimed, until)
    return new Map(ids.map((id) => [id, until]))
  })
}
