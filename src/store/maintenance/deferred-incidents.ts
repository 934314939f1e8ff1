/**
 * Deferred incidents: monitors that failed during maintenance, for which no incident was opened. They are evaluated
 * when the maintenance ends.
 */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface DeferredIncident {
  monitorKey: number
  dueAt: UnixMs
}

const COLUMNS = { monitor_key: 'int4', due_at: 'int8' } as const

const upsert = bulk(
  COLUMNS,
  `insert into deferred_incidents (monitor_key, due_at) select * from k where true
   on conflict (monitor_key) do update set due_at = excluded.due_at`,
)

export async function saveDeferredIncidents(tx: Tx, deferred: readonly DeferredIncident[]): Promise<void> {
  await upsert(tx, deferred.map(toRow))
}

const moveEarlier = bulk(
  COLUMNS,
  `update deferred_incidents set due_at = k.due_at from k
   where deferred_incidents.monitor_key = k.monitor_key and deferred_incidents.due_at > k.due_at`,
)

/** Moves the evaluation of deferred incidents to an earlier time; a later time changes nothing. */
export async function rescheduleDeferredIncidents(tx: Tx, deferred: readonly DeferredIncident[]): Promise<void> {
  await moveEarlier(tx, deferred.map(toRow))
}

const toRow = ({ monitorKey, dueAt }: DeferredIncident): unknown[] => [monitorKey, dueAt]

export async function listDueDeferredIncidents(db: Reader, now: number, limit: number): Promise<DeferredIncident[]> {
  const rows = await db
    .selectFrom('deferred_incidents')
    .select(['monitor_key as monitorKey', 'due_at as dueAt'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.toSorted((a, b) => a.monitorKey - b.monitorKey)
}

/** Time of the next evaluation, Unix ms; null when there is none. */
export async function findNextDeferredIncidentAt(db: Reader): Promise<number | null> {
  const row = await db.selectFrom('deferred_incidents').select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
  return row?.due_at ?? null
}

// Safe: the time is in the condition, so the second of two concurrent calls deletes no row
const deleteTaken = bulk<{ key: number }>(
  COLUMNS,
  `delete from deferred_incidents where (monitor_key, due_at) in (select monitor_key, due_at from k)
   returning monitor_key as key`,
)

/** @returns the keys of the rows that were deleted */
export async function takeDeferredIncidents(tx: Tx, deferred: readonly DeferredIncident[]): Promise<Set<number>> {
  const { rows } = await deleteTaken(tx, deferred.map(toRow))
  return new Set(rows.map((row) => row.key))
}

export async function deleteDeferredIncidents(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('deferred_incidents').where('monitor_key', 'in', monitorKeys).execute()
}
