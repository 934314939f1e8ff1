/**
 * The words between a prober, which sees, and the state, which decides.
 * An *observation* holds facts, a *verdict* is the judgement of them.
 */
import type { SeenCertificate } from './certificate.ts'
import type { FailureResponse } from './failure-response.ts'

/** What one check found. `inconclusive`: the probe itself was in trouble, so it says nothing about the target. */
export const CHECK_STATUSES = ['up', 'down', 'degraded', 'inconclusive'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** What can be wrong with a target: the incident types of the API. */
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

/** Milliseconds spent in each phase, over all hops together; null when the phase did not take place. */
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

/** A target's failure, as seen on the wire. */
export interface Failure {
  cause: ErrorType
  /** With the phase, the address and the system's error name: `connect 192.0.2.7:443: ECONNREFUSED`. */
  message: string
}

/** Milliseconds there and back, over the packets that were answered. */
export interface RoundTrip {
  minMs: number
  avgMs: number
  maxMs: number
  /** Mean difference between one packet and the next. */
  jitterMs: number
}

/** What the name servers said about one record type. */
export interface DnsAnswers {
  recordType: string
  /** As people write them: `10 mail.example.com`. Sorted. */
  values: string[]
}

/** What is kept with the results of some types besides what all have in common. */
export type StoredExtras =
  /** `roundTrip` is null when no packet was answered. */
  { kind: 'ping'; packetLossPercent: number; roundTrip: RoundTrip | null } | { kind: 'dns'; answers: DnsAnswers[] }

/** What few checks have to tell. Absent from most, so that their results cost nothing for it. */
export interface OptionalParts {
  /** Of some types. */
  extras?: StoredExtras
  /** When it is news; kept once for the monitor and not with the result. */
  certificate?: SeenCertificate
  /** Of a target that answered and failed, when it is news. */
  response?: FailureResponse
}

/** Hands on whatever rare parts there are. @returns `to` */
export function withOptionalParts<T extends OptionalParts>(to: T, { extras, certificate, response }: OptionalParts): T {
  if (extras) to.extras = extras
  if (certificate) to.certificate = certificate
  if (response) to.response = response
  return to
}

/** Facts that every protocol has in common. A prober adds its own. */
export interface Observation {
  /** From the start of the check to its end. */
  durationMs: number
  timings: Timings
  /** The address that was connected to, without port. */
  remoteAddress: string | null
  /** HTTP status, null where there was none. */
  statusCode: number | null
  /** Why the target failed; null when it answered. */
  failure: Failure | null
  /** Of some types. */
  extras?: StoredExtras
}

/** What an observation means. */
export interface Verdict {
  status: CheckStatus
  errorType: ErrorType | null
  errorMessage: string | null
}

/** What one check found, as it is sent, stored and shown. */
export interface CheckOutcome extends Verdict {
  /** From start to end; null when nothing was measured. */
  responseTimeMs: number | null
  /** HTTP status, null where there was none. */
  statusCode: number | null
  timings: Timings
  /** The address that was connected to, without port. */
  remoteAddress: string | null
}

export const PASSED: Verdict = Object.freeze({ status: 'up', errorType: null, errorMessage: null })

export const toFailedVerdict = (failure: Failure): Verdict => ({
  status: 'down',
  errorType: failure.cause,
  errorMessage: failure.message,
})

/** A passing check that took longer than the user wants. */
export const toSlowVerdict = (durationMs: number, thresholdMs: number): Verdict => ({
  status: 'degraded',
  errorType: 'slow_response',
  errorMessage: `answered in ${Math.round(durationMs)} ms, slower than ${thresholdMs} ms`,
})

/**
 * Trouble at home: no route, no resolver, out of sockets. Probers throw it, the runner turns it into `inconclusive`,
 * and no monitor changes state for it.
 */
export class ProbeError extends Error {
  override readonly name = 'ProbeTrouble'
}
