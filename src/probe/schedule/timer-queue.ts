/**
 * A timer queue for ids from 0. One timer is set to the earliest due time; it does not fire while nothing is due. Times
 * are Unix ms and may jump: the queue reads the clock whenever it wakes.
 */
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Clock } from './clock.ts'
import { DueGroups } from './due-groups.ts'

interface TimerQueueOptions {
  clock: Clock
  /** Called on every wake-up, before any item is due; may move all items. */
  beforeDue: () => void
  /** Called with a due id, which has left the queue. */
  onDue: (timerId: number, dueAt: number) => void
  /** Returns whether an id may leave the queue now. Due ids wait for it. */
  mayStart?: () => boolean
}

/** Longest sleep, so that a clock step is noticed soon even when checks are rare. */
const MAX_SLEEP_MS = MINUTE_MS

/**
 * Maximum of items handled before the event loop reads its sockets again. Starting a check takes about 30 µs, so a burst
 * lengthens the response times of other checks by half a millisecond at most.
 */
const MAX_PER_WAKE = 16

/** Pause before due items that may not start are tried again. */
const HELD_MS = 20

export class TimerQueue {
  readonly #due = new DueGroups()
  readonly #clock: Clock
  readonly #beforeDue: () => void
  readonly #onDue: (timerId: number, dueAt: number) => void
  readonly #mayStart: () => boolean
  #cancelTimer: (() => void) | null = null
  /** Time of the running timer; Infinity without a timer. */
  #wakeAt = Infinity
  #isAwake = false
  #isClosed = false

  constructor({ clock, beforeDue, onDue, mayStart = () => true }: TimerQueueOptions) {
    this.#clock = clock
    this.#beforeDue = beforeDue
    this.#onDue = onDue
    this.#mayStart = mayStart
  }

  get size(): number {
    return this.#due.size
  }

  /** How far the queue is behind, ms; negative when nothing is due. -Infinity when the queue is empty. */
  computeLagMs(): number {
    return this.#clock.now() - this.#due.firstDueAt
  }

  /** NaN when the id is not in the queue. */
  getDueAt(timerId: number): number {
    return this.#due.getDueAt(timerId)
  }

  /**
   * Adds the id, or moves it.
   *
   * @param weight share of the delay when ids are late: a whole number from 1 to 65,535
   */
  set(timerId: number, dueAt: number, weight = 1): void {
    this.#due.set(timerId, dueAt, weight)
    if (!this.#isAwake && dueAt < this.#wakeAt) this.#scheduleWake()
  }

  /** The timer stays unchanged: one useless wake-up is cheaper than setting it again. */
  remove(timerId: number): void {
    this.#due.remove(timerId)
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
    let isHeld = false
    for (let count = 0; count < MAX_PER_WAKE && this.#due.firstDueAt <= now; count++) {
      isHeld = !this.#mayStart()
      if (isHeld) break
      const { id, dueAt } = this.#due.pop(now)
      this.#onDue(id, dueAt)
    }
    this.#isAwake = false
    // Without a pause: a busy machine would take the processor away in every pause
    if (this.#due.firstDueAt <= now) this.#wakeAfter(isHeld ? HELD_MS : 0)
    else this.#scheduleWake()
  }

  #scheduleWake(): void {
    // Timers may fire up to a millisecond early, because libuv truncates its clock to whole milliseconds; no check may
    // run before it is due
    this.#wakeAfter(Math.min(MAX_SLEEP_MS, Math.max(1, this.#due.firstDueAt - this.#clock.now() + 1)))
  }

  #wakeAfter(delayMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#wakeAt = this.#due.firstDueAt
    if (this.#isClosed || this.#due.size === 0) return
    this.#cancelTimer = this.#clock.after(delayMs, () => this.#wake())
  }
}
