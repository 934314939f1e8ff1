/**
 * What this server and the others on the same database let each other know, so that none has to wait for its next look:
 * work to do, caches that are out of date, live events of projects that are watched elsewhere. It is gathered after the
 * commit and said a few times a second, since a notification takes a lock of the whole database.
 *
 * Nothing relies on it. Loops look by themselves, caches grow old, and readers who may have missed an event are told so.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type ClusterMessage, decodeMessages, encodeMessages, type WakeTopic } from '../../core/live/cluster-message.ts'
import type { LiveEvent } from '../../core/live/live-event.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { ClusterMessageQueue } from './cluster-message-queue.ts'
import type { Change, Cluster, LiveEvents } from './live.ts'

interface ClusterBusOptions {
  live: LiveEvents
  /** Wakes those of this server. */
  wake: (what: WakeTopic) => void
  /** Says texts to all others; what fails is lost. */
  publish: (texts: readonly string[]) => Promise<void>
  timings?: Partial<ClusterBusTimings>
}

interface ClusterBusTimings {
  /** How long words are gathered, ms. */
  batchMs: number
  /** How long a server counts as there without a sign of life, ms. */
  peerTimeoutMs: number
  /** Between two resets of one project, ms: every open dashboard of it reads everything after each. */
  resetIntervalMs: number
}

const DEFAULT_TIMINGS: ClusterBusTimings = { batchMs: 75, peerTimeoutMs: MINUTE_MS, resetIntervalMs: 5 * SECOND_MS }

interface Peer {
  /** Of the monotonic clock, ms. */
  lastSeenAt: number
  watches: Set<string>
}

export class ClusterBus implements Cluster {
  readonly #options: ClusterBusOptions
  readonly #timings: ClusterBusTimings
  readonly #peers = new Map<string, Peer>()
  /** What is watched at any of them. */
  #sendWatch: ReadonlySet<string> = new Set()
  readonly #outbound = new ClusterMessageQueue()
  /** Whether the others are to say what they watch, to hear all that is watched here, and that they missed something. */
  #isRequestingWatches = false
  #isSendingAllWatches = false
  #hasLostMessages = false
  /** Whether the others are heard, so that it is known whether there are any. */
  #isListening = false
  #sending: Promise<void> | null = null
  /** Whether something has come up since the last words were gathered. */
  #hasMore = false
  /** Projects that were told to read anew a moment ago, and whether they are to be told once more. */
  readonly #resetCooldowns = new Map<string, boolean>()

  constructor(options: ClusterBusOptions) {
    this.#options = options
    this.#timings = { ...DEFAULT_TIMINGS, ...options.timings }
  }

  get isIdle(): boolean {
    return this.#sendWatch.size === 0
  }

  /** Whether this server is the only one, as far as it knows. Then it has nothing to say. */
  get hasNoPeers(): boolean {
    return this.#peers.size === 0
  }

  /** Whether there is something on its way to the others. */
  get isSending(): boolean {
    return this.#sending !== null
  }

  isWatched(projectId: string): boolean {
    return this.#sendWatch.has(projectId)
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

  /** Another server said something; an empty text is a sign of life. */
  receive(server: string, payload: string): void {
    const messages = decodeMessages(payload)
    const known = this.#peers.get(server)
    const peer = known ?? { lastSeenAt: 0, watches: new Set() }
    peer.lastSeenAt = performance.now()
    this.#peers.set(server, peer)
    if (!known && !messages.some((message) => message.say === 'watching' && message.isAll)) this.#requestWatches()
    for (const message of messages) this.#handleMessage(server, peer, message)
  }

  /** A sign of life of our own was given: time to see who gave none. */
  checkPeers(): void {
    if (this.#hasLostMessages) this.#scheduleSend()
    const since = performance.now() - this.#timings.peerTimeoutMs
    const gone = [...this.#peers].filter(([, { lastSeenAt }]) => lastSeenAt < since)
    for (const [server] of gone) this.#removePeer(server)
    // Whoever broke down may have had something to say
    if (gone.length > 0) this.#resyncLocally()
  }

  /** Something was perhaps not heard: whoever waits for news here looks himself, and the others say anew what they watch. */
  resync(): void {
    this.#resyncLocally()
    this.#isSendingAllWatches = true
    this.#requestWatches()
  }

  /** Others are heard from now on, or are no longer. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
  }

  /** Says what is left, and good-bye. */
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
        // It did not know yet that somebody watches here
        if (!message.isTold) this.#reset(message.projectId)
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

  /** Whether there is anybody to talk to. Who hears nobody cannot know, and has something to make up for later. */
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
    this.#sendWatch = new Set([...this.#peers.values()].flatMap(({ watches }) => [...watches]))
  }

  #resyncLocally(): void {
    const { live, wake } = this.#options
    wake('assignments')
    wake('deliveries')
    live.publishChangeLocally({ projectId: null, isPage: false })
    for (const projectId of live.listLocalWatches()) this.#reset(projectId)
  }

  /** At once, and then no more for a while. */
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
      // Said once something can be said again
      this.#hasLostMessages = true
      this.#isRequestingWatches ||= isRequestingWatches
    }
  }
}
