/** Heavy reads take turns, so that many of them at once neither fill the memory nor starve what is light. */
import { Problem } from '../core/errors.ts'

/** Seconds after which one who found no room may try again. */
const RETRY_AFTER_SECONDS = 5

export class Queue {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @param most that run at a time @param mostWaiting that wait for their turn; who comes then is refused */
  constructor(most: number, mostWaiting: number) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** @throws Problem SERVICE_UNAVAILABLE, and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  /** Whoever goes hands over its place. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting)
      throw new Problem(
        'SERVICE_UNAVAILABLE',
        'Too many of these are being worked out right now',
        undefined,
        RETRY_AFTER_SECONDS,
      )
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
