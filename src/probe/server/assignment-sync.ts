/** Keeps the probe's assignments in sync with the server: one long poll after another. */
import { computeJitteredBackoffMs } from '../../core/platform/limits/backoff.ts'
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
  /** Registers the probe, at first and whenever the server has forgotten it. */
  register: () => Promise<void>
  readVitals: () => ProbeVitals
  /** Called with new live probes of the region: removes monitors assigned to other probes. */
  applyMembers: (members: readonly Member[]) => void
  /**
   * @param isWhole whether the answer starts a new list: monitors that neither it nor its continuation contains are
   * removed
   */
  apply: (answer: AssignmentsResponse, isWhole: boolean) => void
  report: (message: string, error: unknown) => void
}

/** Every poll renews the lease: several times within its duration. */
const POLL_MS = 5 * SECOND_MS

/** Minimum poll interval for a server that answers sooner without changes. */
const MIN_POLL_INTERVAL_MS = SECOND_MS

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 10 * SECOND_MS

export class AssignmentSync {
  readonly #options: AssignmentSyncOptions
  #revision = 0
  /** Whether a complete list is needed: at first, and after the server lost revisions. */
  #wantsAll = true
  /** Epoch of the members that this probe applies. */
  #epoch: number | undefined
  /** Epoch of the members for which the list was made. */
  #listEpoch: number | undefined
  #listUntil: number | undefined
  /** Since when the list does not match the current members, monotonic ms; null when it is current and complete. */
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

  /** Stops the sync. The link must be closed too, which ends a running poll. */
  close(): void {
    this.#isClosed = true
    this.#stopWaiting?.()
  }

  /**
   * Polls, and registers first if the session is unknown. After any other failure, the sync starts again here. A token
   * that is refused in the meantime is reported with the next request.
   */
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
    // The first poll returns at once, even from a server without monitors. Otherwise the first monitor of that server
    // would count as part of the first list
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
    // A server that lost revisions, as after a restored backup, is asked for a complete list
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
