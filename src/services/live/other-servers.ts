/**
 * What this server and the others on the same database let each other know, so that none has to wait for its next look:
 * work to do, caches that are out of date, live events of projects that are watched elsewhere. It is gathered after the
 * commit and said a few times a second, since a notification takes a lock of the whole database.
 *
 * Nothing relies on it. Loops look by themselves, caches grow old, and readers who may have missed an event are told so.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { LiveEvent } from '../../core/live/live-event.ts'
import { textsOf, type Wakeable, type Word, wordsOf } from '../../core/live/server-talk.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { Change, Elsewhere, LiveEvents } from './live.ts'
import { OutboundWords } from './outbound-words.ts'

interface OtherServersOptions {
  live: LiveEvents
  /** Wakes those of this server. */
  wake: (what: Wakeable) => void
  /** Says texts to all others; what fails is lost. */
  say: (texts: readonly string[]) => Promise<void>
  pace?: Partial<OtherServersPace>
}

interface OtherServersPace {
  /** How long words are gathered, ms. */
  gatherMs: number
  /** How long a server counts as there without a sign of life, ms. */
  silenceMs: number
  /** Between two resets of one project, ms: every open dashboard of it reads everything after each. */
  restMs: number
}

const PACE: OtherServersPace = { gatherMs: 75, silenceMs: MINUTE_MS, restMs: 5 * SECOND_MS }

interface Peer {
  /** Of the monotonic clock, ms. */
  heardAt: number
  watches: Set<string>
}

export class OtherServers implements Elsewhere {
  readonly #options: OtherServersOptions
  readonly #pace: OtherServersPace
  readonly #peers = new Map<string, Peer>()
  /** What is watched at any of them. */
  #watched: ReadonlySet<string> = new Set()
  readonly #outbound = new OutboundWords()
  /** Whether the others are to say what they watch, to hear all that is watched here, and that they missed something. */
  #asks = false
  #lists = false
  #isLost = false
  /** Whether the others are heard, so that it is known whether there are any. */
  #hears = false
  #saying: Promise<void> | null = null
  /** Whether something has come up since the last words were gathered. */
  #hasMore = false
  /** Projects that were told to read anew a moment ago, and whether they are to be told once more. */
  readonly #resting = new Map<string, boolean>()

  constructor(options: OtherServersOptions) {
    this.#options = options
    this.#pace = { ...PACE, ...options.pace }
  }

  get isIdle(): boolean {
    return this.#watched.size === 0
  }

  /** Whether this server is the only one, as far as it knows. Then it has nothing to say. */
  get isAlone(): boolean {
    return this.#peers.size === 0
  }

  /** Whether there is something on its way to the others. */
  get isSaying(): boolean {
    return this.#saying !== null
  }

  isWatched(projectId: string): boolean {
    return this.#watched.has(projectId)
  }

  tell(projectId: string, event: LiveEvent): void {
    this.#outbound.event(projectId, event)
    this.#saySoon()
  }

  changed({ projectId, isPage }: Change): void {
    if (projectId === null || !this.#isHeard()) return
    this.#outbound.changed(projectId, isPage, isPage || this.isWatched(projectId))
    this.#saySoon()
  }

  wake(what: Wakeable): void {
    if (!this.#isHeard()) return
    this.#outbound.wake(what)
    this.#saySoon()
  }

  watched(projectId: string, isWatched: boolean): void {
    if (this.isAlone) return
    this.#outbound.watched(projectId, isWatched)
    this.#saySoon()
  }

  /** Another server said something; an empty text is a sign of life. */
  hear(server: string, text: string): void {
    const words = wordsOf(text)
    const known = this.#peers.get(server)
    const peer = known ?? { heardAt: 0, watches: new Set() }
    peer.heardAt = performance.now()
    this.#peers.set(server, peer)
    if (!known && !words.some((word) => word.say === 'watching' && word.isAll)) this.#ask()
    for (const word of words) this.#obey(server, peer, word)
  }

  /** A sign of life of our own was given: time to see who gave none. */
  beat(): void {
    if (this.#isLost) this.#saySoon()
    const since = performance.now() - this.#pace.silenceMs
    const gone = [...this.#peers].filter(([, { heardAt }]) => heardAt < since)
    for (const [server] of gone) this.#part(server)
    // Whoever broke down may have had something to say
    if (gone.length > 0) this.#missed()
  }

  /** Something was perhaps not heard: whoever waits for news here looks himself, and the others say anew what they watch. */
  gap(): void {
    this.#missed()
    this.#lists = true
    this.#ask()
  }

  /** Others are heard from now on, or are no longer. */
  listens(hears: boolean): void {
    this.#hears = hears
  }

  /** Says what is left, and good-bye. */
  async close(): Promise<void> {
    await this.#saying
    if (!this.isAlone) await this.#say([{ say: 'bye' }])
  }

  #obey(server: string, peer: Peer, word: Word): void {
    const { live, wake } = this.#options
    switch (word.say) {
      case 'wake':
        wake(word.what)
        break
      case 'changed':
        live.changedHere({ projectId: word.projectId, isPage: word.isPage })
        // It did not know yet that somebody watches here
        if (!word.isTold) this.#reset(word.projectId)
        break
      case 'event':
        live.publishHere(word.projectId, word.event)
        break
      case 'reset':
        this.#reset(word.projectId)
        break
      case 'watching':
        if (word.isAll) peer.watches.clear()
        for (const projectId of word.projectIds) peer.watches.add(projectId)
        this.#addUp()
        break
      case 'left':
        for (const projectId of word.projectIds) peer.watches.delete(projectId)
        this.#addUp()
        break
      case 'hello':
        this.#lists = true
        this.#saySoon()
        break
      case 'lost':
        this.#missed()
        break
      case 'bye':
        this.#part(server)
    }
  }

  /** Whether there is anybody to talk to. Who hears nobody cannot know, and has something to make up for later. */
  #isHeard(): boolean {
    if (this.isAlone && !this.#hears) this.#isLost = true
    return !this.isAlone
  }

  #ask(): void {
    this.#asks = true
    this.#saySoon()
  }

  #part(server: string): void {
    this.#peers.delete(server)
    this.#addUp()
  }

  #addUp(): void {
    this.#watched = new Set([...this.#peers.values()].flatMap(({ watches }) => [...watches]))
  }

  #missed(): void {
    const { live, wake } = this.#options
    wake('assignments')
    wake('deliveries')
    live.changedHere({ projectId: null, isPage: false })
    for (const projectId of live.watchedHere()) this.#reset(projectId)
  }

  /** At once, and then no more for a while. */
  #reset(projectId: string): void {
    const { live } = this.#options
    if (this.#resting.has(projectId)) this.#resting.set(projectId, true)
    else if (live.isWatchedHere(projectId)) {
      live.publishHere(projectId, { type: 'reset' })
      this.#resting.set(projectId, false)
      setTimeout(() => {
        const isDue = this.#resting.get(projectId)
        this.#resting.delete(projectId)
        if (isDue) this.#reset(projectId)
      }, this.#pace.restMs).unref()
    }
  }

  #saySoon(): void {
    this.#hasMore = true
    this.#saying ??= delay(this.#pace.gatherMs, undefined, { ref: false })
      .then(() => this.#say())
      .finally(() => {
        this.#saying = null
        if (this.#hasMore) this.#saySoon()
      })
  }

  async #say(last: readonly Word[] = []): Promise<void> {
    this.#hasMore = false
    const [asks, lists] = [this.#asks, this.#lists || this.#isLost]
    const all = lists ? this.#options.live.watchedHere() : []
    const words: Word[] = [
      ...(asks ? [{ say: 'hello' } as const] : []),
      ...(lists ? [{ say: 'watching', projectIds: all, isAll: true } as const] : []),
      ...(this.#isLost ? [{ say: 'lost' } as const] : []),
      ...this.#outbound.take(),
      ...last,
    ]
    if (words.length === 0) return
    this.#asks = this.#lists = this.#isLost = false
    try {
      await this.#options.say(textsOf(words))
    } catch {
      // Said once something can be said again
      this.#isLost = true
      this.#asks ||= asks
    }
  }
}
