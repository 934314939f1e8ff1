/** What the results of one batch make of the monitors they are about; in memory, and written by whoever asked. */
import type { SeenCertificate } from '../core/certificate.ts'
import { finishedAt, type IngestPolicy, isNews, NO_RECORD, nextRecord } from '../core/ingest.ts'
import type { KeptResponse } from '../core/kept-response.ts'
import type { RuntimeStatus } from '../core/monitor.ts'
import type { CheckResult } from '../core/protocol.ts'
import { gridOffsetMs } from '../core/schedule.ts'
import { changesOf, type Judgement, judgeMonitor, type RegionState, type StatusChange } from '../core/state.ts'
import { HOUR_MS, SECOND_MS, startOfHour } from '../core/time.ts'
import { changesCause } from '../core/turn.ts'
import type { CertificateSight } from '../store/certificates.ts'
import type { CheckState, JudgedMonitor } from '../store/check-states.ts'
import type { ResponseSight } from '../store/kept-responses.ts'
import type { Region } from '../store/regions.ts'
import type { ResultRange, StoredResult } from '../store/results.ts'

/** A result whose place on the grid is not worked out but known. */
export type IncomingResult = CheckResult & { onGrid?: boolean }

/** What a batch did to one monitor. */
export interface Movement {
  monitor: JudgedMonitor
  changes: StatusChange[]
  judged: Judgement
  causeChanged: boolean
  /** Failing checks that were news. */
  failures: number
  failingRegions: string[]
  at: number
}

/** Applies the results of one batch, one after another. */
export class JudgedBatch {
  readonly rows: StoredResult[] = []
  /** What came with the results, in their order. */
  readonly certificates: CertificateSight[] = []
  readonly responses: ResponseSight[] = []
  readonly #region: Region
  readonly #codes: Map<number, string>
  readonly #now: number
  readonly #hours = new Map<string, ResultRange>()
  readonly #states = new Set<CheckState>()
  readonly #movements = new Map<number, Movement>()

  constructor(region: Region, regions: readonly Region[], now: number) {
    this.#region = region
    this.#codes = new Map(regions.map(({ key, code }) => [key, code]))
    this.#now = now
  }

  add(monitor: JudgedMonitor, result: IncomingResult): void {
    const state = this.#stateOf(monitor, result)
    this.rows.push(this.#row(monitor, result))
    if (result.certificate) this.#see(monitor, result, result.certificate)
    if (result.response) this.#keep(monitor, result, result.response)
    if (monitor.status === 'active' && isNews(result, state, monitor, this.#now)) this.#apply(monitor, state, result)
    else this.#intoHistory(state, result)
  }

  changedStates(): CheckState[] {
    return [...this.#states]
  }

  hoursToRoll(): ResultRange[] {
    return [...this.#hours.values()]
  }

  movements(): Movement[] {
    return [...this.#movements.values()]
  }

  #see(monitor: JudgedMonitor, { startedAt }: CheckResult, certificate: SeenCertificate): void {
    const place = { monitorKey: monitor.key, regionKey: this.#region.key }
    this.certificates.push({ ...place, certificate, seenAt: Math.round(startedAt) })
  }

  #keep(monitor: JudgedMonitor, { scheduledAt, startedAt }: CheckResult, response: KeptResponse): void {
    const place = { monitorKey: monitor.key, regionKey: this.#region.key }
    this.responses.push({ ...place, scheduledAt, seenAt: Math.round(startedAt), response })
  }

  #row(monitor: JudgedMonitor, result: IncomingResult): StoredResult {
    const offset = gridOffsetMs(monitor.id, this.#region.code, monitor.intervalSeconds)
    return {
      monitorKey: monitor.key,
      regionKey: this.#region.key,
      kind: result.kind,
      scheduledAt: result.scheduledAt,
      status: result.status,
      errorType: result.errorType,
      errorMessage: result.errorMessage,
      onGrid: result.onGrid ?? (result.scheduledAt - offset) % (monitor.intervalSeconds * SECOND_MS) === 0,
      latenessMs: Math.max(0, result.startedAt - result.scheduledAt),
      responseTimeMs: result.responseTimeMs,
      timings: result.timings,
      statusCode: result.statusCode,
      remoteAddress: result.remoteAddress,
      ...(result.extras && { extras: result.extras }),
    }
  }

  #stateOf(monitor: JudgedMonitor, result: CheckResult): CheckState {
    const known = monitor.states.find((candidate) => candidate.regionKey === this.#region.key)
    if (known) return known
    const openHour = startOfHour(result.scheduledAt)
    const state = { monitorKey: monitor.key, regionKey: this.#region.key, openHour, version: 0, ...NO_RECORD }
    monitor.states.push(state)
    this.#states.add(state)
    return state
  }

  /** An hour that is closed is summed up again; the open one is read raw anyway. */
  #intoHistory(state: CheckState, result: CheckResult): void {
    const from = startOfHour(result.scheduledAt)
    if (from < state.openHour) this.#roll(state, from, from + HOUR_MS)
  }

  #roll({ monitorKey, regionKey }: CheckState, from: number, to: number): void {
    this.#hours.set(`${monitorKey}/${from}/${to}`, { monitorKey, regionKey, from, to })
  }

  #apply(monitor: JudgedMonitor, state: CheckState, result: CheckResult): void {
    const lastFreshUntil = latestFreshness(monitor)
    const before = monitor.runtimeStatus === 'degraded' ? this.#lastJudgement(monitor) : null
    this.#moveState(monitor, state, result)
    const at = finishedAt(result)
    const judged = judgeMonitor(this.#regionStates(monitor), at)
    const standing = { status: monitor.runtimeStatus as RuntimeStatus, since: monitor.statusSince }
    const changes = changesOf(standing, judged, at, lastFreshUntil)
    const last = changes.at(-1)
    if (last) {
      monitor.runtimeStatus = last.to
      monitor.statusSince = last.at
    }
    const causeChanged = before !== null && changesCause(before, judged)
    this.#remember(monitor, { changes, judged, causeChanged, failing: result.status === 'down', at, state })
  }

  /** As it was when the last result came in: opinions that have gone stale since had their say then. */
  #lastJudgement(monitor: JudgedMonitor): Judgement {
    return judgeMonitor(this.#regionStates(monitor), Math.max(...monitor.states.map((state) => state.lastCheckAt)))
  }

  #moveState(policy: IngestPolicy, state: CheckState, result: CheckResult): void {
    Object.assign(state, nextRecord(state, result, policy))
    const hour = startOfHour(result.scheduledAt)
    if (hour > state.openHour) {
      this.#roll(state, state.openHour, hour)
      state.openHour = hour
    }
    this.#states.add(state)
  }

  #regionStates(monitor: JudgedMonitor): RegionState[] {
    return monitor.states.map((state) => ({ ...state, region: this.#codes.get(state.regionKey) ?? '?' }))
  }

  #remember(
    monitor: JudgedMonitor,
    step: Pick<Movement, 'changes' | 'judged' | 'causeChanged' | 'at'> & { failing: boolean; state: CheckState },
  ): void {
    const known = this.#movements.get(monitor.key)
    const movement = known ?? {
      monitor,
      changes: [],
      judged: step.judged,
      causeChanged: false,
      failures: 0,
      failingRegions: [],
      at: step.at,
    }
    movement.changes.push(...step.changes)
    movement.judged = step.judged
    movement.causeChanged ||= step.causeChanged
    movement.at = step.at
    if (step.failing) {
      // The failures that led to the change count too: they were not yet believed when they arrived
      const confirmed = step.changes.some((change) => change.to === 'down')
      movement.failures = confirmed ? step.state.counters.failures : movement.failures + 1
      movement.failingRegions = [this.#region.code]
    }
    this.#movements.set(monitor.key, movement)
  }
}

function latestFreshness(monitor: JudgedMonitor): number | null {
  const times = monitor.states.map((state) => state.freshUntil).filter((until) => until > 0)
  return times.length > 0 ? Math.max(...times) : null
}
