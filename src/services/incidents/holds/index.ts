/**
 * All reasons that hold incidents, and the only place that asks them. A new reason is a file and a line. Two further reasons hold
 * single deliveries in the outbox: quiet hours (`services/notifications/quiet-hours.ts`) and the delay of a contact method
 * (`contact-delay.ts`).
 */
import type { HoldName } from '../../../core/incidents/hold.ts'
import type { Incident } from '../../../core/incidents/incident.ts'
import type { NewIncidentUpdate } from '../../../core/incidents/incident-update.ts'
import { deleteHolds, listHolds, saveHolds } from '../../../store/incidents/incident-holds.ts'
import { saveFailureCounts } from '../../../store/incidents/incidents.ts'
import type { Reader } from '../../../store/platform/store.ts'
import type { BaseWork } from '../../platform/work.ts'
import { dependencyDown, suppression } from './dependency.ts'
import { flapping } from './flapping.ts'
import type { AlertGate, HoldReason, ReviewedReason } from './hold-reason.ts'
import { maintenance } from './maintenance.ts'
import { pause } from './pause.ts'
import { silence } from './silence.ts'
import { snooze } from './snooze.ts'

/** All reasons. When several of them hold an incident, users see the first. */
const HOLD_REASONS: readonly HoldReason[] = [
  snooze, // ends in its review
  pause, // ends when a user or its end resumes the monitor: `services/monitors/monitors.ts`
  silence, // ends in `services/incidents/silences.ts`; its review sends the held alerts
  suppression, // ends in its review
  maintenance, // ends in `services/maintenance/maintenance-spans.ts`; `deferred-incidents.ts` opens the held incidents
  dependencyDown, // ends when no dependency is down
  flapping, // ends in `services/evaluation/stop-flapping.ts`
]

/** Reasons that hold the alerts of incident updates, in the order in which an alert passes them. */
const ALERT_GATES: readonly AlertGate[] = [suppression, pause, silence]

/** Reasons whose holds are stored and reviewed. */
export const REVIEWED_REASONS: readonly ReviewedReason[] = [suppression, silence, snooze]

/** Creates a function that returns the reason that holds an incident; null when its messages are sent. */
export async function findHoldReasons(
  db: Reader,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => HoldName | null> {
  if (incidents.length === 0) return () => null
  const holds = await listHolds(
    db,
    incidents.map(({ id }) => id),
  )
  const answers: { name: HoldName; isHeld: (incident: Incident) => boolean }[] = []
  for (const reason of HOLD_REASONS)
    answers.push({ name: reason.name, isHeld: await reason.ask(db, incidents, holds, now) })
  return (incident) => answers.find(({ isHeld }) => isHeld(incident))?.name ?? null
}

/** Creates a function that returns whether any reason holds an incident. */
export async function findHeld(
  db: Reader,
  incidents: readonly Incident[],
  now: number,
): Promise<(incident: Incident) => boolean> {
  const reasonOf = await findHoldReasons(db, incidents, now)
  return (incident) => reasonOf(incident) !== null
}

/** Incident updates after all gates. */
interface PassedUpdates {
  /** Updates that explain a hold. */
  added: readonly NewIncidentUpdate[]
  /** Updates that notify recipients. */
  toSend: readonly NewIncidentUpdate[]
  /** Updates that subscribers of status pages are notified of. */
  toPublish: readonly NewIncidentUpdate[]
}

/**
 * Holds the alerts of incident updates that must not be sent now. Runs three queries when nothing is held.
 *
 * @param updates in chronological order per incident
 * @param releasedBy the reason that held these alerts until now; they pass only the gates after it
 */
export async function holdAlerts(
  work: BaseWork,
  updates: readonly NewIncidentUpdate[],
  releasedBy?: HoldReason,
): Promise<PassedUpdates> {
  const { tx } = work
  const known = updates.filter(({ kind }) => kind !== 'created' || releasedBy !== undefined)
  const holds = await listHolds(tx, [...new Set(known.map(({ incident }) => incident.id))])
  const passed = ALERT_GATES.findIndex(({ name }) => name === releasedBy?.name)
  let [toSend, toPublish] = [updates, updates]
  const added: NewIncidentUpdate[] = []
  for (const gate of ALERT_GATES.slice(passed + 1)) {
    const held = await gate.hold(work, toSend, holds)
    await saveFailureCounts(
      tx,
      held.added.map(({ incident }) => incident),
    )
    await saveHolds(tx, held.saved)
    await deleteHolds(tx, held.ended)
    added.push(...held.added)
    toSend = held.toSend
    if (!gate.isForOperators) toPublish = toSend
  }
  return { added, toSend, toPublish }
}
