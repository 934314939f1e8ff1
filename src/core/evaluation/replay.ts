/**
 * Evaluates stored results again with other thresholds. The functions of live evaluation decide; this file adds the
 * order of results, the pauses, and the collection of incidents and spans.
 */
import { type Evaluation, type EvaluationContext, NO_CONTEXT } from '../incidents/evaluation.ts'
import { type FlapState, NOT_FLAPPING } from '../incidents/flapping.ts'
import type { Family, Incident, IncidentMonitor } from '../incidents/incident.ts'
import { findMaintenanceAt } from '../maintenance/maintenance-span.ts'
import { SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import { NO_COUNTERS, type StatusChange } from '../results/state.ts'
import { normalizeTimeline } from '../results/status-timeline.ts'
import type { ExcludedPeriod, Span } from '../results/uptime.ts'
import { PASSED, toSlowVerdict } from '../results/verdict.ts'
import { decideIncidents } from './decide-incidents.ts'
import { evaluateAfterMaintenance } from './deferred.ts'
import {
  addToEvaluation,
  createEmptyEvaluation,
  createMonitorState,
  evaluateResult,
  hasIncidentEffect,
  isCertain,
  type MonitorState,
  type RegionState,
} from './evaluate-result.ts'
import { computeFinishedAt, type EvaluatedResult, type IngestPolicy } from './ingest.ts'

export interface ReplayResult extends EvaluatedResult {
  /** Code of the region. */
  region: string
}

interface ReplayThresholds {
  policy: IngestPolicy
  /** A passing check that took longer is slow. Null: no check is slow. Absent: the stored verdict counts. */
  slowThresholdMs?: number | null
  /** Whether a monitor that changes its status too often keeps its incidents open. */
  detectFlapping: boolean
}

/** Pauses and maintenance around the results. */
interface ReplayHistory {
  /**
   * Earliest due time of the replayed results, Unix ms. It is before the period, so that the period begins with an
   * accurate state.
   */
  start: number
  period: ReplayPeriod
  /** Pauses of the monitor, oldest first. */
  pauses: readonly ReplayPeriod[]
  /** In any order; may overlap. */
  maintenance: readonly ExcludedPeriod[]
}

/** Unix ms; `to` is exclusive. */
interface ReplayPeriod {
  from: number
  to: number
}

export interface ReplayOutcome {
  /** Incidents that began in the period, oldest first; at most the last `MAX_INCIDENTS`. */
  incidents: Incident[]
  incidentCount: number
  /** Statuses from the first result on, oldest first. */
  spans: Span[]
}

/** Maximum number of incidents that are returned. Earlier incidents are only counted. */
const MAX_INCIDENTS = 1_000

export class Replay {
  readonly #monitor: IncidentMonitor
  readonly #thresholds: ReplayThresholds
  readonly #history: ReplayHistory
  #nextPause = 0
  /** Checks that have started, in the order of their ends. A check may end later than a check that started after it. */
  readonly #running: { at: number; result: ReplayResult }[] = []
  #state: MonitorState
  #flaps: FlapState = NOT_FLAPPING
  /** End of the latest check that counted, Unix ms. */
  #evaluatedAt = Number.NEGATIVE_INFINITY
  /** End of the maintenance that deferred an incident. */
  #deferredUntil: UnixMs | null = null
  readonly #spans: Span[]
  /** The open incident of each family, or else the last one. */
  readonly #current = new Map<Family, Incident>()
  #collected: Incident[] = []
  #collectedCount = 0
  #ids = 0

  constructor(monitor: IncidentMonitor, thresholds: ReplayThresholds, history: ReplayHistory) {
    this.#monitor = monitor
    this.#thresholds = thresholds
    this.#history = history
    this.#state = createMonitorState(history.start, thresholds.policy.intervalSeconds)
    this.#spans = [{ status: 'unknown', startedAt: history.start, endedAt: null }]
  }

  /** Results must be added in the order in which the checks were due. */
  add(result: ReplayResult): void {
    this.#finishUntil(result.scheduledAt)
    const at = computeFinishedAt(result)
    let index = this.#running.length
    while (index > 0 && this.#running[index - 1]!.at > at) index--
    this.#running.splice(index, 0, { at, result })
  }

  /** Ends the replay after the last result. */
  finish(): ReplayOutcome {
    const { to } = this.#history.period
    this.#finishUntil(Number.POSITIVE_INFINITY)
    this.#processUntil(to - 1)
    this.#markStale(to)
    for (const incident of this.#current.values()) this.#collect(incident)
    const incidents = this.#collected.sort((a, b) => a.startedAt - b.startedAt).slice(-MAX_INCIDENTS)
    return { incidents, incidentCount: this.#collectedCount, spans: toSpans(this.#spans) }
  }

  #finishUntil(until: number): void {
    while (this.#running.length > 0 && this.#running[0]!.at <= until) {
      const { at, result } = this.#running.shift()!
      if (at >= this.#history.period.to) continue
      this.#processUntil(at)
      if (!this.#isPaused(at)) this.#evaluate(result, at)
    }
  }

  #evaluate(result: ReplayResult, at: number): void {
    const { policy, slowThresholdMs } = this.#thresholds
    const judged = slowThresholdMs === undefined ? result : applySlowThreshold(result, slowThresholdMs)
    const step = evaluateResult(this.#state, judged, policy, { region: result.region, now: at })
    if (!step) return
    this.#state = step.state
    this.#evaluatedAt = at
    for (const change of step.changes) this.#record(change)
    const evaluation = addToEvaluation(null, this.#monitor.key, step)
    if (!hasIncidentEffect(evaluation)) return
    const { detectFlapping } = this.#thresholds
    const intervalMs = detectFlapping ? policy.intervalSeconds * SECOND_MS : 0
    this.#apply(evaluation, { maintenance: this.#history.maintenance, flaps: this.#flaps, intervalMs })
  }

  #apply(evaluation: Evaluation, context: EvaluationContext): void {
    const input = {
      monitor: this.#monitor,
      known: [...this.#current.values()],
      newId: () => `${++this.#ids}`,
      now: evaluation.at,
    }
    const decided = decideIncidents(evaluation, input, context)
    const { opened, changed, counted, deferredUntil, flaps } = decided
    for (const incident of [...opened, ...changed, ...counted]) {
      const before = this.#current.get(incident.family)
      if (before && before.id !== incident.id) this.#collect(before)
      this.#current.set(incident.family, incident)
    }
    if (deferredUntil !== null) this.#deferredUntil = deferredUntil
    this.#flaps = flaps
  }

  /** Stores an incident that will not change again. */
  #collect(incident: Incident): void {
    const { from, to } = this.#history.period
    if (incident.startedAt < from || incident.startedAt >= to) return
    this.#collectedCount++
    this.#collected.push(incident)
    if (this.#collected.length >= 2 * MAX_INCIDENTS) this.#collected = this.#collected.slice(-MAX_INCIDENTS)
  }

  /** Applies events that need no result, in chronological order: pauses, the end of flapping and deferred incidents. */
  #processUntil(until: number): void {
    for (;;) {
      const pause = this.#history.pauses[this.#nextPause]
      const stableAt = this.#getStableAt()
      const dueAt = this.#deferredUntil ?? Number.POSITIVE_INFINITY
      const next = Math.min(pause?.from ?? Number.POSITIVE_INFINITY, stableAt, dueAt)
      if (next > until) return
      this.#markStale(next)
      if (pause?.from === next) this.#pause(pause)
      else if (stableAt === next) this.#stopFlapping(next)
      else this.#openDeferred(next)
    }
  }

  /**
   * Returns when flapping can end, Unix ms. Infinite while the state is not certain; the next check then ends the
   * flapping.
   */
  #getStableAt(): number {
    const at = Math.max(this.#flaps.flapping?.stableAt ?? Number.POSITIVE_INFINITY, this.#evaluatedAt)
    return isCertain(this.#state, at) ? at : Number.POSITIVE_INFINITY
  }

  #isPaused(at: number): boolean {
    return at < (this.#history.pauses[this.#nextPause - 1]?.to ?? Number.NEGATIVE_INFINITY)
  }

  #stopFlapping(at: number): void {
    this.#apply(createEmptyEvaluation(this.#monitor.key, this.#state, at), { ...NO_CONTEXT, flaps: this.#flaps })
  }

  #openDeferred(at: number): void {
    this.#deferredUntil = findMaintenanceAt(this.#history.maintenance, at)?.endsAt ?? null
    if (this.#deferredUntil !== null) return
    const evaluation = evaluateAfterMaintenance(this.#monitor.key, this.#state, at, at)
    if (!evaluation) return
    const { recent, side, flapping } = this.#flaps
    this.#apply(evaluation, { ...NO_CONTEXT, flaps: { ...NOT_FLAPPING, flapping } })
    this.#flaps = { ...this.#flaps, recent, side }
  }

  /** A pause keeps the incidents and resets every region state. */
  #pause({ from, to }: ReplayPeriod): void {
    this.#nextPause++
    this.#flaps = NOT_FLAPPING
    this.#deferredUntil = null
    this.#setStatus('paused', from, 'the monitor was paused')
    this.#setStatus('unknown', to, 'the monitor was resumed')
    this.#state = { ...this.#state, regions: this.#state.regions.map(resetRegionState) }
  }

  /** Sets the status to `unknown` if no region state is fresh any more at that time. */
  #markStale(at: number): void {
    const { regions, status } = this.#state
    const freshUntil = Math.max(0, ...regions.map((regionState) => regionState.freshUntil))
    if (freshUntil > 0 && freshUntil < at && status !== 'unknown')
      this.#setStatus('unknown', freshUntil, 'unknown: no result arrived in time')
  }

  #setStatus(to: StatusChange['to'], at: number, reason: string): void {
    const change = { from: this.#state.status, to, at: Math.max(at, this.#state.since), reason }
    this.#state = { ...this.#state, status: to, since: change.at }
    this.#record(change)
  }

  #record({ to, at }: StatusChange): void {
    this.#spans.at(-1)!.endedAt = at
    this.#spans.push({ status: to, startedAt: at, endedAt: null })
  }
}

/** Links the entries as the status history does: no entry has the length zero. */
const toSpans = (spans: readonly Span[]): Span[] =>
  normalizeTimeline(spans.map((span) => ({ to: span.status, at: span.startedAt }))).map(({ to, at }, index, all) => ({
    status: to,
    startedAt: at,
    endedAt: all[index + 1]?.at ?? null,
  }))

const resetRegionState = (regionState: RegionState): RegionState => ({
  ...regionState,
  counters: NO_COUNTERS,
  opinionSince: null,
  runSince: null,
  freshUntil: 0,
  errorType: null,
  errorMessage: null,
})

/** A failing check stays a failure however slow it was. A check without a measurement cannot be slow. */
function applySlowThreshold(result: ReplayResult, thresholdMs: number | null): ReplayResult {
  if (result.status !== 'up' && result.status !== 'degraded') return result
  const { responseTimeMs } = result
  const isSlow = thresholdMs !== null && responseTimeMs !== null && responseTimeMs > thresholdMs
  return { ...result, ...(isSlow ? toSlowVerdict(responseTimeMs, thresholdMs) : PASSED) }
}
