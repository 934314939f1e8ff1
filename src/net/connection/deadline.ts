import { ProbeError } from '../../core/results/verdict.ts'

/** A timer this late means that the event loop stood still; whatever did not arrive may be our own fault. */
const STALL_MS = 1_000

/** @throws ProbeTrouble when a timer was so late that the event loop must have stood still */
export function refuseStall(latenessMs: number): void {
  if (latenessMs >= STALL_MS) throw new ProbeError(`the probe stalled for ${Math.round(latenessMs)} ms`)
}

/**
 * One time limit for a whole check, over all its phases. It costs one timer: the phase that waits at the moment leaves a
 * function to be called at expiry and removes it when it is done. A check waits for one thing at a time.
 */
export class Deadline {
  readonly totalMs: number
  /** `performance.now()` */
  private startedAt: number
  protected timer: NodeJS.Timeout | null
  private onExpiry: (() => void) | null = null
  private isOver = false
  protected latenessMs = 0

  constructor(totalMs: number) {
    this.totalMs = totalMs
    this.startedAt = performance.now()
    this.timer = setTimeout(onTimer, totalMs, this)
  }

  /** Without the time that was discounted. */
  getElapsedMs(): number {
    return performance.now() - this.startedAt
  }

  /** Takes back time that the probe lost by itself: it is neither measured nor does it count towards the limit. */
  exclude(ms: number): void {
    this.startedAt += ms
    this.isOver = false
    this.restart()
  }

  protected restart(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = setTimeout(onTimer, Math.max(0, this.totalMs - this.getElapsedMs()), this)
  }

  /** Calls `bell` once at expiry, soon if that is past. Replaces the previous one. */
  watch(onExpiry: () => void): void {
    this.onExpiry = onExpiry
    if (this.isOver) queueMicrotask(() => this.notify())
  }

  clearWatch(): void {
    this.onExpiry = null
  }

  /** Ends the timer. Every deadline must come here, or it keeps the process awake until it expires. */
  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.onExpiry = null
  }

  /** @throws ProbeTrouble when the event loop stood still, so that an expired deadline proves nothing */
  assertPunctual(): void {
    refuseStall(this.latenessMs)
  }

  /** Timers run before the sockets are read: one more turn of the loop lets an answer in that has already arrived. */
  expire(): void {
    this.timer = null
    this.latenessMs = this.getElapsedMs() - this.totalMs
    setImmediate(() => {
      this.isOver = true
      this.notify()
    })
  }

  private notify(): void {
    const onExpiry = this.onExpiry
    this.onExpiry = null
    onExpiry?.()
  }
}

const onTimer = (deadline: Deadline): void => deadline.expire()
