/** Connects the probe and its server in one process, without the threads of `probe/server/thread-link.ts`. */
import {
  type Assignment,
  type AssignmentsRequest,
  type AssignmentsResponse,
  type CheckResult,
  hasChanges,
  type ProbeRegistration,
  type ProbeRegistrationReply,
} from '../../../src/core/probes/protocol.ts'
import { type Clock, wait } from '../../../src/probe/schedule/clock.ts'
import type { ProbeLink } from '../../../src/probe/server/link.ts'
import type { LocalProbeSession } from '../../../src/services/probes/local-probe-session.ts'

export class DirectLink implements ProbeLink {
  readonly #connection: LocalProbeSession
  readonly #clock: Clock
  readonly #computeStoringMs: (count: number) => number
  #stopWaiting: (() => void) | null = null

  constructor(connection: LocalProbeSession, clock: Clock, computeStoringMs: (count: number) => number = () => 0) {
    this.#connection = connection
    this.#clock = clock
    this.#computeStoringMs = computeStoringMs
  }

  wake(): void {
    this.#stopWaiting?.()
  }

  register(hello: ProbeRegistration): Promise<ProbeRegistrationReply> {
    return this.#connection.register(hello)
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    await this.#connection.recordHeartbeat(request)
    const answer = await this.#connection.pull(request)
    if (waitMs === 0 || hasChanges(answer, request)) return answer
    const pause = wait(this.#clock, waitMs)
    this.#stopWaiting = pause.cancel
    await pause.done
    this.#stopWaiting = null
    return this.#connection.pull(request)
  }

  async push(results: readonly CheckResult[]): Promise<void> {
    const storingMs = this.#computeStoringMs(results.length)
    if (storingMs > 0) await wait(this.#clock, storingMs).done
    return this.#connection.record([...results])
  }

  onRunNow(_handler: (assignment: Assignment) => Promise<CheckResult>): void {}

  close(): void {}
}
