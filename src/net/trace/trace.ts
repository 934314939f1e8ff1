import type { PhaseListener, RecordedStep, TraceLog, TraceStep } from '../../core/results/trace-step.ts'
import { NO_TIMINGS, type Timings } from '../../core/results/verdict.ts'
import type { CertificateRecorder } from '../tls/certificate-recorder.ts'

/** Timings and facts that a check collects, whatever its result. Phases of several hops add up. */
export class Trace {
  readonly timings: Timings = { ...NO_TIMINGS }
  /** Address of the last connection, without port. */
  remoteAddress: string | null = null
  /** Port of the last connection; null for pings. */
  remotePort: number | null = null
  /** Note that a cached address was used that may be outdated; null when all addresses are current. */
  lastKnown: string | null = null
  /** Note about a requirement of the target that the request may not have met. */
  note: string | null = null
  /** Failures of the addresses before the one that answered; null without any. */
  unanswered: string | null = null
  /** Null when the certificate is not monitored. */
  readonly certificate: CertificateRecorder | null

  /** Null unless the check is traced: `trace.log?.note(…)` then creates no step. */
  readonly log: TraceLog | null

  /** Null unless a user watches the check: `trace.onPhase?.(…)` then creates no phase. */
  readonly onPhase: PhaseListener | null

  constructor(
    certificate: CertificateRecorder | null = null,
    log: TraceLog | null = null,
    onPhase: PhaseListener | null = null,
  ) {
    this.certificate = certificate
    this.log = log
    this.onPhase = onPhase
  }

  /** Adds the time since `from` to a phase. Both are `performance.now()`. */
  add(phase: keyof Timings, from: number, to: number = performance.now()): void {
    this.timings[phase] = (this.timings[phase] ?? 0) + (to - from)
  }
}

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
