/**
 * What should become of a monitor, worked out a second time: from the list of everything that happened to it, slowly,
 * and without a line of the program. Where the program and this page differ, one of them is wrong.
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
  /** Where it is checked. */
  regions: string[]
  /** Planned from the beginning; no two of them touch. */
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

/** Something that happens to a monitor while the server's clock shows `now`. */
export type Happening = { now: number } & (
  | { what: 'results'; region: string; checks: Check[] }
  /** One of the watches comes by: for silence, for who has been steady, for what maintenance held back. */
  | { what: 'silence' | 'steady' | 'withheld' }
  | { what: 'pause' | 'resume' | 'delete' }
  /** From now on it is no longer checked in this region; one region stays. */
  | { what: 'withdraw'; region: string }
  /** Somebody does so to the newest incident of the family; where that cannot be, nothing happens. */
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
  /** Null: the reason of the status change. */
  errorMessage: string | null
  startedAt: number
  reopenedAt: number | null
  /** How long it was open, up to its last resolution. */
  openMs: number
  acknowledgedAt: number | null
  resolvedAt: number | null
  resolvedByHand: boolean
  failureCount: number
  affectedRegions: string[]
  updatedAt: number
  isDiscarded: boolean
  entries: Entry[]
  /** What the targets are told, in order. */
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
 * Where the clock was set back many rows begin and end at one moment, and nothing tells their order: then any is good that
 * is always the same.
 */
export const inOneOrder = (rows: readonly HistoryRow[]): HistoryRow[] => {
  const name = ({ from, to, endedAt, startedAt }: HistoryRow) => `${endedAt === startedAt ? 0 : 1} ${from} ${to}`
  return rows.toSorted((a, b) => a.startedAt - b.startedAt || name(a).localeCompare(name(b)))
}

/** A change of the status; `from` is null where it stays. */
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
    // The incidents of a deleted monitor are still there for people
    if (this.#isDeleted && !('family' in happening)) return
    if (happening.what === 'results') {
      // A batch is taken in the order in which its checks were due
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
    // Regions are not heard in the order of time, but what has gone stale does not come back
    const asOf = Math.max(check.endedAt, newest)
    const verdict = voices.verdictAt(asOf)
    const moves: Move[] = []
    const move = (to: Verdict, wanted: number) => {
      if (to.status === this.status) return
      const from = this.status
      this.#become(to.status, wanted)
      moves.push({ from, verdict: to, at: this.#since, foundAt: check.endedAt, isChange: true })
    }
    // Time that nobody watched is unknown, whatever came before and after
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
    // Whoever is confirmed down has failed before, and that counts too
    const isConfirmed = moves.some(({ from, verdict: to }) => from !== null && to.status === 'down')
    const failures = !isFailure ? 0 : isConfirmed ? voices.failuresInARow([region]) : 1
    const stages = moves.flatMap((each) => this.#stagesOf(each))
    // What was over before the check counts nothing of it
    if (stages[0]!.flap === 'ends') this.book.follow([stages.shift()!], NOTHING, NOTHING_KNOWN, now)
    // Down again after a silence, it has been counted up to that already, as far as an incident is open
    const goesOn = moves.some(({ from, verdict: to }) => from === 'unknown' && to.status === 'down')
    const tally = { failures, failuresOfOpen: goesOn ? Math.min(1, failures) : failures }
    this.book.follow(stages, { ...tally, regions: isFailure ? [region] : [] }, verdict, now)
  }

  #stagesOf({ from, verdict, at, foundAt, isChange }: Move): Stage[] {
    const stages: Stage[] = []
    if (from !== null && from !== 'unknown' && this.#flaps.isSteadyBy(at))
      stages.push(this.#steadyStage({ ...NOTHING_KNOWN, status: from }))
    const wasFlapping = this.#flaps.isFlapping
    // What planned work brings about is no flapping
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

  /** What it has been since it changed for the last time, it is to be believed. */
  #steadyStage(verdict: Verdict): Stage {
    const at = this.#flaps.end()
    return { verdict, at, foundAt: at, isChange: false, flap: 'ends' }
  }

  /** What failed in maintenance and fails still is told as if it had begun with the end of it. */
  #endMaintenance(now: number): void {
    const endedAt = this.book.withheldUntil
    if (endedAt === null || endedAt > now) return
    this.book.withheldUntil = this.book.maintenanceAt(now)?.endsAt ?? null
    if (this.book.withheldUntil !== null || this.#since >= endedAt) return
    if (this.status !== 'down' && this.status !== 'degraded') return
    // Whoever has been silent for too long must be heard of first, or be said to be silent
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

  /** What is held of the status that it is in; silence has the last word. */
  #standing(now: number): Verdict {
    const verdict = this.#voices.verdictAt(this.#voices.newest(now))
    return verdict.status === this.status ? verdict : NOTHING_KNOWN
  }

  /** A status never begins before the one that it ends, wherever the clock was set back to. */
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
