/**
 * Holds a fresh failure back until it is known whose it is. Something else that passes after it shows that the probe is
 * well; when many fail together the probe checks itself; and after a second without either the failure stands.
 */
import { SECOND_MS } from '../core/time.ts'
import type { Clock } from './clock.ts'
import { Findings, needsNetwork } from './mass-failure.ts'

/** Whose trouble a failure is: the target's, as it says, or this probe's own. */
export type Blame = 'target' | 'probe'

/** Whether the probe itself is connected. Must answer within a few seconds. */
export type SelfCheck = () => Promise<boolean>

interface Suspect {
  /** Monotonic ms. */
  heldSince: number
  decide: (blame: Blame) => void
}

/** How long a failure waits for something that tells. Only failures wait, and the fast repeat comes much later. */
const HOLD_MS = SECOND_MS

/** How long a self-check that went well is good for: in a real mass outage not every failure asks again. */
const WELL_FOR_MS = 2 * SECOND_MS

export class SecondLook {
  readonly #clock: Clock
  readonly #selfCheck: SelfCheck
  readonly #findings = new Findings()
  /** In the order they came, which is the order their time runs out. */
  #suspects: Suspect[] = []
  #isAsking = false
  /** Monotonic ms. */
  #wellUntil = -Infinity
  #disarm: (() => void) | null = null

  constructor(clock: Clock, selfCheck: SelfCheck) {
    this.#clock = clock
    this.#selfCheck = selfCheck
  }

  passed(target: string, remoteAddress: string | null): void {
    const at = this.#clock.monotonic()
    this.#findings.note({ target, remoteAddress, isFailing: false, at })
    if (this.#suspects.length > 0) this.#reconsider(target, remoteAddress, at)
  }

  /**
   * A failure that the probe's network could explain, of a target that was not down before.
   *
   * @param decide is called exactly once, now or soon
   */
  failed(target: string, remoteAddress: string | null, decide: (blame: Blame) => void): void {
    const at = this.#clock.monotonic()
    this.#findings.note({ target, remoteAddress, isFailing: true, at })
    if (at < this.#wellUntil || !needsNetwork({ target, remoteAddress })) decide('target')
    else this.#hold({ heldSince: at, decide })
  }

  close(): void {
    this.#disarm?.()
    this.#disarm = null
  }

  /** Something has passed. That clears the probe, unless it is the odd one out. */
  #reconsider(target: string, remoteAddress: string | null, now: number): void {
    if (this.#isAsking || !needsNetwork({ target, remoteAddress }) || this.#findings.lookLikeOurs(now)) return
    this.#release('target', Infinity)
  }

  #hold(suspect: Suspect): void {
    this.#suspects.push(suspect)
    if (this.#findings.lookLikeOurs(suspect.heldSince)) void this.#ask()
    else this.#arm()
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return
    this.#isAsking = true
    // A self-check that cannot even be made is no evidence against the probe
    const isWell = await this.#selfCheck().catch(() => true)
    this.#isAsking = false
    if (isWell) this.#wellUntil = this.#clock.monotonic() + WELL_FOR_MS
    this.#release(isWell ? 'target' : 'probe', Infinity)
  }

  #arm(): void {
    const [eldest] = this.#suspects
    if (this.#disarm !== null || eldest === undefined) return
    const delayMs = eldest.heldSince + HOLD_MS - this.#clock.monotonic()
    this.#disarm = this.#clock.after(Math.max(1, delayMs), () => {
      this.#disarm = null
      // While the self-check runs, its answer decides about all of them
      if (this.#isAsking) return
      this.#release('target', this.#clock.monotonic() - HOLD_MS)
      this.#arm()
    })
  }

  /** @param heldSince those that came later stay */
  #release(blame: Blame, heldSince: number): void {
    const released = this.#suspects.filter((suspect) => suspect.heldSince <= heldSince)
    this.#suspects = this.#suspects.filter((suspect) => suspect.heldSince > heldSince)
    for (const { decide } of released) decide(blame)
  }
}
