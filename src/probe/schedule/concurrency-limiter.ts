import { Fifo } from './fifo.ts'

interface ConcurrencyLimiterOptions<T> {
  /** Maximum of running items. */
  limit: number
  /** Maximum of running items per host, so that a hanging host delays only its own monitors. */
  limitPerHost: number
  getHost: (item: T) => string
  start: (item: T) => void
}

/** Items of one host. */
interface HostQueue<T> {
  running: number
  /** Items blocked only by the limit of their host, in order of arrival; null before the first. */
  waiting: Fifo<T> | null
}

/**
 * Limits the number of running items in total and per host. Items that cannot start wait in order of arrival.
 *
 * An item that waits for its host takes no slot. When the host has room again, the item joins the end of the queue for
 * slots. So hanging hosts with long queues release their slots to other hosts.
 */
export class ConcurrencyLimiter<T> {
  readonly #options: ConcurrencyLimiterOptions<T>
  /**
   * Hosts with a running item, or with an item in the queue for slots. When that item ends, the next item of its host
   * follows.
   */
  readonly #hosts = new Map<string, HostQueue<T>>()
  /** Items that wait for a slot, whatever their host. */
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

  /** The item that gets the next slot; undefined when no item waits for one. */
  get next(): T | undefined {
    return this.#waiting.first
  }

  enqueue(item: T): void {
    if (this.#running >= this.#options.limit) this.#waiting.push(item)
    else this.#startOrWait(item)
  }

  /** Releases the slot of an item that has ended. */
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

  /** Removes waiting items that are no longer wanted. */
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

  /**
   * Moves one item to the queue for each free slot of the host. The items queued for these slots may just have been
   * removed.
   */
  #queueForHost({ running, waiting }: HostQueue<T>): void {
    for (const item of waiting?.take(this.#options.limitPerHost - running) ?? []) this.#waiting.push(item)
  }

  /** A slot is free, but the host may still be at its limit. */
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
