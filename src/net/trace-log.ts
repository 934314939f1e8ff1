import type { RecordedStep, TraceLog, TraceStep } from '../core/trace-step.ts'

/** Keeps the steps of one check, and when each began. Made right before the check. */
export class TraceRecorder implements TraceLog {
  readonly steps: RecordedStep[] = []
  private readonly startedAt = performance.now()
  private readonly onStep: (recorded: RecordedStep) => void

  /** @param onStep called with every step as soon as it is over */
  constructor(onStep: (recorded: RecordedStep) => void = () => {}) {
    this.onStep = onStep
  }

  note(step: TraceStep, endedAt: number = performance.now()): void {
    const tookMs = 'ms' in step ? step.ms : 0
    const recorded = { atMs: Math.max(0, endedAt - this.startedAt - tookMs), step }
    this.steps.push(recorded)
    this.onStep(recorded)
  }
}
