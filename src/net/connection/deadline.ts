import { ProbeError } from '../../core/results/verdict.ts'

/** A timer this late means that the event loop was stalled. Missing answers may then be the probe's own fault. */
const STALL_MS = 1_000

/** @throws ProbeError when a timer was so late that the event loop must have been stalled */
export function refuseStall(latenessMs: number): void {
  if (latenessMs >= STALL_MS) throw new ProbeError(`the probe stalled for ${Math.round(latenessMs)} ms`)
}

/**
 * One time limit for a whole check, over all its phases. It costs one timer: the waiting phase registers a function for
 * the expiry and removes it when it is done. A check waits for one thing at a time.
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

  /** Returns the elapsed time without the excluded time. */
  getElapsedMs(): number {
    return performance.now() - this.startedAt
  }

  /** Excludes time that the probe itself lost: it is not measured and does not count towards the limit. */
  exclude(ms: number): void {
    this.startedAt += ms
    this.isOver = false
    this.restart()
  }

  protected restart(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = setTimeout(onTimer, Math.max(0, this.totalMs - this.getElapsedMs()), this)
  }

  /** Calls `onExpiry` once at expiry, or soon if the deadline has already passed. Replaces the previous callback. */
  watch(onExpiry: () => void): void {
    this.onExpiry = onExpiry
    if (this.isOver) queueMicrotask(() => this.notify())
  }

  clearWatch(): void {
    this.onExpiry = null
  }

  /** Clears the timer. Every deadline must be cleared, or it keeps the process awake until it expires. */
  clear(): void {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    this.onExpiry = null
  }

  /** @throws ProbeError when the event loop was stalled, because an expired deadline then proves nothing */
  assertPunctual(): void {
    refuseStall(this.latenessMs)
  }

  /**
   * Timers run before the sockets are read. One more turn of the event loop delivers an answer that has already
   * arrived.
   */
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
