/**
 * What a server and a probe tell each other. The same messages go over a MessagePort and over HTTPS, so they are
 * plain JSON: no functions, no dates, no undefined that matters.
 */
import type { MonitorType } from './monitor.ts'
import type { RegionCounters } from './state.ts'
import type { TlsTerms } from './tls-terms.ts'
import type { CheckStatus, ErrorType, RareParts, Timings } from './verdict.ts'

/** Raised when a message changes its meaning. */
export const PROTOCOL_VERSION = 1

/** Most results one push may carry. */
export const PUSH_LIMIT = 500

/** Types that a probe runs by itself; a heartbeat waits for pings instead. */
export type ProbeKind = Exclude<MonitorType, 'HEARTBEAT'>

/** What a result is about. Part of its key; expiry checks join later. */
export const RESULT_KINDS = ['check'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** One monitor as a probe holds it. */
export interface Assignment {
  monitorKey: number
  monitorId: string
  type: ProbeKind
  target: string
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** As the prober's own settings schema has it. */
  settings: unknown
  /** Absent where checks over TLS are as the settings alone have it. */
  tls?: TlsTerms
  /** Where this region stood when the server last heard of it, so that a restart forgets no failure. */
  counters: RegionCounters
}

/**
 * What a probe asks for: the changes after a revision it already has. 0 asks for everything, and whatever the answer
 * does not name is then no longer held.
 */
export interface AssignmentsRequest {
  since: number
}

/** The answer. A probe applies `removed`, then `changed`, then remembers `revision`. */
export interface AssignmentsAnswer {
  revision: number
  changed: Assignment[]
  /** Keys of monitors this probe must stop checking. */
  removed: number[]
  /** There is more than fits one answer: ask again at once. */
  more?: boolean
}

/** One finished check. Its key is (monitor, kind, region, scheduledAt): pushing it again changes nothing. */
export interface CheckResult extends RareParts {
  monitorKey: number
  kind: ResultKind
  /** When it was due, Unix ms. On the grid, or when a fast re-check was due. */
  scheduledAt: number
  /** When it started, Unix ms. */
  startedAt: number
  status: CheckStatus
  /** Milliseconds from start to end; null when nothing was measured. */
  responseTimeMs: number | null
  statusCode: number | null
  errorType: ErrorType | null
  errorMessage: string | null
  timings: Timings
  remoteAddress: string | null
}

/** What a probe can do besides TCP. */
export interface ProbeCapabilities {
  icmp: boolean
  ipv6: boolean
}

/** How a probe introduces itself. */
export interface ProbeHello {
  protocol: number
  /** Of the program, as `package.json` has it. */
  version: string
  region: string
  capabilities: ProbeCapabilities
}
