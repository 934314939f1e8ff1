/**
 * Stored results, judged once more by other thresholds. What happens is decided by the very functions that decide it
 * live; this file does what lies around them: the order of the results, rests, and keeping what came of it.
 */

import { type Circumstances, ORDINARY, type Turn } from '../incidents/circumstances.ts'
import { CALM, type FlapState } from '../incidents/flapping.ts'
import { type Family, type Incident, type IncidentMonitor, isOpen } from '../incidents/incident.ts'
import { resolve } from '../incidents/incident-update.ts'
import { maintenanceAt } from '../maintenance/maintenance-span.ts'
import { SECOND_MS } from '../platform/time/time.ts'
import { NO_COUNTERS, type StatusChange } from '../results/state.ts'
import type { Excluded, Span } from '../results/uptime.ts'
import { PASSED, slow } from '../results/verdict.ts'
import { finishedAt, type IngestPolicy, type JudgedResult } from './ingest.ts'
import {
  addToTurn,
  calmTurn,
  concernsIncidents,
  isCertain,
  type MonitorStanding,
  newStanding,
  type RegionVoice,
  stepMonitor,
} from './monitor-step.ts'
import { decide } from './turn.ts'
import { turnAfterMaintenance } from './withheld.ts'

export interface ReplayResult extends JudgedResult {
  /** Code of the region. */
  region: string
}

interface ReplayTerms {
  policy: IngestPolicy
  /** Above it a passing check is slow; null: none is; absent: as it was judged then. */
  slowThresholdMs?: number | null
  /** Whether too many changes of the status hold back what would resolve. */
  damping: boolean
}

/** What else happened at the time. */
interface ReplaySetting {
  /** When the first result may have come in, Unix ms: before the period, so that it finds things as they were. */
  start: number
  period: Stretch
  /** When the monitor was paused, oldest first. */
  rests: readonly Stretch[]
  /** In any order; may overlap. */
  maintenance: readonly Excluded[]
}

/** Unix ms; `to` is no longer part of it. */
interface Stretch {
  from: number
  to: number
}

export interface ReplayOutcome {
  /** That began in the period, oldest first; the last `MOST_INCIDENTS` of them. */
  incidents: Incident[]
  incidentCount: number
  /** Statuses from the first result on, oldest first. */
  spans: Span[]
}

/** Incidents that are kept; of earlier ones only the number. */
const MOST_INCIDENTS = 1_000

export class Replay {
  readonly #monitor: IncidentMonitor
  readonly #terms: ReplayTerms
  readonly #setting: ReplaySetting
  #nextRest = 0
  /** Checks that began, and may have been over later than some that began after them; in the order of their ends. */
  readonly #running: { at: number; result: ReplayResult }[] = []
  #standing: MonitorStanding
  #flaps: FlapState = CALM
  /** When the latest check that counted was over, Unix ms. */
  #steppedAt = Number.NEGATIVE_INFINITY
  /** The end of the maintenance that kept something from opening, Unix ms. */
  #withheldUntil: number | null = null
  readonly #spans: Span[]
  /** By family: the incident that is open, or was last. */
  readonly #current = new Map<Family, Incident>()
  #settled: Incident[] = []
  #settledCount = 0
  #ids = 0

  constructor(monitor: IncidentMonitor, terms: ReplayTerms, setting: ReplaySetting) {
    this.#monitor = monitor
    this.#terms = terms
    this.#setting = setting
    this.#standing = newStanding(setting.start)
    this.#spans = [{ status: 'unknown', startedAt: setting.start, endedAt: null }]
  }

  /** In the order in which checks were due. */
  add(result: ReplayResult): void {
    this.#finishUntil(result.scheduledAt)
    const at = finishedAt(result)
    let place = this.#running.length
    while (place > 0 && this.#running[place - 1]!.at > at) place--
    this.#running.splice(place, 0, { at, result })
  }

  /** There are no more results. */
  end(): ReplayOutcome {
    const { to } = this.#setting.period
    this.#finishUntil(Number.POSITIVE_INFINITY)
    this.#catchUp(to - 1)
    this.#fallSilent(to)
    for (const incident of this.#current.values()) this.#settle(incident)
    const incidents = this.#settled.sort((a, b) => a.startedAt - b.startedAt).slice(-MOST_INCIDENTS)
    return { incidents, incidentCount: this.#settledCount, spans: this.#spans }
  }

  #finishUntil(until: number): void {
    while (this.#running.length > 0 && this.#running[0]!.at <= until) {
      const { at, result } = this.#running.shift()!
      if (at >= this.#setting.period.to) continue
      this.#catchUp(at)
      if (!this.#isAtRest(at)) this.#step(result, at)
    }
  }

  #step(result: ReplayResult, at: number): void {
    const { policy, slowThresholdMs } = this.#terms
    const judged = slowThresholdMs === undefined ? result : judgedAnew(result, slowThresholdMs)
    const step = stepMonitor(this.#standing, result.region, judged, policy, at)
    if (!step) return
    this.#standing = step.standing
    this.#steppedAt = at
    for (const change of step.changes) this.#record(change)
    const turn = addToTurn(null, this.#monitor.key, step)
    if (!concernsIncidents(turn)) return
    const { damping } = this.#terms
    const intervalMs = damping ? policy.intervalSeconds * SECOND_MS : 0
    this.#follow(turn, { maintenance: this.#setting.maintenance, flaps: this.#flaps, intervalMs })
  }

  #follow(turn: Turn, circumstances: Circumstances): void {
    const known = [...this.#current.values()]
    const newId = () => `${++this.#ids}`
    const decided = decide(turn, this.#monitor, known, newId, turn.at, circumstances)
    const { opened, moved, counted, withheldUntil, flaps } = decided
    for (const incident of [...opened, ...moved, ...counted]) {
      const before = this.#current.get(incident.family)
      if (before && before.id !== incident.id) this.#settle(before)
      this.#current.set(incident.family, incident)
    }
    if (withheldUntil !== null) this.#withheldUntil = withheldUntil
    this.#flaps = flaps
  }

  /** It will not be touched again. */
  #settle(incident: Incident): void {
    const { from, to } = this.#setting.period
    if (incident.startedAt < from || incident.startedAt >= to) return
    this.#settledCount++
    this.#settled.push(incident)
    if (this.#settled.length >= 2 * MOST_INCIDENTS) this.#settled = this.#settled.slice(-MOST_INCIDENTS)
  }

  /** What happens by itself, in its order: what the watches of the service see, and what people did to the monitor. */
  #catchUp(until: number): void {
    for (;;) {
      const rest = this.#setting.rests[this.#nextRest]
      const steadyAt = this.#steadyAt()
      const dueAt = this.#withheldUntil ?? Number.POSITIVE_INFINITY
      const next = Math.min(rest?.from ?? Number.POSITIVE_INFINITY, steadyAt, dueAt)
      if (next > until) return
      this.#fallSilent(next)
      if (rest?.from === next) this.#rest(rest)
      else if (steadyAt === next) this.#becomeSteady(next)
      else this.#openWithheld(next)
    }
  }

  /** Not while nothing is certain of the monitor: the next check is looked at then. */
  #steadyAt(): number {
    const at = Math.max(this.#flaps.flapping?.steadyAt ?? Number.POSITIVE_INFINITY, this.#steppedAt)
    return isCertain(this.#standing, at) ? at : Number.POSITIVE_INFINITY
  }

  #isAtRest(at: number): boolean {
    return at < (this.#setting.rests[this.#nextRest - 1]?.to ?? Number.NEGATIVE_INFINITY)
  }

  #becomeSteady(at: number): void {
    this.#follow(calmTurn(this.#monitor.key, this.#standing, at), { ...ORDINARY, flaps: this.#flaps })
  }

  #openWithheld(at: number): void {
    this.#withheldUntil = maintenanceAt(this.#setting.maintenance, at)?.endsAt ?? null
    if (this.#withheldUntil !== null) return
    const turn = turnAfterMaintenance(this.#monitor.key, this.#standing, at, at)
    if (!turn) return
    const { recent, side, flapping } = this.#flaps
    this.#follow(turn, { ...ORDINARY, flaps: { ...CALM, flapping } })
    this.#flaps = { ...this.#flaps, recent, side } // the status did not change
  }

  /** Whoever stops the checks ends what they had to say. */
  #rest({ from, to }: Stretch): void {
    this.#nextRest++
    this.#flaps = CALM
    this.#withheldUntil = null
    for (const [family, incident] of this.#current)
      if (isOpen(incident)) {
        const { incident: resolved } = resolve(incident, 'Resolved because the monitor was paused', null, from, from)
        this.#current.set(family, resolved)
      }
    this.#move('paused', from, 'the monitor was paused')
    this.#move('unknown', to, 'the monitor was resumed')
    this.#standing = { ...this.#standing, regions: this.#standing.regions.map(speechless) }
  }

  /** Whoever had not been heard of for too long by then was unknown. */
  #fallSilent(at: number): void {
    const { regions, status } = this.#standing
    const freshUntil = Math.max(0, ...regions.map((voice) => voice.freshUntil))
    if (freshUntil > 0 && freshUntil < at && status !== 'unknown')
      this.#move('unknown', freshUntil, 'unknown: no result arrived in time')
  }

  #move(to: StatusChange['to'], at: number, reason: string): void {
    const change = { from: this.#standing.status, to, at: Math.max(at, this.#standing.since), reason }
    this.#standing = { ...this.#standing, status: to, since: change.at }
    this.#record(change)
  }

  #record({ to, at }: StatusChange): void {
    this.#spans.at(-1)!.endedAt = at
    this.#spans.push({ status: to, startedAt: at, endedAt: null })
  }
}

const speechless = (voice: RegionVoice): RegionVoice => ({
  ...voice,
  counters: NO_COUNTERS,
  opinionSince: null,
  runSince: null,
  freshUntil: 0,
  errorType: null,
  errorMessage: null,
})

/** A failing check fails whatever is slow, and of one that measured nothing it cannot be told. */
function judgedAnew(result: ReplayResult, thresholdMs: number | null): ReplayResult {
  if (result.status !== 'up' && result.status !== 'degraded') return result
  const { responseTimeMs } = result
  const isSlow = thresholdMs !== null && responseTimeMs !== null && responseTimeMs > thresholdMs
  return { ...result, ...(isSlow ? slow(responseTimeMs, thresholdMs) : PASSED) }
}
