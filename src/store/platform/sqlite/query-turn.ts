/**
 * The queries of one turn of the event loop. SQLite blocks the thread, and a chain of promises lets no other event in. A
 * loop over pages of rows would therefore delay all requests until its end. When a turn has become long, the next query
 * waits for the next turn.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Longest turn before another query, ms. */
const LONG_MS = 4

const RESOLVED = Promise.resolve()

/** Runs `end` after this event, its promises and its ticks, and before the next event. */
export function runAtEndOfTurn(end: () => void): void {
  // The tick starts among the promises of this turn, so it runs after all of them
  RESOLVED.then(() => process.nextTick(end))
}

export class QueryTurn {
  readonly #now: () => number
  /** Time of the first query; null before it. */
  #begunAt: number | null = null

  /** @param now ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Begins a query. Returns null, or a promise if the query must wait for the next turn. */
  take(): Promise<void> | null {
    if (this.#begunAt === null) {
      this.#begunAt = this.#now()
      runAtEndOfTurn(this.#end)
      return null
    }
    return this.#now() - this.#begunAt < LONG_MS ? null : this.#waitForNext()
  }

  async #waitForNext(): Promise<void> {
    await yieldToEventLoop()
    await this.take()
  }

  readonly #end = (): void => {
    this.#begunAt = null
  }
}
