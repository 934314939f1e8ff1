/** Holds the alerts of silenced incidents: see `core/incidents/silence.ts`. `review-silences.ts` releases them. */
import type { Incident } from '../../core/incidents/incident.ts'
import { type NewIncidentUpdate, toEntry } from '../../core/incidents/incident-update.ts'
import {
  decideAlert,
  describeNeverSent,
  findIncidentSilence,
  isInformation,
  type NotifiedStatus,
  type Silence,
} from '../../core/incidents/silence.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import {
  deleteSilencedIncidents,
  listNotifiedStatuses,
  listSilencedIncidents,
  type SilencedIncident,
  saveSilencedIncidents,
} from '../../store/incidents/silenced-incidents.ts'
import { listSilences } from '../../store/incidents/silences.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'

type SilenceableIncident = Pick<Incident, 'affectedMonitorIds'> & { monitor: { id: string } | null }

export const listMonitorIds = ({ monitor, affectedMonitorIds }: SilenceableIncident): string[] =>
  monitor ? [...new Set([monitor.id, ...affectedMonitorIds])] : affectedMonitorIds

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

/**
 * Interval between reviews of held alerts. A silence that ends early makes them due at once, so this interval only
 * finds ends that were missed between two servers.
 */
const REVIEW_MS = MINUTE_MS

/** Returns when held alerts are reviewed next, Unix ms. */
export const getNextSilenceReview = (silence: Silence | null, now: number): number =>
  Math.min(silence?.until ?? Number.POSITIVE_INFINITY, now + REVIEW_MS)

/**
 * Holds the alerts of silenced incidents. An incident that ends before any alert was sent gets an entry that states it.
 * Runs two queries when nothing is silenced.
 *
 * @param alerts entries that send notifications otherwise, in chronological order per incident
 * @returns the entries that send notifications, and entries to add
 */
export async function holdAlerts(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  alerts: readonly NewIncidentUpdate[],
): Promise<{ toSend: readonly NewIncidentUpdate[]; added: readonly NewIncidentUpdate[] }> {
  const now = context.now()
  const incidents = alerts.map(({ incident }) => incident)
  const silenceOf = await loadIncidentSilences(tx, incidents, now)
  const held = await listSilencedIncidents(tx, [...new Set(incidents.map(({ id }) => id))])
  const isConcerned = ({ incident }: NewIncidentUpdate) => silenceOf(incident) !== null || held.has(incident.id)
  if (!alerts.some(isConcerned)) return { toSend: alerts, added: [] }
  const byIncident = [...Map.groupBy(alerts.filter(isConcerned), ({ incident }) => incident.id)]
  const notified = await listNotifiedStatuses(
    tx,
    byIncident.map(([id]) => id),
  )
  const steps = byIncident.map(([id, entries]) =>
    toStep(entries, silenceOf(entries.at(-1)!.incident), held.get(id), notified.get(id) ?? null, now),
  )
  const dropped = steps.filter(({ action }) => action === 'drop')
  const added = dropped.map(({ incident, by }) => ({
    ...toEntry(incident, describeNeverSent(by), null, now),
    id: context.newId(),
  }))
  await saveFailureCounts(
    tx,
    added.map(({ incident }) => incident),
  )
  await saveSilencedIncidents(
    tx,
    steps.flatMap(({ action, next }) => (action === 'hold' ? [next] : [])),
  )
  const finished = steps.filter(({ action }) => action !== 'hold').map(({ incident }) => incident.id)
  await deleteSilencedIncidents(
    tx,
    finished.filter((id) => held.has(id)),
  )
  const notSent = new Set(steps.filter(({ action }) => action !== 'send').map(({ incident }) => incident.id))
  return { toSend: alerts.filter(({ incident }) => !notSent.has(incident.id)), added }
}

interface Step {
  incident: Incident
  action: ReturnType<typeof decideAlert>
  /** User who silenced the monitors. */
  by: Silence['by']
  next: SilencedIncident
}

/** @param entries entries of one incident */
function toStep(
  entries: readonly NewIncidentUpdate[],
  silence: Silence | null,
  held: SilencedIncident | undefined,
  notified: NotifiedStatus,
  now: number,
): Step {
  const { incident } = entries.at(-1)!
  const isResolution = incident.status === 'resolved' && entries.some(({ kind }) => kind === 'resolved')
  const action = decideAlert({ isSilenced: silence !== null, isHeld: held !== undefined, isResolution, notified })
  const by = silence?.by ?? held!.by
  const warning = entries.findLast(({ eventOverride }) => eventOverride?.subject !== undefined)?.eventOverride
  const next: SilencedIncident = {
    incidentId: incident.id,
    projectId: incident.projectId,
    by,
    informationId: entries.findLast(isInformation)?.id ?? held?.informationId ?? null,
    warning: warning ?? held?.warning ?? null,
    reviewAt: silence ? getNextSilenceReview(silence, now) : now,
  }
  return { incident, action, by, next }
}
