/**
 * Carries maintenance windows out: who is in maintenance when is written down a little ahead, its beginning and its end
 * are told, and what was held back for it goes on.
 */
import type { MaintenanceWindow } from '../../core/maintenance/maintenance.ts'
import {
  type Agenda,
  type AgendaStep,
  NEW_AGENDA,
  PLAN_AHEAD_MS,
  stepAgenda,
} from '../../core/maintenance/maintenance-agenda.ts'
import { type SpanChanges, spanChanges } from '../../core/maintenance/maintenance-span.ts'
import type { Occurrence } from '../../core/maintenance/occurrence.ts'
import { maintenanceEvent } from '../../core/notifications/maintenance-event.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import {
  type ConcernedMonitor,
  claimAgenda,
  listConcerned,
  listDueWindows,
  lockAgenda,
  nextDueWindowAt,
  postponeWindows,
  saveAgenda,
} from '../../store/maintenance/maintenance-agenda.ts'
import { listMaintenanceSpans, listWindowSpans, saveSpans } from '../../store/maintenance/maintenance-spans.ts'
import { findWindowById } from '../../store/maintenance/maintenance-windows.ts'
import { hurryWithheld } from '../../store/maintenance/withheld-openings.ts'
import type { MonitorPlace } from '../../store/monitors/monitor-places.ts'
import { listMonitorAudiences } from '../../store/notifications/audiences.ts'
import { listHeld, moveHeld } from '../../store/notifications/held-deliveries.ts'
import type { Tx } from '../../store/platform/store.ts'
import { tellMonitors } from '../live/live-news.ts'
import { findQuiet } from '../notifications/quiet.ts'
import { type Message, tell } from '../notifications/tell.ts'
import type { Context } from '../platform/context.ts'
import { writeMaintenanceNews } from '../status-pages/page-news.ts'

/** Spans of what was missed that are written in one transaction; what is left comes with the next one. */
const MOST_SPANS = 20_000

/** Windows carried on in one go. */
const MOST_WINDOWS = 100

/** What is due but cannot be claimed is in the hands of another server at this moment. */
const CONTESTED_MS = 100

/** A window that could not be carried on is tried again after that; the others have their turn meanwhile. */
const AGAIN_AFTER_MS = MINUTE_MS

/**
 * Carries on with the windows for which something is due, one transaction each. Safe on several servers, because each
 * takes only windows that no other is busy with, and leaves them with a due time that lies ahead.
 *
 * @returns when to do it again, Unix ms; null when nothing is to come
 * @throws what kept one of them from being carried on, when all have had their turn
 */
export async function carryOnWindows(context: Context): Promise<number | null> {
  const due = await listDueWindows(context.store.db, context.now(), MOST_WINDOWS)
  let carried = 0
  const failed = new Map<string, unknown>()
  for (const id of due) {
    try {
      if (await carryOnWindow(context, id)) carried++
    } catch (error) {
      failed.set(id, error)
    }
  }
  if (failed.size > 0) {
    await context.store.transact((tx) => postponeWindows(tx, [...failed.keys()], context.now() + AGAIN_AFTER_MS))
    const [[id, cause]] = [...failed] as [[string, unknown]]
    throw new Error(`the maintenance window ${id} could not be carried on`, { cause })
  }
  if (due.length > 0 && carried === 0) return context.now() + CONTESTED_MS
  return nextDueWindowAt(context.store.db)
}

async function carryOnWindow(context: Context, windowId: string): Promise<boolean> {
  const outcome = await context.store.transact(async (tx) => {
    const agenda = await claimAgenda(tx, windowId, context.now())
    const window = agenda && (await findWindowById(tx, windowId))
    return window ? await carryOn(tx, context, window, agenda) : null
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
export async function followPlan(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  replanned: 'first' | 'others' | 'none',
): Promise<void> {
  const agenda = (await lockAgenda(tx, window.id)) ?? NEW_AGENDA
  const plannedUntil = { first: null, others: context.now(), none: agenda.plannedUntil }[replanned]
  await carryOn(tx, context, window, { ...agenda, plannedUntil })
}

/** @returns whether there is something to send */
async function carryOn(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  agenda: Agenda,
): Promise<{ isTold: boolean }> {
  const now = context.now()
  const concerned = await listConcerned(tx, window.id)
  const step = stepAgenda(window, agenda, now, Math.ceil(MOST_SPANS / Math.max(1, concerned.length)))
  const known = await listWindowSpans(tx, window.id, now)
  const keys = concerned.map(({ key }) => key)
  const changes = spanChanges(window.id, known, step.pieces, keys, now)
  await saveSpans(tx, changes)
  await saveAgenda(tx, window.id, step.after, step.dueAt)
  const released = await reconsider(tx, changes, now)
  const monitors = [...concerned, ...(await leaversOf(tx, changes, keys))]
  tellMonitors(tx, context, turnedBy(window, step, changes, monitors))
  const told = await tellOf(tx, context, window, step, monitors)
  return { isTold: released || told }
}

/** Monitors that are in maintenance now and were not, or the other way round; or that will be in a moment. */
function turnedBy(
  { projectId }: MaintenanceWindow,
  { ended, started }: AgendaStep,
  { inserted, moved, deleted }: SpanChanges,
  monitors: readonly ConcernedMonitor[],
): MonitorPlace[] {
  const touched = new Set([...inserted, ...moved, ...deleted].map(({ monitorKey }) => monitorKey))
  const turned = ended || started ? monitors : monitors.filter(({ key }) => touched.has(key))
  return turned.map(({ id }) => ({ id, projectId }))
}

/** Monitors whose maintenance was cut short because the window concerns them no longer. */
async function leaversOf(tx: Tx, { moved }: SpanChanges, keys: readonly number[]): Promise<ConcernedMonitor[]> {
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
async function reconsider(tx: Tx, changes: SpanChanges, now: number): Promise<boolean> {
  const { inserted, moved, deleted } = changes
  const earlier = moved.filter(({ endsAt, before }) => endsAt < before)
  await hurryWithheld(
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
  const held = await listHeld(tx, [...new Set(ends)])
  const quietUntil = await findQuiet(
    tx,
    held.map(({ incident }) => incident),
    now,
  )
  const shifted = held.map(({ incident, until }) => ({
    incidentId: incident.id,
    from: until,
    to: quietUntil(incident) ?? now,
  }))
  await moveHeld(
    tx,
    shifted.filter(({ from, to }) => from !== to),
  )
  return shifted.some(({ to }) => to === now)
}

const NEWS = { 'maintenance.started': 'started', 'maintenance.ended': 'ended' } as const

async function tellOf(
  tx: Tx,
  context: Context,
  window: MaintenanceWindow,
  { ended, tellsEnd, started, tellsStart }: AgendaStep,
  monitors: readonly ConcernedMonitor[],
): Promise<boolean> {
  const happened: ['maintenance.started' | 'maintenance.ended', Occurrence][] = []
  if (ended && tellsEnd) happened.push(['maintenance.ended', ended])
  if (started && tellsStart) happened.push(['maintenance.started', started])
  if (happened.length === 0) return false
  for (const [type, occurrence] of happened)
    await writeMaintenanceNews(tx, context, NEWS[type], window, occurrence, monitors)
  const audiences = await listMonitorAudiences(
    tx,
    monitors.map(({ id }) => id),
  )
  const targets = [...new Map([...audiences.values()].flat().map((target) => [target.id, target])).values()]
  const at = context.now()
  const messages = happened.map(
    ([type, occurrence]): Message => ({
      id: context.newId(),
      event: maintenanceEvent(type, window, occurrence, monitors, at),
      incidentId: null,
      targets,
      at,
    }),
  )
  await tell(tx, context, messages)
  return targets.length > 0
}
