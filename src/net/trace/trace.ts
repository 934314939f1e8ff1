import type { TraceLog } from '../../core/results/trace-step.ts'
import { NO_TIMINGS, type Timings } from '../../core/results/verdict.ts'
import type { CertificateRecorder } from '../tls/certificate-recorder.ts'

/** What a check leaves behind on its way, however it ends. Phases of several hops add up. */
export class Trace {
  readonly timings: Timings = { ...NO_TIMINGS }
  /** The address last connected to, without port. */
  remoteAddress: string | null = null
  /** The port there; null for pings. */
  remotePort: number | null = null
  /** Says that an address was used that is no longer sure; null where every address is. */
  lastKnown: string | null = null
  /** Null where nobody asks for a certificate. */
  readonly certificate: CertificateRecorder | null

  /** Null unless somebody wants to see every step: `trace.log?.note(…)` makes no step that nobody reads. */
  readonly log: TraceLog | null

  constructor(certificate: CertificateRecorder | null = null, log: TraceLog | null = null) {
    this.certificate = certificate
    this.log = log
  }

  /** Adds the time since `from` to a phase. Both are `performance.now()`. */
  add(phase: keyof Timings, from: number, to: number = performance.now()): void {
    this.timings[phase] = (this.timings[phase] ?? 0) + (to - from)
  }
}
