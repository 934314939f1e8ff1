/**
 * What a server and a probe tell each other. The same messages go over a MessagePort and over HTTPS, so they are
 * plain JSON: no functions, no dates, no undefined that matters. `docs/probe-protocol.md` tells the story.
 */
import type { MonitorType } from '../monitors/monitor.ts'
import type { TlsTerms } from '../monitors/tls-terms.ts'
import type { RegionCounters } from '../results/state.ts'
import type { CheckOutcome, OptionalParts } from '../results/verdict.ts'

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
  /** Counters of this region after the newest result that the server has, so that a restart forgets no failure. */
  counters: RegionCounters
  /**
   * End of the newest conclusive check behind these counters, Unix ms; absent where there was none. A probe that starts
   * catches up what is overdue by it.
   */
  checkedAt?: number
}

/** How a probe is doing; said with every question. */
export interface ProbeVitals {
  /** Monitors that it checks. */
  held: number
  /** Results that the server has not acknowledged, on disk or in memory. */
  waiting: number
  /** Results that gave way to newer ones for want of room, since it started. */
  dropped: number
  /** How long the check has been due that has waited longest for its start, ms; 0 when none is due. */
  overdueMs: number
  /** By how much its own clock is ahead of the server's, ms; null until it was compared, or where both share one. */
  clockAheadMs: number | null
}

/**
 * What a probe asks for: the changes after a revision it already has. 0 asks for everything, and whatever the answer
 * does not name is then no longer held.
 */
export interface AssignmentsRequest {
  since: number
  /** The epoch of the members it goes by: what those give to others, it has let go. Absent when it knows of none. */
  epoch?: number
  /** The epoch whose list it has; absent when it has none. */
  listEpoch?: number
  /** In the middle of a list: what the last answer said. */
  listUntil?: number
  /** How long its list has not been that of the present members, ms; absent when it is. */
  waitedMs?: number
  vitals?: ProbeVitals
}

/** A live probe of a region, by whom its monitors are shared. */
export interface Member {
  id: string
  capabilities: ProbeCapabilities
}

/** A check that somebody waits for. */
export interface CheckOrder {
  id: string
  assignment: Assignment
}

/** The answer. A probe goes by `members`, applies `removed`, then `changed`, then remembers `revision` and the epochs. */
export interface AssignmentsResponse {
  revision: number
  changed: Assignment[]
  /** Keys of monitors this probe must stop checking. */
  removed: number[]
  /** There is more than fits one answer: ask again at once. */
  more?: boolean
  /** Begins a new list: what neither it nor its sequel names is no longer held. So does an answer to `since: 0`. */
  isWhole?: boolean
  /** Grows whenever the live probes of the region are others. Absent where one probe checks all there is. */
  epoch?: number
  /** Of that epoch; only when it is not the one that was asked with. */
  members?: Member[]
  /** Of whose list this is a part. */
  listEpoch?: number
  /**
   * The list goes on, up to this revision, and until it is complete nothing is let go for not having been named. To be said
   * again with the next question.
   */
  listUntil?: number
  /** Checks to run at once, whatever else is held. */
  orders?: CheckOrder[]
}

/** Whether an answer says anything that the asker did not know. */
export const hasChanges = (answer: AssignmentsResponse, request: AssignmentsRequest): boolean =>
  answer.revision !== request.since ||
  answer.changed.length > 0 ||
  answer.removed.length > 0 ||
  answer.more === true ||
  answer.members !== undefined ||
  answer.listEpoch !== request.listEpoch ||
  (answer.orders?.length ?? 0) > 0

/** One finished check. Its key is (monitor, kind, region, scheduledAt): pushing it again changes nothing. */
export interface CheckResult extends CheckOutcome, OptionalParts {
  monitorKey: number
  kind: ResultKind
  /** When it was due, Unix ms. On the grid, or when a fast re-check was due. */
  scheduledAt: number
  /** When it started, Unix ms. */
  startedAt: number
}

/** What a probe can do besides TCP. */
export interface ProbeCapabilities {
  icmp: boolean
  ipv6: boolean
}

/** How a probe introduces itself. */
export interface ProbeRegistration {
  protocol: number
  /** Of the program, as `package.json` has it. */
  version: string
  region: string
  capabilities: ProbeCapabilities
  /** The same after a restart: a UUID. Two probes that run at the same time have two. */
  probeId: string
  /** For people: the host it runs on. */
  name: string
  /** Monitors that it holds already: it was here before. */
  held: number
}

/** What the server says to that. */
export interface ProbeRegistrationReply {
  /** To be repeated with every question. A later registration of the same probe makes it void. */
  session: string
  /** How long the probe counts as alive after it was last heard of, ms. It asks several times in that time. */
  leaseMs: number
  /** The server's clock, Unix ms. */
  now: number
}

/** The server does not, or no longer, know the probe by this session: it introduces itself anew, and keeps what it holds. */
export class UnregisteredError extends Error {
  override readonly name = 'Unregistered'
}
