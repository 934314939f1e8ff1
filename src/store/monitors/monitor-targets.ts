/** Notification targets of monitors. */
import { bulk, bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

const selectTargetIds = bulkOverMonitors<{ monitor_key: number; target_id: string; position: number }>(
  selectOfEach('s.monitor_key, s.target_id, s.position', 'monitor_targets', 'true'),
)

/**
 * Lists the target ids of each monitor, joined by commas in the user's order. Monitors without targets are left out.
 */
export async function listTargetIds(
  db: Reader,
  monitors: readonly { readonly key: number }[],
): Promise<Map<number, string>> {
  const joined = new Map<number, string>()
  const rows = await selectTargetIds(
    db,
    monitors.map(({ key }) => key),
  )
  rows.sort((a, b) => a.position - b.position)
  for (const { monitor_key: key, target_id: id } of rows) {
    const before = joined.get(key)
    joined.set(key, before === undefined ? id : `${before},${id}`)
  }
  return joined
}

/** @returns the ids among `ids` that belong to notification targets of the project */
export async function filterTargetIds(db: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Lists the default targets of a project, oldest first. They are used for a new monitor without explicit targets. */
export async function listDefaultTargetIds(db: Reader, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notification_targets')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_default', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

const deleteTargets = bulk({ key: 'int4' }, 'delete from monitor_targets where monitor_key in (select key from k)')

const insertTargets = bulk(
  { monitor_key: 'int4', target_id: 'text', position: 'int4' },
  'insert into monitor_targets (monitor_key, target_id, position) select monitor_key, target_id, position from k',
)

/** Replaces the targets of monitors, in the user's order. */
export async function saveTargets(
  tx: Tx,
  monitors: readonly { monitorKey: number; isNew?: boolean; targetIds: readonly string[] }[],
): Promise<void> {
  await deleteTargets(
    tx,
    monitors.flatMap(({ monitorKey, isNew }) => (isNew ? [] : [[monitorKey]])),
  )
  await insertTargets(
    tx,
    monitors.flatMap(({ monitorKey, targetIds }) => targetIds.map((id, position) => [monitorKey, id, position])),
  )
}
