/** What goes over the MessagePort between a server and the probe in its worker thread. */
import type {
  Assignment,
  AssignmentsAnswer,
  AssignmentsRequest,
  CheckResult,
  ProbeHello,
  ProbeWelcome,
} from './protocol.ts'
import type { ResultBatch } from './result-batch.ts'

/** Every question carries a number of the asker's choice; the reply repeats it. */
export type ThreadQuestion =
  | { kind: 'register'; id: number; hello: ProbeHello }
  | { kind: 'pull'; id: number; request: AssignmentsRequest; waitMs: number }
  | { kind: 'push'; id: number; batch: ResultBatch }

/** `value` is a `ProbeWelcome` for a registration, an `AssignmentsAnswer` for a pull, and nothing for a push. */
export type ThreadReply =
  | { kind: 'reply'; id: number; value?: AssignmentsAnswer | ProbeWelcome }
  | { kind: 'refusal'; id: number; message: string; isUnregistered?: boolean }

/** The other way round: the server wants one check now. */
export interface ThreadOrder {
  kind: 'run'
  id: number
  assignment: Assignment
}

export type ThreadOrderReply =
  | { kind: 'ran'; id: number; result: CheckResult }
  | { kind: 'not-run'; id: number; message: string }

export type FromProbe = ThreadQuestion | ThreadOrderReply
export type ToProbe = ThreadReply | ThreadOrder
