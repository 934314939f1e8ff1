/** What this server has counted and the others do not know yet: gathered, and told by one statement for everybody. */
import type { Window } from '../../core/platform/rate-limit.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { addToWindows } from '../../store/platform/rate-windows.ts'
import type { Reader } from '../../store/platform/store.ts'

/** How much of one window is told, and how much is not. */
export interface Count {
  /** A hash. */
  who: string
  /** As this server knows it, with what is not told. */
  window: Window
  untold: number
}

/** How long what nobody waits for is gathered. */
const GATHER_MS = SECOND_MS

/** Windows in one statement. */
const MOST_AT_ONCE = 1_000

/** Windows that wait to be told. A flood of addresses while the database is away is forgotten beyond that. */
const MOST_WAITING = 20_000

/** How long a request waits for what the others know, unless somebody says otherwise. */
const PATIENCE_MS = 2 * SECOND_MS

/** After a failure nobody waits for so long. */
const RECOVERY_MS = 5 * SECOND_MS

/** What a statement brought: how many there were at all servers before those that it told. */
type Told = ReadonlyMap<Count, { before: number; resetAt: number }>

export class SharedCounts {
  readonly #db: Reader
  readonly #now: () => number
  readonly #report: (error: unknown) => void
  readonly #patienceMs: number
  /** Those whom a request waits for, and those who have time. */
  readonly #urgent = new Set<Count>()
  readonly #waiting = new Set<Count>()
  #timer: NodeJS.Timeout | undefined
  #isAway = false
  /** Of the monotonic clock, ms. */
  #awayUntil = 0
  /** The statement that goes next and still takes in what is noted, and the one that is under way. */
  #next: Promise<Told> | null = null
  #running: Promise<Told> | null = null

  constructor(db: Reader, now: () => number, report: (error: unknown) => void, patienceMs = PATIENCE_MS) {
    this.#db = db
    this.#now = now
    this.#report = report
    this.#patienceMs = patienceMs
  }

  /** One request more, of which the others hear soon. */
  note(count: Count): void {
    if (!this.#waiting.has(count) && this.#waiting.size >= MOST_WAITING) return
    count.untold++
    this.#waiting.add(count)
    this.#wait()
  }

  /**
   * One request more.
   *
   * @param seen what this server knows of it
   * @returns what all servers know of it; `seen` where they cannot be asked
   */
  async tell(count: Count, seen: Window): Promise<Window> {
    this.note(count)
    if (performance.now() < this.#awayUntil) return seen
    const place = count.untold
    this.#urgent.add(count)
    const told = (await within(this.#patienceMs, this.#send()))?.get(count)
    return told ? { count: told.before + place, resetAt: told.resetAt } : seen
  }

  /** Tells what is not told yet; nothing is noted any more. */
  async close(): Promise<void> {
    if (this.#waiting.size > 0 && performance.now() >= this.#awayUntil) await within(this.#patienceMs, this.#send())
    clearTimeout(this.#timer)
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => void this.#send(), GATHER_MS).unref()
  }

  #send(): Promise<Told> {
    this.#next ??= this.#run()
    return this.#next
  }

  /** One at a time; what is noted until it begins goes along. Never rejects. */
  async #run(): Promise<Told> {
    await this.#running
    this.#running = this.#next
    this.#next = null
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#take()
    try {
      const told = await this.#add(batch)
      this.#isAway = false
      return told
    } catch (error) {
      this.#giveBack(batch)
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
      if (batch.size >= MOST_AT_ONCE && !this.#urgent.has(count)) break
      if (!this.#waiting.delete(count)) continue
      if (count.window.resetAt > now) batch.set(count, count.untold)
      count.untold = 0
    }
    this.#urgent.clear()
    return batch
  }

  async #add(batch: ReadonlyMap<Count, number>): Promise<Told> {
    // One whose window was forgotten here, and who came again, is there twice
    const sums = new Map<string, number>()
    for (const [{ who }, requests] of batch) sums.set(who, (sums.get(who) ?? 0) + requests)
    const asked = [...sums].map(([who, requests]) => ({ who, requests }))
    const shared = new Map((await addToWindows(this.#db, asked, this.#now())).map((window) => [window.who, window]))
    const told = new Map<Count, { before: number; resetAt: number }>()
    for (const [count, requests] of batch) {
      const { who, window } = count
      const { count: all, resetAt } = shared.get(who)!
      const left = sums.get(who)!
      sums.set(who, left - requests)
      told.set(count, { before: all - left, resetAt })
      window.count = all + count.untold
      window.resetAt = resetAt
    }
    return told
  }

  #giveBack(batch: ReadonlyMap<Count, number>): void {
    for (const [count, requests] of batch) {
      count.untold += requests
      this.#waiting.add(count)
    }
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
