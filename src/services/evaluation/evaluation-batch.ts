/**
 * Applies one batch of results to monitor states in memory. The caller writes the changes.
 *
 * Results that a probe measured during an absence in which other probes ran its checks. These results go to the history
 * and send no alerts.
 */
import {
  type Arrival,
  addToEvaluation,
  evaluateResult,
  type MonitorState,
  type ResultEvaluation,
  toEvaluation,
} from '../../core/evaluation/evaluate-result.ts'
import { NO_REGION_STATE, type RegionStateFields } from '../../core/evaluation/ingest.ts'
import { hasLateResults } from '../../core/evaluation/late-results.ts'
import type { MergeOutcome } from '../../core/evaluation/merge-results.ts'
import type { Evaluation } from '../../core/incidents/evaluation.ts'
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import { HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { type Absence, isWithinAbsence } from '../../core/probes/probe-health.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { isOnGrid } from '../../core/probes/schedule.ts'
import type { SeenCertificate } from '../../core/results/certificate.ts'
import { type Confirmation, findConfirmation } from '../../core/results/confirmation.ts'
import type { FailureResponse } from '../../core/results/failure-response.ts'
import { computeOpenHour } from '../../core/results/rollup.ts'
import { NO_COUNTERS } from '../../core/results/state.ts'
import type { CheckState } from '../../store/evaluation/check-states.ts'
import { type EvaluatedMonitor, loadEvaluatedMonitors } from '../../store/evaluation/evaluated-monitors.ts'
import type { ObservedCertificate } from '../../store/expiry/certificates.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listRegions, type Region } from '../../store/probes/regions.ts'
import type { StoredResponse } from '../../store/results/failure-responses.ts'
import type { ResultRange, StoredResult } from '../../store/results/results.ts'
import { VotingRegions } from './voting-regions.ts'

export type IncomingResult = CheckResult & {
  /** Whether the check was due on the schedule grid. Computed when absent. */
  onGrid?: boolean
  /**
   * Whether the result was measured while another probe reported for the region. It then goes to the history only,
   * whatever its age.
   */
  isPast?: boolean
}

/** Applies the results of one batch in order. */
export class EvaluationBatch {
  readonly rows: StoredResult[] = []
  /** Attachments of the results, in the order of the results. */
  readonly certificates: ObservedCertificate[] = []
  readonly responses: StoredResponse[] = []
  readonly #region: Region
  readonly #voters: VotingRegions
  readonly #arrival: Arrival
  readonly #hours = new Map<string, ResultRange>()
  readonly #states = new Set<CheckState>()
  readonly #monitorStates = new Map<number, MonitorState>()
  readonly #evaluations = new Map<number, Evaluation>()
  /** Late results, which the caller merges with the stored ones. */
  readonly late: { monitor: EvaluatedMonitor; results: IncomingResult[] }[] = []

  constructor(region: Region, regions: readonly Region[], now: number) {
    this.#region = region
    this.#voters = new VotingRegions(regions)
    this.#arrival = { region: region.code, now }
  }

  /** @param results of one monitor, by due time */
  add(monitor: EvaluatedMonitor, results: readonly IncomingResult[]): void {
    for (const result of results) {
      this.rows.push(this.#toRow(monitor, result))
      if (result.certificate) this.#addCertificate(monitor, result, result.certificate)
      if (result.response) this.#addResponse(monitor, result, result.response)
    }
    const canCount = monitor.status === 'active' && this.#voters.canVote(monitor, this.#region.key)
    const counted = canCount ? results.filter(({ isPast }) => isPast !== true) : []
    // A heartbeat has one region, and its results are recorded when they happen
    const isLate = monitor.type !== 'HEARTBEAT' && this.#hasLateResults(monitor, counted)
    if (isLate) this.late.push({ monitor, results: counted })
    for (const result of results) {
      const state = this.#getState(monitor, result)
      const evaluation = !isLate && counted.includes(result) ? this.#evaluate(monitor, result) : null
      if (evaluation) this.#applyEvaluation(monitor, state, result, evaluation)
      else this.#addToHistory(state, result)
    }
  }

  /** Applies the merged results of a monitor. */
  applyMerge(monitor: EvaluatedMonitor, { regionState, state: after, step }: MergeOutcome): void {
    const state = monitor.states.find(({ regionKey }) => regionKey === this.#region.key)!
    Object.assign(state, pickRegionState(regionState))
    this.#closeHours(monitor, state, regionState.lastScheduledAt)
    this.#states.add(state)
    this.#monitorStates.set(monitor.key, after)
    this.#evaluations.set(monitor.key, toEvaluation(monitor.key, step))
  }

  #hasLateResults(monitor: EvaluatedMonitor, results: readonly IncomingResult[]): boolean {
    if (results.length === 0) return false
    const state = this.#getMonitorState(monitor)
    this.#monitorStates.set(monitor.key, state)
    return hasLateResults(state, results, monitor, this.#arrival)
  }

  listChangedStates(): CheckState[] {
    return [...this.#states]
  }

  listHoursToRollUp(): ResultRange[] {
    return [...this.#hours.values()]
  }

  /** Returns one evaluation per monitor that received a result. */
  listEvaluations(): Evaluation[] {
    return [...this.#evaluations.values()]
  }

  /** Finds the change that the monitor is confirming after the results of the batch. */
  findConfirmation(monitor: EvaluatedMonitor): Confirmation | null {
    return findConfirmation(this.#getMonitorState(monitor), monitor, this.#arrival.now)
  }

  #getMonitorState(monitor: EvaluatedMonitor): MonitorState {
    return this.#monitorStates.get(monitor.key) ?? toMonitorState(monitor, this.#voters)
  }

  #evaluate(monitor: EvaluatedMonitor, result: CheckResult): ResultEvaluation | null {
    return evaluateResult(this.#getMonitorState(monitor), result, monitor, this.#arrival)
  }

  #addCertificate(monitor: EvaluatedMonitor, { startedAt }: CheckResult, certificate: SeenCertificate): void {
    const key = { monitorKey: monitor.key, regionKey: this.#region.key }
    this.certificates.push({ ...key, certificate, seenAt: Math.round(startedAt) })
  }

  #addResponse(monitor: EvaluatedMonitor, result: CheckResult, response: FailureResponse): void {
    const { scheduledAt, startedAt, status } = result
    const key = { monitorKey: monitor.key, regionKey: this.#region.key, scheduledAt }
    this.responses.push({ ...key, seenAt: Math.round(startedAt), isGood: status !== 'down', response })
  }

  #toRow(monitor: EvaluatedMonitor, result: IncomingResult): StoredResult {
    const { scheduledAt } = result
    return {
      monitorKey: monitor.key,
      regionKey: this.#region.key,
      kind: result.kind,
      scheduledAt,
      status: result.status,
      errorType: result.errorType,
      errorMessage: result.errorMessage,
      onGrid: result.onGrid ?? isOnGrid(monitor.id, this.#region.code, monitor.intervalSeconds, scheduledAt),
      latenessMs: Math.max(0, result.startedAt - scheduledAt),
      responseTimeMs: result.responseTimeMs,
      timings: result.timings,
      statusCode: result.statusCode,
      remoteAddress: result.remoteAddress,
      ...(result.extras && { extras: result.extras }),
    }
  }

  #getState(monitor: EvaluatedMonitor, result: CheckResult): CheckState {
    const known = monitor.states.find((candidate) => candidate.regionKey === this.#region.key)
    if (known) return known
    const openHour = startOfHour(result.scheduledAt)
    const state = { monitorKey: monitor.key, regionKey: this.#region.key, openHour, version: 0, ...NO_REGION_STATE }
    monitor.states.push(state)
    this.#states.add(state)
    return state
  }

  /** Marks a closed hour for a new rollup. The open hour needs no rollup, because it is read from raw results. */
  #addToHistory(state: CheckState, result: CheckResult): void {
    const from = startOfHour(result.scheduledAt)
    if (from < state.openHour) this.#markHours(state, from, from + HOUR_MS)
  }

  /** @returns whether hours are closed by a result that is due at `scheduledAt` */
  #closeHours({ key }: EvaluatedMonitor, state: CheckState, scheduledAt: number): boolean {
    const hour = computeOpenHour(key, scheduledAt)
    if (hour <= state.openHour) return false
    this.#markHours(state, state.openHour, hour)
    state.openHour = hour
    return true
  }

  #markHours({ monitorKey, regionKey }: CheckState, from: number, to: number): void {
    this.#hours.set(`${monitorKey}/${from}/${to}`, { monitorKey, regionKey, from, to })
  }

  #applyEvaluation(
    monitor: EvaluatedMonitor,
    state: CheckState,
    result: CheckResult,
    evaluation: ResultEvaluation,
  ): void {
    Object.assign(state, pickRegionState(evaluation.regionState))
    if (!this.#closeHours(monitor, state, result.scheduledAt)) this.#addToHistory(state, result)
    this.#states.add(state)
    this.#monitorStates.set(monitor.key, evaluation.state)
    this.#evaluations.set(
      monitor.key,
      addToEvaluation(this.#evaluations.get(monitor.key) ?? null, monitor.key, evaluation),
    )
  }
}

/**
 * Builds the monitor state from the stored rows. Regions that no longer check the monitor lose their counters, so they
 * hold no opinion.
 */
export const toMonitorState = (monitor: EvaluatedMonitor, voters: VotingRegions): MonitorState => ({
  status: monitor.runtimeStatus as RuntimeStatus,
  since: monitor.statusSince,
  intervalSeconds: monitor.intervalSeconds,
  regions: monitor.states.map((state) => ({
    region: voters.getCode(state.regionKey),
    ...pickRegionState(state),
    ...(!voters.canVote(monitor, state.regionKey) && { counters: NO_COUNTERS }),
  })),
})

/** Picks only the shared fields, so that other fields of the source do not overwrite the destination. */
const pickRegionState = (from: RegionStateFields): RegionStateFields => ({
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

/**
 * Finds the unconfirmed changes of monitors with two queries.
 *
 * @returns by monitor key; monitors without an unconfirmed change are left out
 */
export async function listConfirmations(
  db: Reader,
  monitorKeys: readonly number[],
  now: number,
): Promise<Map<number, Confirmation>> {
  if (monitorKeys.length === 0) return new Map()
  const [monitors, regions] = await Promise.all([loadEvaluatedMonitors(db, monitorKeys), listRegions(db)])
  const voters = new VotingRegions(regions)
  return new Map(
    [...monitors].flatMap(([key, monitor]) => {
      const confirmation = findConfirmation(toMonitorState(monitor, voters), monitor, now)
      return confirmation ? [[key, confirmation] as const] : []
    }),
  )
}

/** Marks results from the absence as past. */
export const markPastResults = (results: readonly CheckResult[], absence: Absence | null): readonly IncomingResult[] =>
  absence === null
    ? results
    : results.map((result) => (isWithinAbsence(absence, result.startedAt) ? { ...result, isPast: true } : result))
