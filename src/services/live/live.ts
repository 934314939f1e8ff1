/**
 * Sends committed events to the subscribers of a project, on this server and, through `Cluster`, on other servers.
 * Events are kept only in memory, and only while a project has subscribers or had one recently. Unwatched projects cost
 * nothing.
 */
import { randomBytes } from 'node:crypto'
import {
  formatPosition,
  type LiveEvent,
  LiveEventLog,
  type LivePosition,
  parsePosition,
} from '../../core/live/live-event.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'

interface LiveBounds {
  /** Per project. */
  maxEvents: number
  /** Characters per project. */
  maxText: number
  /** Characters over all projects. */
  maxTotalText: number
  /** How long events are kept after the last subscriber left, so that it can resume. */
  lingerMs: number
}

export const LIVE_BOUNDS: LiveBounds = {
  maxEvents: 10_000,
  maxText: 8 * 1024 * 1024,
  maxTotalText: 64 * 1024 * 1024,
  lingerMs: 2 * MINUTE_MS,
}

interface LiveOptions {
  /** Encodes an event for sending. Called once per event, for any number of subscribers. */
  encode: (position: string, event: LiveEvent) => string
  now: () => number
  bounds?: LiveBounds
}

/** A subscriber's position in the events of a project. */
export interface LiveSubscription {
  /** Returns the position after the last event that was read. */
  position(): string
  /**
   * Returns the next events, at most `maxText` characters unless the first event is longer; null when events were
   * missed.
   */
  read(maxText: number): string | null
  close(): void
}

/** A change that outdates cached data of a project. */
export interface Change {
  /** Null when unknown: any project may have changed. */
  projectId: string | null
  /** Whether a status page was edited. */
  isPage: boolean
}

/** Other servers on the same database; see `cluster-bus.ts`. */
export interface Cluster {
  /** Whether no project is watched on other servers. */
  isIdle: boolean
  isWatched(projectId: string): boolean
  sendEvent(projectId: string, event: LiveEvent): void
  sendChange(change: Change): void
  sendAccessChange(ids: readonly string[]): void
  /** Reports that a project got its first local subscriber or lost its last one. */
  sendWatch(projectId: string, isWatched: boolean): void
}

const NO_CLUSTER: Cluster = {
  isIdle: true,
  isWatched: () => false,
  sendEvent: () => {},
  sendChange: () => {},
  sendAccessChange: () => {},
  sendWatch: () => {},
}

interface ProjectStream {
  log: LiveEventLog
  readers: Set<() => void>
  /** End of the time in which a subscriber may resume. */
  endsAt: UnixMs
}

export class LiveEvents {
  readonly #encode: LiveOptions['encode']
  readonly #now: () => number
  readonly #bounds: LiveBounds
  readonly #epoch = randomBytes(6).toString('hex')
  readonly #streams = new Map<string, ProjectStream>()
  #sequence = 0
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #accessListeners = new Set<(ids: readonly string[] | null) => void>()
  #cluster = NO_CLUSTER

  constructor({ encode, now, bounds = LIVE_BOUNDS }: LiveOptions) {
    this.#encode = encode
    this.#now = now
    this.#bounds = bounds
  }

  /** Whether no project is watched anywhere. Callers can then skip collecting events. */
  get isIdle(): boolean {
    if (this.#streams.size > 0) this.#closeEmpty()
    return this.#streams.size === 0 && this.#cluster.isIdle
  }

  /** Connects to other servers: they receive events of the projects they watch from now on. */
  join(cluster: Cluster): void {
    this.#cluster = cluster
    for (const projectId of this.#streams.keys()) cluster.sendWatch(projectId, true)
  }

  isWatchedLocally(projectId: string): boolean {
    return this.#streams.has(projectId)
  }

  /** Returns the projects with local subscribers. */
  listLocalWatches(): string[] {
    this.#closeEmpty()
    return [...this.#streams.keys()]
  }

  /** @param createEvent called only when the project is watched */
  publish(projectId: string, createEvent: () => LiveEvent): void {
    const isWatchedInCluster = this.#cluster.isWatched(projectId)
    if (!isWatchedInCluster && !this.#streams.has(projectId)) return
    const event = createEvent()
    this.publishLocally(projectId, event)
    if (isWatchedInCluster) this.#cluster.sendEvent(projectId, event)
  }

  /** Publishes to subscribers on this server. */
  publishLocally(projectId: string, event: LiveEvent): void {
    const stream = this.#streams.get(projectId)
    if (!stream) return
    const sequence = ++this.#sequence
    stream.log.add(sequence, this.#encode(formatPosition({ epoch: this.#epoch, sequence }), event))
    this.#shrinkLogs()
    for (const notify of stream.readers) notify()
  }

  /** Notifies caches of project data that they are outdated. Takes little time for any number of subscribers. */
  publishChange(change: Change): void {
    this.publishChangeLocally(change)
    this.#cluster.sendChange(change)
  }

  /** Notifies the caches of this server. */
  publishChangeLocally(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** @returns a function that removes the listener */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Notifies long responses that credentials may have ended.
   *
   * @param ids users, organizations or projects
   */
  publishAccessChange(ids: readonly string[]): void {
    this.publishAccessChangeLocally(ids)
    this.#cluster.sendAccessChange(ids)
  }

  /** @param ids null when unknown: any credential may have ended */
  publishAccessChangeLocally(ids: readonly string[] | null): void {
    for (const listener of this.#accessListeners) listener(ids)
  }

  /** @returns a function that removes the listener */
  onAccessChange(listener: (ids: readonly string[] | null) => void): () => void {
    this.#accessListeners.add(listener)
    return () => this.#accessListeners.delete(listener)
  }

  /**
   * @param notify called for new events
   * @param since last position, as text
   * @returns a subscription from there, or from now if unknown or too old
   */
  subscribe(
    projectId: string,
    notify: () => void,
    since: string | null,
  ): { watch: LiveSubscription; isResumed: boolean } {
    this.#closeEmpty()
    const stream = this.#streams.get(projectId) ?? this.#open(projectId)
    stream.readers.add(notify)
    const known = since === null ? null : this.#findSequence(parsePosition(since), stream)
    let sequence = known ?? this.#sequence
    const watch: LiveSubscription = {
      position: () => formatPosition({ epoch: this.#epoch, sequence }),
      read: (maxText) => {
        const next = stream.log.readAfter(sequence, maxText)
        if (next) sequence = next.sequence
        return next === null ? null : next.text
      },
      close: () => {
        stream.readers.delete(notify)
        stream.endsAt = this.#now() + this.#bounds.lingerMs
      },
    }
    return { watch, isResumed: known !== null }
  }

  #open(projectId: string): ProjectStream {
    const stream = { log: new LiveEventLog(this.#sequence, this.#bounds), readers: new Set<() => void>(), endsAt: 0 }
    this.#streams.set(projectId, stream)
    this.#cluster.sendWatch(projectId, true)
    return stream
  }

  #findSequence(position: LivePosition | null, { log }: ProjectStream): number | null {
    if (!position || position.epoch !== this.#epoch || position.sequence > this.#sequence) return null
    return log.hasAllSince(position.sequence) ? position.sequence : null
  }

  #closeEmpty(): void {
    const now = this.#now()
    for (const [projectId, { readers, endsAt }] of this.#streams)
      if (readers.size === 0 && endsAt <= now) {
        this.#streams.delete(projectId)
        this.#cluster.sendWatch(projectId, false)
      }
  }

  /** Runs every 64 events, because it visits all projects. */
  #shrinkLogs(): void {
    if (this.#sequence % 64 !== 0) return
    const logs = [...this.#streams.values()].map(({ log }) => log)
    let size = logs.reduce((sum, log) => sum + log.size, 0)
    while (size > this.#bounds.maxTotalText) {
      const largest = logs.reduce((a, b) => (b.size > a.size ? b : a))
      size -= largest.size
      largest.dropHalf()
      size += largest.size
    }
  }
}
