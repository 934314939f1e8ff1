/** The line between the probe and its server in one process, without the threads of `probe/server/thread-link.ts`. */
import {
  type Assignment,
  type AssignmentsAnswer,
  type AssignmentsRequest,
  bringsNews,
  type CheckResult,
  type ProbeHello,
  type ProbeWelcome,
} from '../../../src/core/probes/protocol.ts'
import { type Clock, wait } from '../../../src/probe/schedule/clock.ts'
import type { ProbeLink } from '../../../src/probe/server/link.ts'
import type { ProbeLine } from '../../../src/services/probes/probe-line.ts'

export class DirectLink implements ProbeLink {
  readonly #line: ProbeLine
  readonly #clock: Clock
  #stopWaiting: (() => void) | null = null

  constructor(line: ProbeLine, clock: Clock) {
    this.#line = line
    this.#clock = clock
  }

  wake(): void {
    this.#stopWaiting?.()
  }

  register(hello: ProbeHello): Promise<ProbeWelcome> {
    return this.#line.register(hello)
  }

  async pull(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsAnswer> {
    await this.#line.heard(request)
    const answer = await this.#line.pull(request)
    if (waitMs === 0 || bringsNews(answer, request)) return answer
    const pause = wait(this.#clock, waitMs)
    this.#stopWaiting = pause.cancel
    await pause.done
    this.#stopWaiting = null
    return this.#line.pull(request)
  }

  push(results: readonly CheckResult[]): Promise<void> {
    return this.#line.record([...results])
  }

  onRunNow(_handler: (assignment: Assignment) => Promise<CheckResult>): void {}

  close(): void {}
}
