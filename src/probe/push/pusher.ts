/**
 * Delivers results to the server: in batches, in order, at least once. Unacknowledged results are sent again; the key
 * of a result makes a repeat harmless. With a backlog, results that the server does not accept soon are moved to disk.
 */

import { computeJitteredBackoffMs } from '../../core/platform/limits/backoff.ts'
import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Exchange } from '../../core/probes/probe-load.ts'
import { type CheckResult, PUSH_LIMIT } from '../../core/probes/protocol.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import { Fifo } from '../schedule/fifo.ts'
import type { Backlog, BacklogBatch } from './backlog.ts'
import { bisectRejected, isPermanent } from './refusal.ts'

interface PusherOptions {
  clock: Clock
  push: (results: readonly CheckResult[]) => Promise<void>
  /** Maximum of results kept in memory while the server does not accept them; then the oldest are dropped. */
  capacity: number
  /** How long the first result of a batch waits for more results. */
  delayMs: number
  /** The same while the batch contains only passes of monitors that are up. Defaults to `delayMs`. */
  routineDelayMs?: number
  report: (message: string, error: unknown) => void
  /** If absent, undelivered results stay in memory. */
  backlog?: Backlog | undefined
}

const FIRST_BACKOFF_MS = 200
const MAX_BACKOFF_MS = 5_000

/** Backoff for a server that rejects all results permanently. */
const REFUSED_BACKOFF_MS = MINUTE_MS

/**
 * If the server has not answered after this time, the results are also saved to disk. The server may be down, and this
 * process may stop at any moment.
 */
const SLOW_MS = 5 * SECOND_MS

/**
 * Interval at which results are saved to disk while the server is away, or while at least this number of results waits.
 */
const SAVE_EVERY_MS = SECOND_MS
const SAVE_ABOVE = 5_000

export class Pusher {
  readonly #clock: Clock
  readonly #options: PusherOptions
  readonly #backlog: Backlog | null
  readonly #queue = new Fifo<CheckResult>()
  /** Batch that is being sent and is not on disk. */
  #batch: readonly CheckResult[] = []
  /** Results that are being written to disk. */
  #moving: readonly CheckResult[] = []
  #saving: Promise<void> = Promise.resolve()
  #lastAdded: CheckResult | null = null
  #isSending = false
  #isClosed = false
  /** Whether the server did not accept the last batch. */
  #isServerAway = false
  #failures = 0
  /** Time of the last accepted results, monotonic ms. */
  #acceptedAt = Number.NEGATIVE_INFINITY
  #accepted = 0
  #deliveryMs = 0
  #dropped = 0
  #flushWaiters: (() => void)[] = []
  #stopDelay: (() => void) | null = null
  /** When the running delay ends, monotonic ms. */
  #delayEndsAt = Infinity
  /** Whether a queued result may be more than a pass of a monitor that is up. */
  #hasNews = false
  #stopBackoff: (() => void) | null = null
  #stopSave: (() => void) | null = null

  constructor(options: PusherOptions) {
    this.#clock = options.clock
    this.#options = options
    this.#backlog = options.backlog ?? null
    this.#sendIfAny()
  }

  /** Number of results that the server has not acknowledged. */
  get size(): number {
    return this.#inMemory + (this.#backlog?.size ?? 0)
  }

  /** Number of results dropped for newer ones or because the server rejects them permanently. */
  get dropped(): number {
    return this.#dropped + (this.#backlog?.dropped ?? 0)
  }

  /** Time since the oldest waiting result that may still affect a status was measured, ms; 0 when none waits. */
  get waitingMs(): number {
    const first = [this.#batch[0], this.#moving[0], this.#queue.first].flatMap((result) => result?.startedAt ?? [])
    return Math.max(0, Math.round(this.#clock.now() - Math.min(...first, this.#backlog?.recentAt ?? Infinity)))
  }

  /** The exchange with the server, which limits the checks. */
  get exchange(): Exchange {
    const silentMs = this.#failures > 0 ? Infinity : this.#clock.monotonic() - this.#acceptedAt
    return { delayMs: Math.max(this.waitingMs, this.#deliveryMs), silentMs, accepted: this.#accepted }
  }

  /** @param isRoutine whether the monitor was up, and stays up */
  add(result: CheckResult, isRoutine = false): void {
    if (this.#inMemory >= this.#options.capacity) this.#dropOldest()
    this.#queue.push(result)
    this.#hasNews ||= !isRoutine
    this.#lastAdded = result
    if (this.#isServerAway || this.#queue.size >= SAVE_ABOVE) this.#scheduleSave()
    this.#sendSoon()
  }

  /** Resolves when no unacknowledged result is left, or when the pusher is closed. */
  flush(): Promise<void> {
    if (this.size === 0 || this.#isClosed) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#flushWaiters.push(resolve)
    this.#sendSoon()
    return promise
  }

  /** Stops sending. Unacknowledged results are discarded or, with a backlog, saved to disk before this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelDelay()
    this.#stopBackoff?.()
    this.#stopSave?.()
    this.#resolveFlushes()
    if (this.#backlog === null) return
    await this.#saveToDisk()
    await this.#backlog.close()
  }

  get #inMemory(): number {
    return this.#queue.size + this.#batch.length + this.#moving.length
  }

  /**
   * Sends a full batch at once, and any batch while a caller waits for a flush. Otherwise the results wait for more.
   */
  #sendSoon(): void {
    if (this.#isSending || this.#isClosed) return
    const { delayMs, routineDelayMs = delayMs } = this.#options
    const isUrgent = this.#queue.size >= PUSH_LIMIT || this.#flushWaiters.length > 0 || this.#isBehind
    if (isUrgent) void this.#send()
    else this.#sendWithin(this.#hasNews ? delayMs : routineDelayMs)
  }

  #sendWithin(delayMs: number): void {
    const endsAt = this.#clock.monotonic() + delayMs
    if (endsAt >= this.#delayEndsAt) return
    this.#cancelDelay()
    this.#delayEndsAt = endsAt
    this.#stopDelay = this.#clock.after(delayMs, () => void this.#send())
  }

  #cancelDelay(): void {
    this.#stopDelay?.()
    this.#stopDelay = null
    this.#delayEndsAt = Infinity
  }

  get #isBehind(): boolean {
    return this.#moving.length > 0 || (this.#backlog !== null && this.#backlog.size > 0)
  }

  #sendIfAny(): void {
    if (this.#queue.size > 0 || this.#isBehind) this.#sendSoon()
    else this.#resolveFlushes()
  }

  async #send(): Promise<void> {
    this.#cancelDelay()
    this.#isSending = true
    const stored = this.#isBehind ? await this.#fetchFromBacklog() : null
    if (stored) await this.#deliverFromBacklog(stored)
    else {
      this.#batch = this.#queue.take(PUSH_LIMIT)
      if (this.#queue.size === 0) this.#hasNews = false
      if (this.#batch.length > 0) await this.#deliver(this.#batch)
    }
    this.#isSending = false
    if (this.#isClosed) return
    this.#batch = []
    this.#sendIfAny()
  }

  async #fetchFromBacklog(): Promise<BacklogBatch | null> {
    await this.#saving
    return this.#isClosed ? null : this.#backlog!.fetchNext(this.#queue.size > 0)
  }

  async #deliverFromBacklog({ results, complete }: BacklogBatch): Promise<void> {
    while (!this.#isClosed)
      if (await this.#tryPush(results)) {
        await complete()
        return
      }
  }

  /** Repeats until the batch is delivered, or on disk. */
  async #deliver(batch: readonly CheckResult[]): Promise<void> {
    while (!this.#isClosed && this.#batch === batch) if (await this.#tryPush(batch)) return
  }

  /** @returns whether all results are delivered or discarded; after a failure it has waited for the backoff */
  async #tryPush(results: readonly CheckResult[]): Promise<boolean> {
    const stopWatch = this.#backlog && this.#clock.after(SLOW_MS, () => this.#markServerAway())
    try {
      await this.#push(results)
      this.#isServerAway = false
      if (this.#failures > 0 && this.#backlog) this.#options.report('server accepts results again', null)
      this.#failures = 0
      this.#acceptedAt = this.#clock.monotonic()
      this.#accepted += results.length
      this.#deliveryMs = this.#clock.now() - results[0]!.startedAt
      return true
    } catch (error) {
      if (!this.#isClosed) await this.#waitAfterFailure(results.length, error)
      return false
    } finally {
      stopWatch?.()
    }
  }

  #markServerAway(): void {
    this.#isServerAway = true
    void this.#saveToDisk()
  }

  /** Sends results. Permanently rejected ones are dropped, so that they do not block the results after them. */
  async #push(results: readonly CheckResult[]): Promise<void> {
    const { push, report } = this.#options
    try {
      await push(results)
    } catch (error) {
      if (!isPermanent(error)) throw error
      const poisoned = await bisectRejected(results, push, error, this.#lastAdded)
      this.#dropped += poisoned.length
      for (const { monitorKey, scheduledAt } of poisoned) {
        const due = new Date(scheduledAt).toISOString()
        report(`server keeps rejecting the result of monitor ${monitorKey} due at ${due}; discarding it`, error)
      }
    }
  }

  async #waitAfterFailure(count: number, error: unknown): Promise<void> {
    this.#isServerAway = true
    this.#failures += 1
    this.#options.report(`failed to deliver ${formatCountText(count, 'result')}; ${this.size} pending`, error)
    if (this.#backlog) await this.#saveToDisk()
    if (this.#isClosed) return
    const delayMs = computeJitteredBackoffMs(this.#failures, FIRST_BACKOFF_MS, MAX_BACKOFF_MS, Math.random())
    const pause = wait(this.#clock, isPermanent(error) ? REFUSED_BACKOFF_MS : delayMs)
    this.#stopBackoff = pause.cancel
    await pause.done
    this.#stopBackoff = null
  }

  #scheduleSave(): void {
    if (this.#backlog === null || this.#isClosed) return
    this.#stopSave ??= this.#clock.after(SAVE_EVERY_MS, () => {
      this.#stopSave = null
      if (this.#isServerAway || this.#queue.size >= SAVE_ABOVE) void this.#saveToDisk()
    })
  }

  /** Moves all results in memory to disk, in order; one move at a time. */
  #saveToDisk(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#moveToDisk())
    return this.#saving
  }

  async #moveToDisk(): Promise<void> {
    const batch = this.#batch
    const rest = this.#queue.take(this.#queue.size)
    if (batch.length + rest.length === 0) return
    this.#moving = rest
    const isSafe = await this.#backlog!.save([...batch, ...rest])
    this.#moving = []
    if (!isSafe) this.#queue.returnItems(rest)
    // The batch may still be accepted. Then it is sent once more, which is harmless
    else if (this.#batch === batch) this.#batch = []
  }

  /** Drops the oldest queued result. The batch being sent stays complete, because the server may be committing it. */
  #dropOldest(): void {
    this.#dropped += this.#queue.take(1).length
  }

  #resolveFlushes(): void {
    for (const resolve of this.#flushWaiters.splice(0)) resolve()
  }
}
