/** Keeps what the probe holds in step with what the server assigns: one long poll after the other. */
import { computeJitteredBackoffMs } from '../../core/platform/backoff.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import {
  type AssignmentsRequest,
  type AssignmentsResponse,
  hasChanges,
  type Member,
  type ProbeVitals,
  UnregisteredError,
} from '../../core/probes/protocol.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import type { ProbeLink } from './link.ts'

interface AssignmentSyncOptions {
  link: ProbeLink
  clock: Clock
  /** Introduces the probe, at first and whenever the server has forgotten it. */
  register: () => Promise<void>
  readVitals: () => ProbeVitals
  /** The live probes of the region are others: lets go what they give to others. */
  applyMembers: (members: readonly Member[]) => void
  /** @param isComplete the answer begins a new list: what neither it nor its sequel names is no longer held */
  apply: (answer: AssignmentsResponse, isWhole: boolean) => void
  report: (message: string, error: unknown) => void
}

/** Asking renews the lease: several times in its length. */
const POLL_MS = 5 * SECOND_MS

/** A server that answers sooner although nothing has changed is not asked more often than this. */
const MIN_POLL_INTERVAL_MS = SECOND_MS

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 10 * SECOND_MS

export class AssignmentSync {
  readonly #options: AssignmentSyncOptions
  #revision = 0
  /** Whatever it held counts no more: at first, and when the server lost revisions. */
  #wantsAll = true
  /** Of the members that this probe goes by, and of its list. */
  #epoch: number | undefined
  #listEpoch: number | undefined
  #listUntil: number | undefined
  /** Since when its list is not that of the present members, monotonic ms; null when it is, and all of it. */
  #waitingSince: number | null = null
  #hasPolled = false
  #isClosed = false
  #attempted: 'register' | 'fetch assignments' = 'register'
  #stopWaiting: (() => void) | null = null

  constructor(options: AssignmentSyncOptions) {
    this.#options = options
  }

  /** Resolves after `close`. */
  async run(): Promise<void> {
    await this.#retryUntilDone(() => this.#register())
    while (!this.#isClosed) await this.#retryUntilDone(() => this.#pollOrRegister())
  }

  /** The link must be closed too, which ends a poll under way. */
  close(): void {
    this.#isClosed = true
    this.#stopWaiting?.()
  }

  /** Whatever fails is tried again from here: a token that is refused meanwhile is heard of with the next question. */
  async #pollOrRegister(): Promise<void> {
    try {
      return await this.#poll()
    } catch (error) {
      if (!(error instanceof UnregisteredError) || this.#isClosed) throw error
    }
    await this.#register()
    await this.#poll()
  }

  async #register(): Promise<void> {
    this.#attempted = 'register'
    await this.#options.register()
  }

  async #poll(): Promise<void> {
    this.#attempted = 'fetch assignments'
    const { link, clock, readVitals } = this.#options
    const askedAt = clock.monotonic()
    const request = this.#toRequest(readVitals())
    // A server without monitors answers too, at once: otherwise its first monitor would pass for part of the first list
    const waitMs = this.#hasPolled ? POLL_MS : 0
    const answer = await link.pull(request, waitMs)
    if (this.#isClosed) return
    this.#hasPolled = true
    this.#applyAnswer(answer, request)
    if (!hasChanges(answer, request) && waitMs > 0)
      await this.#wait(MIN_POLL_INTERVAL_MS - (clock.monotonic() - askedAt))
  }

  #toRequest(vitals: ProbeVitals): AssignmentsRequest {
    return {
      since: this.#revision,
      ...(this.#epoch !== undefined && { epoch: this.#epoch }),
      ...(this.#listEpoch !== undefined && { listEpoch: this.#listEpoch }),
      ...(this.#listUntil !== undefined && { listUntil: this.#listUntil }),
      ...(this.#waitingSince !== null && {
        waitedMs: Math.round(this.#options.clock.monotonic() - this.#waitingSince),
      }),
      vitals,
    }
  }

  #applyAnswer(answer: AssignmentsResponse, { since }: AssignmentsRequest): void {
    const { apply, applyMembers } = this.#options
    const isWhole = answer.isWhole ?? this.#wantsAll
    if (answer.members) {
      applyMembers(answer.members)
      this.#epoch = answer.epoch
    }
    // A server that lost revisions, as after a restored backup, is asked for everything anew
    const isBehind = !isWhole && answer.revision < since
    this.#revision = isBehind ? 0 : answer.revision
    this.#listEpoch = isBehind ? undefined : answer.listEpoch
    this.#listUntil = answer.listUntil
    this.#wantsAll = isBehind
    const isListed = !isBehind && answer.listUntil === undefined && answer.listEpoch === this.#epoch
    this.#waitingSince = isListed ? null : (this.#waitingSince ?? this.#options.clock.monotonic())
    if (!isBehind) apply(answer, isWhole)
  }

  async #retryUntilDone(attempt: () => Promise<void>): Promise<void> {
    for (let failures = 1; !this.#isClosed; failures++)
      try {
        return await attempt()
      } catch (error) {
        if (this.#isClosed) return
        this.#options.report(`failed to ${this.#attempted}; retrying`, error)
        await this.#wait(computeJitteredBackoffMs(failures, FIRST_BACKOFF_MS, MAX_BACKOFF_MS, Math.random()))
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
