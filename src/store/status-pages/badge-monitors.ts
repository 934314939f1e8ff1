/** Monitor data for badges, in any project. */
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

export interface BadgeMonitor {
  key: number
  runtimeStatus: RuntimeStatus
  /** Unix ms. */
  createdAt: number
}

const select = prepareQuery((db: Reader, id: string) =>
  db
    .selectFrom('monitors')
    .select(['key', 'runtime_status', 'created_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)

/** @returns null when there is none, or it was deleted */
export async function findBadgeMonitor(db: Reader, id: string): Promise<BadgeMonitor | null> {
  const [row] = await select(db, id)
  if (!row) return null
  return { key: row.key, runtimeStatus: row.runtime_status as RuntimeStatus, createdAt: row.created_at }
}
