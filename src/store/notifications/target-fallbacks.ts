/** Fallbacks of notification targets. */
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { toTarget } from './notification-targets.ts'

/** @param fallbackId null for no fallback */
export async function saveFallback(tx: Tx, targetId: string, fallbackId: string | null): Promise<void> {
  if (fallbackId === null) {
    await tx.deleteFrom('target_fallbacks').where('target_id', '=', targetId).execute()
    return
  }
  await tx
    .insertInto('target_fallbacks')
    .values({ target_id: targetId, fallback_target_id: fallbackId })
    .onConflict((conflict) => conflict.column('target_id').doUpdateSet({ fallback_target_id: fallbackId }))
    .execute()
}

/** Fallbacks by target id, including fallbacks of deleted targets. A fallback is enabled, or has a fallback itself. */
export async function listFallbacks(
  db: Reader,
  targetIds: readonly string[],
): Promise<Map<string, NotificationTarget>> {
  if (targetIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('target_fallbacks as f')
    .innerJoin('notification_targets as t', 't.id', 'f.fallback_target_id')
    .selectAll('t')
    .select('f.target_id as fallback_for')
    .where('f.target_id', 'in', targetIds)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('t.is_enabled', '=', 1),
        exists(selectFrom('target_fallbacks as g').select('g.target_id').whereRef('g.target_id', '=', 't.id')),
      ]),
    )
    .execute()
  return new Map(rows.map((row) => [row.fallback_for, toTarget(row)]))
}
