/** Long polls: requests that are answered when there are changes, or when their wait ends. */
import { type AssignmentsRequest, type AssignmentsResponse, hasChanges } from '../core/probes/protocol.ts'

/** Returns the changes since a revision. */
type PullAssignments = (request: AssignmentsRequest) => Promise<AssignmentsResponse>

export class LongPolls {
  readonly #repeatMs: number
  readonly #sleepers = new Set<() => void>()
  #wakes = 0
  #isStopped = false

  /** @param repeatMs poll interval when `wake` is not called */
  constructor(repeatMs: number) {
    this.#repeatMs = repeatMs
  }

  /** Resolves with changes, or after `waitMs` with an answer without changes. */
  async poll(pull: PullAssignments, request: AssignmentsRequest, waitMs: number): Promise<AssignmentsResponse> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const wakes = this.#wakes
      const answer = await pull(request)
      const leftMs = deadline - performance.now()
      if (this.#isStopped || leftMs <= 0 || hasChanges(answer, request)) return answer
      // A wake-up during the pull may have made the answer stale
      if (wakes === this.#wakes) await this.#sleep(Math.min(leftMs, this.#repeatMs))
    }
  }

  wake(): void {
    this.#wakes += 1
    for (const wakeUp of this.#sleepers) wakeUp()
  }

  /** Ends all polls, because their clients have disconnected. */
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
