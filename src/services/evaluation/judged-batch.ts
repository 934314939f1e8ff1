/** What the results of one batch make of the monitors they are about; in memory, and written by whoever asked. */

import { NO_RECORD, type RegionRecord } from '../../core/evaluation/ingest.ts'
import { addToTurn, type MonitorStanding, type MonitorStep, stepMonitor } from '../../core/evaluation/monitor-step.ts'
import type { Turn } from '../../core/incidents/circumstances.ts'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { HOUR_MS, SECOND_MS, startOfHour } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { gridOffsetMs } from '../../core/probes/schedule.ts'
import type { SeenCertificate } from '../../core/results/certificate.ts'
import type { KeptResponse } from '../../core/results/kept-response.ts'
import { openHourAt } from '../../core/results/open-hour.ts'
import { NO_COUNTERS } from '../../core/results/state.ts'
import type { CheckState, JudgedMonitor } from '../../store/evaluation/check-states.ts'
import type { CertificateSight } from '../../store/expiry/certificate-spans.ts'
import type { Region } from '../../store/probes/regions.ts'
import type { ResponseSight } from '../../store/results/kept-responses.ts'
import type { ResultRange, StoredResult } from '../../store/results/results.ts'
import { Say } from './say.ts'

export type IncomingResult = CheckResult & {
  /** Its place on the grid is not worked out but known. */
  onGrid?: boolean
  /** Another probe spoke for the region when it was found: it is history, however new. */
  isPast?: boolean
}

/** Applies the results of one batch, one after another. */
export class JudgedBatch {
  readonly rows: StoredResult[] = []
  /** What came with the results, in their order. */
  readonly certificates: CertificateSight[] = []
  readonly responses: ResponseSight[] = []
  readonly #region: Region
  readonly #say: Say
  readonly #now: number
  readonly #hours = new Map<string, ResultRange>()
  readonly #states = new Set<CheckState>()
  readonly #standings = new Map<number, MonitorStanding>()
  readonly #turns = new Map<number, Turn>()

  constructor(region: Region, regions: readonly Region[], now: number) {
    this.#region = region
    this.#say = new Say(regions)
    this.#now = now
  }

  add(monitor: JudgedMonitor, result: IncomingResult): void {
    const state = this.#stateOf(monitor, result)
    this.rows.push(this.#row(monitor, result))
    if (result.certificate) this.#see(monitor, result, result.certificate)
    if (result.response) this.#keep(monitor, result, result.response)
    const isHeard = result.isPast !== true && this.#say.has(monitor, this.#region.key)
    const step = monitor.status === 'active' && isHeard ? this.#step(monitor, result) : null
    if (step) this.#move(monitor, state, result, step)
    else this.#intoHistory(state, result)
  }

  changedStates(): CheckState[] {
    return [...this.#states]
  }

  hoursToRoll(): ResultRange[] {
    return [...this.#hours.values()]
  }

  /** One of each monitor that something was heard of. */
  turns(): Turn[] {
    return [...this.#turns.values()]
  }

  #step(monitor: JudgedMonitor, result: CheckResult): MonitorStep | null {
    const standing = this.#standings.get(monitor.key) ?? standingOf(monitor, this.#say)
    return stepMonitor(standing, this.#region.code, result, monitor, this.#now)
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

  #move(monitor: JudgedMonitor, state: CheckState, result: CheckResult, step: MonitorStep): void {
    Object.assign(state, recordOf(step.voice))
    const hour = openHourAt(monitor.key, result.scheduledAt)
    if (hour > state.openHour) {
      this.#roll(state, state.openHour, hour)
      state.openHour = hour
    }
    this.#states.add(state)
    this.#standings.set(monitor.key, step.standing)
    this.#turns.set(monitor.key, addToTurn(this.#turns.get(monitor.key) ?? null, monitor.key, step))
  }
}

/** Where a monitor stands, as it was read. Who has no say in it any more has no opinion; nobody was silent until it left. */
export const standingOf = (monitor: JudgedMonitor, say: Say): MonitorStanding => ({
  status: monitor.runtimeStatus as RuntimeStatus,
  since: monitor.statusSince,
  regions: monitor.states.map((state) => ({
    region: say.codeOf(state.regionKey),
    ...recordOf(state),
    ...(!say.has(monitor, state.regionKey) && { counters: NO_COUNTERS }),
  })),
})

/** Nothing else of it: what is beside it in the one must not be written over that of the other. */
const recordOf = (from: RegionRecord): RegionRecord => ({
  counters: from.counters,
  opinionSince: from.opinionSince,
  runSince: from.runSince,
  lastScheduledAt: from.lastScheduledAt,
  lastCheckAt: from.lastCheckAt,
  lastSuccessAt: from.lastSuccessAt,
  lastFailureAt: from.lastFailureAt,
  freshUntil: from.freshUntil,
  errorType: from.errorType,
  errorMessage: from.errorMessage,
})
