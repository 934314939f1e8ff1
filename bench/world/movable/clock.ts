/**
 * The time of a simulated world. Alarms go off in order, each at its moment, and everything that an alarm starts is over
 * before the next one. A process can stop and go on: its alarms that are late go off then, in order.
 */

/** Owns alarms: the world itself, or a process in it. */
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
  /** Alarms of a stopped process that are late. */
  #late: WorldTimer[] = []

  /** @param now Unix ms */
  constructor(now: number) {
    this.#now = now
    this.#startedAt = now
  }

  /** Unix ms. */
  readonly now = (): number => this.#now

  /** Milliseconds since the world began, and a second more: 0 would look like nothing. */
  readonly monotonic = (): number => this.#now - this.#startedAt + 1_000

  /** @returns cancels the alarm */
  scheduleAfter(owner: Owner, delayMs: number, run: () => void): () => void {
    return this.scheduleAt(owner, this.#now + Math.max(0, delayMs), run)
  }

  /** @param at Unix ms; a past moment is as good as now */
  scheduleAt(owner: Owner, at: number, run: () => void): () => void {
    const timer = { at: Math.max(at, this.#now), order: ++this.#made, owner, run, isCancelled: false }
    push(this.#heap, timer)
    return () => {
      timer.isCancelled = true
    }
  }

  /** Lets time pass until `end`, Unix ms. */
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

  /** Puts the late alarms of the process back: they go off now, in the order in which they were due. */
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
 * Resolves when nothing is left to do but wait for time to pass: SQLite answers at once, so whatever goes on is a promise or
 * an immediate.
 */
export async function drainTasks(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while (process.getActiveResourcesInfo().includes('Immediate'))
}

const isEarlier = (one: WorldTimer, other: WorldTimer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

function push(heap: WorldTimer[], timer: WorldTimer): void {
  let place = heap.length
  heap.push(timer)
  while (place > 0) {
    const parent = (place - 1) >> 1
    if (!isEarlier(timer, heap[parent]!)) break
    heap[place] = heap[parent]!
    place = parent
  }
  heap[place] = timer
}

function removeFirst(heap: WorldTimer[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  let place = 0
  for (;;) {
    const left = 2 * place + 1
    if (left >= heap.length) break
    const right = left + 1
    const child = right < heap.length && isEarlier(heap[right]!, heap[left]!) ? right : left
    if (!isEarlier(heap[child]!, last)) break
    heap[place] = heap[child]!
    place = child
  }
  heap[place] = last
}
