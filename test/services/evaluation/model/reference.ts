/**
 * An independent model of what should happen to a monitor. It works slowly, from the list of all events, and shares no
 * code with the program. Where the program and the model differ, one of them is wrong.
 */

import { FlappingModel } from './flapping.ts'
import { IncidentModel, type Maintenance, NO_FAILURES, type StatusPhase } from './incidents.ts'
import { delayOf, RegionStates, UNKNOWN_VERDICT, type Verdict } from './region-states.ts'

/** All times are Unix ms. */
export interface ModelMonitor {
  name: string
  createdAt: number
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
  /** Codes of the regions that check it. */
  regions: string[]
  /** Windows planned from the beginning; two windows never touch. */
  maintenance: Maintenance[]
}

export interface Check {
  scheduledAt: number
  startedAt: number
  endedAt: number
  status: 'up' | 'down' | 'degraded' | 'inconclusive'
  errorType: string | null
  errorMessage: string | null
}

export type Family = 'availability' | 'slowness'

/** An event of a monitor while the server's clock shows `now`. */
export type ModelEvent = { now: number } & (
  | { what: 'results'; region: string; checks: Check[] }
  /** A watch runs: for stale monitors, for flapping monitors that became stable, or for deferred incidents. */
  | { what: 'silence' | 'steady' | 'withheld' }
  | { what: 'pause' | 'resume' | 'delete' }
  /** The region stops checking the monitor; at least one region stays. */
  | { what: 'withdraw'; region: string }
  /** A user acts on the newest incident of the family; an impossible action has no effect. */
  | { what: 'acknowledge' | 'resolve' | 'reopen' | 'discard'; family: Family }
)

export interface HistoryRow {
  from: string | null
  to: string
  startedAt: number
  endedAt: number | null
}

export interface Entry {
  kind: 'created' | 'acknowledged' | 'status_changed' | 'resolved' | 'reopened'
  from: string | null
  to: string
  at: number
  byHand: boolean
}

export interface ModelIncident {
  family: Family
  status: 'open' | 'acknowledged' | 'resolved'
  severity: string
  type: string
  /** Null when it is the reason of the status change. */
  errorMessage: string | null
  startedAt: number
  reopenedAt: number | null
  /** How long the incident was open, up to its last resolution. */
  openMs: number
  acknowledgedAt: number | null
  resolvedAt: number | null
  resolvedByHand: boolean
  failureCount: number
  affectedRegions: string[]
  updatedAt: number
  isDiscarded: boolean
  entries: Entry[]
  /** The notifications sent to the targets, in order. */
  notifications: string[]
}

export interface Expected {
  status: string
  history: HistoryRow[]
  incidents: ModelIncident[]
}

const REVIEW_DELAY_MS = 20_000

export function computeExpected(watched: ModelMonitor, events: readonly ModelEvent[]): Expected {
  const life = new MonitorModel(watched)
  for (const happening of events) life.apply(happening)
  const incidents = life.incidentModel.incidents
    .filter((one) => !one.isDiscarded)
    .map((one) => ({ ...one, affectedRegions: one.affectedRegions.toSorted() }))
  return { status: life.status, history: sortHistory(life.history), incidents }
}

/**
 * Sorts rows the same way every time. After the clock was set back, many rows begin and end at one moment, so the times
 * do not give an order.
 */
export const sortHistory = (rows: readonly HistoryRow[]): HistoryRow[] => {
  const name = ({ from, to, endedAt, startedAt }: HistoryRow) => `${endedAt === startedAt ? 0 : 1} ${from} ${to}`
  return rows.toSorted((a, b) => a.startedAt - b.startedAt || name(a).localeCompare(name(b)))
}

/** A change of the status; `from` is null when the status stays. */
interface Transition {
  from: string | null
  verdict: Verdict
  at: number
  foundAt: number
  isChange: boolean
}

class MonitorModel {
  status = 'unknown'
  readonly history: HistoryRow[]
  readonly incidentModel: IncidentModel
  readonly #regionStates: RegionStates
  readonly #flapping: FlappingModel
  /** When the status began. */
  #since: number
  readonly #regions: Set<string>
  #isActive = true
  #isDeleted = false

  constructor(watched: ModelMonitor) {
    this.incidentModel = new IncidentModel(watched.maintenance)
    this.#regionStates = new RegionStates(watched)
    this.#flapping = new FlappingModel(watched.intervalSeconds * 1_000)
    this.#since = watched.createdAt
    this.#regions = new Set(watched.regions)
    this.history = [{ from: null, to: 'unknown', startedAt: watched.createdAt, endedAt: null }]
  }

  apply(happening: ModelEvent): void {
    const { now } = happening
    // Users can still act on the incidents of a deleted monitor
    if (this.#isDeleted && !('family' in happening)) return
    if (happening.what === 'results') {
      const known = this.history.length
      // A batch is processed in the order in which its checks were due
      for (const check of happening.checks.toSorted((a, b) => a.scheduledAt - b.scheduledAt))
        this.#recordCheck(happening.region, check, now)
      this.#dropEmptyEntries(known)
    } else if (happening.what === 'silence') this.#markStale(now)
    else if (happening.what === 'steady') this.#endFlapping(now)
    else if (happening.what === 'withheld') this.#endMaintenance(now)
    else if (happening.what === 'pause' || happening.what === 'resume')
      this.#setActive(happening.what === 'resume', now)
    else if (happening.what === 'withdraw') this.#withdraw(happening.region, now)
    else if (happening.what === 'delete') {
      this.#isDeleted = true
      this.#resolveAll(now)
    } else if ('family' in happening) this.incidentModel.applyUserAction(happening.what, happening.family, now)
  }

  #recordCheck(region: string, check: Check, now: number): void {
    const voices = this.#regionStates
    if (!this.#isActive || !this.#regions.has(region) || !voices.isNew(region, check, now)) return
    const sinceBefore = this.#since
    const freshBefore = voices.freshUntil()
    const newest = voices.newest(now)
    const verdictBefore = voices.verdictAt(newest)
    const statusBefore = this.status
    const wasSlow = voices.isSlow(region)
    // A region that returns from a silence is no evidence about the time before its check
    const earliest = voices.isSilent(region, check.startedAt - delayOf(check)) ? check.startedAt : 0
    const isMissing = voices.isSilent(region, check.endedAt - delayOf(check))
    voices.record(region, check)
    // Results of regions do not arrive in the order of time, but stale results do not become fresh again
    const asOf = Math.max(check.endedAt, newest)
    const found = voices.verdictAt(asOf)
    // No alarm at a check that passed
    const isDoubtful = found.status === 'down' && statusBefore !== 'down' && voices.areRecovering(found.regions)
    const verdict = isDoubtful ? { ...found, status: 'degraded' } : found
    const moves: Transition[] = []
    const move = (to: Verdict, wanted: number) => {
      if (to.status === this.status) return
      const from = this.status
      this.#setStatus(to.status, wanted)
      moves.push({ from, verdict: to, at: this.#since, foundAt: check.endedAt, isChange: true })
    }
    // Time without checks is unknown, whatever the status before and after
    if (freshBefore !== null && freshBefore < check.endedAt && isMissing) move(UNKNOWN_VERDICT, freshBefore)
    if (verdict.status !== this.status)
      move(verdict, Math.max(voices.findStatusSince(asOf, sinceBefore) ?? check.endedAt, earliest))
    const isOtherCause =
      statusBefore === 'degraded' &&
      verdictBefore.status === 'degraded' &&
      verdict.status === 'degraded' &&
      verdictBefore.isSlow !== verdict.isSlow
    const isFailure = check.status === 'down'
    const turnedSlow = verdict.isSlow && voices.isSlow(region) && !wasSlow
    if (moves.length === 0) {
      if (!isOtherCause && !turnedSlow && !(isFailure && verdict.status !== 'up')) return
      moves.push({ from: null, verdict, at: check.endedAt, foundAt: check.endedAt, isChange: isOtherCause })
    }
    // A monitor that is confirmed down has failed before, and those failures count too
    const isConfirmed = moves.some(({ from, verdict: to }) => from !== null && to.status === 'down')
    const failures = !isFailure ? 0 : isConfirmed ? voices.countConsecutiveFailures([region]) : 1
    const stages = moves.flatMap((each) => this.#toPhases(each))
    // An incident that ended before the check does not count the check
    if (stages[0]!.flap === 'ends') this.incidentModel.apply([stages.shift()!], NO_FAILURES, UNKNOWN_VERDICT, now)
    // Down again after a gap: an open incident has already counted the earlier failures
    const goesOn = moves.some(({ from, verdict: to }) => from === 'unknown' && to.status === 'down')
    const tally = { failures, failuresOfOpen: goesOn ? Math.min(1, failures) : failures }
    this.incidentModel.apply(stages, { ...tally, regions: isFailure ? [region] : [] }, verdict, now)
  }

  #toPhases({ from, verdict, at, foundAt, isChange }: Transition): StatusPhase[] {
    const stages: StatusPhase[] = []
    if (from !== null && from !== 'unknown' && this.#flapping.isStableAt(at))
      stages.push(this.#toStablePhase({ ...UNKNOWN_VERDICT, status: from }))
    const wasFlapping = this.#flapping.isFlapping
    // Changes during maintenance do not count as flapping
    const isPlanned = this.incidentModel.maintenanceAt(at) !== undefined
    if (from !== null) this.#flapping.count(from, verdict.status, at, isPlanned)
    const flap = !this.#flapping.isFlapping ? 'no' : wasFlapping ? 'lasts' : 'begins'
    return [...stages, { verdict, at, foundAt, isChange, flap }]
  }

  #endFlapping(now: number): void {
    if (!this.#isActive || !this.#flapping.isStableAt(now)) return
    if (this.status === 'unknown' || !this.#regionStates.hasConfirmedOpinions(now)) return
    const stage = this.#toStablePhase(this.#getCurrentVerdict(now))
    this.incidentModel.apply([stage], NO_FAILURES, UNKNOWN_VERDICT, now)
  }

  /** The status since the last change, which is now stable. */
  #toStablePhase(verdict: Verdict): StatusPhase {
    const at = this.#flapping.end()
    return { verdict, at, foundAt: at, isChange: false, flap: 'ends' }
  }

  /**
   * Opens an incident for a failure that began in maintenance and continues, as if it began when the maintenance ended.
   */
  #endMaintenance(now: number): void {
    const endedAt = this.incidentModel.deferredUntil
    if (endedAt === null || endedAt > now) return
    this.incidentModel.deferredUntil = this.incidentModel.maintenanceAt(now)?.endsAt ?? null
    if (this.incidentModel.deferredUntil !== null || this.#since >= endedAt) return
    if (this.status !== 'down' && this.status !== 'degraded') return
    // A monitor whose results are stale needs a new result first, or must be marked as unknown
    if (this.#regionStates.verdictAt(now).status === 'unknown') {
      this.incidentModel.deferredUntil = now + REVIEW_DELAY_MS
      return
    }
    const verdict = this.#regionStates.verdictAt(this.#regionStates.newest(now))
    const failures = this.#regionStates.countConsecutiveFailures(verdict.regions)
    const tally = { failures, failuresOfOpen: 0, regions: verdict.regions }
    const stages = this.#toPhases({ from: this.status, verdict, at: endedAt, foundAt: endedAt, isChange: true })
    if (stages[0]!.flap === 'ends') this.incidentModel.apply([stages.shift()!], NO_FAILURES, UNKNOWN_VERDICT, now)
    this.incidentModel.apply(stages, tally, verdict, now)
  }

  /** Returns the verdict that matches the current status; if there is none, nothing is known. */
  #getCurrentVerdict(now: number): Verdict {
    const verdict = this.#regionStates.verdictAt(this.#regionStates.newest(now))
    return verdict.status === this.status ? verdict : UNKNOWN_VERDICT
  }

  /** Changes the status. A status never begins before the status that it ends, even when the clock was set back. */
  #setStatus(to: string, wanted: number): void {
    this.#since = Math.max(wanted, this.#since)
    this.history.at(-1)!.endedAt = this.#since
    this.history.push({ from: this.status, to, startedAt: this.#since, endedAt: null })
    this.status = to
  }

  /**
   * Drops entries that end when a new one begins at the same time. An entry that then repeats the one before it
   * continues it. Entries that users or a clock that was set back made empty long before stay.
   *
   * @param known number of entries before the new ones
   */
  #dropEmptyEntries(known: number): void {
    const isEmpty = this.history.some(
      ({ startedAt }, index) => index >= known && startedAt <= this.history[index - 1]!.startedAt,
    )
    if (!isEmpty) return
    const recent = this.history.splice(Math.max(0, known - 3))
    const { from } = recent[0]!
    const kept: HistoryRow[] = []
    for (const row of recent) {
      while (kept.length > 0 && kept.at(-1)!.startedAt >= row.startedAt) kept.pop()
      if (kept.at(-1)?.to !== row.to) kept.push(row)
    }
    for (const [index, row] of kept.entries())
      this.history.push({ ...row, from: kept[index - 1]?.to ?? from, endedAt: kept[index + 1]?.startedAt ?? null })
    this.#since = kept.at(-1)!.startedAt
    const isPlanned = (at: number) => this.incidentModel.maintenanceAt(at) !== undefined
    this.#flapping.recount(this.history.map((row) => ({ ...row, isPlanned: isPlanned(row.startedAt) })))
  }

  #markStale(now: number): void {
    const freshUntil = this.#regionStates.freshUntil()
    if (!this.#isActive || freshUntil === null || freshUntil > now) return
    if (this.status !== 'unknown') this.#setStatus('unknown', freshUntil)
  }

  #setActive(isActive: boolean, now: number): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    this.#regionStates.forget(0)
    this.#setStatus(isActive ? 'unknown' : 'paused', now)
    this.#flapping.reset()
    this.incidentModel.notePause(isActive, now)
  }

  #withdraw(region: string, now: number): void {
    if (this.#regions.size > 1 && this.#regions.delete(region)) this.#regionStates.forget(now, region)
  }

  #resolveAll(now: number): void {
    this.#flapping.reset()
    this.incidentModel.resolveAll(now)
  }
}
