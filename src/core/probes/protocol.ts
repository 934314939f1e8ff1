/**
 * Messages between a server and a probe. The same messages are sent over a MessagePort and over HTTPS, so they are
 * plain JSON: no functions, no dates, no significant `undefined`. `docs/probe-protocol.md` describes the protocol.
 */
import type { MonitorType, TlsTerms } from '../monitors/monitor.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { RegionCounters } from '../results/state.ts'
import { CHECK_STATUSES, type CheckOutcome, ERROR_TYPES, type OptionalParts, type Timings } from '../results/verdict.ts'

/** Incremented when a message changes its meaning. */
export const PROTOCOL_VERSION = 1

/** Maximum number of results in one push. */
export const PUSH_LIMIT = 500

/** Types that a probe checks; a heartbeat waits for pings instead. */
export type ProbeKind = Exclude<MonitorType, 'HEARTBEAT'>

/** Kind of a result, a part of its key; expiry checks will be added later. */
export const RESULT_KINDS = ['check'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** A monitor as assigned to a probe. */
export interface Assignment {
  monitorKey: number
  monitorId: string
  type: ProbeKind
  target: string
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** Validated by the prober's settings schema. */
  settings: unknown
  /** Parts of the settings that results must not contain: the values of secret variables. Absent when there are none. */
  secrets?: string[]
  /** Absent when the settings fully define checks over TLS. */
  tls?: TlsTerms
  /** Counters of this region after the newest result on the server, so that no failure is lost at a restart. */
  counters: RegionCounters
  /**
   * End of the newest conclusive check in these counters, Unix ms; absent when there was none. A starting probe uses it
   * to catch up overdue checks.
   */
  checkedAt?: number
}

/** Health of a probe, sent with every request. */
export interface ProbeVitals {
  /** Monitors assigned to the probe. */
  held: number
  /** Results not yet acknowledged by the server, on disk or in memory. */
  waiting: number
  /**
   * Time since the oldest of these results was measured, ms; 0 when none waits. Results that can only enter the history do
   * not count.
   */
  waitingMs: number
  /** Results that were dropped for lack of space since the start. */
  dropped: number
  /** How long no check has started although one is due, or how long a check exceeds its time limit, ms; 0 normally. */
  overdueMs: number
  /** Delay of the check that has waited longest for its start, ms; 0 when none is late. */
  lateMs: number
  /** Share of the due checks that are left out because the probe is overloaded, percent; null while it is not. */
  skippedPercent: number | null
  /** Lead of the probe's clock over the server's, ms; null until compared, or when both use the same clock. */
  clockAheadMs: number | null
}

/**
 * Request of a probe: the changes after a revision it already has. Revision 0 requests everything. Monitors that the
 * response does not list are then no longer assigned.
 */
export interface AssignmentsRequest {
  since: number
  /**
   * Epoch of the members that the probe uses: it has released the monitors that this epoch assigns to others. Absent
   * when it has none.
   */
  epoch?: number
  /** Epoch of the probe's list; absent when it has no list. */
  listEpoch?: number
  /** Within a list: the value of the last response. */
  listUntil?: number
  /** How long the list has not matched the current members, ms; absent when it matches. */
  waitedMs?: number
  vitals?: ProbeVitals
}

/** A live probe of a region that shares its monitors. */
export interface Member {
  id: string
  capabilities: ProbeCapabilities
}

/** A check on demand, for which a user is waiting. */
export interface CheckOrder {
  id: string
  assignment: Assignment
}

/** The response. A probe uses `members`, applies `removed`, then `changed`, then stores `revision` and the epochs. */
export interface AssignmentsResponse {
  revision: number
  changed: Assignment[]
  /** Keys of monitors that this probe must stop checking. */
  removed: number[]
  /** Further changes do not fit into this response: request again at once. */
  more?: boolean
  /**
   * Begins a new list: monitors that neither this response nor the following ones list are no longer assigned. A
   * response to `since: 0` does the same.
   */
  isWhole?: boolean
  /** Grows whenever the live probes of the region change. Absent when one probe checks all monitors. */
  epoch?: number
  /** Members of that epoch; only when it differs from the epoch of the request. */
  members?: Member[]
  /** Epoch of the list that this response is a part of. */
  listEpoch?: number
  /**
   * The list continues up to this revision. Until it is complete, no monitor is released for not being listed. The
   * probe repeats the value in the next request.
   */
  listUntil?: number
  /** Checks to run at once, regardless of the assignments. */
  orders?: CheckOrder[]
}

/** Returns whether a response contains anything new for the probe. */
export const hasChanges = (answer: AssignmentsResponse, request: AssignmentsRequest): boolean =>
  answer.revision !== request.since ||
  answer.changed.length > 0 ||
  answer.removed.length > 0 ||
  answer.more === true ||
  answer.members !== undefined ||
  answer.listEpoch !== request.listEpoch ||
  (answer.orders?.length ?? 0) > 0

/** A finished check. Its key is (monitor, kind, region, scheduledAt): pushing it again changes nothing. */
export interface CheckResult extends CheckOutcome, OptionalParts {
  monitorKey: number
  kind: ResultKind
  /** Due time, Unix ms: on the grid, or the time of a fast re-check. */
  scheduledAt: number
  /** Start. */
  startedAt: UnixMs
}

/** Capabilities of a probe besides TCP. */
export interface ProbeCapabilities {
  icmp: boolean
  ipv6: boolean
}

/** Registration of a probe. */
export interface ProbeRegistration {
  protocol: number
  /** Version of the program in `package.json`. */
  version: string
  region: string
  capabilities: ProbeCapabilities
  /** A UUID that stays the same after a restart. Two probes that run at the same time have different ids. */
  probeId: string
  /** Display name: the host it runs on. */
  name: string
  /** Number of monitors already assigned, if the probe was registered before. */
  held: number
}

/** Reply of the server to a registration. */
export interface ProbeRegistrationReply {
  /** Sent with every request. A later registration of the same probe invalidates it. */
  session: string
  /** How long the probe counts as alive after its last request, ms. It sends several requests in that time. */
  leaseMs: number
  /** The server's clock. */
  now: UnixMs
}

/** The session of the probe is unknown or expired: the probe registers again, and keeps its assignments. */
export class UnregisteredError extends Error {
  override readonly name = 'Unregistered'
}

/** A prefix that people and scanners recognize, and 256 bits. */
const PROBE_TOKEN = /^wkp_[A-Za-z0-9_-]{43}$/

export const isProbeToken = (text: string): boolean => PROBE_TOKEN.test(text)

/** @param random 32 bytes */
export const formatProbeToken = (random: Buffer): string => `wkp_${random.toString('base64url')}`

/** Maximum of a column of type `integer`. */
const MAX_KEY = 2 ** 31 - 1

/** Unix ms, in the year 5138. */
const MAX_TIME = 1e14

/** ms: eleven days. */
const MAX_DURATION_MS = 1e9

const MAX_STATUS_CODE = 65_535

const KINDS: ReadonlySet<string> = new Set(RESULT_KINDS)
const STATUSES: ReadonlySet<string> = new Set(CHECK_STATUSES)
const ERRORS: ReadonlySet<string> = new Set(ERROR_TYPES)

const isIntegerWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

const isDuration = (value: number | null): boolean => value === null || (value >= 0 && value <= MAX_DURATION_MS)

const hasValidTimings = ({ dnsMs, connectMs, tlsMs, firstByteMs, downloadMs }: Timings): boolean =>
  isDuration(dnsMs) && isDuration(connectMs) && isDuration(tlsMs) && isDuration(firstByteMs) && isDuration(downloadMs)

const isText = (value: string | null): boolean => value === null || typeof value === 'string'

/**
 * Validates results: an impossible value would otherwise be noticed only by its reader, if at all.
 *
 * @returns the invalid field; null when there is none. Called for every result, so it is fast
 */
export function findResultFault(result: CheckResult): string | null {
  if (!isIntegerWithin(result.monitorKey, 1, MAX_KEY)) return 'monitorKey'
  if (!KINDS.has(result.kind)) return 'kind'
  if (!isIntegerWithin(result.scheduledAt, 0, MAX_TIME)) return 'scheduledAt'
  if (!(result.startedAt >= 0 && result.startedAt <= MAX_TIME)) return 'startedAt'
  if (!STATUSES.has(result.status)) return 'status'
  if (!isDuration(result.responseTimeMs)) return 'responseTimeMs'
  if (!hasValidTimings(result.timings)) return 'timings'
  if (result.statusCode !== null && !isIntegerWithin(result.statusCode, 0, MAX_STATUS_CODE)) return 'statusCode'
  if (result.errorType !== null && !ERRORS.has(result.errorType)) return 'errorType'
  return isText(result.errorMessage) && isText(result.remoteAddress) ? null : 'errorMessage'
}

/** A result that was rejected, or stored only in part. */
export interface RefusedResult {
  region: string
  monitorKey: number
  scheduledAt: number
  /** Why the result was rejected. */
  reason: string
  /** The result was stored without its details. */
  isPartly: boolean
}

export type OnRefused = (refused: RefusedResult) => void
