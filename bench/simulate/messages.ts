/**
 * Messages between the simulated probes and a server: the same as for a server's own probe thread, sent over the
 * pipe of a child process.
 */
import type { AssignmentsRequest, ProbeRegistration } from '../../src/core/probes/protocol.ts'
import type { ResultBatch } from '../../src/core/probes/thread-messages.ts'

export type ProbeRequest =
  | { kind: 'register'; hello: ProbeRegistration }
  | { kind: 'pull'; request: AssignmentsRequest }
  | { kind: 'push'; batch: ResultBatch }

export interface PipeRequest {
  id: number
  /** Id of the requesting probe. */
  probeId: string
  region: string
  request: ProbeRequest
}

/** Response to a push. */
export interface StoredBatch {
  /** Duration of `recordResults`. */
  commitMs: number
}

export type PipeResponse = { id: number; value: unknown } | { id: number; error: string; isUnregistered: boolean }

export interface ServerOptions {
  url: string
  /** How far its clock is ahead of the machine's, ms. */
  clockShiftMs: number
}
