/**
 * Carries maintenance windows out: who is in maintenance when is written down a little ahead, its beginning and its end
 * are told, and what was held back for it goes on.
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
import type { Occurrence } from '../../core/maintenance/occurrence.ts'
import { toMaintenanceEvent } from '../../core/notifications/maintenance-event.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
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
import type { MonitorRef } from '../../store/monitors/monitor-refs.ts'
import { listDeferredDeliveries, rescheduleDeferredDeliveries } from '../../store/notifications/deferred-deliveries.ts'
import { listMonitorRecipients } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishMonitors } from '../live/live-publisher.ts'
import { findQuietUntil } from '../notifications/maintenance-quiet.ts'
import { enqueueNotifications, type Notification } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { recordMaintenanceUpdate } from '../status-pages/record-updates.ts'

/** Spans of what was missed that are written in one transaction; what is left comes with the next one. */
const MAX_SPANS = 20_000

/** Windows carried on in one go. */
const MAX_WINDOWS = 100

/** What is due but cannot be claimed is in the hands of another server at this moment. */
const CONTESTED_MS = 100

/** A window that could not be carried on is tried again after that; the others have their turn meanwhile. */
const RETRY_AFTER_MS = MINUTE_MS

/**
 * Carries on with the windows for which something is due, one transaction each. Safe on several servers, because each
 * takes only windows that no other is busy with, and leaves them with a due time that lies ahead.
 *
 * @returns when to do it again, Unix ms; null when nothing is to come
 * @throws what kept one of them from being carried on, when all have had their turn
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
    throw new Error(`failed to extend maintenance window ${id}`, { cause })
  }
  if (due.length > 0 && processed === 0) return context.now() + CONTESTED_MS
  return findNextDueWindowAt(context.store.db)
}

async function processWindow(context: Context, windowId: string): Promise<boolean> {
  const outcome = await context.store.transact(async (tx) => {
    const progress = await claimProgress(tx, windowId, context.now())
    const window = progress && (await findWindowById(tx, windowId))
    return window ? await updateWindowSpans(tx, context, window, progress) : null
  })
  if (outcome?.isTold) context.wake('deliveries')
  return outcome !== null
}

/**
 * Part of the transaction that makes a window, changes it, or is about to delete it; in that case it has been called
 * off. After the commit somebody has to wake the courier.
 *
 * @param replanned which of its times are others than before: its first, which may lie in the past, or those to come
 */
export async function syncSpans(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  replanned: 'first' | 'others' | 'none',
): Promise<void> {
  const progress = (await lockProgress(tx, window.id)) ?? NO_PROGRESS
  const plannedUntil = { first: null, others: context.now(), none: progress.plannedUntil }[replanned]
  await updateWindowSpans(tx, context, window, { ...progress, plannedUntil })
}

/** @returns whether there is something to send */
async function updateWindowSpans(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  progress: WindowProgress,
): Promise<{ isTold: boolean }> {
  const now = context.now()
  const affected = await listWindowMonitors(tx, window.id)
  const step = computeProgress(window, progress, now, Math.ceil(MAX_SPANS / Math.max(1, affected.length)))
  const known = await listWindowSpans(tx, window.id, now)
  const keys = affected.map(({ key }) => key)
  const changes = compareSpans(window.id, known, step.pieces, keys, now)
  await saveSpans(tx, changes)
  await saveProgress(tx, window.id, step.after, step.dueAt)
  const released = await rescheduleDeferred(tx, changes, now)
  const monitors = [...affected, ...(await listLeavingMonitors(tx, changes, keys))]
  publishMonitors(tx, context, listChangedMonitors(window, step, changes, monitors))
  const notified = await notifyTransitions(tx, context, window, step, monitors)
  return { isTold: released || notified }
}

/** Monitors that are in maintenance now and were not, or the other way round; or that will be in a moment. */
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

/** Monitors whose maintenance was cut short because the window concerns them no longer. */
async function listLeavingMonitors(tx: Tx, { moved }: SpanChanges, keys: readonly number[]): Promise<WindowMonitor[]> {
  const staying = new Set(keys)
  const left = new Set(moved.map(({ monitorKey }) => monitorKey).filter((key) => !staying.has(key)))
  return [...(await listIncidentMonitors(tx, [...left])).values()]
}

/**
 * What was put off to the end of a maintenance is put off to the new one: earlier when it was cut short, later when it
 * was prolonged or another one follows on it.
 *
 * @returns whether something may go out now
 */
async function rescheduleDeferred(tx: Tx, changes: SpanChanges, now: number): Promise<boolean> {
  const { inserted, moved, deleted } = changes
  const earlier = moved.filter(({ endsAt, before }) => endsAt < before)
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
  await rescheduleDeferredDeliveries(
    tx,
    rescheduled.filter(({ from, to }) => from !== to),
  )
  return rescheduled.some(({ to }) => to === now)
}

const NEWS_KINDS = { 'maintenance.started': 'started', 'maintenance.ended': 'ended' } as const

async function notifyTransitions(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  { ended, notifiesEnd, started, notifiesStart }: ProgressStep,
  monitors: readonly WindowMonitor[],
): Promise<boolean> {
  const transitions: ['maintenance.started' | 'maintenance.ended', Occurrence][] = []
  if (ended && notifiesEnd) transitions.push(['maintenance.ended', ended])
  if (started && notifiesStart) transitions.push(['maintenance.started', started])
  if (transitions.length === 0) return false
  for (const [type, occurrence] of transitions)
    await recordMaintenanceUpdate(tx, context, NEWS_KINDS[type], window, occurrence, monitors)
  const recipients = await listMonitorRecipients(
    tx,
    monitors.map(({ id }) => id),
  )
  const targets = [...new Map([...recipients.values()].flat().map((target) => [target.id, target])).values()]
  const at = context.now()
  const messages = transitions.map(
    ([type, occurrence]): Notification => ({
      id: context.newId(),
      event: toMaintenanceEvent(type, window, occurrence, monitors, at),
      incidentId: null,
      targets,
      at,
    }),
  )
  await enqueueNotifications(tx, context, messages)
  return targets.length > 0
}
