/** An incident whose monitors are all silenced sends nothing: see `core/incidents/silence.ts`. */
import { HOLD_REVIEW_MS } from '../../../core/incidents/hold.ts'
import { type Incident, listMonitorIds } from '../../../core/incidents/incident.ts'
import {
  type EventOverride,
  type NewIncidentUpdate,
  toEntry,
  toIncidentUpdate,
} from '../../../core/incidents/incident-update.ts'
import { isAwaitingCheck } from '../../../core/incidents/pause.ts'
import {
  decideAlert,
  decideCatchUp,
  describeAfterSilence,
  describeNeverSent,
  findIncidentSilence,
  isInformation,
  type NotifiedStatus,
  type Silence,
  type SilenceHold,
} from '../../../core/incidents/silence.ts'
import { SECOND_MS } from '../../../core/platform/time/time.ts'
import type { Holds } from '../../../store/incidents/incident-holds.ts'
import { listUpdateContents } from '../../../store/incidents/incident-updates.ts'
import { listSilences } from '../../../store/incidents/silences.ts'
import { listMonitorStatuses } from '../../../store/incidents/suppressed-monitors.ts'
import { listNotifiedStatuses } from '../../../store/notifications/sent-openings.ts'
import type { Reader, Tx } from '../../../store/platform/store.ts'
import type { AlertGate, Release, ReviewedReason } from './hold-reason.ts'

type SilenceableIncident = Parameters<typeof listMonitorIds>[0]

/**
 * Creates a function that returns the silence of an incident; null when it is not silenced. Deleted monitors do not
 * count.
 *
 * @param at Unix ms; absent: also silences whose end is due
 */
export async function loadIncidentSilences(
  db: Reader,
  incidents: readonly SilenceableIncident[],
  at = 0,
): Promise<(incident: SilenceableIncident) => Silence | null> {
  const silences = await listSilences(db, [...new Set(incidents.flatMap(listMonitorIds))], at)
  return (incident) =>
    findIncidentSilence(
      listMonitorIds(incident).flatMap((id) => {
        const silence = silences.get(id)
        return silence === undefined ? [] : [silence]
      }),
    )
}

export const silence: AlertGate & ReviewedReason = {
  name: 'silenced',
  isForOperators: true,

  /** A held alert counts until it is sent, because it may be the opening. */
  async ask(db, incidents, holds, now) {
    const silenceOf = await loadIncidentSilences(db, incidents, now)
    return (incident) => silenceOf(incident) !== null || holds.silenced.has(incident.id)
  },

  /** An incident that ends before any alert was sent gets an entry that states it. */
  async hold({ tx, at: now, newId }, alerts, { silenced: held }) {
    const silenceOf = await loadIncidentSilences(
      tx,
      alerts.map(({ incident }) => incident),
      now,
    )
    const isConcerned = ({ incident }: NewIncidentUpdate) => silenceOf(incident) !== null || held.has(incident.id)
    const byIncident = [...Map.groupBy(alerts.filter(isConcerned), ({ incident }) => incident.id)]
    const notified = await listNotifiedStatuses(
      tx,
      byIncident.map(([id]) => id),
    )
    const steps = byIncident.map(([id, updates]) => {
      const silenced = silenceOf(updates.at(-1)!.incident)
      return toStep(updates, { silenced, held: held.get(id), notified: notified.get(id) ?? null }, now)
    })
    const notSent = new Set(steps.filter(({ action }) => action !== 'send').map(({ incident }) => incident.id))
    return {
      toSend: alerts.filter(({ incident }) => !notSent.has(incident.id)),
      added: steps
        .filter(({ action }) => action === 'drop')
        .map(({ incident, next }) => ({
          ...toEntry(incident, describeNeverSent(next.by), null, now),
          id: newId(),
        })),
      saved: steps.filter(({ action }) => action === 'hold').map(({ next }) => next),
      ended: steps.filter(({ action, incident }) => action !== 'hold' && held.has(incident.id)).map(({ next }) => next),
    }
  },

  async review(tx, due, holds, { now }) {
    const silenceOf = await loadIncidentSilences(tx, due, now)
    const isWaiting = await findWaiting(tx, due, holds, now)
    const isStaying = (incident: Incident) => silenceOf(incident) !== null || isWaiting(incident)
    return {
      staying: due.filter(isStaying).map((incident) => {
        const reviewAt = getNextReview(silenceOf(incident), now)
        const hold = holds.silenced.get(incident.id)!
        return { ...hold, reviewAt: isResumed(incident) ? Math.min(reviewAt, now + RESUME_REVIEW_MS) : reviewAt }
      }),
      released: await catchUp(
        tx,
        due.filter((incident) => !isStaying(incident)),
        holds,
        now,
      ),
    }
  },
}

const getNextReview = (silenced: Silence | null, now: number): number =>
  Math.min(silenced?.until ?? Number.POSITIVE_INFINITY, now + HOLD_REVIEW_MS)

interface SilenceState {
  silenced: Silence | null
  held: SilenceHold | undefined
  notified: NotifiedStatus
}

/** @param updates updates of one incident */
function toStep(
  updates: readonly NewIncidentUpdate[],
  { silenced, held, notified }: SilenceState,
  now: number,
): { incident: Incident; action: ReturnType<typeof decideAlert>; next: SilenceHold } {
  const { incident } = updates.at(-1)!
  const isResolution = incident.status === 'resolved' && updates.some(({ kind }) => kind === 'resolved')
  const action = decideAlert({ isSilenced: silenced !== null, isHeld: held !== undefined, isResolution, notified })
  const warning = updates.findLast(({ eventOverride }) => eventOverride?.subject !== undefined)?.eventOverride
  const next: SilenceHold = {
    reason: 'silenced',
    incidentId: incident.id,
    projectId: incident.projectId,
    by: silenced?.by ?? held!.by,
    informationId: updates.findLast(isInformation)?.id ?? held?.informationId ?? null,
    warning: warning ?? held?.warning ?? null,
    reviewAt: silenced ? getNextReview(silenced, now) : now,
  }
  return { incident, action, next }
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
  { dependency_down: suppressed }: Holds,
  now: number,
): Promise<(incident: Incident) => boolean> {
  const statuses = await listMonitorStatuses(
    tx,
    incidents.flatMap(({ monitor }) => monitor?.key ?? []),
  )
  return (incident) => {
    const since = incident.monitor ? statuses.get(incident.monitor.key)!.statusSince : now
    return suppressed.has(incident.id) || isAwaitingCheck(incident, since, now)
  }
}

/**
 * Returns the messages that bring the recipients of incidents up to date. A resolution is sent as it was recorded. Other
 * messages get an incident update that explains the delay.
 */
async function catchUp(tx: Tx, incidents: readonly Incident[], { silenced }: Holds, now: number): Promise<Release[]> {
  const notified = await listNotifiedStatuses(
    tx,
    incidents.map(({ id }) => id),
  )
  const information = await listUpdateContents(
    tx,
    incidents.flatMap(({ id }) => silenced.get(id)!.informationId ?? []),
  )
  return incidents.flatMap((incident): Release[] => {
    const hold = silenced.get(incident.id)!
    const override = decideOverride(incident, hold, notified.get(incident.id) ?? null)
    if (!override) return []
    if (override.type === 'incident.resolved') return [{ as: 'recorded', update: toResolution(incident) }]
    const last = (hold.informationId && information.get(hold.informationId)?.message) ?? null
    const entry = toEntry(incident, describeAfterSilence(hold.by, last), null, now)
    return [{ as: 'late alert', update: { ...entry, eventOverride: override } }]
  })
}

/** Returns the event to send; null when recipients are up to date. An expiry warning contains the opening. */
function decideOverride(
  incident: Incident,
  { warning, informationId }: SilenceHold,
  notified: NotifiedStatus,
): EventOverride | null {
  if (warning && incident.status !== 'resolved') return warning
  const type = decideCatchUp({ status: incident.status, notified, hasInformation: informationId !== null })
  return type && { type }
}

const toResolution = (incident: Incident) =>
  toIncidentUpdate(
    { ...incident, status: 'open' },
    {
      kind: 'resolved',
      incident,
      message: incident.resolutionNote ?? 'Incident resolved',
      author: incident.resolvedBy,
    },
  )
