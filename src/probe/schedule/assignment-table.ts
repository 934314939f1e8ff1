/** The monitors that a probe holds. There may be a hundred thousand, so each costs a few hundred bytes and no more. */
import { isDeepStrictEqual } from 'node:util'
import type { TlsTerms } from '../../core/monitors/tls-terms.ts'
import type { Assignment, ProbeKind } from '../../core/probes/protocol.ts'
import { computeGridOffsetMs } from '../../core/probes/schedule.ts'
import { computeReportedUntil, hashSeenCertificate, type SeenCertificate } from '../../core/results/certificate.ts'
import type { ReportedResponse } from '../../core/results/response-hash.ts'
import type { RegionCounters } from '../../core/results/state.ts'
import { InternPool } from './intern-pool.ts'

/** How a monitor is checked. Shared by all that are checked alike. */
interface MonitorCheckConfig {
  type: ProbeKind
  settings: unknown
  tls: TlsTerms | undefined
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
}

/** One check on its way, from the moment it was due until its result is settled. */
export interface InFlightCheck {
  monitor: AssignedMonitor
  /** Of the target as it was when this fell due. */
  host: string
  /** When it was due, Unix ms. */
  scheduledAt: number
  /** Unix ms; 0 while it waits for its turn. */
  startedAt: number
  /** The time watch's count when it started. */
  disturbances: number
  /** Nobody wants its result any more. */
  isDropped: boolean
}

/** One monitor. */
export interface AssignedMonitor {
  readonly key: number
  /** Its number on the agenda. Reused after it has left. */
  readonly timerId: number
  target: string
  config: MonitorCheckConfig
  offsetMs: number
  counters: RegionCounters
  /** End of the last conclusive check in this region, as far as it is known here, Unix ms; 0 before. */
  checkedAt: number
  /** Of the certificate that the server was told of; 0 before. */
  certificateHash: number
  /** Unix ms: after that it is told again, whether it has changed or not. */
  certificateReportedUntil: number
  /** Null until the target answers and fails, and again when it passes. */
  lastReportedResponse: ReportedResponse | null
  /** At most one: a monitor is never checked twice at once. It is on the agenda exactly while this is null. */
  inFlight: InFlightCheck | null
  /** Removed while a check was running; forgotten when that has ended. */
  isRemoved: boolean
}

/** What a changed assignment means. */
interface AssignmentChange {
  /** Something else is checked: what was found so far says nothing about it. */
  isCheckChanged: boolean
  isIntervalChanged: boolean
}

export class AssignmentTable {
  readonly #region: string
  readonly #byKey = new Map<number, AssignedMonitor>()
  readonly #byTimerId: (AssignedMonitor | undefined)[] = []
  readonly #freeTimerIds: number[] = []
  readonly #configs = new InternPool<MonitorCheckConfig>()

  constructor(region: string) {
    this.#region = region
  }

  get size(): number {
    return this.#byKey.size
  }

  get(key: number): AssignedMonitor | undefined {
    return this.#byKey.get(key)
  }

  getByTimerId(timerId: number): AssignedMonitor {
    return this.#byTimerId[timerId]!
  }

  list(): IterableIterator<AssignedMonitor> {
    return this.#byKey.values()
  }

  add(assignment: Assignment): AssignedMonitor {
    const timerId = this.#freeTimerIds.pop() ?? this.#byTimerId.length
    const monitor: AssignedMonitor = {
      key: assignment.monitorKey,
      timerId,
      target: assignment.target,
      config: this.#configs.take(toMonitorCheckConfig(assignment)),
      offsetMs: computeGridOffsetMs(assignment.monitorId, this.#region, assignment.intervalSeconds),
      counters: assignment.counters,
      checkedAt: assignment.checkedAt ?? 0,
      certificateHash: 0,
      certificateReportedUntil: 0,
      lastReportedResponse: null,
      inFlight: null,
      isRemoved: false,
    }
    this.#byKey.set(monitor.key, monitor)
    this.#byTimerId[timerId] = monitor
    return monitor
  }

  /**
   * Counters go on from what this probe counted itself, unless something else is checked from now on; see
   * `Duties` for checks that another probe of the region made.
   */
  update(monitor: AssignedMonitor, assignment: Assignment): AssignmentChange {
    const isCheckChanged = !isSameCheck(monitor, assignment)
    const isIntervalChanged = monitor.config.intervalSeconds !== assignment.intervalSeconds
    const before = monitor.config
    monitor.config = this.#configs.take(toMonitorCheckConfig(assignment))
    this.#configs.release(before)
    monitor.target = assignment.target
    if (isCheckChanged) {
      monitor.counters = assignment.counters
      monitor.checkedAt = assignment.checkedAt ?? 0
      monitor.certificateReportedUntil = 0
      monitor.lastReportedResponse = null
    }
    if (isIntervalChanged)
      monitor.offsetMs = computeGridOffsetMs(assignment.monitorId, this.#region, assignment.intervalSeconds)
    return { isCheckChanged, isIntervalChanged }
  }

  delete(monitor: AssignedMonitor): void {
    this.#byKey.delete(monitor.key)
    this.#byTimerId[monitor.timerId] = undefined
    this.#freeTimerIds.push(monitor.timerId)
    this.#configs.release(monitor.config)
  }
}

/** The server is about to be told of this certificate. */
export function recordReportedCertificate(monitor: AssignedMonitor, certificate: SeenCertificate, now: number): void {
  monitor.certificateHash = hashSeenCertificate(certificate)
  monitor.certificateReportedUntil = computeReportedUntil(monitor.key, now)
}

/** Whether the assignment asks for the very check that is held. */
export const isSameCheck = ({ target, config }: AssignedMonitor, assignment: Assignment): boolean =>
  target === assignment.target &&
  config.type === assignment.type &&
  isDeepStrictEqual(config.settings, assignment.settings) &&
  isDeepStrictEqual(config.tls, assignment.tls)

const toMonitorCheckConfig = (assignment: Assignment): MonitorCheckConfig => ({
  type: assignment.type,
  settings: assignment.settings,
  tls: assignment.tls,
  intervalSeconds: assignment.intervalSeconds,
  timeoutMs: assignment.timeoutMs,
  failureThreshold: assignment.failureThreshold,
  recoveryThreshold: assignment.recoveryThreshold,
})
