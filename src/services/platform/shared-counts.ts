/** What this server has counted and the others do not know yet: gathered, and told by one statement for everybody. */
import type { Window } from '../../core/platform/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { addToWindows } from '../../store/platform/rate-windows.ts'
import type { Reader } from '../../store/platform/store.ts'

/** How much of one window is told, and how much is not. */
export interface Count {
  /** A hash. */
  keyHash: string
  /** As this server knows it, with what is not told. */
  window: Window
  unsynced: number
}

/** How long what nobody waits for is gathered. */
const SYNC_DELAY_MS = SECOND_MS

/** Windows in one statement. */
const BATCH_SIZE = 1_000

/** Windows that wait to be told. A flood of addresses while the database is away is forgotten beyond that. */
const MAX_WAITING = 20_000

/** How long a request waits for what the others know, unless somebody says otherwise. */
const TIMEOUT_MS = 2 * SECOND_MS

/** After a failure nobody waits for so long. */
const RECOVERY_MS = 5 * SECOND_MS

/** What a statement brought: how many there were at all servers before those that it told. */
type SyncedCounts = ReadonlyMap<Count, { before: number; resetAt: number }>

export class SharedCounts {
  readonly #db: Reader
  readonly #now: () => number
  readonly #report: (error: unknown) => void
  readonly #timeoutMs: number
  /** Those whom a request waits for, and those who have time. */
  readonly #urgent = new Set<Count>()
  readonly #waiting = new Set<Count>()
  #timer: NodeJS.Timeout | undefined
  #isAway = false
  /** Of the monotonic clock, ms. */
  #awayUntil = 0
  /** The statement that goes next and still takes in what is noted, and the one that is under way. */
  #next: Promise<SyncedCounts> | null = null
  #running: Promise<SyncedCounts> | null = null

  constructor(db: Reader, now: () => number, report: (error: unknown) => void, timeoutMs = TIMEOUT_MS) {
    this.#db = db
    this.#now = now
    this.#report = report
    this.#timeoutMs = timeoutMs
  }

  /** One request more, of which the others hear soon. */
  recordRequest(count: Count): void {
    if (!this.#waiting.has(count) && this.#waiting.size >= MAX_WAITING) return
    count.unsynced++
    this.#waiting.add(count)
    this.#wait()
  }

  /**
   * One request more.
   *
   * @param seen what this server knows of it
   * @returns what all servers know of it; `seen` where they cannot be asked
   */
  async countShared(count: Count, seen: Window): Promise<Window> {
    this.recordRequest(count)
    if (performance.now() < this.#awayUntil) return seen
    const position = count.unsynced
    this.#urgent.add(count)
    const synced = (await waitAtMost(this.#timeoutMs, this.#send()))?.get(count)
    return synced ? { count: synced.before + position, resetAt: synced.resetAt } : seen
  }

  /** Tells what is not told yet; nothing is noted any more. */
  async close(): Promise<void> {
    if (this.#waiting.size > 0 && performance.now() >= this.#awayUntil) await waitAtMost(this.#timeoutMs, this.#send())
    clearTimeout(this.#timer)
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#send(), SYNC_DELAY_MS).unref()
  }

  #send(): Promise<SyncedCounts> {
    this.#next ??= this.#run()
    return this.#next
  }

  /** One at a time; what is noted until it begins goes along. Never rejects. */
  async #run(): Promise<SyncedCounts> {
    await this.#running
    this.#running = this.#next
    this.#next = null
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#take()
    try {
      const synced = await this.#add(batch)
      this.#isAway = false
      return synced
    } catch (error) {
      this.#restoreBatch(batch)
      if (!this.#isAway) this.#report(error)
      this.#isAway = true
      this.#awayUntil = performance.now() + RECOVERY_MS
      return new Map()
    } finally {
      if (this.#waiting.size > 0) this.#wait()
    }
  }

  /** @returns how many requests of whom; they count as told from now on */
  #take(): Map<Count, number> {
    const batch = new Map<Count, number>()
    const now = this.#now()
    for (const count of [...this.#urgent, ...this.#waiting]) {
      if (batch.size >= BATCH_SIZE && !this.#urgent.has(count)) break
      if (!this.#waiting.delete(count)) continue
      if (count.window.resetAt > now) batch.set(count, count.unsynced)
      count.unsynced = 0
    }
    this.#urgent.clear()
    return batch
  }

  async #add(batch: ReadonlyMap<Count, number>): Promise<SyncedCounts> {
    // One whose window was forgotten here, and who came again, is there twice
    const sums = new Map<string, number>()
    for (const [{ keyHash }, requests] of batch) sums.set(keyHash, (sums.get(keyHash) ?? 0) + requests)
    const requested = [...sums].map(([keyHash, requests]) => ({ keyHash, requests }))
    const shared = new Map(
      (await addToWindows(this.#db, requested, this.#now())).map((window) => [window.keyHash, window]),
    )
    const synced = new Map<Count, { before: number; resetAt: number }>()
    for (const [count, requests] of batch) {
      const { keyHash, window } = count
      const { count: all, resetAt } = shared.get(keyHash)!
      const left = sums.get(keyHash)!
      sums.set(keyHash, left - requests)
      synced.set(count, { before: all - left, resetAt })
      window.count = all + count.unsynced
      window.resetAt = resetAt
    }
    return synced
  }

  #restoreBatch(batch: ReadonlyMap<Count, number>): void {
    for (const [count, requests] of batch) {
      count.unsynced += requests
      this.#waiting.add(count)
    }
  }
}

async function waitAtMost<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
