/** The incident that a monitor's statistics name. */
import { sql } from 'kysely'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

export interface CurrentIncident {
  id: string
  /** Unix ms. */
  startedAt: number
  /** How long it was resolved between its outages, ms. */
  healthyMs: number
  status: string
  severity: string
}

// The severities happen to lie in the order of the alphabet: critical, major, minor, warning
const selectOpen = prepareQuery((db: Reader, monitorKey: number) =>
  db
    .selectFrom('incidents')
    .select(['id', 'started_at as startedAt', 'healthy_ms as healthyMs', 'status', 'severity'])
    .where('monitor_key', '=', monitorKey)
    .where('status', '<>', sql.lit('resolved' as const))
    .where('deleted_at', 'is', null)
    .orderBy('severity')
    .orderBy('started_at')
    .orderBy('id')
    .limit(1),
)

/** The most severe one that is not resolved, then the oldest; null when all is well. */
export const findCurrentIncident = async (db: Reader, monitorKey: number): Promise<CurrentIncident | null> =>
  (await selectOpen(db, monitorKey))[0] ?? null
