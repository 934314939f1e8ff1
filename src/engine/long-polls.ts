/** Questions that are answered when there is news, and otherwise only when the asker's patience ends. */
import { type AssignmentsAnswer, type AssignmentsRequest, bringsNews } from '../core/protocol.ts'

export interface LongPollsOptions {
  /** What has changed since then. */
  pull: (request: AssignmentsRequest) => Promise<AssignmentsAnswer>
  /** How often it is asked again when nobody calls `wake`. */
  lookAgainMs: number
}

export class LongPolls {
  readonly #options: LongPollsOptions
  readonly #sleepers = new Set<() => void>()
  #wakes = 0
  #isEnded = false

  constructor(options: LongPollsOptions) {
    this.#options = options
  }

  /** Resolves with news, or after `waitMs` with an answer that holds none. */
  async ask(request: AssignmentsRequest, waitMs: number): Promise<AssignmentsAnswer> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const wakes = this.#wakes
      const answer = await this.#options.pull(request)
      const leftMs = deadline - performance.now()
      if (this.#isEnded || leftMs <= 0 || bringsNews(answer, request)) return answer
      // Woken while the answer was on its way: it may be too old already
      if (wakes === this.#wakes) await this.#sleep(Math.min(leftMs, this.#options.lookAgainMs))
    }
  }

  wake(): void {
    this.#wakes += 1
    for (const rise of this.#sleepers) rise()
  }

  /** The askers are gone. */
  end(): void {
    this.#isEnded = true
    this.wake()
  }

  #sleep(delayMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const rise = () => {
      clearTimeout(timer)
      this.#sleepers.delete(rise)
      resolve()
    }
    const timer = setTimeout(rise, delayMs)
    this.#sleepers.add(rise)
    return promise
  }
}
