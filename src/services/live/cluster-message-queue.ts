/** Queue of messages to other servers: deduplicated and bounded. */

import type { ClusterMessage, WakeTopic } from '../../core/live/cluster-message.ts'
import type { LiveEvent } from '../../core/live/live-event.ts'

/** Maximum number of events per batch. Projects with further events get a reset. */
const MAX_EVENTS = 500

/** Maximum number of changed projects per batch. Beyond it, the batch reports lost messages instead. */
const MAX_CHANGES = 2_000

/** Maximum number of ids whose access changed per batch. Beyond it, the batch reports lost messages instead. */
const MAX_ACCESS_CHANGES = 100

interface QueuedChange {
  isPage: boolean
  isNotified: boolean
}

export class ClusterMessageQueue {
  readonly #wakes = new Set<WakeTopic>()
  readonly #watches = new Map<string, boolean>()
  readonly #events: ClusterMessage[] = []
  readonly #resets = new Set<string>()
  readonly #changes = new Map<string, QueuedChange>()
  readonly #accessChanges = new Set<string>()
  #hasOverflowed = false

  addWake(what: WakeTopic): void {
    this.#wakes.add(what)
  }

  addWatch(projectId: string, isWatched: boolean): void {
    this.#watches.set(projectId, isWatched)
  }

  addEvent(projectId: string, event: LiveEvent): void {
    if (this.#events.length >= MAX_EVENTS) this.#resets.add(projectId)
    if (!this.#resets.has(projectId)) this.#events.push({ say: 'event', projectId, event })
  }

  /**
   * @param isNotified whether the project's watchers need no reset: they receive an event, or the change causes no event
   */
  addChange(projectId: string, isPage: boolean, isNotified: boolean): void {
    const before = this.#changes.get(projectId) ?? { isPage: false, isNotified: true }
    this.#changes.set(projectId, { isPage: before.isPage || isPage, isNotified: before.isNotified && isNotified })
    this.#hasOverflowed ||= this.#changes.size > MAX_CHANGES
    if (this.#hasOverflowed) this.#changes.clear()
  }

  addAccessChange(ids: readonly string[]): void {
    for (const id of ids) this.#accessChanges.add(id)
    this.#hasOverflowed ||= this.#accessChanges.size > MAX_ACCESS_CHANGES
    if (this.#hasOverflowed) this.#accessChanges.clear()
  }

  /**
   * Takes all queued messages and empties the queue.
   *
   * @returns the messages in sending order
   */
  take(): ClusterMessage[] {
    const watching = [...this.#watches].filter(([, isWatched]) => isWatched).map(([projectId]) => projectId)
    const left = [...this.#watches].filter(([, isWatched]) => !isWatched).map(([projectId]) => projectId)
    const messages: ClusterMessage[] = [
      ...(this.#hasOverflowed ? [{ say: 'lost' } as const] : []),
      ...(this.#accessChanges.size > 0 ? [{ say: 'access', ids: [...this.#accessChanges] } as const] : []),
      ...(watching.length > 0 ? [{ say: 'watching', projectIds: watching, isAll: false } as const] : []),
      ...(left.length > 0 ? [{ say: 'left', projectIds: left } as const] : []),
      ...[...this.#wakes].map((what) => ({ say: 'wake', what }) as const),
      ...this.#events,
      ...[...this.#resets].map((projectId) => ({ say: 'reset', projectId }) as const),
      ...[...this.#changes].map(([projectId, change]) => ({ say: 'changed', projectId, ...change }) as const),
    ]
    for (const queued of [this.#wakes, this.#watches, this.#resets, this.#changes, this.#accessChanges]) queued.clear()
    this.#events.length = 0
    this.#hasOverflowed = false
    return messages
  }
}
