/** Incident changes by users. The incident update and its notifications are written in the same transaction. */
import type { Actor } from '../../core/accounts/access.ts'
import { type AuditAction, type AuditEntry, compareFields } from '../../core/accounts/audit.ts'
import { toIncidentFacts } from '../../core/incidents/event.ts'
import type { Incident, Person } from '../../core/incidents/incident.ts'
import {
  addNote,
  applyEdit,
  changeStatus,
  type IncidentDraft,
  type IncidentEdit,
  type IncidentNote,
  openFromDraft,
  resolveSource,
  toAlreadyInStatus,
} from '../../core/incidents/incident-change.ts'
import {
  acknowledge,
  type IncidentUpdate,
  type NewIncidentUpdate,
  withdrawAcknowledgement,
} from '../../core/incidents/incident-update.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { deleteIncidentHolds } from '../../store/incidents/incident-holds.ts'
import { type AffectedMonitor, listAffected, lockMonitorsForShare } from '../../store/incidents/incident-monitors.ts'
import { findIncident, findOpenSystemIncident, hasIncident } from '../../store/incidents/incident-reads.ts'
import { deleteReminders } from '../../store/incidents/incident-reminders.ts'
import type { StoredIncidentUpdate } from '../../store/incidents/incident-updates.ts'
import { deleteIncident, insertIncidents, lockIncident, saveIncidents } from '../../store/incidents/incidents.ts'
import { deleteDelayedOpenings } from '../../store/notifications/delayed-openings.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact, transactUnique, type Work } from '../platform/work.ts'
import { recordIncidentUpdates } from './incident-updates.ts'
import { resumeAlerts } from './resumed-alerts.ts'

export const toIncidentNotFound = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `Incident ${id} does not exist in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getIncident(db: Reader, projectId: string, id: string): Promise<Incident> {
  const incident = await findIncident(db, projectId, id)
  if (!incident) throw toIncidentNotFound(id)
  return incident
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function requireIncident(db: Reader, projectId: string, id: string): Promise<void> {
  if (!(await hasIncident(db, projectId, id))) throw toIncidentNotFound(id)
}

/**
 * Returns the incident's monitor first, then the affected monitors by name. Deleted monitors are omitted.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function listAffectedMonitors(db: Reader, projectId: string, id: string): Promise<AffectedMonitor[]> {
  const { monitor, affectedMonitorIds } = await getIncident(db, projectId, id)
  const ids = monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds
  const byName = await listAffected(db, projectId, ids)
  return [...byName.filter((other) => other.id === monitor?.id), ...byName.filter((other) => other.id !== monitor?.id)]
}

export const toPerson = ({ userId, userName }: Actor): Person => ({ id: userId, name: userName })

/** @throws Problem for an invalid draft; MONITOR_NOT_FOUND */
export const reportIncident = (context: Context, scope: MonitorScope, draft: IncidentDraft): Promise<Incident> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId, at } = work
    const source = resolveSource(draft, at)
    const { checkId, affectedMonitorIds } = draft
    await checkProject(tx, projectId)
    const ids = checkId === null ? affectedMonitorIds : [checkId, ...affectedMonitorIds]
    const monitors = await lockMonitorsForShare(tx, projectId, ids)
    requireAll(ids, monitors)
    const monitor = checkId === null ? null : monitors.get(checkId)!
    const origin = { id: work.newId(), organizationId: actor.organizationId, projectId, source, monitor }
    const update = openFromDraft(draft, origin, toPerson(actor), at)
    await insertIncidents(tx, [update.incident])
    await recordIncidentUpdates(work, [update])
    await work.logAudit(toAuditEntry('incident.created', null, update))
    return update.incident
  })

/**
 * Checks that the project still exists. It may have been deleted during the request, and the incident would then be
 * invisible.
 */
async function checkProject(tx: Tx, projectId: string): Promise<void> {
  if ((await findProjectOwner(tx, projectId)) === null)
    throw new Problem('PROJECT_NOT_FOUND', `Project ${projectId} does not exist`)
}

/** @throws Problem MONITOR_NOT_FOUND */
function requireAll(ids: readonly string[], found: { has(id: string): boolean }): void {
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new Problem('MONITOR_NOT_FOUND', `Monitor ${missing} does not exist in this project`)
}

/** @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when it is not open */
export const acknowledgeIncident = (context: Context, scope: MonitorScope, id: string): Promise<Incident> =>
  change(context, scope, id, {
    action: 'incident.acknowledged',
    toUpdate(before, { actor, at }) {
      if (before.status !== 'open') throw toAlreadyInStatus(before.status)
      return acknowledge(before, toPerson(actor), at)
    },
  })

/**
 * Withdraws the acknowledgement of an incident. Its recipients are notified, and its escalation and reminders go on.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when it is not acknowledged
 */
export const withdrawIncidentAcknowledgement = (context: Context, scope: MonitorScope, id: string): Promise<Incident> =>
  change(context, scope, id, {
    action: 'incident.unacknowledged',
    toUpdate(before, { actor, at }) {
      if (before.status !== 'acknowledged') throw toAlreadyInStatus(before.status)
      return withdrawAcknowledgement(before, toPerson(actor), at)
    },
    onRecorded: (before, update, work) => resumeAlerts(work, [{ before, update }]),
  })

/** @throws Problem RESOURCE_NOT_FOUND, MONITOR_NOT_FOUND */
export const editIncident = (
  context: Context,
  scope: MonitorScope,
  id: string,
  edit: IncidentEdit,
): Promise<Incident> =>
  change(context, scope, id, {
    action: 'incident.updated',
    async toUpdate(before, { tx, actor, projectId, at }) {
      // Monitors that are already listed may have been deleted in the meantime. A client that sends them back does not
      // add them
      const added = (edit.affectedMonitorIds ?? []).filter((other) => !before.affectedMonitorIds.includes(other))
      const found = await listAffected(tx, projectId, added)
      requireAll(added, new Set(found.map((monitor) => monitor.id)))
      return applyEdit(before, edit, toPerson(actor), at)
    },
  })

/**
 * Resolves or reopens an incident.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when the incident already has this status or cannot reach it;
 * CONFLICT when the engine has opened a newer incident of the same problem
 */
export const changeIncidentStatus = (
  context: Context,
  scope: MonitorScope,
  id: string,
  { status, note }: { status: 'open' | 'resolved'; note: string | null },
): Promise<Incident> =>
  change(context, scope, id, {
    action: status === 'open' ? 'incident.reopened' : 'incident.resolved',
    async toUpdate(before, { tx, actor, at }) {
      const update = changeStatus(before, { status, note }, toPerson(actor), at)
      if (status === 'open') await checkNoRival(tx, before)
      return update
    },
  })

/**
 * Refuses to reopen a system incident while another is open for the same monitor and family. Incidents reported by
 * users do not count.
 *
 * @throws Problem CONFLICT
 */
async function checkNoRival(tx: Tx, { createdBy, monitor, family }: Incident): Promise<void> {
  if (createdBy !== null || !monitor) return
  const rival = await findOpenSystemIncident(tx, monitor.key, family)
  if (rival !== null) throw new Problem('CONFLICT', `The same problem is already open as incident ${rival}`)
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function addIncidentNote(
  context: Context,
  scope: MonitorScope,
  id: string,
  note: IncidentNote,
): Promise<StoredIncidentUpdate> {
  const { entry } = await changeIncident(context, scope, id, {
    action: 'incident.note_added',
    toUpdate: (before, { actor, at }) => addNote(before, note, toPerson(actor), at),
  })
  return entry!
}

/**
 * Soft-deletes an incident. Queued notifications are still sent.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const removeIncident = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async ({ tx, actor, projectId, at, logAudit }) => {
    const incident = await lockIncident(tx, projectId, id)
    if (!incident) throw toIncidentNotFound(id)
    await deleteIncident(tx, id, actor.userId, at)
    await deleteIncidentHolds(tx, id)
    await deleteReminders(tx, [id])
    await deleteDelayedOpenings(tx, [id], at)
    await logAudit({ action: 'incident.deleted', resourceType: 'incident', resourceId: id })
  })

interface IncidentChange {
  /** Action of the audit entry. */
  action: AuditAction
  /** @returns null when nothing changes */
  toUpdate(before: Incident, work: Work): IncidentUpdate | null | Promise<IncidentUpdate | null>
  /** Runs in the same transaction after the update is recorded. */
  onRecorded?(before: Incident, update: NewIncidentUpdate, work: Work): Promise<void>
}

/** Changes an incident, with an entry in the timeline and in the audit log. */
export const change = async (...args: Parameters<typeof changeIncident>): Promise<Incident> =>
  (await changeIncident(...args)).incident

const changeIncident = (
  context: Context,
  scope: MonitorScope,
  id: string,
  { action, toUpdate, onRecorded }: IncidentChange,
): Promise<{ incident: Incident; entry: StoredIncidentUpdate | null }> =>
  transactUnique(context, scope, async (work) => {
    const { tx } = work
    const before = await lockIncident(tx, work.projectId, id)
    if (!before) throw toIncidentNotFound(id)
    const update = await toUpdate(before, work)
    if (!update) return { incident: before, entry: null }
    await saveIncidents(tx, [update.incident])
    const [entry] = await recordIncidentUpdates(work, [update])
    await onRecorded?.(before, { ...update, id: entry!.id }, work)
    await work.logAudit(toAuditEntry(action, before, update))
    return { incident: update.incident, entry: entry! }
  })

export function toAuditEntry(
  action: AuditAction,
  before: Incident | null,
  { incident, kind, message }: IncidentUpdate,
): AuditEntry {
  const { updated_at: _, ...changes } = compareFields(before ? toIncidentFacts(before) : {}, toIncidentFacts(incident))
  const note = kind === 'comment_added' && { message: { to: message } }
  return { action, resourceType: 'incident', resourceId: incident.id, changes: { ...changes, ...note } }
}
