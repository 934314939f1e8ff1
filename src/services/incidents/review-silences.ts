/** Ends silences, and brings recipients up to date: see `core/incidents/silence.ts`. */
import type { Incident } from '../../core/incidents/incident.ts'
import {
  type EventOverride,
  type IncidentUpdate,
  toEntry,
  toIncidentUpdate,
} from '../../core/incidents/incident-update.ts'
import { isAwaitingCheck } from '../../core/incidents/pause.ts'
import { isRemindable } from '../../core/incidents/reminder.ts'
import { decideCatchUp, describeAfterSilence, type NotifiedStatus } from '../../core/incidents/silence.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import { listSuppressedEntries, listSuppressions } from '../../store/incidents/incident-suppressions.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import {
  deleteSilencedIncidents,
  findNextSilenceReview,
  listDueSilencedIncidents,
  listNotifiedStatuses,
  listSilencedIncidents,
  type SilencedIncident,
  saveSilencedIncidents,
} from '../../store/incidents/silenced-incidents.ts'
import { findNextSilenceEnd } from '../../store/incidents/silences.ts'
import { listMonitorStatuses } from '../../store/incidents/suppressed-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { notifyRecipients, recordIncidentUpdates } from './incident-updates.ts'
import { restartReminders } from './reminders.ts'
import { getNextSilenceReview, loadIncidentSilences } from './silenced-alerts.ts'
import { endDueSilences } from './silences.ts'

/** Silences or incidents per transaction. */
const BATCH = 200

/** Retry delay when another server has locked the due rows. */
const CLAIM_RETRY_MS = 100

/**
 * Ends silences whose time has passed, and sends held alerts of incidents that are no longer silenced.
 *
 * @returns when to call it again, Unix ms; null when nothing is silenced
 */
export async function reviewSilences(context: Context): Promise<number | null> {
  const now = context.now()
  const isDue = (at: number | null): boolean => at !== null && at <= now
  const { db } = context.store
  const ended = isDue(await findNextSilenceEnd(db)) ? await endDueSilences(context, BATCH) : 0
  const reviewed = isDue(await findNextSilenceReview(db)) ? await releaseHeldAlerts(context, BATCH) : 0
  if (ended === BATCH || reviewed === BATCH) return now
  const next = [await findNextSilenceEnd(db), await findNextSilenceReview(db)].filter((at) => at !== null)
  return next.length === 0 ? null : Math.max(Math.min(...next), now + CLAIM_RETRY_MS)
}

interface HeldIncident {
  incident: Incident
  held: SilencedIncident
}

/**
 * Reviews held alerts that are due. The row of a held alert is deleted in the transaction that enqueues the message, so
 * no alert is sent twice or lost. Safe with several servers: each skips locked incidents.
 *
 * @returns the number of reviewed incidents
 */
export async function releaseHeldAlerts(context: Context, limit: number): Promise<number> {
  const { reviewed, released } = await context.store.transact(async (tx) => {
    const now = context.now()
    const { locked, incidents } = await lockIncidents(tx, await listDueSilencedIncidents(tx, now, limit))
    const known = await listSilencedIncidents(tx, locked)
    const due = incidents.flatMap((incident) => {
      const held = known.get(incident.id)
      return held && held.reviewAt <= now ? [{ incident, held }] : []
    })
    const silenceOf = await loadIncidentSilences(tx, incidents, now)
    const isWaiting = await findWaiting(tx, incidents, now)
    const isStaying = ({ incident }: HeldIncident) => silenceOf(incident) !== null || isWaiting(incident)
    await saveSilencedIncidents(
      tx,
      due.filter(isStaying).map(({ incident, held }) => {
        const reviewAt = getNextSilenceReview(silenceOf(incident), now)
        return { ...held, reviewAt: isResumed(incident) ? Math.min(reviewAt, now + RESUME_REVIEW_MS) : reviewAt }
      }),
    )
    const existing = new Set(incidents.map(({ id }) => id))
    const ended = due.filter((each) => !isStaying(each))
    await deleteSilencedIncidents(tx, [
      ...locked.filter((id) => !existing.has(id)),
      ...ended.map(({ incident }) => incident.id),
    ])
    await catchUp(tx, context, ended, now)
    return { reviewed: locked.length, released: ended.length }
  })
  if (released > 0) context.wake('deliveries')
  return reviewed
}

/** Review interval while a resumed monitor has no result. */
const RESUME_REVIEW_MS = 5 * SECOND_MS

const isResumed = ({ monitor }: Incident): boolean =>
  monitor?.status === 'active' && monitor.runtimeStatus === 'unknown'

/**
 * Returns a function that decides whether a held alert waits although its silence ended. It waits for a check of its
 * monitor, or while a dependency holds later alerts of the incident.
 */
async function findWaiting(
  tx: Tx,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => boolean> {
  const keys = incidents.flatMap(({ monitor }) => monitor?.key ?? [])
  const statuses = await listMonitorStatuses(tx, keys)
  const suppressed = await listSuppressions(
    tx,
    incidents.map(({ id }) => id),
  )
  return (incident) => {
    const since = incident.monitor ? statuses.get(incident.monitor.key)!.statusSince : now
    return suppressed.has(incident.id) || isAwaitingCheck(incident, since, now)
  }
}

/**
 * Notifies the recipients of incidents whose silence ended. A resolution is sent as it was recorded. Other messages get
 * an incident update that explains the delay.
 */
async function catchUp(tx: Tx, context: Context, ended: readonly HeldIncident[], now: number): Promise<void> {
  const ids = ended.map(({ incident }) => incident.id)
  const notified = await listNotifiedStatuses(tx, ids)
  const information = await listSuppressedEntries(
    tx,
    ended.flatMap(({ held }) => held.informationId ?? []),
  )
  const changes = ended.flatMap(({ incident, held }) => {
    const message = (held.informationId && information.get(held.informationId)?.message) ?? null
    const override = decideOverride(incident, held, notified.get(incident.id) ?? null)
    return override ? [{ incident, held, message, override }] : []
  })
  const isResolution = ({ override }: { override: EventOverride }) => override.type === 'incident.resolved'
  await notifyRecipients(
    tx,
    context,
    changes.filter(isResolution).map(({ incident }) => ({ ...toResolution(incident), id: context.newId() })),
  )
  const late = changes
    .filter((change) => !isResolution(change))
    .map(({ incident, held, message, override }): IncidentUpdate => {
      const entry = toEntry(incident, describeAfterSilence(held.by, message), null, now)
      return { ...entry, eventOverride: override }
    })
  await saveFailureCounts(
    tx,
    late.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(tx, context, late)
  await restartReminders(tx, late.map(({ incident }) => incident).filter(isRemindable), now)
}

/** Returns the event to send; null when recipients are up to date. An expiry warning contains the opening. */
function decideOverride(
  incident: Incident,
  { warning, informationId }: SilencedIncident,
  notified: NotifiedStatus,
): EventOverride | null {
  if (warning && incident.status !== 'resolved') return warning
  const type = decideCatchUp({ status: incident.status, notified, hasInformation: informationId !== null })
  return type && { type }
}

const toResolution = (incident: Incident): IncidentUpdate =>
  toIncidentUpdate(
    'resolved',
    { ...incident, status: 'open' },
    incident,
    incident.resolutionNote ?? 'Incident resolved',
    incident.resolvedBy,
  )
