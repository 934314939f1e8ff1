/**
 * Results on their way to the server: in batches, in order, at least once. What is not acknowledged is sent again; the
 * key of a result makes the repeat harmless. With a backlog, what the server does not take soon goes to disk.
 */
import { jitteredBackoffMs } from '../../core/platform/backoff.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { type CheckResult, PUSH_LIMIT } from '../../core/probes/protocol.ts'
import { type Clock, wait } from '../schedule/clock.ts'
import { Fifo } from '../schedule/fifo.ts'
import type { Backlog, BacklogBatch } from './backlog.ts'
import { isForGood } from './refusal.ts'
import { sift } from './sift.ts'

interface PusherOptions {
  clock: Clock
  push: (results: readonly CheckResult[]) => Promise<void>
  /** Most results kept in memory while the server does not take them; then the oldest give way. */
  capacity: number
  /** How long the first result of a batch waits for company. */
  delayMs: number
  report: (message: string, error: unknown) => void
  /** Absent: what is not delivered stays in memory. */
  backlog?: Backlog | undefined
}

const FIRST_BACKOFF_MS = 200
const LONGEST_BACKOFF_MS = 5_000

/** Of a server that refuses whatever it is sent. */
const REFUSED_BACKOFF_MS = MINUTE_MS

/** A server that has not answered for so long may be gone, and this process may be next. */
const SLOW_MS = 5 * SECOND_MS

/** While the server is away, results are written to disk so often; and whenever so many wait. */
const SPILL_EVERY_MS = SECOND_MS
const SPILL_ABOVE = 5_000

export class Pusher {
  readonly #clock: Clock
  readonly #options: PusherOptions
  readonly #backlog: Backlog | null
  readonly #waiting = new Fifo<CheckResult>()
  /** What is being sent and is not on disk. */
  #batch: readonly CheckResult[] = []
  /** Results that are being written to disk. */
  #moving = 0
  #spilling: Promise<void> = Promise.resolve()
  #newest: CheckResult | null = null
  #isSending = false
  #isClosed = false
  /** The server did not take what it was sent last. */
  #isAway = false
  #failures = 0
  #dropped = 0
  #flushing: (() => void)[] = []
  #stopDelay: (() => void) | null = null
  #stopBackoff: (() => void) | null = null
  #stopSpill: (() => void) | null = null

  constructor(options: PusherOptions) {
    this.#clock = options.clock
    this.#options = options
    this.#backlog = options.backlog ?? null
    this.#sendIfAny()
  }

  /** Results that the server has not acknowledged. */
  get size(): number {
    return this.#inMemory + (this.#backlog?.size ?? 0)
  }

  /** Results that gave way to newer ones, or that the server never takes. */
  get dropped(): number {
    return this.#dropped + (this.#backlog?.dropped ?? 0)
  }

  add(result: CheckResult): void {
    if (this.#inMemory >= this.#options.capacity) this.#dropOldest()
    this.#waiting.push(result)
    this.#newest = result
    if (this.#isAway || this.#waiting.size >= SPILL_ABOVE) this.#spillSoon()
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

  /** Sends no more. What is not acknowledged by now is given up, or kept on disk, which is done when this resolves. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopDelay?.()
    this.#stopBackoff?.()
    this.#stopSpill?.()
    this.#endFlush()
    if (this.#backlog === null) return
    await this.#spill()
    await this.#backlog.close()
  }

  get #inMemory(): number {
    return this.#waiting.size + this.#batch.length + this.#moving
  }

  /** A full batch goes at once, and so does anything when somebody waits for it. The rest waits for company. */
  #sendSoon(): void {
    if (this.#isSending || this.#isClosed) return
    const isUrgent = this.#waiting.size >= PUSH_LIMIT || this.#flushing.length > 0 || this.#isBehind
    if (isUrgent) void this.#send()
    else this.#stopDelay ??= this.#clock.after(this.#options.delayMs, () => void this.#send())
  }

  get #isBehind(): boolean {
    return this.#moving > 0 || (this.#backlog !== null && this.#backlog.size > 0)
  }

  #sendIfAny(): void {
    if (this.#waiting.size > 0 || this.#isBehind) this.#sendSoon()
    else this.#endFlush()
  }

  async #send(): Promise<void> {
    this.#stopDelay?.()
    this.#stopDelay = null
    this.#isSending = true
    const kept = this.#isBehind ? await this.#nextKept() : null
    if (kept) await this.#deliverKept(kept)
    else {
      this.#batch = this.#waiting.take(PUSH_LIMIT)
      if (this.#batch.length > 0) await this.#deliver(this.#batch)
    }
    this.#isSending = false
    if (this.#isClosed) return
    this.#batch = []
    this.#sendIfAny()
  }

  async #nextKept(): Promise<BacklogBatch | null> {
    await this.#spilling
    return this.#isClosed ? null : this.#backlog!.next(this.#waiting.size > 0)
  }

  async #deliverKept({ results, done }: BacklogBatch): Promise<void> {
    while (!this.#isClosed)
      if (await this.#attempt(results)) {
        await done()
        return
      }
  }

  /** Until they are delivered, or on disk. */
  async #deliver(batch: readonly CheckResult[]): Promise<void> {
    while (!this.#isClosed && this.#batch === batch) if (await this.#attempt(batch)) return
  }

  /** @returns whether all of them are done with; after a failure it has backed off */
  async #attempt(results: readonly CheckResult[]): Promise<boolean> {
    const stopWatch = this.#backlog && this.#clock.after(SLOW_MS, () => this.#doubt())
    try {
      await this.#push(results)
      this.#isAway = false
      if (this.#failures > 0 && this.#backlog) this.#options.report('the server takes results again', null)
      this.#failures = 0
      return true
    } catch (error) {
      if (!this.#isClosed) await this.#backOff(results.length, error)
      return false
    } finally {
      stopWatch?.()
    }
  }

  #doubt(): void {
    this.#isAway = true
    void this.#spill()
  }

  /** What the server refuses for good is passed over, so that it holds up nothing behind it. */
  async #push(results: readonly CheckResult[]): Promise<void> {
    const { push, report } = this.#options
    try {
      await push(results)
    } catch (error) {
      if (!isForGood(error)) throw error
      const culprits = await sift(results, push, error, this.#newest)
      this.#dropped += culprits.length
      for (const { monitorKey, scheduledAt } of culprits) {
        const due = new Date(scheduledAt).toISOString()
        report(
          `the server never takes the result of monitor ${monitorKey} that was due at ${due}: it is given up`,
          error,
        )
      }
    }
  }

  async #backOff(count: number, error: unknown): Promise<void> {
    this.#isAway = true
    this.#failures += 1
    this.#options.report(`the server did not take ${count} results; ${this.size} wait`, error)
    if (this.#backlog) await this.#spill()
    if (this.#isClosed) return
    const delayMs = jitteredBackoffMs(this.#failures, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS, Math.random())
    const pause = wait(this.#clock, isForGood(error) ? REFUSED_BACKOFF_MS : delayMs)
    this.#stopBackoff = pause.cancel
    await pause.done
    this.#stopBackoff = null
  }

  #spillSoon(): void {
    if (this.#backlog === null || this.#isClosed) return
    this.#stopSpill ??= this.#clock.after(SPILL_EVERY_MS, () => {
      this.#stopSpill = null
      if (this.#isAway || this.#waiting.size >= SPILL_ABOVE) void this.#spill()
    })
  }

  /** Everything in memory goes to disk, in its order; one after the other. */
  #spill(): Promise<void> {
    this.#spilling = this.#spilling.then(() => this.#moveToDisk())
    return this.#spilling
  }

  async #moveToDisk(): Promise<void> {
    const batch = this.#batch
    const rest = this.#waiting.take(this.#waiting.size)
    if (batch.length + rest.length === 0) return
    this.#moving = rest.length
    const isSafe = await this.#backlog!.keep([...batch, ...rest])
    this.#moving = 0
    if (!isSafe) this.#waiting.putBack(rest)
    // It may arrive nevertheless, and is then sent once more, which changes nothing
    else if (this.#batch === batch) this.#batch = []
  }

  /** The batch under way stays whole: the server may be committing it at this moment. */
  #dropOldest(): void {
    this.#dropped += this.#waiting.take(1).length
  }

  #endFlush(): void {
    for (const resolve of this.#flushing.splice(0)) resolve()
  }
}
