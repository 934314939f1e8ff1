/**
 * Results on their way to the server: in batches, in order, at least once. What is not acknowledged is sent again; the
 * key of a result makes the repeat harmless.
 */
import { type CheckResult, PUSH_LIMIT } from '../core/protocol.ts'
import { backoffMs } from './backoff.ts'
import { type Clock, wait } from './clock.ts'
import { Fifo } from './fifo.ts'

export interface PusherOptions {
  clock: Clock
  push: (results: readonly CheckResult[]) => Promise<void>
  /** Most results kept while the server does not take them; then the oldest give way. */
  capacity: number
  /** How long the first result of a batch waits for company. */
  delayMs: number
  report: (message: string, error: unknown) => void
}

const FIRST_BACKOFF_MS = 200
const LONGEST_BACKOFF_MS = 5_000

export class Pusher {
  readonly #clock: Clock
  readonly #options: PusherOptions
  readonly #waiting = new Fifo<CheckResult>()
  /** What is being sent. */
  #batch: readonly CheckResult[] = []
  #isSending = false
  #isClosed = false
  #dropped = 0
  #flushing: (() => void)[] = []
  #stopDelay: (() => void) | null = null
  #stopBackoff: (() => void) | null = null

  constructor(options: PusherOptions) {
    this.#clock = options.clock
    this.#options = options
  }

  /** Results that the server has not acknowledged. */
  get size(): number {
    return this.#waiting.size + this.#batch.length
  }

  /** Results that gave way to newer ones. */
  get dropped(): number {
    return this.#dropped
  }

  add(result: CheckResult): void {
    if (this.size >= this.#options.capacity) this.#dropOldest()
    this.#waiting.push(result)
    this.#sendSoon()
  }

  /** Resolves when nothing is left to be acknowledged, or when this is closed. */
  flush(): Promise<void> {
    if (this.size === 0 || this.#isClosed) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#flushing.push(resolve)
    this.#sendSoon()
    return promise
  }

  /** Sends no more. What is not acknowledged by now is given up. */
  close(): void {
    this.#isClosed = true
    this.#stopDelay?.()
    this.#stopBackoff?.()
    this.#endFlush()
  }

  /** A full batch goes at once, and so does anything when somebody waits for it. The rest waits for company. */
  #sendSoon(): void {
    if (this.#isSending || this.#isClosed) return
    if (this.#waiting.size >= PUSH_LIMIT || this.#flushing.length > 0) void this.#send()
    else this.#stopDelay ??= this.#clock.after(this.#options.delayMs, () => void this.#send())
  }

  async #send(): Promise<void> {
    this.#stopDelay?.()
    this.#stopDelay = null
    this.#isSending = true
    this.#batch = this.#waiting.take(PUSH_LIMIT)
    await this.#deliver(this.#batch)
    this.#isSending = false
    if (this.#isClosed) return
    this.#batch = []
    if (this.#waiting.size > 0) this.#sendSoon()
    else this.#endFlush()
  }

  async #deliver(batch: readonly CheckResult[]): Promise<void> {
    for (let failures = 1; !this.#isClosed; failures++)
      try {
        return await this.#options.push(batch)
      } catch (error) {
        if (!this.#isClosed) await this.#backOff(failures, error)
      }
  }

  async #backOff(failures: number, error: unknown): Promise<void> {
    this.#options.report(`the server did not take ${this.#batch.length} results; ${this.size} wait`, error)
    const pause = wait(this.#clock, backoffMs(failures, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS))
    this.#stopBackoff = pause.cancel
    await pause.done
    this.#stopBackoff = null
  }

  /** The batch under way stays whole: the server may be committing it at this moment. */
  #dropOldest(): void {
    this.#dropped += this.#waiting.take(1).length
  }

  #endFlush(): void {
    for (const resolve of this.#flushing.splice(0)) resolve()
  }
}
