/** Deliveries deferred to the end of maintenance: pending deliveries that are due at exactly that time. */
import { sql } from 'kysely'
import type { Incident } from '../../core/incidents/incident.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** The deferred deliveries of one incident. */
interface DeferredDelivery {
  incident: Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }
  /** Due time, Unix ms. */
  until: number
}

/** A literal, not a bound value: only then can the planner use the partial indexes. */
const PENDING = sql.lit('pending' as const)

const selectDueAtMoments = (db: Reader, moments: readonly number[]) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('incidents as i', 'i.id', 'd.incident_id')
    .leftJoin('monitors as m', 'm.key', 'i.monitor_key')
    .select(['i.id', 'i.affected_monitor_ids as affected', 'm.id as monitorId', 'd.next_attempt_at as until'])
    .distinct()
    .where('d.status', '=', PENDING)
    .where('d.next_attempt_at', 'in', moments)

/** @param moments Unix ms */
export async function listDeferredDeliveries(tx: Tx, moments: readonly number[]): Promise<DeferredDelivery[]> {
  if (moments.length === 0) return []
  // One query per partial index. Together these indexes contain all pending deliveries that lead or have no group
  const ungrouped = await selectDueAtMoments(tx, moments).where('d.leader_id', 'is', null).execute()
  const grouped = await selectDueAtMoments(tx, moments).whereRef('d.leader_id', '=', 'd.id').execute()
  const rows = new Map([...ungrouped, ...grouped].map((row) => [`${row.id} ${row.until}`, row]))
  return [...rows.values()].map(({ id, affected, monitorId, until }) => ({
    incident: { id, affectedMonitorIds: JSON.parse(affected), monitor: monitorId === null ? null : { id: monitorId } },
    until,
  }))
}

const move = bulk(
  { incident_id: 'text', from_at: 'int8', to_at: 'int8' },
  `update deliveries set next_attempt_at = k.to_at from k
   where deliveries.incident_id = k.incident_id and deliveries.status = 'pending'
     and deliveries.next_attempt_at = k.from_at`,
)

const moveDelayed = bulk(
  { incident_id: 'text', from_at: 'int8', to_at: 'int8' },
  `update deliveries set next_attempt_at = next_attempt_at + k.to_at - k.from_at from k
   where deliveries.incident_id = k.incident_id and deliveries.status = 'pending'
     and deliveries.next_attempt_at > k.from_at and deliveries.claimed_by is null
     and deliveries.error_message is null and deliveries.target_id in (select c.id from contact_methods c)`,
)

/**
 * Moves deliveries that are deferred to one time to another time. Deliveries to contact methods keep their delay after
 * this time.
 */
export async function rescheduleDeferredDeliveries(
  tx: Tx,
  moves: readonly { incidentId: string; from: number; to: number }[],
): Promise<void> {
  const rows = moves.map(({ incidentId, from, to }) => [incidentId, from, to])
  await moveDelayed(tx, rows) // first, because a later end would move a delivery again
  await move(tx, rows)
}
