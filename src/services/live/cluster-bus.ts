/**
 * Cluster bus: messages between servers on the same database. They report pending work and outdated caches, and carry
 * live events of projects that are watched on other servers. Messages are batched after the commit and sent a few times
 * per second, because a PostgreSQL notification takes a lock on the whole database.
 *
 * Nothing depends on delivery: loops poll, caches expire, and readers that may have missed an event are notified to
 * reload.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ClusterMessage,
  decodeMessages,
  encodeMessages,
  WAKE_TOPICS,
  type WakeTopic,
} from '../../core/live/cluster-message.ts'
import type { LiveEvent } from '../../core/live/live-event.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { ClusterMessageQueue } from './cluster-message-queue.ts'
import type { Change, Cluster, LiveEvents } from './live.ts'

interface ClusterBusOptions {
  live: LiveEvents
  /** Wakes the loops of this server. */
  wake: (what: WakeTopic) => void
  /** Sends texts to all other servers. Texts of a failed call are lost. */
  publish: (texts: readonly string[]) => Promise<void>
  timings?: Partial<ClusterBusTimings>
}

interface ClusterBusTimings {
  /** How long messages are collected before a send, ms. */
  batchMs: number
  /** How long a silent peer counts as running, ms. */
  peerTimeoutMs: number
  /**
   * Minimum time between two resets of one project, ms. After each reset every open dashboard of the project reloads
   * everything.
   */
  resetIntervalMs: number
}

const DEFAULT_TIMINGS: ClusterBusTimings = { batchMs: 75, peerTimeoutMs: MINUTE_MS, resetIntervalMs: 5 * SECOND_MS }

interface Peer {
  /** Monotonic time, ms. */
  lastSeenAt: number
  watches: Set<string>
}

export class ClusterBus implements Cluster {
  readonly #options: ClusterBusOptions
  readonly #timings: ClusterBusTimings
  readonly #peers = new Map<string, Peer>()
  /** Projects that are watched on any peer. */
  #peerWatches: ReadonlySet<string> = new Set()
  readonly #outbound = new ClusterMessageQueue()
  /** Parts of the next batch: a request for the peers' watches, all local watches, and a notice of lost messages. */
  #isRequestingWatches = false
  #isSendingAllWatches = false
  #hasLostMessages = false
  /** Whether this server receives messages from peers. Without LISTEN it cannot detect peers. */
  #isListening = false
  #sending: Promise<void> | null = null
  /** Whether messages arrived after the last batch was taken. */
  #hasMore = false
  /** Recently reset projects, and whether another reset is pending. */
  readonly #resetCooldowns = new Map<string, boolean>()

  constructor(options: ClusterBusOptions) {
    this.#options = options
    this.#timings = { ...DEFAULT_TIMINGS, ...options.timings }
  }

  get isIdle(): boolean {
    return this.#peerWatches.size === 0
  }

  /** Whether this server has seen no peers. It then sends no messages. */
  get hasNoPeers(): boolean {
    return this.#peers.size === 0
  }

  /** Whether a batch for the peers is pending. */
  get isSending(): boolean {
    return this.#sending !== null
  }

  isWatched(projectId: string): boolean {
    return this.#peerWatches.has(projectId)
  }

  sendEvent(projectId: string, event: LiveEvent): void {
    this.#outbound.addEvent(projectId, event)
    this.#scheduleSend()
  }

  sendChange({ projectId, isPage }: Change): void {
    if (projectId === null || !this.#canSend()) return
    this.#outbound.addChange(projectId, isPage, isPage || this.isWatched(projectId))
    this.#scheduleSend()
  }

  sendAccessChange(ids: readonly string[]): void {
    if (!this.#canSend()) return
    this.#outbound.addAccessChange(ids)
    this.#scheduleSend()
  }

  sendWake(what: WakeTopic): void {
    if (!this.#canSend()) return
    this.#outbound.addWake(what)
    this.#scheduleSend()
  }

  sendWatch(projectId: string, isWatched: boolean): void {
    if (this.hasNoPeers) return
    this.#outbound.addWatch(projectId, isWatched)
    this.#scheduleSend()
  }

  /** Handles a payload from another server. An empty payload is a heartbeat. */
  receive(server: string, payload: string): void {
    const messages = decodeMessages(payload)
    const known = this.#peers.get(server)
    const peer = known ?? { lastSeenAt: 0, watches: new Set() }
    peer.lastSeenAt = performance.now()
    this.#peers.set(server, peer)
    if (!known && !messages.some((message) => message.say === 'watching' && message.isAll)) this.#requestWatches()
    for (const message of messages) this.#handleMessage(server, peer, message)
  }

  /** Removes peers that timed out. Called after this server sent its own heartbeat. */
  checkPeers(): void {
    if (this.#hasLostMessages) this.#scheduleSend()
    const since = performance.now() - this.#timings.peerTimeoutMs
    const timedOut = [...this.#peers].filter(([, { lastSeenAt }]) => lastSeenAt < since)
    for (const [server] of timedOut) this.#removePeer(server)
    // A crashed peer may have had unsent messages
    if (timedOut.length > 0) this.#resyncLocally()
  }

  /**
   * Resyncs after messages may have been missed: local loops and readers check again, and peers resend their watches.
   */
  resync(): void {
    this.#resyncLocally()
    this.#isSendingAllWatches = true
    this.#requestWatches()
  }

  /** Sets whether this server receives messages from peers. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
  }

  /** Sends the remaining messages and announces the shutdown. */
  async close(): Promise<void> {
    await this.#sending
    if (!this.hasNoPeers) await this.#send([{ say: 'bye' }])
  }

  #handleMessage(server: string, peer: Peer, message: ClusterMessage): void {
    const { live, wake } = this.#options
    switch (message.say) {
      case 'wake':
        wake(message.what)
        break
      case 'changed':
        live.publishChangeLocally({ projectId: message.projectId, isPage: message.isPage })
        // The peer had not yet received this server's watch
        if (!message.isNotified) this.#reset(message.projectId)
        break
      case 'access':
        live.publishAccessChangeLocally(message.ids)
        break
      case 'event':
        live.publishLocally(message.projectId, message.event)
        break
      case 'reset':
        this.#reset(message.projectId)
        break
      case 'watching':
        if (message.isAll) peer.watches.clear()
        for (const projectId of message.projectIds) peer.watches.add(projectId)
        this.#updateWatched()
        break
      case 'left':
        for (const projectId of message.projectIds) peer.watches.delete(projectId)
        this.#updateWatched()
        break
      case 'hello':
        this.#isSendingAllWatches = true
        this.#scheduleSend()
        break
      case 'lost':
        this.#resyncLocally()
        break
      case 'bye':
        this.#removePeer(server)
    }
  }

  /**
   * Returns whether there are peers to send to. A server that is not listening cannot detect peers, so it records a
   * lost message.
   */
  #canSend(): boolean {
    if (this.hasNoPeers && !this.#isListening) this.#hasLostMessages = true
    return !this.hasNoPeers
  }

  #requestWatches(): void {
    this.#isRequestingWatches = true
    this.#scheduleSend()
  }

  #removePeer(server: string): void {
    this.#peers.delete(server)
    this.#updateWatched()
  }

  #updateWatched(): void {
    this.#peerWatches = new Set([...this.#peers.values()].flatMap(({ watches }) => [...watches]))
  }

  #resyncLocally(): void {
    const { live, wake } = this.#options
    for (const topic of WAKE_TOPICS) wake(topic)
    live.publishChangeLocally({ projectId: null, isPage: false })
    live.publishAccessChangeLocally(null)
    for (const projectId of live.listLocalWatches()) this.#reset(projectId)
  }

  /** Resets a project immediately, then at most once per interval. */
  #reset(projectId: string): void {
    const { live } = this.#options
    if (this.#resetCooldowns.has(projectId)) this.#resetCooldowns.set(projectId, true)
    else if (live.isWatchedLocally(projectId)) {
      live.publishLocally(projectId, { type: 'reset' })
      this.#resetCooldowns.set(projectId, false)
      setTimeout(() => {
        const isDue = this.#resetCooldowns.get(projectId)
        this.#resetCooldowns.delete(projectId)
        if (isDue) this.#reset(projectId)
      }, this.#timings.resetIntervalMs).unref()
    }
  }

  #scheduleSend(): void {
    this.#hasMore = true
    this.#sending ??= delay(this.#timings.batchMs, undefined, { ref: false })
      .then(() => this.#send())
      .finally(() => {
        this.#sending = null
        if (this.#hasMore) this.#scheduleSend()
      })
  }

  async #send(last: readonly ClusterMessage[] = []): Promise<void> {
    this.#hasMore = false
    const [isRequestingWatches, isSendingAllWatches] = [
      this.#isRequestingWatches,
      this.#isSendingAllWatches || this.#hasLostMessages,
    ]
    const all = isSendingAllWatches ? this.#options.live.listLocalWatches() : []
    const messages: ClusterMessage[] = [
      ...(isRequestingWatches ? [{ say: 'hello' } as const] : []),
      ...(isSendingAllWatches ? [{ say: 'watching', projectIds: all, isAll: true } as const] : []),
      ...(this.#hasLostMessages ? [{ say: 'lost' } as const] : []),
      ...this.#outbound.take(),
      ...last,
    ]
    if (messages.length === 0) return
    this.#isRequestingWatches = this.#isSendingAllWatches = this.#hasLostMessages = false
    try {
      await this.#options.publish(encodeMessages(messages))
    } catch {
      // Sent with the next successful batch
      this.#hasLostMessages = true
      this.#isRequestingWatches ||= isRequestingWatches
    }
  }
}
