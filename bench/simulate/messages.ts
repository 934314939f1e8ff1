/** What goes between the simulated probes and a server: the messages of a server's own thread, over the pipe of a child. */
import type { AssignmentsRequest, ProbeHello } from '../../src/core/probes/protocol.ts'
import type { ResultBatch } from '../../src/core/probes/result-batch.ts'

export type Question =
  | { kind: 'register'; hello: ProbeHello }
  | { kind: 'pull'; request: AssignmentsRequest }
  | { kind: 'push'; batch: ResultBatch }

export interface Asked {
  id: number
  /** Which of the probes asks. */
  probeId: string
  region: string
  question: Question
}

/** What a push is answered with. */
export interface Stored {
  /** How long `recordResults` took. */
  commitMs: number
}

export type Answered = { id: number; value: unknown } | { id: number; error: string; isUnregistered: boolean }

export interface ServerOptions {
  url: string
  /** By how much its clock is ahead of the machine's, ms. */
  clockShiftMs: number
}
