/** One action on many incidents, in one transaction. */

import type { Incident } from '../../core/incidents/incident.ts'
import {
  decideIncidentBulk,
  formatRivalKey,
  type IncidentBulkRequest,
  type IncidentBulkResult,
} from '../../core/incidents/incident-bulk.ts'
import { validateSnooze } from '../../core/incidents/snooze.ts'
import { findOpenSystemIncident } from '../../store/incidents/incident-reads.ts'
import { lockProjectIncidents, saveIncidents } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transactUnique } from '../platform/work.ts'
import { toAuditEntry, toPerson } from './incident-actions.ts'
import { recordIncidentUpdates } from './incident-updates.ts'
import { resumeAlerts } from './resumed-alerts.ts'
import { syncSnoozes } from './snoozes.ts'

const AUDIT_ACTIONS = {
  acknowledge: 'incident.acknowledged',
  unacknowledge: 'incident.unacknowledged',
  resolve: 'incident.resolved',
  reopen: 'incident.reopened',
  snooze: 'incident.snoozed',
} as const

/**
 * Changes incidents as the single actions do: each has its update, its notifications and its audit entry.
 *
 * @param request with at most 100 incidents
 * @throws Problem VALIDATION_ERROR for an invalid end of a snooze
 */
export const changeIncidents = (
  context: Context,
  scope: MonitorScope,
  request: IncidentBulkRequest,
): Promise<IncidentBulkResult> =>
  transactUnique(context, scope, async (work) => {
    const { tx, actor, projectId, at } = work
    if (request.snoozeUntil !== null) validateSnooze(request.snoozeUntil, at)
    const incidents = await lockProjectIncidents(tx, projectId, request.incidentIds)
    const openKeys = request.action === 'reopen' ? await listOpenKeys(tx, [...incidents.values()]) : new Set<string>()
    const { changes, result } = decideIncidentBulk(request, { incidents, openKeys }, toPerson(actor), at)
    const updates = changes.map(({ update }) => update)
    const snoozed = request.action === 'snooze' ? changes : []
    await syncSnoozes(
      work,
      snoozed.map(({ before, update }) => ({ before, after: update.incident })),
    )
    await saveIncidents(
      tx,
      updates.map(({ incident }) => incident),
    )
    const written = await recordIncidentUpdates(work, updates)
    if (request.action === 'unacknowledge') {
      const idOf = new Map(written.map(({ id, incidentId }) => [incidentId, id]))
      await resumeAlerts(
        work,
        changes.map(({ before, update }) => ({ before, update: { ...update, id: idOf.get(before.id)! } })),
      )
    }
    const action = AUDIT_ACTIONS[request.action]
    await work.logAudit(...changes.map(({ before, update }) => toAuditEntry(action, before, update)))
    return result
  })

/** Lists the rival keys of the incidents that the service has open for the same problems. */
async function listOpenKeys(tx: Tx, incidents: readonly Incident[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const incident of incidents) {
    const key = formatRivalKey(incident)
    if (key === null || keys.has(key)) continue
    if ((await findOpenSystemIncident(tx, incident.monitor!.key, incident.family)) !== null) keys.add(key)
  }
  return keys
}
