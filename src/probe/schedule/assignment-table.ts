/** The monitors assigned to a probe. There may be a hundred thousand, so each may only cost a few hundred bytes. */
import { isDeepStrictEqual } from 'node:util'
import type { TlsTerms } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Assignment, ProbeKind } from '../../core/probes/protocol.ts'
import { computeGridOffsetMs } from '../../core/probes/schedule.ts'
import { computeReportedUntil, hashSeenCertificate, type SeenCertificate } from '../../core/results/certificate.ts'
import type { ReportedResponse } from '../../core/results/failure-response.ts'
import { createAssumedGood, type ReportedGood } from '../../core/results/good-response.ts'
import type { RegionCounters } from '../../core/results/state.ts'

/** Check settings of a monitor, shared by all monitors with equal settings. */
interface MonitorCheckConfig {
  type: ProbeKind
  settings: unknown
  secrets: string[] | undefined
  tls: TlsTerms | undefined
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
}

/** One check, from its due time until its result is settled. */
export interface InFlightCheck {
  monitor: AssignedMonitor
  /** Host of the target at the due time. */
  host: string
  /** Due time. */
  scheduledAt: UnixMs
  /** When it became ready to start, Unix ms. It is later than the due time while the probe is overloaded. */
  queuedAt: number
  /** 0 while the check waits for a slot. */
  startedAt: UnixMs
  /** Disturbance count of the time watch at the start. */
  disturbances: number
  /** Whether the result is no longer needed. */
  isDropped: boolean
}

/** One assigned monitor. */
export interface AssignedMonitor {
  readonly key: number
  /** Id in the timer queue. Reused after the monitor is removed. */
  readonly timerId: number
  target: string
  config: MonitorCheckConfig
  offsetMs: number
  counters: RegionCounters
  /** End of the last conclusive check in this region known to this probe, Unix ms; 0 before the first. */
  checkedAt: number
  /** Hash of the certificate reported to the server; 0 if none. */
  certificateHash: number
  /** Unix ms; the certificate is reported again after this time, even if unchanged. */
  certificateReportedUntil: number
  /** Null until a failing target answers, and again after a pass. */
  lastReportedResponse: ReportedResponse | null
  /** Null until a good response was reported. */
  reportedGood: ReportedGood | null
  /**
   * The check that waits for a slot or runs. A monitor has at most one, and is in the timer queue only while this is
   * null.
   */
  inFlight: InFlightCheck | null
  /** Whether it was removed during a check; it is deleted when that check ends. */
  isRemoved: boolean
}

/** Effect of a changed assignment. */
interface AssignmentChange {
  /** The check itself changed, so earlier results are no longer relevant. */
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
      reportedGood: toReportedGood(assignment),
      inFlight: null,
      isRemoved: false,
    }
    this.#byKey.set(monitor.key, monitor)
    this.#byTimerId[timerId] = monitor
    return monitor
  }

  /**
   * Applies a changed assignment. Counters continue from this probe's own checks, unless the check itself changes.
   * `CheckScheduler` handles checks that another probe of the region ran.
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
      monitor.reportedGood = null
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

/** A monitor that was up before this probe started had a good response. */
const toReportedGood = ({ monitorKey, counters, checkedAt }: Assignment): ReportedGood | null =>
  counters.opinion === 'up' && checkedAt !== undefined ? createAssumedGood(monitorKey, checkedAt) : null

/** Records that the server is about to receive this certificate. */
export function recordReportedCertificate(monitor: AssignedMonitor, certificate: SeenCertificate, now: number): void {
  monitor.certificateHash = hashSeenCertificate(certificate)
  monitor.certificateReportedUntil = computeReportedUntil(monitor.key, now)
}

/** Whether the assignment describes the same check. */
export const isSameCheck = ({ target, config }: AssignedMonitor, assignment: Assignment): boolean =>
  target === assignment.target &&
  config.type === assignment.type &&
  isDeepStrictEqual(config.settings, assignment.settings) &&
  isDeepStrictEqual(config.tls, assignment.tls)

const toMonitorCheckConfig = (assignment: Assignment): MonitorCheckConfig => ({
  type: assignment.type,
  settings: assignment.settings,
  secrets: assignment.secrets,
  tls: assignment.tls,
  intervalSeconds: assignment.intervalSeconds,
  timeoutMs: assignment.timeoutMs,
  failureThreshold: assignment.failureThreshold,
  recoveryThreshold: assignment.recoveryThreshold,
})

interface PooledValue<T> {
  value: T
  users: number
}

/**
 * Keeps one copy of values that are equal as JSON: ten thousand monitors with the same settings share one object. The
 * values must not change while they are shared.
 */
export class InternPool<T> {
  /** Keyed by a hash. The text as a key would cost more than sharing saves if all values differ. */
  readonly #shared = new Map<number, PooledValue<T>>()

  get size(): number {
    return this.#shared.size
  }

  /** @returns the copy to use; return it with `release` */
  take(value: T): T {
    const hash = computeHash(value)
    const known = this.#shared.get(hash)
    if (known === undefined) {
      this.#shared.set(hash, { value, users: 1 })
      return value
    }
    // Another value with the same hash is not shared
    if (!isDeepStrictEqual(known.value, value)) return value
    known.users += 1
    return known.value
  }

  release(value: T): void {
    const hash = computeHash(value)
    const known = this.#shared.get(hash)
    if (known?.value !== value) return
    known.users -= 1
    if (known.users === 0) this.#shared.delete(hash)
  }
}

/** FNV-1a over the JSON text, 32 bits. */
function computeHash(value: unknown): number {
  const text = JSON.stringify(value) ?? ''
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}
