/**
 * What is due when, for places numbered from 0. One timer, aimed at whatever is due first; while nothing is due nothing
 * happens. Times are Unix ms and may jump under it: it looks at the clock each time it wakes.
 */
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Clock } from './clock.ts'
import { DueHeap } from './due-heap.ts'

interface AgendaOptions {
  clock: Clock
  /** Called each time it wakes, before anything due; may move everything. */
  beforeDue: () => void
  /** Its turn has come; the place is no longer on the agenda. */
  onDue: (place: number, dueAt: number) => void
}

/** Longest sleep, so that a clock that was set is noticed soon even when checks are rare. */
const LONGEST_SLEEP_MS = MINUTE_MS

export class Agenda {
  readonly #heap = new DueHeap()
  readonly #clock: Clock
  readonly #beforeDue: () => void
  readonly #onDue: (place: number, dueAt: number) => void
  #disarm: (() => void) | null = null
  /** What the timer is aimed at; Infinity without one. */
  #aimedAt = Infinity
  #isAwake = false
  #isClosed = false

  constructor({ clock, beforeDue, onDue }: AgendaOptions) {
    this.#clock = clock
    this.#beforeDue = beforeDue
    this.#onDue = onDue
  }

  get size(): number {
    return this.#heap.size
  }

  /** How far it is behind, ms; negative when it has time. -Infinity when nothing is on it. */
  behindMs(): number {
    return this.#clock.now() - this.#heap.firstDueAt
  }

  /** NaN when the place is not on it. */
  dueAt(place: number): number {
    return this.#heap.dueAt(place)
  }

  /** Puts the place on the agenda, or moves it. */
  set(place: number, dueAt: number): void {
    this.#heap.set(place, dueAt)
    if (!this.#isAwake && dueAt < this.#aimedAt) this.#arm()
  }

  /** The timer stays as it is: waking once for nothing is cheaper than aiming anew. */
  remove(place: number): void {
    this.#heap.remove(place)
  }

  close(): void {
    this.#isClosed = true
    this.#disarm?.()
  }

  #wake(): void {
    this.#disarm = null
    this.#aimedAt = Infinity
    this.#isAwake = true
    this.#beforeDue()
    const now = this.#clock.now()
    while (this.#heap.firstDueAt <= now) {
      const dueAt = this.#heap.firstDueAt
      this.#onDue(this.#heap.pop(), dueAt)
    }
    this.#isAwake = false
    this.#arm()
  }

  #arm(): void {
    this.#disarm?.()
    this.#disarm = null
    this.#aimedAt = this.#heap.firstDueAt
    if (this.#isClosed || this.#heap.size === 0) return
    // Timers may fire up to a millisecond early (libuv cuts its clock to whole ones), and nothing runs before it is due
    const delayMs = Math.min(LONGEST_SLEEP_MS, Math.max(1, this.#aimedAt - this.#clock.now() + 1))
    this.#disarm = this.#clock.after(delayMs, () => this.#wake())
  }
}
