import type { PhaseListener } from '../../core/results/check-phase.ts'
import type { TraceLog } from '../../core/results/trace-step.ts'
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
