/** The interface of the reasons that hold incidents: one file for each, listed in `index.ts`. */
import type { HoldName } from '../../../core/incidents/hold.ts'
import type { Incident } from '../../../core/incidents/incident.ts'
import type { IncidentUpdate, NewIncidentUpdate } from '../../../core/incidents/incident-update.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import type { Hold, Holds } from '../../../store/incidents/incident-holds.ts'
import type { Reader, Tx } from '../../../store/platform/store.ts'
import type { BaseWork } from '../../platform/work.ts'

/** The number of queries of a reason never depends on the number of incidents. */
export interface HoldReason {
  name: HoldName
  /** It holds no message to subscribers of status pages. */
  isForOperators?: true
  /**
   * Creates a function that returns whether an incident sends no reminder, no escalation step, no end of a snooze and no
   * delayed opening now.
   *
   * @param holds of these incidents
   */
  ask(db: Reader, incidents: readonly Incident[], holds: Holds, now: UnixMs): Promise<(incident: Incident) => boolean>
}

/** A reason that holds the alerts of incident updates while they are recorded. */
export interface AlertGate extends HoldReason {
  /** @param alerts updates that notify recipients otherwise, in chronological order per incident */
  hold(work: BaseWork, alerts: readonly NewIncidentUpdate[], holds: Holds): Promise<HeldAlerts>
}

interface HeldAlerts {
  /** Alerts that the reason does not hold. */
  toSend: readonly NewIncidentUpdate[]
  /** Updates that explain it. Each follows all other updates of its incident, and notifies no recipient. */
  added: readonly NewIncidentUpdate[]
  /** Holds that begin or change. */
  saved: readonly Hold[]
  /** Holds that end without a message. */
  ended: readonly Pick<Hold, 'reason' | 'incidentId'>[]
}

/** A reason whose holds are stored, and reviewed when they are due. */
export interface ReviewedReason extends HoldReason {
  name: Hold['reason']
  /** @param due incidents with a due hold. A hold that neither stays nor is released ends without a message */
  review(tx: Tx, due: readonly Incident[], holds: Holds, terms: ReviewTerms): Promise<HoldReview>
}

interface ReviewTerms {
  now: UnixMs
  /** End of this server's latest interruption, Unix ms; absent: unknown. */
  interruptedAt: number | undefined
  /** Asks all reasons which incidents they hold. */
  findHeld(incidents: readonly Incident[]): Promise<(incident: Incident) => boolean>
}

export interface HoldReview {
  /** Holds that go on, with their next review. */
  staying: readonly Hold[]
  released: readonly Release[]
  /** Updates that explain why alerts stay held. They notify no recipient. */
  explained?: readonly IncidentUpdate[]
  /** Keys of monitors whose next result is awaited. */
  awaited?: readonly number[]
}

/** The message of a released hold. */
export type Release =
  /** The update is new, and explains the delay. */
  | { as: 'late alert'; update: IncidentUpdate }
  /** The update is sent as it was recorded, under its own id if it has one. */
  | { as: 'recorded'; update: IncidentUpdate & { id?: string } }
  /** The update is new and notifies no recipient; a reminder states it. */
  | { as: 'reminder'; before: Incident; update: IncidentUpdate }
