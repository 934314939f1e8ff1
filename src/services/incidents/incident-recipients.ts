/** Recipients of incidents: the notification targets of monitors, or the targets of an escalation policy. */

import { type Event, OPENING_EVENTS } from '../../core/incidents/event.ts'
import { type Incident, listMonitorIds } from '../../core/incidents/incident.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { addAnnotations, getEventType } from '../../core/incidents/update-event.ts'
import type { Recipient } from '../../core/notifications/contact-method.ts'
import type { EscalationPolicy } from '../../core/notifications/escalation-policy.ts'
import { listIncidentPolicies, type MonitorPolicy } from '../../store/notifications/escalation-policies.ts'
import {
  listDefaultRecipients,
  listMonitorRecipients,
  listOpeningRecipients,
  listRequestedRecipients,
} from '../../store/notifications/recipients.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listStepRecipients } from '../notifications/step-recipients.ts'

interface Recipients {
  /** Contact methods have a delay only in an opening. */
  targets: Recipient[]
  /** Policy that the incident follows; null without one. */
  policy: EscalationPolicy | null
  /** Adds the notes and the runbook of the monitor to an event. */
  annotate(event: Event): Event
}

/** An event of an incident. */
interface Notice {
  incident: Incident
  isOpening: boolean
}

/** Returns whether the event of an update reports a problem that begins. */
export const isOpening = (update: Pick<IncidentUpdate, 'kind' | 'eventOverride'>): boolean =>
  OPENING_EVENTS.includes(getEventType(update))

/**
 * Finds the recipients of events of incidents.
 *
 * Without an escalation policy, they are the notification targets of the monitor and of the affected monitors, each
 * target once. An incident without monitors goes to the default targets of its project. Recipients that users chose get
 * the later events of the outage.
 *
 * With a policy, an opening goes to the first step, and every other event to the targets that received an opening. When
 * no target of the policy can receive messages, the recipients are those without a policy, so that no alert is lost.
 */
export async function findRecipients(
  db: Reader,
  notices: readonly Notice[],
  now: number,
): Promise<(notice: Notice) => Recipients> {
  const incidents = notices.map(({ incident }) => incident)
  const ofMonitors = await findMonitorRecipients(db, notices, now)
  const policies = await listIncidentPolicies(db, deduplicateIncidents(incidents))
  if (policies.size === 0) return ofMonitors
  const ofPolicies = await findPolicyRecipients(db, notices, policies, now)
  return (notice) => {
    const known = policies.get(notice.incident.id)
    if (!known) return ofMonitors(notice)
    const targets = ofPolicies(notice)
    return {
      targets: targets.length > 0 ? targets : ofMonitors(notice).targets,
      policy: known.policy,
      annotate: (event) => addAnnotations(event, known.annotations),
    }
  }
}

/** Finds the targets of incidents that follow a policy; none when no target can receive messages. */
async function findPolicyRecipients(
  db: Reader,
  notices: readonly Notice[],
  policies: ReadonlyMap<string, MonitorPolicy>,
  now: number,
): Promise<(notice: Notice) => Recipient[]> {
  const ofSteps = await listStepRecipients(
    db,
    [...policies.values()].flatMap(({ policy }) => policy?.steps.slice(0, 1) ?? []),
    now,
  )
  const opening = new Set(notices.filter((notice) => notice.isOpening).map(({ incident }) => incident.id))
  const later = new Set(notices.filter((notice) => !notice.isOpening).map(({ incident }) => incident.id))
  const received = await listOpeningRecipients(
    db,
    [...later].flatMap((id) => (policies.has(id) ? [{ id, since: policies.get(id)!.openedAt ?? 0 }] : [])),
    now,
  )
  return ({ incident: { id }, ...notice }) => {
    const policy = policies.get(id)!.policy
    const first = policy ? ofSteps(policy.steps[0]!, policy).targets : []
    if (notice.isOpening) return first
    const before = received.get(id) ?? []
    if (!opening.has(id) && before.length > 0) return before
    return deduplicateTargets([...before, ...first.filter(isImmediate)])
  }
}

/** Finds the targets of monitors and projects, and for later events the recipients that users chose. */
async function findMonitorRecipients(
  db: Reader,
  notices: readonly Notice[],
  now: number,
): Promise<(notice: Notice) => Recipients> {
  const incidents = notices.map(({ incident }) => incident)
  const ofMonitors = await listMonitorRecipients(db, deduplicate(incidents.flatMap(listMonitorIds)))
  const projectWide = incidents.filter((incident) => listMonitorIds(incident).length === 0)
  const ofProjects = await listDefaultRecipients(db, deduplicate(projectWide.map(({ projectId }) => projectId)))
  const later = deduplicateIncidents(notices.flatMap((notice) => (notice.isOpening ? [] : [notice.incident])))
  const chosen = await listRequestedRecipients(
    db,
    later.map(({ id, reopenedAt }) => ({ id, since: reopenedAt ?? 0 })),
    now,
  )
  return ({ incident, isOpening }) => {
    const ids = listMonitorIds(incident)
    const found = ids.length > 0 ? ids.map((id) => ofMonitors.get(id)) : [ofProjects.get(incident.projectId)]
    const annotations = incident.monitor && ofMonitors.get(incident.monitor.id)?.annotations
    return {
      targets: deduplicateTargets([
        ...found.flatMap((recipients) => recipients?.targets ?? []),
        ...(isOpening ? [] : (chosen.get(incident.id) ?? [])),
      ]),
      policy: null,
      annotate: (event) => (annotations ? addAnnotations(event, annotations) : event),
    }
  }
}

const deduplicate = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** Returns whether a recipient receives an opening without a delay. */
const isImmediate = ({ delayMinutes = 0 }: Recipient): boolean => delayMinutes === 0

const deduplicateTargets = (targets: readonly Recipient[]): Recipient[] => [
  ...new Map(targets.map((target) => [target.id, target])).values(),
]

const deduplicateIncidents = (incidents: readonly Incident[]): Incident[] => [
  ...new Map(incidents.map((incident) => [incident.id, incident])).values(),
]
