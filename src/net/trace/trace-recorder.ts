import type { RecordedStep, TraceLog, TraceStep } from '../../core/results/trace-step.ts'

/** Records the steps of one check with their start times. Created right before the check. */
export class TraceRecorder implements TraceLog {
  readonly steps: RecordedStep[] = []
  private readonly startedAt = performance.now()
  private readonly onStep: (recorded: RecordedStep) => void
  private readonly hide: (text: string) => string

  /**
   * @param onStep called with every step as soon as it is over
   * @param hide removes secrets from any text: a redirect may repeat them elsewhere
   */
  constructor(onStep: (recorded: RecordedStep) => void = () => {}, hide = (text: string): string => text) {
    this.onStep = onStep
    this.hide = hide
  }

  note(step: TraceStep, endedAt: number = performance.now()): void {
    const tookMs = 'ms' in step ? step.ms : 0
    const atMs = Math.max(0, endedAt - this.startedAt - tookMs)
    const recorded = { atMs, step: { ...(transformTexts(step, this.hide) as TraceStep), kind: step.kind } as TraceStep }
    this.steps.push(recorded)
    this.onStep(recorded)
  }
}

function transformTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((inner) => transformTexts(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, transformTexts(inner, change)]))
}
