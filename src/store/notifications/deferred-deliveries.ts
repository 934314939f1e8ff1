/** Deliveries that wait for the end of a maintenance: pending ones that are due at that very moment. */
import { sql } from 'kysely'
import type { Incident } from '../../core/incidents/incident.ts'
import { bulk } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** Deliveries of one incident. */
interface DeferredDelivery {
  incident: Pick<Incident, 'id' | 'affectedMonitorIds'> & { monitor: { id: string } | null }
  /** When they are due, Unix ms. */
  until: number
}

/** Written out, not bound: only then is it plain that the partial indexes hold all there is. */
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
  // One for each of the indexes that between them hold what is pending and is not told in another message
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

/** Puts off what waits for one moment to another. */
export async function rescheduleDeferredDeliveries(
  tx: Tx,
  moves: readonly { incidentId: string; from: number; to: number }[],
): Promise<void> {
  await move(
    tx,
    moves.map(({ incidentId, from, to }) => [incidentId, from, to]),
  )
}
