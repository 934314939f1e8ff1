/** Reviews suppressed alerts and sends those that are no longer suppressed: see `core/incidents/suppression.ts`. */

import type { Incident } from '../../core/incidents/incident.ts'
import {
  type EventOverride,
  type IncidentUpdate,
  type NewIncidentUpdate,
  toEntry,
} from '../../core/incidents/incident-update.ts'
import { isRemindable } from '../../core/incidents/reminder.ts'
import {
  type DependencyState,
  describeLateAlert,
  describeSuppressed,
  listAwaited,
  type SuppressedMonitor,
  updateSuppression,
} from '../../core/incidents/suppression.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import {
  deleteSuppressions,
  findNextReviewAt,
  listDueSuppressions,
  listNotifiedIncidents,
  listSuppressedEntries,
  listSuppressions,
  type StoredSuppression,
  saveSuppressions,
} from '../../store/incidents/incident-suppressions.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import { listCheckProgress, listMonitorStatuses, NO_CHECK_PROGRESS } from '../../store/incidents/suppressed-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { type DependencyStates, loadDependencyStates } from './dependency-states.ts'
import { notifyEntries, recordIncidentUpdates } from './incident-updates.ts'
import { restartReminders } from './reminders.ts'

interface ReviewResult {
  /**
   * Number of reviewed incidents. It is below the limit when no more are due, or when other servers have locked them.
   */
  count: number
  /** Keys of the dependencies whose next result is awaited. */
  awaited: number[]
}

/**
 * Reviews due suppressions and sends each released alert exactly once: the suppression is deleted in the transaction
 * that enqueues the alert. Safe with several servers: each skips locked incidents.
 *
 * @param interruptedAt see `updateSuppression`
 */
export async function reviewSuppressions(
  context: Context,
  limit: number,
  interruptedAt?: number,
): Promise<ReviewResult> {
  const { reviewed, released } = await context.store.transact(async (tx) => {
    const now = context.now()
    const { locked, incidents } = await lockIncidents(tx, await listDueSuppressions(tx, now, limit))
    const known = await listSuppressions(tx, locked)
    const incidentsById = new Map(incidents.map((incident) => [incident.id, incident]))
    const due = [...known.values()].flatMap((suppression) => {
      const incident = incidentsById.get(suppression.incidentId)
      return incident && incident.status !== 'resolved' && suppression.reviewAt <= now
        ? [{ incident, suppression }]
        : []
    })
    // Normally there are no such rows. A row that stays due forever would block the rows after it
    await deleteSuppressions(
      tx,
      locked.filter((id) => !incidentsById.has(id) || incidentsById.get(id)!.status === 'resolved'),
    )
    const { awaited, released } = await reviewDue(tx, context, due, now, interruptedAt)
    return { reviewed: { count: locked.length, awaited }, released }
  })
  if (released > 0) context.wake('deliveries')
  return reviewed
}

/** An incident and the reason its alerts are suppressed. */
interface SuppressedIncident {
  incident: Incident
  suppression: StoredSuppression
}

async function reviewDue(
  tx: Tx,
  context: Context,
  due: readonly SuppressedIncident[],
  now: number,
  interruptedAt: number | undefined,
): Promise<{ awaited: number[]; released: number }> {
  const keys = [...new Set(due.map(({ suppression }) => suppression.monitorKey))]
  const dependencies = await loadDependencyStates(tx, keys, now)
  const monitorOf = await loadMonitors(tx, keys, now)
  const steps = due.map((suppressed) => ({
    ...suppressed,
    next: updateSuppression(
      suppressed.suppression,
      dependencies(suppressed.suppression.monitorKey),
      monitorOf(suppressed.suppression.monitorKey),
      now,
      interruptedAt,
    ),
  }))
  const staying = steps.flatMap(({ next, ...suppressed }) => (next ? [{ ...suppressed, next }] : []))
  const ended = steps.filter(({ next }) => next === null)
  await saveSuppressions(
    tx,
    staying.map(({ next }) => next),
  )
  const explained = staying.filter(({ suppression, next }) => suppression.phase === 'in_doubt' && next.phase === 'down')
  await recordReasons(
    tx,
    context,
    explained.map(({ incident, next }) => ({ incident, parent: getDependencyName(dependencies, next) })),
    now,
  )
  await releaseAlerts(tx, context, ended, dependencies, now)
  const awaited = staying.flatMap(({ next }) => listAwaited(next, dependencies(next.monitorKey)))
  return { awaited: [...new Set(awaited.map(({ key }) => key))], released: ended.length }
}

const getDependencyName = (
  dependencies: DependencyStates,
  { monitorKey, parentKey }: { monitorKey: number; parentKey: number },
): string => findDependencyState(dependencies, { monitorKey, parentKey })!.name

const findDependencyState = (
  dependencies: DependencyStates,
  { monitorKey, parentKey }: { monitorKey: number; parentKey: number },
): DependencyState | undefined => dependencies(monitorKey).find(({ key }) => key === parentKey)

async function loadMonitors(tx: Tx, keys: readonly number[], now: number): Promise<(key: number) => SuppressedMonitor> {
  const statuses = await listMonitorStatuses(tx, keys)
  const progress = await listCheckProgress(tx, keys, now)
  return (key) => ({ ...(progress.get(key) ?? NO_CHECK_PROGRESS), ...statuses.get(key)! })
}

/**
 * Records the reason for held alerts when a dependency that was in doubt is found down. These incident updates send no
 * notification either.
 */
async function recordReasons(
  tx: Tx,
  context: Context,
  suppressed: readonly { incident: Incident; parent: string }[],
  now: number,
): Promise<void> {
  const updates = suppressed.map(({ incident, parent }) => toEntry(incident, describeSuppressed(parent), null, now))
  await saveFailureCounts(
    tx,
    updates.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(tx, context, updates)
}

/**
 * Releases alerts whose suppression ended. An alert that was only in doubt is sent normally, with its opening entry.
 * Other alerts are sent with an entry that explains the delay. For an incident that was acknowledged in the meantime,
 * only the acknowledgement is sent.
 */
async function releaseAlerts(
  tx: Tx,
  context: Context,
  ended: readonly SuppressedIncident[],
  dependencies: DependencyStates,
  now: number,
): Promise<void> {
  const ids = ended.map(({ incident }) => incident.id)
  await deleteSuppressions(tx, ids)
  const notifiedBefore = await listNotifiedIncidents(tx, ids)
  const typeOf = ({ id, status }: Incident): EventOverride['type'] => {
    if (status === 'acknowledged') return 'incident.acknowledged'
    return notifiedBefore.has(id) ? 'incident.reopened' : 'incident.opened'
  }
  const wasInDoubt = ({ incident, suppression }: SuppressedIncident) =>
    suppression.phase === 'in_doubt' && incident.status === 'open'
  const late = ended
    .filter((suppressed) => !wasInDoubt(suppressed))
    .map(({ incident, suppression }): IncidentUpdate => {
      const message = describeLateAlert(
        suppression.phase,
        suppression.parentName,
        findDependencyState(dependencies, suppression),
      )
      return { ...toEntry(incident, message, null, now), eventOverride: { type: typeOf(incident) } }
    })
  await saveFailureCounts(
    tx,
    late.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(tx, context, late)
  await notifyEntries(tx, context, await listOpeningEntries(tx, ended.filter(wasInDoubt), typeOf))
  await restartReminders(tx, ended.map(({ incident }) => incident).filter(isRemindable), now)
}

async function listOpeningEntries(
  tx: Tx,
  suppressed: readonly SuppressedIncident[],
  typeOf: (incident: Incident) => EventOverride['type'],
): Promise<NewIncidentUpdate[]> {
  const entries = await listSuppressedEntries(
    tx,
    suppressed.map(({ suppression }) => suppression.entryId),
  )
  return suppressed.flatMap(({ incident, suppression: { entryId: id } }) => {
    const made = entries.get(id)
    return made
      ? [{ ...made, id, incident, author: null, isPublic: false, eventOverride: { type: typeOf(incident) } }]
      : []
  })
}

/** Returns when the next review is due, Unix ms; null when nothing is suppressed. */
export const findNextReview = ({ store }: Pick<Context, 'store'>): Promise<number | null> => findNextReviewAt(store.db)
