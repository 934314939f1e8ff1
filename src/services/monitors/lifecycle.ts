/**
 * Creates, changes and deletes monitors with all dependent rows. A feature that stores data per monitor has one line in
 * `STEPS`. Single and bulk operations run the same steps.
 */
import { toChangeEntries, toDeletionEntry } from '../../core/monitors/monitor-audit.ts'
import {
  type AppliedChange,
  type AppliedUpdate,
  type MonitorConfig,
  toAppliedCreation,
} from '../../core/monitors/monitor-change.ts'
import { resetCounters } from '../../store/evaluation/check-states.ts'
import { deleteCertificates } from '../../store/expiry/certificates.ts'
import { deleteDomainWatches } from '../../store/expiry/domains.ts'
import { deleteExpiryWatches } from '../../store/expiry/expiry-watches.ts'
import { listProjectsOfMembers, markGroupsDue } from '../../store/monitors/group-states.ts'
import { deleteMonitors, insertMonitors } from '../../store/monitors/monitor-writes.ts'
import { incrementRevision, type StoredMonitor } from '../../store/monitors/monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { deleteResponses } from '../../store/results/failure-responses.ts'
import { syncCertificates } from '../expiry/certificates.ts'
import { syncDomains } from '../expiry/domains.ts'
import { syncExpiries } from '../expiry/expiries.ts'
import { createHeartbeats, reviewHeartbeats, syncHeartbeats } from '../heartbeats/heartbeats.ts'
import { resolveSystemIncidents } from '../incidents/incidents.ts'
import { recordMonitoringChanges } from '../incidents/paused-incidents.ts'
import { changeReminders } from '../incidents/reminders.ts'
import type { AuditedActor } from '../platform/audit.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { deleteDependencies, saveDependencies } from './monitor-dependencies.ts'
import { saveConfigs, saveCounters, saveMonitorTags, saveMonitorTargets, saveStatuses } from './monitor-rows.ts'

/** A transaction that creates, changes or deletes monitors. */
export type MonitorEdit<Scope extends { actor: AuditedActor } = { actor: AuditedActor }> = Work<Scope> & {
  /** Revision of the assignments that this edit changes. */
  revision: number
}

interface LifecycleStep {
  onCreate?: (tx: Tx, created: readonly AppliedChange[], edit: MonitorEdit) => Promise<void>
  /** Runs when monitors are configured, paused, resumed, disabled or moved to another group. */
  onUpdate?: (tx: Tx, updates: readonly AppliedUpdate[], edit: MonitorEdit) => Promise<void>
  onDelete?: (tx: Tx, keys: readonly number[], edit: MonitorEdit) => Promise<void>
}

/**
 * The order is the same in which pings, results and expiry watches lock these rows, so that no two transactions
 * deadlock.
 */
const STEPS: readonly LifecycleStep[] = [
  { onCreate: createHeartbeats, onUpdate: syncHeartbeats },
  { onUpdate: saveCounters, onDelete: resetCounters },
  { onUpdate: saveConfigs, onDelete: deleteMonitors },
  { onCreate: saveStatuses, onUpdate: saveStatuses },
  { onUpdate: noteStatuses, onDelete: resolveDeleted },
  { onUpdate: reviewHeartbeats },
  { onUpdate: syncCertificates, onDelete: deleteCertificates },
  { onCreate: syncDomains, onUpdate: syncDomains, onDelete: deleteDomainWatches },
  { onCreate: syncExpiries, onUpdate: syncExpiries, onDelete: deleteExpiryWatches },
  { onDelete: deleteResponses },
  { onCreate: saveMonitorTargets, onUpdate: saveMonitorTargets },
  { onCreate: saveMonitorTags, onUpdate: saveMonitorTags },
  { onUpdate: changeReminders },
  { onCreate: saveDependencies, onUpdate: saveDependencies, onDelete: deleteDependencies },
  { onCreate: markChangedGroups, onUpdate: markChangedGroups, onDelete: markGroupsOfDeleted },
]

/** Runs an edit in one transaction. No other transaction changes a monitor until it ends. */
export const transactEdit = <Scope extends { actor: AuditedActor }, T>(
  context: Context,
  scope: Scope,
  run: (edit: MonitorEdit<Scope>) => Promise<T>,
): Promise<T> => transact(context, scope, async (work) => run(await startEdit(work)))

/** Begins an edit. Call it before any read. No other transaction changes a monitor until this transaction ends. */
export const startEdit = async <Scope extends { actor: AuditedActor }>(
  work: Work<Scope>,
): Promise<MonitorEdit<Scope>> => ({ ...work, revision: await incrementRevision(work.tx) })

/** A validated configuration of a new monitor. */
interface Creation {
  config: MonitorConfig
  tags: readonly string[]
}

/**
 * Creates monitors from validated configurations.
 *
 * @returns the ids of the monitors, in the same order
 */
export async function applyCreations(
  edit: MonitorEdit<MonitorScope>,
  creations: readonly Creation[],
): Promise<string[]> {
  if (creations.length === 0) return []
  const { tx, newId, actor, projectId, at, revision } = edit
  const owner = { organizationId: actor.organizationId, projectId, createdBy: actor.userId }
  const rows = creations.map(({ config }) => ({ id: newId(), ...owner, revision, at, config }))
  const keys = await insertMonitors(tx, rows)
  const created = creations.map(({ config, tags }, index) => {
    const { id } = rows[index]!
    return toAppliedCreation({ key: keys.get(id)!, id, projectId }, config, tags)
  })
  for (const { onCreate } of STEPS) await onCreate?.(tx, created, edit)
  await report(edit, created)
  return rows.map(({ id }) => id)
}

/** Saves validated updates of configurations, statuses and groups. */
export async function applyUpdates(edit: MonitorEdit, updates: readonly AppliedUpdate[]): Promise<void> {
  for (const { onUpdate } of STEPS) await onUpdate?.(edit.tx, updates, edit)
  await report(edit, updates)
}

async function report(edit: MonitorEdit, changes: readonly AppliedChange[]): Promise<void> {
  if (!edit.tx.session.isDryRun) await edit.logAudit(...changes.flatMap(toChangeEntries))
  if (changes.some((change) => change.affectsProbes)) edit.wake('assignments')
}

export async function applyDeletion(
  edit: MonitorEdit,
  monitors: readonly Pick<StoredMonitor, 'key' | 'id' | 'name'>[],
): Promise<void> {
  await applyProjectDeletion(
    edit,
    monitors.map(({ key }) => key),
  )
  await edit.logAudit(...monitors.map(({ id, name }) => toDeletionEntry(id, name)))
}

/** Maximum number of monitors per statement. */
const CHUNK = 500

/** Deletes the monitors of a deleted project. The audit log has only an entry for the project. */
export async function applyProjectDeletion(edit: MonitorEdit, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  // Without these calls, the polling of the probes and of the courier would find the change later
  edit.wake('assignments')
  edit.wake('deliveries')
  for (let from = 0; from < keys.length; from += CHUNK)
    for (const { onDelete } of STEPS) await onDelete?.(edit.tx, keys.slice(from, from + CHUNK), edit)
}

async function noteStatuses(_tx: Tx, updates: readonly AppliedUpdate[], edit: MonitorEdit): Promise<void> {
  const changed = updates.filter(({ transition }) => transition !== null)
  await recordMonitoringChanges(edit, changed, edit.actor.userId)
}

async function resolveDeleted(_tx: Tx, keys: readonly number[], edit: MonitorEdit): Promise<void> {
  const monitors = keys.map((key) => ({ key }))
  await resolveSystemIncidents(edit, monitors, 'Resolved because the monitor was deleted', edit.actor.userId)
}

/** Makes groups due whose members have changed: monitors that were created, moved, paused or resumed. */
async function markChangedGroups(tx: Tx, changes: readonly AppliedChange[], { at }: MonitorEdit): Promise<void> {
  const changed = changes.filter(
    ({ before, after, transition }) =>
      (after.groupId !== null || before?.groupId) && (transition !== null || before?.groupId !== after.groupId),
  )
  await markGroupsDue(tx, [...new Set(changed.map(({ projectId }) => projectId))], at)
}

async function markGroupsOfDeleted(tx: Tx, keys: readonly number[], { at }: MonitorEdit): Promise<void> {
  const projects = await listProjectsOfMembers(tx, keys)
  await markGroupsDue(tx, [...new Set(projects.values())], at)
}
