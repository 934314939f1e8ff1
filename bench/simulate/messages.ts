/** What goes between the simulated probes and a server: the messages of a server's own thread, over the pipe of a child. */
import type { AssignmentsRequest, ProbeRegistration } from '../../src/core/probes/protocol.ts'
import type { ResultBatch } from '../../src/core/probes/result-batch.ts'

export type ProbeRequest =
  | { kind: 'register'; hello: ProbeRegistration }
  | { kind: 'pull'; request: AssignmentsRequest }
  | { kind: 'push'; batch: ResultBatch }

export interface PipeRequest {
  id: number
  /** Which of the probes asks. */
  probeId: string
  region: string
  request: ProbeRequest
}

/** What a push is answered with. */
export interface StoredBatch {
  /** How long `recordResults` took. */
  commitMs: number
}

export type PipeResponse = { id: number; value: unknown } | { id: number; error: string; isUnregistered: boolean }

export interface ServerOptions {
  url: string
  /** By how much its clock is ahead of the machine's, ms. */
  clockShiftMs: number
}
