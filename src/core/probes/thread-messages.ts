/** Messages over the MessagePort between a server and the probe in its worker thread. */

import type { TimedPhase } from '../results/check-phase.ts'
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from './protocol.ts'
import type { ResultBatch } from './result-batch.ts'

/** Every request has a number that the sender chooses; the reply repeats it. */
export type ThreadRequest =
  | { kind: 'register'; id: number; hello: ProbeRegistration }
  | { kind: 'pull'; id: number; request: AssignmentsRequest; waitMs: number }
  | { kind: 'push'; id: number; batch: ResultBatch }

/**
 * `value` is a `ProbeRegistrationReply` for a registration, an `AssignmentsResponse` for a pull, and absent for a push.
 */
export type ThreadReply =
  | { kind: 'reply'; id: number; value?: AssignmentsResponse | ProbeRegistrationReply }
  | { kind: 'refusal'; id: number; message: string; isUnregistered?: boolean }

/** A message in the opposite direction: the server requests one check now. */
export interface ThreadOrder {
  kind: 'run'
  id: number
  assignment: Assignment
  /** Whether the probe reports the phases of the check. */
  isWatched: boolean
}

export type ThreadOrderReply =
  | { kind: 'ran'; id: number; result: CheckResult }
  | { kind: 'not-run'; id: number; message: string }

/** A phase of a running order. */
export interface ThreadOrderPhase {
  kind: 'phase'
  id: number
  phase: TimedPhase
}

export type FromProbe = ThreadRequest | ThreadOrderReply | ThreadOrderPhase
export type ToProbe = ThreadReply | ThreadOrder
