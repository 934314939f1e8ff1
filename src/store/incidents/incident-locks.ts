/** Locks of incidents for background jobs: several servers can run a job without waiting for each other. */
import type { Incident } from '../../core/incidents/incident.ts'
import { lockFreeRows } from '../platform/row-locks.ts'
import type { Tx } from '../platform/store.ts'
import { selectIncidents, toIncident } from './incidents.ts'

/**
 * Locks incidents until the end of the transaction. Skips rows that another server has locked. Only PostgreSQL needs
 * locks; SQLite has one writer.
 *
 * @returns the ids of the locked rows, and the incidents without the deleted ones
 */
export async function lockIncidents(
  tx: Tx,
  ids: readonly string[],
): Promise<{ locked: string[]; incidents: Incident[] }> {
  if (ids.length === 0) return { locked: [], incidents: [] }
  const query = tx.selectFrom('incidents').select('id').where('id', 'in', ids).orderBy('id')
  const rows = await lockFreeRows(tx, query).execute()
  const locked = rows.map(({ id }) => id)
  if (locked.length === 0) return { locked, incidents: [] }
  const found = await selectIncidents(tx).where('i.id', 'in', locked).execute()
  return { locked, incidents: found.map(toIncident) }
}
