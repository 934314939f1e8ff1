/**
 * Types shared by the probers and the evaluation. An *observation* contains facts. A *verdict* is the judgement of
 * these facts.
 */
import type { SeenCertificate } from './certificate.ts'
import type { FailureResponse } from './failure-response.ts'

/** Outcome of one check. `inconclusive`: the probe itself had trouble, so the check proves nothing about the target. */
export const CHECK_STATUSES = ['up', 'down', 'degraded', 'inconclusive'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** Errors of a target: the incident types of the API. */
export const ERROR_TYPES = [
  'timeout',
  'status_code',
  'keyword_missing',
  'ssl_error',
  'dns_error',
  'dns_validation_error',
  'connection_error',
  'slow_response',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

/** Milliseconds in each phase, summed over all redirects; null when the phase did not occur. */
export interface Timings {
  dnsMs: number | null
  connectMs: number | null
  tlsMs: number | null
  firstByteMs: number | null
  downloadMs: number | null
}

export const NO_TIMINGS: Timings = Object.freeze({
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
})

/** Failure of a target, as observed on the network. */
export interface Failure {
  cause: ErrorType
  /** Phase, address and error name of the system: `connect 192.0.2.7:443: ECONNREFUSED`. */
  message: string
}

/** Round-trip times of the answered packets, milliseconds. */
export interface RoundTrip {
  minMs: number
  avgMs: number
  maxMs: number
  /** Mean difference between consecutive packets. */
  jitterMs: number
}

/** Answers of the name servers for one record type. */
export interface DnsAnswers {
  recordType: string
  /** Usual text form: `10 mail.example.com`. Sorted. */
  values: string[]
}

/** Additional data stored with the results of some types. */
export type StoredExtras =
  /** `roundTrip` is null when no packet was answered. */
  { kind: 'ping'; packetLossPercent: number; roundTrip: RoundTrip | null } | { kind: 'dns'; answers: DnsAnswers[] }

/** Parts of a result that most results do not have. An absent part costs nothing. */
export interface OptionalParts {
  /** Only for some types. */
  extras?: StoredExtras
  /** Present when the certificate is new; stored once for the monitor and not with the result. */
  certificate?: SeenCertificate
  /** Response of a target that answered and failed; present when it is new. */
  response?: FailureResponse
}

/**
 * Copies the optional parts that are present.
 *
 * @returns `to`
 */
export function withOptionalParts<T extends OptionalParts>(to: T, { extras, certificate, response }: OptionalParts): T {
  if (extras) to.extras = extras
  if (certificate) to.certificate = certificate
  if (response) to.response = response
  return to
}

/** Facts that all protocols share. A prober adds its own. */
export interface Observation {
  /** From the start to the end of the check. */
  durationMs: number
  timings: Timings
  /** Address of the connection, without the port. */
  remoteAddress: string | null
  /** HTTP status; null when there was none. */
  statusCode: number | null
  /** Why the target failed; null when it answered. */
  failure: Failure | null
  /** Only for some types. */
  extras?: StoredExtras
}

/** Judgement of an observation. */
export interface Verdict {
  status: CheckStatus
  errorType: ErrorType | null
  errorMessage: string | null
}

/** Outcome of one check, as it is sent, stored and displayed. */
export interface CheckOutcome extends Verdict {
  /** From the start to the end; null when nothing was measured. */
  responseTimeMs: number | null
  /** HTTP status; null when there was none. */
  statusCode: number | null
  timings: Timings
  /** Address of the connection, without the port. */
  remoteAddress: string | null
}

export const PASSED: Verdict = Object.freeze({ status: 'up', errorType: null, errorMessage: null })

export const toFailedVerdict = (failure: Failure): Verdict => ({
  status: 'down',
  errorType: failure.cause,
  errorMessage: failure.message,
})

/** Returns the verdict on a passing check that was slower than the user's threshold. */
export const toSlowVerdict = (durationMs: number, thresholdMs: number): Verdict => ({
  status: 'degraded',
  errorType: 'slow_response',
  errorMessage: `answered in ${Math.round(durationMs)} ms, slower than ${thresholdMs} ms`,
})

/**
 * Trouble on the probe's side: no route, no resolver, no free sockets. Probers throw it, the runner converts it to
 * `inconclusive`, and no monitor changes its state.
 */
export class ProbeError extends Error {
  override readonly name = 'ProbeError'
}
