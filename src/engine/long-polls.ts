/** Questions that are answered when there is news, and otherwise only when the asker's patience ends. */
import { type AssignmentsAnswer, type AssignmentsRequest, bringsNews } from '../core/probes/protocol.ts'

/** What has changed since then. */
type Look = (request: AssignmentsRequest) => Promise<AssignmentsAnswer>

export class LongPolls {
  readonly #lookAgainMs: number
  readonly #sleepers = new Set<() => void>()
  #wakes = 0
  #isEnded = false

  /** @param lookAgainMs how often it is asked again when nobody calls `wake` */
  constructor(lookAgainMs: number) {
    this.#lookAgainMs = lookAgainMs
  }

  /** Resolves with news, or after `waitMs` with an answer that holds none. */
  async ask(look: Look, request: AssignmentsRequest, waitMs: number): Promise<AssignmentsAnswer> {
    const deadline = performance.now() + waitMs
    for (;;) {
      const wakes = this.#wakes
      const answer = await look(request)
      const leftMs = deadline - performance.now()
      if (this.#isEnded || leftMs <= 0 || bringsNews(answer, request)) return answer
      // Woken while the answer was on its way: it may be too old already
      if (wakes === this.#wakes) await this.#sleep(Math.min(leftMs, this.#lookAgainMs))
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
