/** Connection between a probe and its server: a thread's port or HTTPS. */
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'
import type { TimedPhaseListener } from '../../core/results/trace-step.ts'

/** @param onPhase receives the phases of the check; absent if no user watches it, or the link cannot transfer them */
export type OrderHandler = (assignment: Assignment, onPhase?: TimedPhaseListener) => Promise<CheckResult>

/** Pulls and pushes reject with `UnregisteredError` when the probe has to register again. */
export interface ProbeLink {
  /** Must be called first. Rejects when the server refuses this probe. */
  register(hello: ProbeRegistration): Promise<ProbeRegistrationReply>
  /**
   * @param waitMs maximum time for which the server may delay an answer without changes; it then returns the same
   * revision
   */
  pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse>
  /**
   * Resolves when the server has stored the results. After a rejection they may or may not have arrived.
   *
   * @param results at most `PUSH_LIMIT`
   */
  push(results: readonly CheckResult[]): Promise<void>
  /** Sets the handler for checks on demand. The last handler counts. */
  onRunNow(handler: OrderHandler): void
  /** Closes the link. Pending requests are rejected. */
  close(): void
}
