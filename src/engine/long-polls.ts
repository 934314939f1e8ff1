/** Questions that are answered when there is news, and otherwise only when the asker's patience ends. */
import { type AssignmentsRequest, type AssignmentsResponse, hasChanges } from '../core/probes/protocol.ts'

/** What has changed since then. */
type PullAssignments = (request: AssignmentsRequest) => Promise<AssignmentsResponse>

export class LongPolls {
  readonly #repeatMs: number
  readonly #sleepers = new Set<() => void>()
  #wakes = 0
  #isStopped = false

  /** @param repeatMs how often it is asked again when nobody calls `wake` */
  constructor(repeatMs: number) {
    this.#repeatMs = repeatMs
  }

  /** Resolves with news, or after `waitMs` with an answer that holds none. */
  async poll(pull: PullAssignments, request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const wakes = this.#wakes
      const answer = await pull(request)
      const leftMs = deadline - performance.now()
      if (this.#isStopped || leftMs <= 0 || hasChanges(answer, request)) return answer
      // Woken while the answer was on its way: it may be too old already
      if (wakes === this.#wakes) await this.#sleep(Math.min(leftMs, this.#repeatMs))
    }
  }

  wake(): void {
    this.#wakes += 1
    for (const wakeUp of this.#sleepers) wakeUp()
  }

  /** The askers are gone. */
  stop(): void {
    this.#isStopped = true
    this.wake()
  }

  #sleep(delayMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const wakeUp = () => {
      clearTimeout(timer)
      this.#sleepers.delete(wakeUp)
      resolve()
    }
    const timer = setTimeout(wakeUp, delayMs)
    this.#sleepers.add(wakeUp)
    return promise
  }
}
