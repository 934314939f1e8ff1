/**
 * What is due when, for places numbered from 0. One timer, aimed at whatever is due first; while nothing is due nothing
 * happens. Times are Unix ms and may jump under it: it looks at the clock each time it wakes.
 */
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Clock } from './clock.ts'
import { DueHeap } from './due-heap.ts'

interface TimerQueueOptions {
  clock: Clock
  /** Called each time it wakes, before anything due; may move everything. */
  beforeDue: () => void
  /** Its turn has come; the place is no longer on the agenda. */
  onDue: (timerId: number, dueAt: number) => void
}

/** Longest sleep, so that a clock that was set is noticed soon even when checks are rare. */
const MAX_SLEEP_MS = MINUTE_MS

export class TimerQueue {
  readonly #heap = new DueHeap()
  readonly #clock: Clock
  readonly #beforeDue: () => void
  readonly #onDue: (timerId: number, dueAt: number) => void
  #cancelTimer: (() => void) | null = null
  /** What the timer is aimed at; Infinity without one. */
  #wakeAt = Infinity
  #isAwake = false
  #isClosed = false

  constructor({ clock, beforeDue, onDue }: TimerQueueOptions) {
    this.#clock = clock
    this.#beforeDue = beforeDue
    this.#onDue = onDue
  }

  get size(): number {
    return this.#heap.size
  }

  /** How far it is behind, ms; negative when it has time. -Infinity when nothing is on it. */
  computeLagMs(): number {
    return this.#clock.now() - this.#heap.firstDueAt
  }

  /** NaN when the place is not on it. */
  getDueAt(timerId: number): number {
    return this.#heap.getDueAt(timerId)
  }

  /** Puts the place on the agenda, or moves it. */
  set(timerId: number, dueAt: number): void {
    this.#heap.set(timerId, dueAt)
    if (!this.#isAwake && dueAt < this.#wakeAt) this.#scheduleWake()
  }

  /** The timer stays as it is: waking once for nothing is cheaper than aiming anew. */
  remove(timerId: number): void {
    this.#heap.remove(timerId)
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  #wake(): void {
    this.#cancelTimer = null
    this.#wakeAt = Infinity
    this.#isAwake = true
    this.#beforeDue()
    const now = this.#clock.now()
    while (this.#heap.firstDueAt <= now) {
      const dueAt = this.#heap.firstDueAt
      this.#onDue(this.#heap.pop(), dueAt)
    }
    this.#isAwake = false
    this.#scheduleWake()
  }

  #scheduleWake(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#wakeAt = this.#heap.firstDueAt
    if (this.#isClosed || this.#heap.size === 0) return
    // Timers may fire up to a millisecond early (libuv cuts its clock to whole ones), and nothing runs before it is due
    const delayMs = Math.min(MAX_SLEEP_MS, Math.max(1, this.#wakeAt - this.#clock.now() + 1))
    this.#cancelTimer = this.#clock.after(delayMs, () => this.#wake())
  }
}
