/** Where alerts go. */
import type { ChannelName, NotificationTarget } from '../core/delivery.ts'
import { bulk } from './bulk.ts'
import type { Reader, Tx } from './store.ts'
import type { NotificationTargetsTable } from './tables.ts'

export function targetOf(row: NotificationTargetsTable): NotificationTarget {
  return {
    id: row.id,
    organizationId: row.organization_id,
    projectId: row.project_id,
    name: row.name,
    channel: row.channel as ChannelName,
    config: JSON.parse(row.config),
    isDefault: row.is_default === 1,
    isEnabled: row.is_enabled === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const loadAudience = bulk<NotificationTargetsTable & { monitor_key: number }>(
  { monitor_key: 'int4' },
  `select t.*, k.monitor_key
   from k join monitor_targets mt on mt.monitor_key = k.monitor_key
     join notification_targets t on t.id = mt.target_id
   where t.is_enabled = 1`,
)

/** Enabled targets of each monitor; a monitor that nobody listens to is left out. */
export async function listAudiences(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<Map<number, NotificationTarget[]>> {
  const { rows } = await loadAudience(
    db,
    monitorKeys.map((key) => [key]),
  )
  const known = new Map<string, NotificationTarget>()
  const audiences = new Map<number, NotificationTarget[]>()
  for (const row of rows) {
    const target = known.get(row.id) ?? targetOf(row)
    known.set(row.id, target)
    const audience = audiences.get(row.monitor_key)
    if (audience) audience.push(target)
    else audiences.set(row.monitor_key, [target])
  }
  return audiences
}

/** Targets by id; those that are gone are left out. */
export async function listTargets(db: Reader, ids: readonly string[]): Promise<Map<string, NotificationTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('notification_targets').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, targetOf(row)]))
}

export async function disableTarget(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('notification_targets').set({ is_enabled: 0, updated_at: now }).where('id', '=', id).execute()
}
