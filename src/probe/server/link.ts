/** How a probe talks with its server, whatever lies between them: a thread's port, or HTTPS. */
import type {
  Assignment,
  AssignmentsRequest,
  AssignmentsResponse,
  CheckResult,
  ProbeRegistration,
  ProbeRegistrationReply,
} from '../../core/probes/protocol.ts'

/** Pulls and pushes reject with `Unregistered` when the probe has to introduce itself again. */
export interface ProbeLink {
  /** Comes before everything else. Rejects when the server does not want this probe. */
  register(hello: ProbeRegistration): Promise<ProbeRegistrationReply>
  /**
   * @param waitMs how long the server may keep the question while nothing has changed; then it answers with the same
   *   revision and nothing changed
   */
  pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse>
  /**
   * Resolves when the server has them safe. After a rejection they may or may not have arrived.
   *
   * @param results up to `PUSH_LIMIT`
   */
  push(results: readonly CheckResult[]): Promise<void>
  /** What to do when the server wants a check now. One handler; the last one counts. */
  onRunNow(handler: (assignment: Assignment) => Promise<CheckResult>): void
  /** Whatever is still under way is rejected. */
  close(): void
}
