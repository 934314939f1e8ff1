/** Keeps what the probe holds in step with what the server assigns: one long poll after the other. */
import type { AssignmentsAnswer } from '../core/protocol.ts'
import { SECOND_MS } from '../core/time.ts'
import { backoffMs } from './backoff.ts'
import { type Clock, wait } from './clock.ts'
import type { ProbeLink } from './link.ts'

export interface SyncOptions {
  link: ProbeLink
  clock: Clock
  /** Introduces the probe; the same for every attempt. */
  register: () => Promise<void>
  /** @param isWhole the answer begins a new list: what neither it nor its sequel names is no longer held */
  apply: (answer: AssignmentsAnswer, isWhole: boolean) => void
  report: (message: string, error: unknown) => void
}

const POLL_MS = 20 * SECOND_MS

/** A server that answers sooner although nothing has changed is not asked more often than this. */
const SHORTEST_ROUND_MS = SECOND_MS

const FIRST_BACKOFF_MS = 200
const LONGEST_BACKOFF_MS = 10 * SECOND_MS

export class Sync {
  readonly #options: SyncOptions
  #revision = 0
  #hasList = false
  #isClosed = false
  #stopWaiting: (() => void) | null = null

  constructor(options: SyncOptions) {
    this.#options = options
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    await this.#untilDone('cannot register', this.#options.register)
    while (!this.#isClosed) await this.#untilDone('cannot fetch assignments', () => this.#round())
  }

  /** The link must be closed too, which ends a poll under way. */
  close(): void {
    this.#isClosed = true
    this.#stopWaiting?.()
  }

  async #round(): Promise<void> {
    const { link, clock, apply } = this.#options
    const askedAt = clock.monotonic()
    const since = this.#revision
    // A server without monitors answers too, at once: otherwise its first monitor would pass for part of the first list
    const waitMs = this.#hasList ? POLL_MS : 0
    const answer = await link.pull({ since }, waitMs)
    if (this.#isClosed) return
    // A server that lost revisions, as after a restored backup, is asked for everything anew
    const isBehind = answer.revision < since
    this.#revision = isBehind ? 0 : answer.revision
    if (isBehind) return
    apply(answer, since === 0)
    this.#hasList = true
    const isNews = answer.revision !== since || answer.more === true
    if (!isNews && waitMs > 0) await this.#wait(SHORTEST_ROUND_MS - (clock.monotonic() - askedAt))
  }

  async #untilDone(failure: string, attempt: () => Promise<void>): Promise<void> {
    for (let failures = 1; !this.#isClosed; failures++)
      try {
        return await attempt()
      } catch (error) {
        if (this.#isClosed) return
        this.#options.report(failure, error)
        await this.#wait(backoffMs(failures, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS))
      }
  }

  async #wait(delayMs: number): Promise<void> {
    if (delayMs <= 0) return
    const pause = wait(this.#options.clock, delayMs)
    this.#stopWaiting = pause.cancel
    await pause.done
    this.#stopWaiting = null
  }
}
