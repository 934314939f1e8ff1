/** Progress of a running check, for a user who waits for its result. */

/**
 * - `wait`: for a probe of the region
 * - `query`: one record of a DNS monitor; `ping`: one packet
 * - `request`: from the request to the first byte; `greeting`: until the first line of the service
 * - `verify`: the probe verifies its own connection before it reports a failure
 */
type PhaseKind = 'wait' | 'resolve' | 'connect' | 'tls' | 'greeting' | 'request' | 'read' | 'query' | 'ping' | 'verify'

/** A phase that begins, or the end of a phase with a number. A phase of another kind ends all earlier phases. */
export interface CheckPhase {
  kind: PhaseKind
  /** Name, address or record that the phase is about; null if there is none. */
  subject: string | null
  /** Position from 1 among the phases of this kind, which may run at the same time; absent if there is only one. */
  number?: number
  count?: number
  /** Present at the end of a phase with a number: why it failed, or null. */
  error?: string | null
}

export type PhaseListener = (phase: CheckPhase) => void

/** A phase with its time since the start of the check. */
export interface TimedPhase extends CheckPhase {
  atMs: number
}

export type TimedPhaseListener = (phase: TimedPhase) => void
