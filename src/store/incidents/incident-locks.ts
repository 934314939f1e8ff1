/** Incidents as loops take them up: several servers may, and none waits for another. */
import type { Incident } from '../../core/incidents/incident.ts'
import { getDialect } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'
import { selectIncidents, toIncident } from './incidents.ts'

/**
 * Locks what nobody else is busy with, to the end of the transaction; in PostgreSQL, for SQLite has one writer.
 *
 * @returns the ids of what is locked; deleted incidents are among those, and not among the incidents
 */
export async function lockIncidents(
  tx: Tx,
  ids: readonly string[],
): Promise<{ locked: string[]; incidents: Incident[] }> {
  if (ids.length === 0) return { locked: [], incidents: [] }
  const query = tx.selectFrom('incidents').select('id').where('id', 'in', ids).orderBy('id')
  const rows = await (getDialect(tx) === 'postgres' ? query.forUpdate().skipLocked() : query).execute()
  const locked = rows.map(({ id }) => id)
  if (locked.length === 0) return { locked, incidents: [] }
  const found = await selectIncidents(tx).where('i.id', 'in', locked).execute()
  return { locked, incidents: found.map(toIncident) }
}
