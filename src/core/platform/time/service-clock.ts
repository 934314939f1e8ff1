/**
 * The time of the service, which advances evenly. When the wall clock is set, the service time keeps its pace until
 * `move` is called. By then the stored times of all pending work were moved; see `services/platform/clock-sync.ts`.
 * Small corrections of the wall clock are applied at once.
 *
 * Adjusts the status history of a monitor to a clock change. Start times of current periods move with the clock, so
 * that their durations stay the same. The latest long period without trouble grows or shrinks instead.
 */
import { SECOND_MS, type UnixMs } from './time.ts'

/** Clocks of this machine. */
export interface MachineClocks {
  /** Unix ms; set by users and NTP. */
  wall(): number
  /** Milliseconds since an arbitrary moment; pauses while the machine sleeps, and is never set. */
  monotonic(): number
  /** Seconds since the start of the machine; continues while it sleeps, and is never set. */
  uptime(): number
}

/** Smaller differences are corrections by NTP. */
export const UNNOTICED_MS = SECOND_MS

export class ServiceClock {
  readonly #machine: MachineClocks
  /** Service time minus the time that the machine was awake and asleep, ms. */
  #lead: number
  #sleptMs = 0
  /** Uptime minus monotonic time, ms: grows by the time that the machine sleeps. */
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

  /** Milliseconds since an arbitrary moment; never set. For values that are cached in memory. */
  readonly elapsed = (): number => this.#machine.monotonic()

  getWallTime(): number {
    return this.#machine.wall()
  }

  /** Lead of this clock over the machine's wall clock, ms. */
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

  /** Adds the time that the machine slept: this time really passed, and is no clock change. */
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

/** A period with one status. */
export interface StatusPeriod {
  id: string
  status: string
  startedAt: UnixMs
}

/** Periods with these statuses never change their length. */
const TROUBLE: readonly string[] = ['down', 'degraded']

/**
 * Returns the new start times of the periods that move, by id.
 *
 * @param periods of one monitor and kind, without gaps, newest first; the first period is current
 * @param now time before the clock change
 * @param byMs size of the clock change; negative when the clock was set back
 * @param floor earliest start of a period, Unix ms
 */
export function moveStarts(
  periods: readonly StatusPeriod[],
  now: UnixMs,
  byMs: number,
  floor = Number.NEGATIVE_INFINITY,
): Map<string, number> {
  const starts = new Map<string, number>()
  let end = now
  for (const { id, status, startedAt } of periods) {
    if (!TROUBLE.includes(status) && startedAt <= end + byMs) break
    starts.set(id, Math.max(floor, startedAt + byMs))
    end = startedAt
  }
  return starts
}
