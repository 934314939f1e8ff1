import { Deadline } from '../../../src/net/connection/deadline.ts'
import type { ProbeTools } from '../../../src/net/connection/tools.ts'

/** The shortest turn that counts, and what it counts for. */
const TURN_MS = 10

/**
 * A time limit in turns of the event loop: however long a busy machine lets this process stand still, that is one turn,
 * and whatever has arrived meanwhile is read in it. So it ends a wait for nothing, and never one for something that comes.
 */
export class LoopTurnDeadline extends Deadline {
  /** How much of the time has passed, and how far a check went beyond it, ms. */
  countedMs = 0

  constructor(totalMs: number) {
    super(totalMs)
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = setTimeout(() => this.countTurn(), TURN_MS)
  }

  /** Whether time was up. */
  get hasExpired(): boolean {
    return this.countedMs >= this.totalMs
  }

  /** Time is up at once. */
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

/** The same tools, and the time limits that are begun with them, in their order. */
export function withDeadlines<T extends ProbeTools>(tools: T): { tools: T; deadlines: LoopTurnDeadline[] } {
  const deadlines: LoopTurnDeadline[] = []
  const deadline = (totalMs: number): LoopTurnDeadline => {
    const begun = new LoopTurnDeadline(totalMs)
    deadlines.push(begun)
    return begun
  }
  return { tools: { ...tools, deadline }, deadlines }
}
