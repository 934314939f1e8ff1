/** Keeps what the probe holds in step with what the server assigns: one long poll after the other. */
import { jitteredBackoffMs } from '../../core/platform/backoff.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import {
  type AssignmentsAnswer,
  type AssignmentsRequest,
  bringsNews,
  type Member,
  type ProbeVitals,
  Unregistered,
} from '../../core/probes/protocol.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import type { ProbeLink } from './link.ts'

interface SyncOptions {
  link: ProbeLink
  clock: Clock
  /** Introduces the probe, at first and whenever the server has forgotten it. */
  register: () => Promise<void>
  vitals: () => ProbeVitals
  /** The live probes of the region are others: lets go what they give to others. */
  divide: (members: readonly Member[]) => void
  /** @param isWhole the answer begins a new list: what neither it nor its sequel names is no longer held */
  apply: (answer: AssignmentsAnswer, isWhole: boolean) => void
  report: (message: string, error: unknown) => void
}

/** Asking renews the lease: several times in its length. */
const POLL_MS = 5 * SECOND_MS

/** A server that answers sooner although nothing has changed is not asked more often than this. */
const SHORTEST_ROUND_MS = SECOND_MS

const FIRST_BACKOFF_MS = 200
const LONGEST_BACKOFF_MS = 10 * SECOND_MS

export class Sync {
  readonly #options: SyncOptions
  #revision = 0
  /** Whatever it held counts no more: at first, and when the server lost revisions. */
  #wantsAll = true
  /** Of the members that this probe goes by, and of its list. */
  #epoch: number | undefined
  #listEpoch: number | undefined
  #listUntil: number | undefined
  /** Since when its list is not that of the present members, monotonic ms; null when it is, and all of it. */
  #waitsSince: number | null = null
  #hasAsked = false
  #isClosed = false
  #attempted: 'register' | 'fetch assignments' = 'register'
  #stopWaiting: (() => void) | null = null

  constructor(options: SyncOptions) {
    this.#options = options
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    await this.#untilDone(() => this.#register())
    while (!this.#isClosed) await this.#untilDone(() => this.#roundOrRegister())
  }

  /** The link must be closed too, which ends a poll under way. */
  close(): void {
    this.#isClosed = true
    this.#stopWaiting?.()
  }

  /** Whatever fails is tried again from here: a token that is refused meanwhile is heard of with the next question. */
  async #roundOrRegister(): Promise<void> {
    try {
      return await this.#round()
    } catch (error) {
      if (!(error instanceof Unregistered) || this.#isClosed) throw error
    }
    await this.#register()
    await this.#round()
  }

  async #register(): Promise<void> {
    this.#attempted = 'register'
    await this.#options.register()
  }

  async #round(): Promise<void> {
    this.#attempted = 'fetch assignments'
    const { link, clock, vitals } = this.#options
    const askedAt = clock.monotonic()
    const request = this.#request(vitals())
    // A server without monitors answers too, at once: otherwise its first monitor would pass for part of the first list
    const waitMs = this.#hasAsked ? POLL_MS : 0
    const answer = await link.pull(request, waitMs)
    if (this.#isClosed) return
    this.#hasAsked = true
    this.#take(answer, request)
    if (!bringsNews(answer, request) && waitMs > 0) await this.#wait(SHORTEST_ROUND_MS - (clock.monotonic() - askedAt))
  }

  #request(vitals: ProbeVitals): AssignmentsRequest {
    return {
      since: this.#revision,
      ...(this.#epoch !== undefined && { epoch: this.#epoch }),
      ...(this.#listEpoch !== undefined && { listEpoch: this.#listEpoch }),
      ...(this.#listUntil !== undefined && { listUntil: this.#listUntil }),
      ...(this.#waitsSince !== null && { waitedMs: Math.round(this.#options.clock.monotonic() - this.#waitsSince) }),
      vitals,
    }
  }

  #take(answer: AssignmentsAnswer, { since }: AssignmentsRequest): void {
    const { apply, divide } = this.#options
    const isWhole = answer.isWhole ?? this.#wantsAll
    if (answer.members) {
      divide(answer.members)
      this.#epoch = answer.epoch
    }
    // A server that lost revisions, as after a restored backup, is asked for everything anew
    const isBehind = !isWhole && answer.revision < since
    this.#revision = isBehind ? 0 : answer.revision
    this.#listEpoch = isBehind ? undefined : answer.listEpoch
    this.#listUntil = answer.listUntil
    this.#wantsAll = isBehind
    const isListed = !isBehind && answer.listUntil === undefined && answer.listEpoch === this.#epoch
    this.#waitsSince = isListed ? null : (this.#waitsSince ?? this.#options.clock.monotonic())
    if (!isBehind) apply(answer, isWhole)
  }

  async #untilDone(attempt: () => Promise<void>): Promise<void> {
    for (let failures = 1; !this.#isClosed; failures++)
      try {
        return await attempt()
      } catch (error) {
        if (this.#isClosed) return
        this.#options.report(`cannot ${this.#attempted}`, error)
        await this.#wait(jitteredBackoffMs(failures, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, Math.random()))
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
