import type { Clock } from '../../src/probe/schedule/clock.ts'

interface Alarm {
  at: number
  run: () => void
}

/** Start time of a movable clock, Unix ms. */
export const START = Date.parse('2026-01-31T12:00:00Z')

/** Runs everything that is ready: promises, and messages between them. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that moves only when a test moves it. Wall time and monotonic time can diverge, as on a real machine. */
export class MovableClock implements Clock {
  #wall: number
  #monotonic = 1_000
  #timerCount: Alarm[] = []

  constructor(now = START) {
    this.#wall = now
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** Number of pending timers. */
  get timerCount(): number {
    return this.#timerCount.length
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm = { at: this.#monotonic + delayMs, run }
    this.#timerCount.push(alarm)
    return () => {
      this.#timerCount = this.#timerCount.filter((other) => other !== alarm)
    }
  }

  /** Lets time pass: every timer fires at its time, and its effects complete before the next one. */
  async pass(ms: number): Promise<void> {
    const end = this.#monotonic + ms
    await settle()
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#move(Math.max(0, next.at - this.#monotonic))
      await this.#ring(next)
    }
    this.#move(end - this.#monotonic)
  }

  /**
   * Lets time pass while nothing runs: the process was stopped, or the event loop was stalled. Then all late timers
   * fire.
   */
  async stall(ms: number): Promise<void> {
    this.#move(ms)
    await this.pass(0)
  }

  /** Sets the clock, or wakes the machine from a sleep during which monotonic time did not advance. */
  jump(ms: number): void {
    this.#wall += ms
  }

  #next(end: number): Alarm | undefined {
    const due = this.#timerCount.filter((alarm) => alarm.at <= end)
    return due.sort((a, b) => a.at - b.at)[0]
  }

  async #ring(alarm: Alarm): Promise<void> {
    this.#timerCount = this.#timerCount.filter((other) => other !== alarm)
    alarm.run()
    await settle()
  }

  #move(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
  }
}
