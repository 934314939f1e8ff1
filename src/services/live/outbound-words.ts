/** Words to other servers, gathered: each thing once, and no more than they can take in. */
import type { LiveEvent } from '../../core/live/live-event.ts'
import type { Wakeable, Word } from '../../core/live/server-talk.ts'

/** Events that are said at once. What is beyond them is told as a reset. */
const MOST_EVENTS = 500

/** Projects that changed; beyond them it is said that any may have. */
const MOST_CHANGES = 2_000

interface Changed {
  isPage: boolean
  isTold: boolean
}

export class OutboundWords {
  readonly #wakes = new Set<Wakeable>()
  readonly #watches = new Map<string, boolean>()
  readonly #events: Word[] = []
  readonly #resets = new Set<string>()
  readonly #changes = new Map<string, Changed>()
  #isOverfull = false

  wake(what: Wakeable): void {
    this.#wakes.add(what)
  }

  watched(projectId: string, isWatched: boolean): void {
    this.#watches.set(projectId, isWatched)
  }

  event(projectId: string, event: LiveEvent): void {
    if (this.#events.length >= MOST_EVENTS) this.#resets.add(projectId)
    if (!this.#resets.has(projectId)) this.#events.push({ say: 'event', projectId, event })
  }

  /** @param isTold whether an event of it goes to those who watch the project, or it is nothing that they are told of */
  changed(projectId: string, isPage: boolean, isTold: boolean): void {
    const before = this.#changes.get(projectId) ?? { isPage: false, isTold: true }
    this.#changes.set(projectId, { isPage: before.isPage || isPage, isTold: before.isTold && isTold })
    this.#isOverfull ||= this.#changes.size > MOST_CHANGES
    if (this.#isOverfull) this.#changes.clear()
  }

  /** @returns what was gathered, in the order in which it is to be said, and begins anew */
  take(): Word[] {
    const watching = [...this.#watches].filter(([, isWatched]) => isWatched).map(([projectId]) => projectId)
    const left = [...this.#watches].filter(([, isWatched]) => !isWatched).map(([projectId]) => projectId)
    const words: Word[] = [
      ...(this.#isOverfull ? [{ say: 'lost' } as const] : []),
      ...(watching.length > 0 ? [{ say: 'watching', projectIds: watching, isAll: false } as const] : []),
      ...(left.length > 0 ? [{ say: 'left', projectIds: left } as const] : []),
      ...[...this.#wakes].map((what) => ({ say: 'wake', what }) as const),
      ...this.#events,
      ...[...this.#resets].map((projectId) => ({ say: 'reset', projectId }) as const),
      ...[...this.#changes].map(([projectId, change]) => ({ say: 'changed', projectId, ...change }) as const),
    ]
    for (const gathered of [this.#wakes, this.#watches, this.#resets, this.#changes]) gathered.clear()
    this.#events.length = 0
    this.#isOverfull = false
    return words
  }
}
