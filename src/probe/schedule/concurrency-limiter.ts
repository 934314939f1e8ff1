import { Fifo } from './fifo.ts'

interface ConcurrencyLimiterOptions<T> {
  /** Most at once. */
  limit: number
  /** Most at once of one host, so that a host which hangs holds up its own monitors and nobody else's. */
  limitPerHost: number
  getHost: (item: T) => string
  start: (item: T) => void
}

/** What goes on at one host. */
interface HostQueue<T> {
  running: number
  /** Those that would have had a lane but for the limit of their host, in the order they came; null before the first. */
  waiting: Fifo<T> | null
}

/**
 * Two bounds on how much runs at once: in all, and at one host. What finds no place waits in the order it came; what
 * waits for its host takes no lane, and when there is room at its host it stands behind those who wait for a lane. So
 * hosts that hang, with many more waiting for each, hand their lanes on instead of keeping them among themselves.
 */
export class ConcurrencyLimiter<T> {
  readonly #options: ConcurrencyLimiterOptions<T>
  /** Those where something runs, or that have one among those who wait for a lane: it brings on the next of its host. */
  readonly #hosts = new Map<string, HostQueue<T>>()
  /** For a lane, whatever their host. */
  readonly #waiting = new Fifo<T>()
  #waitingForHosts = 0
  #running = 0

  constructor(options: ConcurrencyLimiterOptions<T>) {
    this.#options = options
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.size + this.#waitingForHosts
  }

  /** Who gets the next lane; undefined when nobody waits for one. */
  get next(): T | undefined {
    return this.#waiting.first
  }

  enqueue(item: T): void {
    if (this.#running >= this.#options.limit) this.#waiting.push(item)
    else this.#startOrWait(item)
  }

  /** One that was launched has ended. */
  release(item: T): void {
    const name = this.#options.getHost(item)
    const host = this.#hosts.get(name)!
    this.#running -= 1
    host.running -= 1
    const next = host.waiting?.shift()
    if (next !== undefined) {
      this.#waitingForHosts -= 1
      this.#waiting.push(next)
    } else if (host.running === 0) this.#hosts.delete(name)
    while (this.#waiting.size > 0 && this.#running < this.#options.limit) this.#startOrWait(this.#waiting.shift()!)
  }

  /** Takes out what waits and is not wanted any more. */
  filter(isWanted: (item: T) => boolean): void {
    if (this.#waiting.size > 0) this.#waiting.filter(isWanted)
    if (this.#waitingForHosts === 0) return
    this.#waitingForHosts = 0
    for (const [name, host] of this.#hosts) {
      host.waiting?.filter(isWanted)
      this.#queueForHost(host)
      this.#waitingForHosts += host.waiting?.size ?? 0
      if (host.running === 0 && !host.waiting?.size) this.#hosts.delete(name)
    }
  }

  /** One for each place that is free: those who stood in the queue for them may just have been taken out. */
  #queueForHost({ running, waiting }: HostQueue<T>): void {
    for (const item of waiting?.take(this.#options.limitPerHost - running) ?? []) this.#waiting.push(item)
  }

  /** There is a lane; the host may have no room all the same. */
  #startOrWait(item: T): void {
    const name = this.#options.getHost(item)
    let host = this.#hosts.get(name)
    if (host === undefined) {
      host = { running: 0, waiting: null }
      this.#hosts.set(name, host)
    }
    if (host.running < this.#options.limitPerHost) this.#start(item, host)
    else {
      host.waiting ??= new Fifo()
      host.waiting.push(item)
      this.#waitingForHosts += 1
    }
  }

  #start(item: T, host: HostQueue<T>): void {
    this.#running += 1
    host.running += 1
    this.#options.start(item)
  }
}
