/**
 * The time of the service. It goes on evenly: when the wall clock is set, it keeps its pace until `move`
 * is called, after the stored times of everything that waits have moved; see `services/platform/clock-sync.ts`. Small
 * corrections of the wall clock are followed at once.
 */
import { SECOND_MS } from './time.ts'

/** The clocks of this machine. */
export interface MachineClocks {
  /** Unix ms; people and NTP set it. */
  wall(): number
  /** Milliseconds since some moment; stands still while the machine sleeps, and is never set. */
  monotonic(): number
  /** Since the machine was started, in seconds; goes on while it sleeps, and is never set. */
  uptime(): number
}

/** Smaller differences are NTP at work. */
export const UNNOTICED_MS = SECOND_MS

export class ServiceClock {
  readonly #machine: MachineClocks
  /** Service time less time awake and asleep, ms. */
  #lead: number
  #sleptMs = 0
  /** Uptime less monotonic time, ms: grows by as much as the machine sleeps. */
  #uptimeLead: number

  constructor(machine: MachineClocks) {
    this.#machine = machine
    this.#lead = machine.wall() - machine.monotonic()
    this.#uptimeLead = this.#computeUptimeLead()
  }

  /** Unix ms. */
  readonly now = (): number => {
    const wall = this.#machine.wall()
    if (!this.#isNear(wall)) this.#addSleep()
    if (!this.#isNear(wall)) return Math.round(this.#computeExpected())
    this.#lead = wall - this.#machine.monotonic() - this.#sleptMs
    return wall
  }

  /** Milliseconds since some moment; never set. For what is kept in memory for a while. */
  readonly elapsed = (): number => this.#machine.monotonic()

  getWallTime(): number {
    return this.#machine.wall()
  }

  /** By how much this clock is ahead of the machine's, ms. */
  get leadMs(): number {
    const leadMs = Math.round(this.#computeExpected() - this.#machine.wall())
    return Math.abs(leadMs) <= UNNOTICED_MS ? 0 : leadMs
  }

  move(byMs: number): void {
    this.#lead += byMs
  }

  #computeExpected(): number {
    return this.#machine.monotonic() + this.#sleptMs + this.#lead
  }

  #isNear(wall: number): boolean {
    return Math.abs(wall - this.#computeExpected()) <= UNNOTICED_MS
  }

  /** Counts the time that the machine slept: it really passed, and is no step of the clock. */
  #addSleep(): void {
    const uptimeLead = this.#computeUptimeLead()
    const sleptMs = uptimeLead - this.#uptimeLead
    if (sleptMs <= UNNOTICED_MS) return
    this.#sleptMs += sleptMs
    this.#uptimeLead = uptimeLead
  }

  #computeUptimeLead(): number {
    return this.#machine.uptime() * SECOND_MS - this.#machine.monotonic()
  }
}
