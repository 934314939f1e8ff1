/**
 * The clock of a simulated world. Timers fire in order, each at its time, and all work that a timer starts ends before
 * the next one. A process can stop and resume; its overdue timers then fire in order.
 */

/** Owner of timers: the world itself, or a process in it. */
export interface Owner {
  isStopped: boolean
  isDead: boolean
}

interface WorldTimer {
  at: number
  order: number
  owner: Owner
  run: () => void
  isCancelled: boolean
}

export class WorldClock {
  #now: number
  #startedAt: number
  #made = 0
  #heap: WorldTimer[] = []
  /** Overdue timers of stopped processes. */
  #late: WorldTimer[] = []

  /** @param now Unix ms */
  constructor(now: number) {
    this.#now = now
    this.#startedAt = now
  }

  /** Unix ms. */
  readonly now = (): number => this.#now

  /** Milliseconds since the world began plus one second, since 0 could be mistaken for a missing value. */
  readonly monotonic = (): number => this.#now - this.#startedAt + 1_000

  /** @returns a function that cancels the timer */
  scheduleAfter(owner: Owner, delayMs: number, run: () => void): () => void {
    return this.scheduleAt(owner, this.#now + Math.max(0, delayMs), run)
  }

  /** @param at Unix ms; a past time fires at once */
  scheduleAt(owner: Owner, at: number, run: () => void): () => void {
    const timer = { at: Math.max(at, this.#now), order: ++this.#made, owner, run, isCancelled: false }
    push(this.#heap, timer)
    return () => {
      timer.isCancelled = true
    }
  }

  /** Advances the time to `end`, Unix ms. */
  async passUntil(end: number): Promise<void> {
    await drainTasks()
    for (let timer = this.#takeNext(end); timer !== undefined; timer = this.#takeNext(end)) {
      this.#now = Math.max(this.#now, timer.at)
      timer.run()
      await drainTasks()
    }
    this.#now = end
  }

  stop(owner: Owner): void {
    owner.isStopped = true
  }

  /** Resumes a process. Its overdue timers fire now, in the order of their due times. */
  resume(owner: Owner): void {
    owner.isStopped = false
    for (const timer of this.#late) if (timer.owner === owner) push(this.#heap, timer)
    this.#late = this.#late.filter((timer) => timer.owner !== owner)
  }

  #takeNext(end: number): WorldTimer | undefined {
    for (let first = this.#heap[0]; first !== undefined && first.at <= end; first = this.#heap[0]) {
      removeFirst(this.#heap)
      if (first.isCancelled || first.owner.isDead) continue
      if (!first.owner.isStopped) return first
      this.#late.push(first)
    }
    return undefined
  }
}

/**
 * Resolves when all work is done and only the passage of time is left. SQLite answers synchronously, so pending work is
 * always a promise or an immediate.
 */
export async function drainTasks(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (process.getActiveResourcesInfo().includes('Immediate'))
}

const isEarlier = (one: WorldTimer, other: WorldTimer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

function push(heap: WorldTimer[], timer: WorldTimer): void {
  let index = heap.length
  heap.push(timer)
  while (index > 0) {
    const parent = (index - 1) >> 1
    if (!isEarlier(timer, heap[parent]!)) break
    heap[index] = heap[parent]!
    index = parent
  }
  heap[index] = timer
}

function removeFirst(heap: WorldTimer[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  let index = 0
  for (;;) {
    const left = 2 * index + 1
    if (left >= heap.length) break
    const right = left + 1
    const child = right < heap.length && isEarlier(heap[right]!, heap[left]!) ? right : left
    if (!isEarlier(heap[child]!, last)) break
    heap[index] = heap[child]!
    index = child
  }
  heap[index] = last
}
