/**
 * An independent model of what should happen to a monitor. It works slowly, from the list of all events, and shares no
 * code with the program. Where the program and the model differ, one of them is wrong.
 */
import { Book, type Maintenance, NOTHING, type Stage } from './book.ts'
import { Flaps } from './flaps.ts'
import { NOTHING_KNOWN, type Verdict, Voices } from './voices.ts'

/** All times are Unix ms. */
export interface Watched {
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
export type Happening = { now: number } & (
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
  told: string[]
}

export interface Expected {
  status: string
  history: HistoryRow[]
  incidents: ModelIncident[]
}

const LOOK_AGAIN_MS = 20_000

export function expectedOf(watched: Watched, happenings: readonly Happening[]): Expected {
  const life = new Life(watched)
  for (const happening of happenings) life.happen(happening)
  const incidents = life.book.incidents
    .filter((one) => !one.isDiscarded)
    .map((one) => ({ ...one, affectedRegions: one.affectedRegions.toSorted() }))
  return { status: life.status, history: inOneOrder(life.history), incidents }
}

/**
 * Sorts rows the same way every time. After the clock was set back, many rows begin and end at one moment, so the times
 * do not give an order.
 */
export const inOneOrder = (rows: readonly HistoryRow[]): HistoryRow[] => {
  const name = ({ from, to, endedAt, startedAt }: HistoryRow) => `${endedAt === startedAt ? 0 : 1} ${from} ${to}`
  return rows.toSorted((a, b) => a.startedAt - b.startedAt || name(a).localeCompare(name(b)))
}

/** A change of the status; `from` is null when the status stays. */
interface Move {
  from: string | null
  verdict: Verdict
  at: number
  foundAt: number
  isChange: boolean
}

class Life {
  status = 'unknown'
  readonly history: HistoryRow[]
  readonly book: Book
  readonly #voices: Voices
  readonly #flaps: Flaps
  /** When the status began. */
  #since: number
  readonly #regions: Set<string>
  #isActive = true
  #isDeleted = false

  constructor(watched: Watched) {
    this.book = new Book(watched.maintenance)
    this.#voices = new Voices(watched)
    this.#flaps = new Flaps(watched.intervalSeconds * 1_000)
    this.#since = watched.createdAt
    this.#regions = new Set(watched.regions)
    this.history = [{ from: null, to: 'unknown', startedAt: watched.createdAt, endedAt: null }]
  }

  happen(happening: Happening): void {
    const { now } = happening
    // Users can still act on the incidents of a deleted monitor
    if (this.#isDeleted && !('family' in happening)) return
    if (happening.what === 'results') {
      // A batch is processed in the order in which its checks were due
      for (const check of happening.checks.toSorted((a, b) => a.scheduledAt - b.scheduledAt))
        this.#hear(happening.region, check, now)
    } else if (happening.what === 'silence') this.#listen(now)
    else if (happening.what === 'steady') this.#endFlapping(now)
    else if (happening.what === 'withheld') this.#endMaintenance(now)
    else if (happening.what === 'pause' || happening.what === 'resume')
      this.#setActive(happening.what === 'resume', now)
    else if (happening.what === 'withdraw') this.#withdraw(happening.region, now)
    else if (happening.what === 'delete') {
      this.#isDeleted = true
      this.#resolveAll(now)
    } else if ('family' in happening) this.book.byHand(happening.what, happening.family, now)
  }

  #hear(region: string, check: Check, now: number): void {
    const voices = this.#voices
    if (!this.#isActive || !this.#regions.has(region) || !voices.isNews(region, check, now)) return
    const sinceBefore = this.#since
    const freshBefore = voices.freshUntil()
    const newest = voices.newest(now)
    const verdictBefore = voices.verdictAt(newest)
    const statusBefore = this.status
    const wasSlow = voices.isSlow(region)
    voices.hear(region, check)
    // Results of regions do not arrive in the order of time, but stale results do not become fresh again
    const asOf = Math.max(check.endedAt, newest)
    const verdict = voices.verdictAt(asOf)
    const moves: Move[] = []
    const move = (to: Verdict, wanted: number) => {
      if (to.status === this.status) return
      const from = this.status
      this.#become(to.status, wanted)
      moves.push({ from, verdict: to, at: this.#since, foundAt: check.endedAt, isChange: true })
    }
    // Time without checks is unknown, whatever the status before and after
    if (freshBefore !== null && freshBefore < check.endedAt) move(NOTHING_KNOWN, freshBefore)
    if (verdict.status !== this.status) move(verdict, voices.since(asOf, sinceBefore) ?? check.endedAt)
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
    const failures = !isFailure ? 0 : isConfirmed ? voices.failuresInARow([region]) : 1
    const stages = moves.flatMap((each) => this.#stagesOf(each))
    // An incident that ended before the check does not count the check
    if (stages[0]!.flap === 'ends') this.book.follow([stages.shift()!], NOTHING, NOTHING_KNOWN, now)
    // Down again after a gap: an open incident has already counted the earlier failures
    const goesOn = moves.some(({ from, verdict: to }) => from === 'unknown' && to.status === 'down')
    const tally = { failures, failuresOfOpen: goesOn ? Math.min(1, failures) : failures }
    this.book.follow(stages, { ...tally, regions: isFailure ? [region] : [] }, verdict, now)
  }

  #stagesOf({ from, verdict, at, foundAt, isChange }: Move): Stage[] {
    const stages: Stage[] = []
    if (from !== null && from !== 'unknown' && this.#flaps.isSteadyBy(at))
      stages.push(this.#steadyStage({ ...NOTHING_KNOWN, status: from }))
    const wasFlapping = this.#flaps.isFlapping
    // Changes during maintenance do not count as flapping
    const isPlanned = this.book.maintenanceAt(at) !== undefined
    if (from !== null) this.#flaps.count(from, verdict.status, at, isPlanned)
    const flap = !this.#flaps.isFlapping ? 'no' : wasFlapping ? 'lasts' : 'begins'
    return [...stages, { verdict, at, foundAt, isChange, flap }]
  }

  #endFlapping(now: number): void {
    if (!this.#isActive || !this.#flaps.isSteadyBy(now)) return
    if (this.status === 'unknown' || !this.#voices.areCertain(now)) return
    const stage = this.#steadyStage(this.#standing(now))
    this.book.follow([stage], NOTHING, NOTHING_KNOWN, now)
  }

  /** The status since the last change, which is now stable. */
  #steadyStage(verdict: Verdict): Stage {
    const at = this.#flaps.end()
    return { verdict, at, foundAt: at, isChange: false, flap: 'ends' }
  }

  /**
   * Opens an incident for a failure that began in maintenance and continues, as if it began when the maintenance ended.
   */
  #endMaintenance(now: number): void {
    const endedAt = this.book.withheldUntil
    if (endedAt === null || endedAt > now) return
    this.book.withheldUntil = this.book.maintenanceAt(now)?.endsAt ?? null
    if (this.book.withheldUntil !== null || this.#since >= endedAt) return
    if (this.status !== 'down' && this.status !== 'degraded') return
    // A monitor whose results are stale needs a new result first, or must be marked as unknown
    if (this.#voices.verdictAt(now).status === 'unknown') {
      this.book.withheldUntil = now + LOOK_AGAIN_MS
      return
    }
    const verdict = this.#voices.verdictAt(this.#voices.newest(now))
    const failures = this.#voices.failuresInARow(verdict.regions)
    const tally = { failures, failuresOfOpen: 0, regions: verdict.regions }
    const stages = this.#stagesOf({ from: this.status, verdict, at: endedAt, foundAt: endedAt, isChange: true })
    if (stages[0]!.flap === 'ends') this.book.follow([stages.shift()!], NOTHING, NOTHING_KNOWN, now)
    this.book.follow(stages, tally, verdict, now)
  }

  /** Returns the verdict that matches the current status; if there is none, nothing is known. */
  #standing(now: number): Verdict {
    const verdict = this.#voices.verdictAt(this.#voices.newest(now))
    return verdict.status === this.status ? verdict : NOTHING_KNOWN
  }

  /** Changes the status. A status never begins before the status that it ends, even when the clock was set back. */
  #become(to: string, wanted: number): void {
    this.#since = Math.max(wanted, this.#since)
    this.history.at(-1)!.endedAt = this.#since
    this.history.push({ from: this.status, to, startedAt: this.#since, endedAt: null })
    this.status = to
  }

  #listen(now: number): void {
    const freshUntil = this.#voices.freshUntil()
    if (!this.#isActive || freshUntil === null || freshUntil > now) return
    if (this.status !== 'unknown') this.#become('unknown', freshUntil)
  }

  #setActive(isActive: boolean, now: number): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    this.#voices.forget(0)
    this.#become(isActive ? 'unknown' : 'paused', now)
    if (!isActive) this.#resolveAll(now)
  }

  #withdraw(region: string, now: number): void {
    if (this.#regions.size > 1 && this.#regions.delete(region)) this.#voices.forget(now, region)
  }

  #resolveAll(now: number): void {
    this.#flaps.forget()
    this.book.resolveAll(now)
  }
}
