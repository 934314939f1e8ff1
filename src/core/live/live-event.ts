/** Events for open dashboards. They are not stored: a client that missed an event loads everything again. */
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { Confirmation } from '../results/confirmation.ts'
import type { CheckOutcome, OptionalParts } from '../results/verdict.ts'

/** A check result with its id and the code of its region. */
interface LiveResult extends CheckOutcome, Pick<OptionalParts, 'extras'> {
  id: string
  region: string
  /** Unix ms. */
  startedAt: number
}

/** A change of the runtime status. */
interface LiveStatus {
  /** Null for the first status of a monitor. */
  from: string | null
  to: string
  reason: string
  /** Unix ms. */
  at: number
}

export type LiveEvent =
  | { type: 'monitor.status'; monitorId: string; change: LiveStatus }
  | { type: 'monitor.result'; monitorId: string; result: LiveResult; confirming: Confirmation | null }
  | { type: 'monitor.created' | 'monitor.updated' | 'monitor.deleted'; monitorId: string }
  | { type: 'incident'; update: IncidentUpdate }
  | { type: 'incident.deleted'; incidentId: string }
  /** Events were missed: the client must load everything again. */
  | { type: 'reset' }

/** Converts an action of the audit log to an event for dashboards; null when dashboards do not show it. */
export function toLiveEvent(action: string, resourceId: string): LiveEvent | null {
  if (action === 'incident.deleted') return { type: action, incidentId: resourceId }
  if (!action.startsWith('monitor.')) return null
  const type = action === 'monitor.created' || action === 'monitor.deleted' ? action : 'monitor.updated'
  return { type, monitorId: resourceId }
}

/** Position of a reader in the event stream of one process: `<epoch>-<sequence>`. */
export interface LivePosition {
  /** Identifies the process. */
  epoch: string
  sequence: number
}

const POSITION = /^([0-9a-f]{1,32})-(\d{1,15})$/

export const formatPosition = ({ epoch, sequence }: LivePosition): string => `${epoch}-${sequence}`

/** @returns null for a text that no process of this service ever issued */
export function parsePosition(text: string): LivePosition | null {
  const found = POSITION.exec(text)
  return found && { epoch: found[1]!, sequence: Number(found[2]) }
}
