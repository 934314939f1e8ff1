/** Periods of incidents, as needed for outages that are reported late. */
import type { KnownIncident } from '../../core/evaluation/late-outages.ts'
import type { Tx } from '../platform/store.ts'

/**
 * Lists the periods of system incidents that ended at `since` or later, Unix ms, by monitor. A deleted incident is
 * included: a user does not expect its outage to be reported again.
 */
export async function listIncidentPeriods(
  tx: Tx,
  monitorKeys: readonly number[],
  since: number,
): Promise<Map<number, KnownIncident[]>> {
  const rows = await tx
    .selectFrom('incidents')
    .select(['id', 'monitor_key', 'family', 'started_at', 'resolved_at', 'deleted_at'])
    .select(['created_at', 'updated_at'])
    .where('monitor_key', 'in', monitorKeys)
    .where('source', '=', 'system')
    .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
    .execute()
  const known = rows.map((row): KnownIncident & { key: number } => ({
    key: row.monitor_key!,
    id: row.id,
    family: row.family,
    startedAt: row.started_at,
    endedAt: row.resolved_at ?? row.deleted_at,
    // Its two updates were written together
    isReportedLate:
      row.deleted_at === null &&
      row.resolved_at !== null &&
      row.resolved_at <= row.created_at &&
      row.updated_at <= row.created_at + 1,
  }))
  return Map.groupBy(known, ({ key }) => key)
}

/** Changes the period of a resolved incident, Unix ms. */
export async function moveIncident(tx: Tx, id: string, startedAt: number, resolvedAt: number): Promise<void> {
  await tx
    .updateTable('incidents')
    .set({ started_at: startedAt, resolved_at: resolvedAt })
    .where('id', '=', id)
    .where('status', '=', 'resolved')
    .execute()
}
