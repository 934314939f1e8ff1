import { Deadline } from '../../../src/net/connection/deadline.ts'
import type { ProbeTools } from '../../../src/net/connection/tools.ts'

/** Minimum length of a counted turn, and the time it counts as. */
const TURN_MS = 10

/**
 * A deadline in turns of the event loop. A stall of the process counts as one turn, and data that arrived during it is
 * read in that turn. So the deadline ends a wait for nothing, but never a wait for data that arrives.
 */
export class LoopTurnDeadline extends Deadline {
  /** Time that has passed, including the time after the deadline, ms. */
  countedMs = 0

  constructor(totalMs: number) {
    super(totalMs)
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.countTurn(), TURN_MS)
  }

  /** Whether the deadline has passed. */
  get hasExpired(): boolean {
    return this.countedMs >= this.totalMs
  }

  /** Ends the deadline at once. */
  override expire(): void {
    this.countedMs = Math.max(this.countedMs, this.totalMs)
    const { timer } = this
    super.expire()
    this.latenessMs = 0
    this.timer = timer
  }

  protected override restart(): void {
    this.countedMs = 0
  }

  private countTurn(): void {
    const wasOver = this.hasExpired
    this.countedMs += TURN_MS
    this.timer = setTimeout(() => this.countTurn(), TURN_MS)
    if (this.hasExpired && !wasOver) this.expire()
  }
}

/** Returns the same tools, and the deadlines that are started with them, in order. */
export function withDeadlines<T extends ProbeTools>(tools: T): { tools: T; deadlines: LoopTurnDeadline[] } {
  const deadlines: LoopTurnDeadline[] = []
  const deadline = (totalMs: number): LoopTurnDeadline => {
    const begun = new LoopTurnDeadline(totalMs)
    deadlines.push(begun)
    return begun
  }
  return { tools: { ...tools, deadline }, deadlines }
}
