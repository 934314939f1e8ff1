import type { Clock } from '../../src/probe/schedule/clock.ts'

interface Alarm {
  at: number
  run: () => void
}

/** When a movable clock begins, Unix ms. */
export const START = Date.parse('2026-01-31T12:00:00Z')

/** Lets everything that waits for nothing but its turn have it: promises, and messages between them. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that stands still until the test moves it. Wall time and monotonic time can part, as on a real machine. */
export class MovableClock implements Clock {
  #wall: number
  #monotonic = 1_000
  #alarms: Alarm[] = []

  constructor(now = START) {
    this.#wall = now
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#monotonic
  }

  /** Alarms that are set. */
  get alarms(): number {
    return this.#alarms.length
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm = { at: this.#monotonic + delayMs, run }
    this.#alarms.push(alarm)
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm)
    }
  }

  /** Lets time pass: every alarm goes off at its moment, and what it sets off is done before the next. */
  async pass(ms: number): Promise<void> {
    const end = this.#monotonic + ms
    await settle()
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#move(Math.max(0, next.at - this.#monotonic))
      await this.#ring(next)
    }
    this.#move(end - this.#monotonic)
  }

  /** Time passes and nothing runs: the process was stopped, or the event loop stood still. Then all that is late rings. */
  async stall(ms: number): Promise<void> {
    this.#move(ms)
    await this.pass(0)
  }

  /** Sets the clock, or wakes the machine from a sleep during which monotonic time stood still. */
  jump(ms: number): void {
    this.#wall += ms
  }

  #next(end: number): Alarm | undefined {
    const due = this.#alarms.filter((alarm) => alarm.at <= end)
    return due.sort((a, b) => a.at - b.at)[0]
  }

  async #ring(alarm: Alarm): Promise<void> {
    this.#alarms = this.#alarms.filter((other) => other !== alarm)
    alarm.run()
    await settle()
  }

  #move(ms: number): void {
    this.#wall += ms
    this.#monotonic += ms
  }
}
