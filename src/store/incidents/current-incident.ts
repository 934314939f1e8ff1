/** The incident that a monitor's statistics show. */
import { sql } from 'kysely'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

export interface CurrentIncident {
  id: string
  /** Unix ms. */
  startedAt: number
  /** Total time between outages for which it was resolved, ms. */
  healthyMs: number
  status: string
  severity: string
}

// The alphabetical order of the severities equals their order of severity: critical, major, minor, warning
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

/** Finds the most severe unresolved incident, and the oldest among several; null when there is none. */
export const findCurrentIncident = async (db: Reader, monitorKey: number): Promise<CurrentIncident | null> =>
  (await selectOpen(db, monitorKey))[0] ?? null
