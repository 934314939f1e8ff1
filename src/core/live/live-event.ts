/** What a dashboard that is open hears of at once. Nothing of it is kept: whoever missed it reads everything anew. */
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { CheckOutcome, OptionalParts } from '../results/verdict.ts'

/** A check as it is told: with its id and the code of its region. */
interface LiveResult extends CheckOutcome, Pick<OptionalParts, 'extras'> {
  id: string
  region: string
  /** Unix ms. */
  startedAt: number
}

/** A runtime status that another one took the place of. */
interface LiveStatus {
  /** Null on the first one of a monitor. */
  from: string | null
  to: string
  reason: string
  /** Unix ms. */
  at: number
}

export type LiveEvent =
  | { type: 'monitor.status'; monitorId: string; change: LiveStatus }
  | { type: 'monitor.result'; monitorId: string; result: LiveResult }
  | { type: 'monitor.created' | 'monitor.updated' | 'monitor.deleted'; monitorId: string }
  | { type: 'incident'; update: IncidentUpdate }
  | { type: 'incident.deleted'; incidentId: string }
  /** Some were missed: whatever is shown is to be read anew. */
  | { type: 'reset' }

/** What the audit log's word for a write means to a dashboard; null when it shows nothing of it. */
export function toLiveEvent(action: string, resourceId: string): LiveEvent | null {
  if (action === 'incident.deleted') return { type: action, incidentId: resourceId }
  if (!action.startsWith('monitor.')) return null
  const type = action === 'monitor.created' || action === 'monitor.deleted' ? action : 'monitor.updated'
  return { type, monitorId: resourceId }
}

/** Where in the stream of one process a reader is: `<epoch>-<sequence>`. */
export interface LivePosition {
  /** Names the process. */
  epoch: string
  sequence: number
}

const POSITION = /^([0-9a-f]{1,32})-(\d{1,15})$/

export const formatPosition = ({ epoch, sequence }: LivePosition): string => `${epoch}-${sequence}`

/** Null for what no process of this service ever gave out. */
export function parsePosition(text: string): LivePosition | null {
  const found = POSITION.exec(text)
  return found && { epoch: found[1]!, sequence: Number(found[2]) }
}
