/**
 * Runs maintenance windows. The spans in which monitors are in maintenance are written slightly ahead. The start and
 * the end send notifications, and the end releases deferred alerts.
 */
import type { MaintenanceWindow } from '../../core/maintenance/maintenance.ts'
import {
  computeProgress,
  NO_PROGRESS,
  PLAN_AHEAD_MS,
  type ProgressStep,
  type WindowProgress,
} from '../../core/maintenance/maintenance-progress.ts'
import { compareSpans, type SpanChanges } from '../../core/maintenance/maintenance-span.ts'
import { type MaintenanceTransition, toMaintenanceEvent } from '../../core/notifications/service-events.ts'
import { isSubscribed } from '../../core/notifications/target-events.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { rescheduleDeferredEscalations } from '../../store/incidents/incident-escalations.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { rescheduleDeferredIncidents } from '../../store/maintenance/deferred-incidents.ts'
import {
  claimProgress,
  findNextDueWindowAt,
  listDueWindows,
  listWindowMonitors,
  lockProgress,
  rescheduleWindows,
  saveProgress,
  type WindowMonitor,
} from '../../store/maintenance/maintenance-progress.ts'
import { listMaintenanceSpans, listWindowSpans, saveSpans } from '../../store/maintenance/maintenance-spans.ts'
import { findWindowById } from '../../store/maintenance/maintenance-windows.ts'
import { markGroupsDue } from '../../store/monitors/group-states.ts'
import type { MonitorRef } from '../../store/monitors/monitor-refs.ts'
import { listDeferredDeliveries, rescheduleDeferredDeliveries } from '../../store/notifications/held-deliveries.ts'
import { listMonitorTargets } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishMonitors } from '../live/live-publisher.ts'
import { enqueueNotifications, findQuietUntil, type Notification } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { recordMaintenanceUpdate } from '../status-pages/subscriber-updates.ts'
import { rescheduleExpectedPings } from './expected-pings.ts'

/** Maximum number of past spans written in one transaction; the next transaction writes the rest. */
const MAX_SPANS = 20_000

/** Windows processed per call. */
const MAX_WINDOWS = 100

/** Delay after which windows claimed by another server are checked again. */
const CONTESTED_MS = 100

/** Retry delay of a window that failed. Other windows are processed in the meantime. */
const RETRY_AFTER_MS = MINUTE_MS

/**
 * Processes due windows, one transaction each. Safe with several servers: each skips locked windows and moves the due
 * times of its windows into the future.
 *
 * @returns when to call it again, Unix ms; null when no window is due later
 * @throws a window's error, after processing all windows
 */
export async function processDueWindows(context: Context): Promise<number | null> {
  const due = await listDueWindows(context.store.db, context.now(), MAX_WINDOWS)
  let processed = 0
  const failed = new Map<string, unknown>()
  for (const id of due) {
    try {
      if (await processWindow(context, id)) processed++
    } catch (error) {
      failed.set(id, error)
    }
  }
  if (failed.size > 0) {
    await context.store.transact((tx) => rescheduleWindows(tx, [...failed.keys()], context.now() + RETRY_AFTER_MS))
    const [[id, cause]] = [...failed] as [[string, unknown]]
    throw new Error(`failed to process maintenance window ${id}`, { cause })
  }
  if (due.length > 0 && processed === 0) return context.now() + CONTESTED_MS
  return findNextDueWindowAt(context.store.db)
}

/** @returns false when another server processes the window, or when it was deleted */
const processWindow = (context: Context, windowId: string): Promise<boolean> =>
  transactSystem(context, async (work) => {
    const progress = await claimProgress(work.tx, windowId, work.at)
    const window = progress && (await findWindowById(work.tx, windowId))
    if (window) await updateWindowSpans(work, window, progress)
    return window !== null
  })

/**
 * Updates the spans of a window in the transaction that creates, changes or deletes it. A window is cancelled before
 * deletion.
 *
 * @param replanned which occurrences have new times: `first` includes the first one, which may lie in the past;
 * `others` only future ones
 */
export async function syncSpans(
  work: BaseWork,
  window: MaintenanceWindow,
  replanned: 'first' | 'others' | 'none',
): Promise<void> {
  const progress = (await lockProgress(work.tx, window.id)) ?? NO_PROGRESS
  const plannedUntil = { first: null, others: work.at, none: progress.plannedUntil }[replanned]
  await updateWindowSpans(work, window, { ...progress, plannedUntil })
}

async function updateWindowSpans(work: BaseWork, window: MaintenanceWindow, progress: WindowProgress): Promise<void> {
  const { tx, at: now } = work
  const affected = await listWindowMonitors(tx, window.id)
  const step = computeProgress(window, progress, now, Math.ceil(MAX_SPANS / Math.max(1, affected.length)))
  const known = await listWindowSpans(tx, window.id, now)
  const keys = affected.map(({ key }) => key)
  const plan = { windowId: window.id, pieces: step.pieces, monitorKeys: keys }
  const changes = compareSpans(plan, known, now)
  await saveSpans(tx, changes)
  await saveProgress(tx, window.id, step.after, step.dueAt)
  await rescheduleDeferred(work, changes)
  const monitors = [...affected, ...(await listLeavingMonitors(tx, changes, keys))]
  publishMonitors(tx, work.context, listChangedMonitors(window, step, changes, monitors))
  await notifyTransitions(work, window, step, monitors)
  if (Object.values(changes).some((spans) => spans.length > 0)) await markGroupsDue(tx, [window.projectId], now)
}

/** Lists monitors that entered or left maintenance, or will do so shortly. */
function listChangedMonitors(
  { projectId }: MaintenanceWindow,
  { ended, started }: ProgressStep,
  { inserted, moved, deleted }: SpanChanges,
  monitors: readonly WindowMonitor[],
): MonitorRef[] {
  const touched = new Set([...inserted, ...moved, ...deleted].map(({ monitorKey }) => monitorKey))
  const changedMonitors = ended || started ? monitors : monitors.filter(({ key }) => touched.has(key))
  return changedMonitors.map(({ id }) => ({ id, projectId }))
}

/** Lists monitors that left maintenance early because they were removed from the window. */
async function listLeavingMonitors(tx: Tx, { moved }: SpanChanges, keys: readonly number[]): Promise<WindowMonitor[]> {
  const staying = new Set(keys)
  const left = new Set(moved.map(({ monitorKey }) => monitorKey).filter((key) => !staying.has(key)))
  return [...(await listIncidentMonitors(tx, [...left])).values()]
}

/**
 * Reschedules incidents, deliveries, escalations and pings that were deferred to the end of maintenance. The end is earlier when
 * maintenance was shortened, and later when it was extended or another window follows.
 */
async function rescheduleDeferred({ tx, at: now, wake }: BaseWork, changes: SpanChanges): Promise<void> {
  const { inserted, moved, deleted } = changes
  const earlier = moved.filter(({ endsAt, before }) => endsAt < before)
  // First, because pings lock heartbeats before deferred incidents
  await rescheduleExpectedPings(tx, [...new Set([...earlier, ...deleted].map(({ monitorKey }) => monitorKey))], now)
  await rescheduleDeferredIncidents(
    tx,
    earlier.map(({ monitorKey, endsAt }) => ({ monitorKey, dueAt: endsAt })),
  )
  const touched = [...inserted, ...moved, ...deleted]
  const around = await listMaintenanceSpans(
    tx,
    [...new Set(touched.map(({ monitorKey }) => monitorKey))],
    now,
    now + PLAN_AHEAD_MS,
  )
  const ends = [
    ...moved.map(({ before }) => before),
    ...deleted.map(({ endsAt }) => endsAt),
    ...[...around.values()].flat().map(({ endsAt }) => endsAt),
  ]
  const deferred = await listDeferredDeliveries(tx, [...new Set(ends)])
  const quietUntil = await findQuietUntil(
    tx,
    deferred.map(({ incident }) => incident),
    now,
  )
  const rescheduled = deferred.map(({ incident, until }) => ({
    incidentId: incident.id,
    from: until,
    to: quietUntil(incident) ?? now,
  }))
  const moves = rescheduled.filter(({ from, to }) => from !== to)
  await rescheduleDeferredDeliveries(tx, moves)
  await rescheduleDeferredEscalations(tx, moves)
  if (rescheduled.some(({ to }) => to === now)) wake('deliveries')
}

const ITEM_KINDS = { 'maintenance.started': 'started', 'maintenance.ended': 'ended' } as const

async function notifyTransitions(
  work: BaseWork,
  window: MaintenanceWindow,
  { ended, notifiesEnd, started, notifiesStart }: ProgressStep,
  monitors: readonly WindowMonitor[],
): Promise<void> {
  const { tx, at, newId } = work
  const transitions: MaintenanceTransition[] = []
  if (ended && notifiesEnd) transitions.push({ type: 'maintenance.ended', occurrence: ended })
  if (started && notifiesStart) transitions.push({ type: 'maintenance.started', occurrence: started })
  if (transitions.length === 0) return
  for (const { type, occurrence } of transitions)
    await recordMaintenanceUpdate(work, ITEM_KINDS[type], { ...window, ...occurrence }, monitors)
  const recipients = await listMonitorTargets(
    tx,
    monitors.map(({ id }) => id),
  )
  const all = [...recipients.values()].flatMap((one) => one.targets)
  const subscribed = all.filter((target) => isSubscribed(target, 'maintenance'))
  const targets = [...new Map(subscribed.map((target) => [target.id, target])).values()]
  const messages = transitions.map(
    (transition): Notification => ({
      id: newId(),
      event: toMaintenanceEvent(transition, window, monitors, at),
      incidentId: null,
      targets,
      at,
    }),
  )
  await enqueueNotifications(work, messages)
}
