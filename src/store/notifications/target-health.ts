/** Outcome of the last delivery to each target: one row per target with deliveries. */
import type { NotificationTarget, TargetHealth } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { toTarget } from './notification-targets.ts'

const upsert = bulk(
  { target_id: 'text', last_delivered_at: 'int8', last_failed_at: 'int8', last_error: 'text' },
  `insert into target_health (target_id, last_delivered_at, last_failed_at, last_error)
   select k.* from k where exists (select 1 from notification_targets t where t.id = k.target_id)
     or exists (select 1 from contact_methods c where c.id = k.target_id)
   on conflict (target_id) do update set
     last_delivered_at = coalesce(excluded.last_delivered_at, target_health.last_delivered_at),
     last_failed_at = coalesce(excluded.last_failed_at, target_health.last_failed_at),
     last_error = coalesce(excluded.last_error, target_health.last_error)`,
)

const upsertNote = bulk(
  { target_id: 'text', config_note: 'text' },
  `insert into target_health (target_id, config_note) select k.target_id, k.config_note from k where true
   on conflict (target_id) do update set config_note = excluded.config_note`,
)

/** @param note null removes the note */
export async function saveConfigNote(tx: Tx, targetId: string, note: string | null): Promise<void> {
  await upsertNote(tx, [[targetId, note]])
}

/** @param health by id of an existing target or contact method; null fields stay as they are */
export async function saveHealth(tx: Tx, health: ReadonlyMap<string, TargetHealth>): Promise<void> {
  const ordered = [...health].sort(([a], [b]) => (a < b ? -1 : 1)) // Sorted, so that two servers never deadlock
  await upsert(
    tx,
    ordered.map(([id, { lastDeliveredAt, lastFailedAt, lastError }]) => [id, lastDeliveredAt, lastFailedAt, lastError]),
  )
}

const selectLastDeliveries = bulk<{ id: string; last_delivered_at: number }>(
  { id: 'text' },
  `select k.id, h.last_delivered_at from k join target_health h on h.target_id = k.id
   where h.last_delivered_at is not null`,
)

/** Times of the last messages that arrived (Unix ms), by id of a target or contact method. */
export async function listLastDeliveries(db: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await selectLastDeliveries(
    db,
    ids.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.id, row.last_delivered_at]))
}

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
