/**
 * Trouble of the probes of a region: monitors of a project are not checked. Recipients are notified when it begins and when
 * it ends, but not of a short interruption, such as a restart or an upgrade.
 */
import type { ProbeTroubleFacts } from '../incidents/event-facts.ts'
import { MINUTE_MS } from '../platform/time/time.ts'

/** Trouble that lasts for less is not reported. */
const GRACE_MS = 5 * MINUTE_MS

/** Minimum time for which trouble is observed before it is reported, even if it began long ago. */
const CONFIRMATION_MS = 2 * MINUTE_MS

/** Time without trouble after which it is over. A probe that ends soon after each start does not end the trouble. */
const CALM_MS = MINUTE_MS

/** After a longer time without a review, no server ran, and the trouble must be confirmed again. */
const MAX_REVIEW_GAP_MS = MINUTE_MS

export interface ObservedTrouble {
  reason: ProbeTroubleFacts['reason']
  /** Unix ms; all times here are. */
  since: number
}

/** State of the trouble of one region in one project. */
export interface ProbeTrouble extends ObservedTrouble {
  /** Time at which the trouble is reported. Trouble that ends earlier is not reported. */
  dueAt: number
  /** Last review that observed it before the report. */
  observedAt: number
  /** Time since which it is not observed any more; null while it is. */
  clearedAt: number | null
  /** Null before the report. */
  reportedAt: number | null
}

type Decision =
  | { action: 'none' }
  /** `report` also saves the state, and sends the first message. */
  | { action: 'save' | 'report'; state: ProbeTrouble }
  /** `end` also deletes the state, and sends the last message. */
  | { action: 'delete' }
  | { action: 'end'; endedAt: number }

/**
 * Decides about the trouble of one region in one project.
 *
 * @param known null when there was no trouble
 * @param observed null when there is no trouble now
 */
export function decideProbeTrouble(
  known: ProbeTrouble | null,
  observed: ObservedTrouble | null,
  now: number,
): Decision {
  if (!observed) return known ? decideEnd(known, now) : { action: 'none' }
  if (!known) return { action: 'save', state: startTrouble(observed, now) }
  if (known.reportedAt !== null)
    return known.clearedAt === null ? { action: 'none' } : { action: 'save', state: { ...known, clearedAt: null } }
  const { reason } = observed
  const isInterrupted = now - known.observedAt > MAX_REVIEW_GAP_MS
  const dueAt = isInterrupted ? now + GRACE_MS : known.dueAt
  const state = { ...known, reason, dueAt, observedAt: now, clearedAt: null }
  return now >= dueAt ? { action: 'report', state: { ...state, reportedAt: now } } : { action: 'save', state }
}

const startTrouble = ({ reason, since }: ObservedTrouble, now: number): ProbeTrouble => ({
  reason,
  since,
  // A region that lost its probes while no server ran has just now had its first chance to return
  dueAt: reason === 'connection' ? Math.max(now + CONFIRMATION_MS, since + GRACE_MS) : now + GRACE_MS,
  observedAt: now,
  clearedAt: null,
  reportedAt: null,
})

function decideEnd(known: ProbeTrouble, now: number): Decision {
  if (known.clearedAt === null) return { action: 'save', state: { ...known, clearedAt: now } }
  if (now - known.clearedAt < CALM_MS) return { action: 'none' }
  return known.reportedAt === null ? { action: 'delete' } : { action: 'end', endedAt: known.clearedAt }
}
