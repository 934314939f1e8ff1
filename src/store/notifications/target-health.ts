/** Outcome of the last delivery to each target: one row per target with deliveries. */
import type { TargetHealth } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'

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
