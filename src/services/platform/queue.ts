/** Work takes turns, so that much of it at once neither fills the memory nor starves other work. */
import { Problem } from '../../core/platform/errors.ts'

/** Seconds after which work that found no room may be tried again. */
const RETRY_AFTER_SECONDS = 5

/** A place in a queue, or among what runs. */
export interface Place {
  /** Null when it runs at once. */
  turn: Promise<void> | null
  /** Makes room for the next one, also before its turn has come. May be called again. */
  leave(): void
}

const busy = (): Problem =>
  new Problem('SERVICE_UNAVAILABLE', 'Too many of these are being worked out right now', undefined, RETRY_AFTER_SECONDS)

export class Queue {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #refusal: () => Problem
  readonly #waiting = new Set<() => void>()
  #running = 0

  /**
   * @param most that run at a time @param mostWaiting that wait for their turn; more are refused
   * @param refusal of work that finds no room
   */
  constructor(most: number, mostWaiting: number, refusal = busy) {
    this.#most = most
    this.#mostWaiting = mostWaiting
    this.#refusal = refusal
  }

  get isEmpty(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** @throws Problem SERVICE_UNAVAILABLE, and what the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const place = this.enter()
    if (place.turn) await place.turn
    try {
      return await work()
    } finally {
      place.leave()
    }
  }

  /** Work that came first runs first. @throws Problem when there is no room */
  enter(): Place {
    if (this.#running < this.#most) {
      this.#running++
      return { turn: null, leave: once(() => this.#handOver()) }
    }
    if (this.#waiting.size >= this.#mostWaiting) throw this.#refusal()
    const { promise, resolve: begin } = Promise.withResolvers<void>()
    this.#waiting.add(begin)
    return { turn: promise, leave: once(() => this.#waiting.delete(begin) || this.#handOver()) }
  }

  #handOver(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#running--
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
