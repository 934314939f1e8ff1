/**
 * Brings what was just committed to those who watch a project, here and by way of `Elsewhere` at other servers. Kept in this
 * process alone, and only while somebody watches or has just left: a project that nobody looks at costs nothing.
 */
import { randomBytes } from 'node:crypto'
import { formatPosition, type LiveEvent, type LivePosition, parsePosition } from '../../core/live/live-event.ts'
import { LiveEventLog } from '../../core/live/live-event-log.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'

interface LiveBounds {
  /** Of one project. */
  maxEvents: number
  /** Characters, of one project. */
  maxText: number
  /** Characters, of all projects together. */
  maxTotalText: number
  /** How long events are still kept after the last reader has left, so that he may come back. */
  lingerMs: number
}

export const LIVE_BOUNDS: LiveBounds = {
  maxEvents: 10_000,
  maxText: 8 * 1024 * 1024,
  maxTotalText: 64 * 1024 * 1024,
  lingerMs: 2 * MINUTE_MS,
}

interface LiveOptions {
  /** The text in which an event leaves. Called once per event, however many read it. */
  encode: (position: string, event: LiveEvent) => string
  now: () => number
  bounds?: LiveBounds
}

/** One reader's place in the events of a project. */
export interface LiveSubscription {
  /** After the last event that was read. */
  position(): string
  /** The next events, at most `maxText` characters where one alone is not longer; null when some were missed. */
  read(mostText: number): string | null
  close(): void
}

/** Something that what is shown of a project may depend on. */
export interface Change {
  /** Null when nobody knows which: any may have changed. */
  projectId: string | null
  /** Whether it is a status page that was edited. */
  isPage: boolean
}

/** Other servers on the same database; see `other-servers.ts`. */
export interface Cluster {
  /** Whether nobody watches anything there. */
  isIdle: boolean
  isWatched(projectId: string): boolean
  sendEvent(projectId: string, event: LiveEvent): void
  sendChange(change: Change): void
  /** Somebody here begins to watch a project, or nobody does any more. */
  sendWatch(projectId: string, isWatched: boolean): void
}

const NO_CLUSTER: Cluster = {
  isIdle: true,
  isWatched: () => false,
  sendEvent: () => {},
  sendChange: () => {},
  sendWatch: () => {},
}

interface Channel {
  log: LiveEventLog
  readers: Set<() => void>
  /** When nobody is left who might come back, Unix ms. */
  endsAt: number
}

export class LiveEvents {
  readonly #encode: LiveOptions['encode']
  readonly #now: () => number
  readonly #bounds: LiveBounds
  readonly #epoch = randomBytes(6).toString('hex')
  readonly #channels = new Map<string, Channel>()
  #sequence = 0
  readonly #listeners = new Set<(change: Change) => void>()
  #cluster = NO_CLUSTER

  constructor({ encode, now, bounds = LIVE_BOUNDS }: LiveOptions) {
    this.#encode = encode
    this.#now = now
    this.#bounds = bounds
  }

  /** Whether nobody watches anything: then whoever has news may spare himself the trouble of collecting them. */
  get isIdle(): boolean {
    if (this.#channels.size > 0) this.#closeEmpty()
    return this.#channels.size === 0 && this.#cluster.isIdle
  }

  /** From now on other servers hear of what happens here. */
  join(cluster: Cluster): void {
    this.#cluster = cluster
    for (const projectId of this.#channels.keys()) cluster.sendWatch(projectId, true)
  }

  isWatchedLocally(projectId: string): boolean {
    return this.#channels.has(projectId)
  }

  /** Projects that somebody here watches. */
  listLocalWatches(): string[] {
    this.#closeEmpty()
    return [...this.#channels.keys()]
  }

  /** @param make called only when the project is watched */
  publish(projectId: string, make: () => LiveEvent): void {
    const isWatchedInCluster = this.#cluster.isWatched(projectId)
    if (!isWatchedInCluster && !this.#channels.has(projectId)) return
    const event = make()
    this.publishLocally(projectId, event)
    if (isWatchedInCluster) this.#cluster.sendEvent(projectId, event)
  }

  /** To those who watch at this server. */
  publishLocally(projectId: string, event: LiveEvent): void {
    const channel = this.#channels.get(projectId)
    if (!channel) return
    const sequence = ++this.#sequence
    channel.log.add(sequence, this.#encode(formatPosition({ epoch: this.#epoch, sequence }), event))
    this.#shrinkLogs()
    for (const notify of channel.readers) notify()
  }

  /** Tells those who keep something of the project that it is out of date. Costs next to nothing, whoever watches. */
  publishChange(change: Change): void {
    this.publishChangeLocally(change)
    this.#cluster.sendChange(change)
  }

  /** Tells those of this server. */
  publishChangeLocally(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** @returns stops it */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * @param notify called when there is something to read
   * @param since where the reader was, as text
   * @returns a watch from there on, or from now on when that is unknown or too long ago
   */
  subscribe(
    projectId: string,
    notify: () => void,
    since: string | null,
  ): { watch: LiveSubscription; isResumed: boolean } {
    this.#closeEmpty()
    const channel = this.#channels.get(projectId) ?? this.#open(projectId)
    channel.readers.add(notify)
    const known = since === null ? null : this.#findSequence(parsePosition(since), channel)
    let sequence = known ?? this.#sequence
    const watch: LiveSubscription = {
      position: () => formatPosition({ epoch: this.#epoch, sequence }),
      read: (mostText) => {
        const next = channel.log.readAfter(sequence, mostText)
        if (next) sequence = next.sequence
        return next === null ? null : next.text
      },
      close: () => {
        channel.readers.delete(notify)
        channel.endsAt = this.#now() + this.#bounds.lingerMs
      },
    }
    return { watch, isResumed: known !== null }
  }

  #open(projectId: string): Channel {
    const channel = { log: new LiveEventLog(this.#sequence, this.#bounds), readers: new Set<() => void>(), endsAt: 0 }
    this.#channels.set(projectId, channel)
    this.#cluster.sendWatch(projectId, true)
    return channel
  }

  #findSequence(position: LivePosition | null, { log }: Channel): number | null {
    if (!position || position.epoch !== this.#epoch || position.sequence > this.#sequence) return null
    return log.hasAllSince(position.sequence) ? position.sequence : null
  }

  #closeEmpty(): void {
    const now = this.#now()
    for (const [projectId, { readers, endsAt }] of this.#channels)
      if (readers.size === 0 && endsAt <= now) {
        this.#channels.delete(projectId)
        this.#cluster.sendWatch(projectId, false)
      }
  }

  /** Looked at after every so many events, because it looks at all projects. */
  #shrinkLogs(): void {
    if (this.#sequence % 64 !== 0) return
    const logs = [...this.#channels.values()].map(({ log }) => log)
    let size = logs.reduce((sum, log) => sum + log.size, 0)
    while (size > this.#bounds.maxTotalText) {
      const largest = logs.reduce((a, b) => (b.size > a.size ? b : a))
      size -= largest.size
      largest.dropHalf()
      size += largest.size
    }
  }
}
