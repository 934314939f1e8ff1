/**
 * What should become of a monitor, worked out a second time: from the list of everything that happened to it, slowly,
 * and without a line of the program. Where the program and this page differ, one of them is wrong.
 */

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
  /** The watch for silence comes by. */
  | { what: 'silence' }
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
  kind: 'created' | 'acknowledged' | 'resolved' | 'reopened'
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

const REOPEN_MS = 180_000
const LEAST_FRESHNESS_MS = 90_000

/** A clock that is set back by less is not noticed: its checks are merely late for that long. */
const CLOCK_TOLERANCE_MS = 60_000

const SEVERITIES: Record<string, string> = {
  keyword_missing: 'major',
  dns_validation_error: 'major',
  slow_response: 'minor',
}
const severityOf = (type: string): string => SEVERITIES[type] ?? 'critical'

const TOLD = {
  created: 'incident.opened',
  acknowledged: 'incident.acknowledged',
  resolved: 'incident.resolved',
  reopened: 'incident.reopened',
} as const

/** What one region holds, from all that it said since it began, or began anew. */
interface Voice {
  region: string
  opinion: 'up' | 'down' | 'none'
  isSlow: boolean
  failuresInARow: number
  freshUntil: number
  last: Check | null
  /** The last check that failed. */
  failure: Check | null
}

/** What all of them hold together at one moment. */
interface Verdict {
  status: 'up' | 'down' | 'degraded' | 'unknown'
  isSlow: boolean
  type: string | null
  message: string | null
  regions: string[]
}

const NOTHING_KNOWN: Verdict = { status: 'unknown', isSlow: false, type: null, message: null, regions: [] }

export function expectedOf(watched: Watched, happenings: readonly Happening[]): Expected {
  const life = new Life(watched)
  for (const happening of happenings) life.happen(happening)
  const incidents = life.incidents
    .filter((one) => !one.isDiscarded)
    .map((one) => ({ ...one, affectedRegions: one.affectedRegions.toSorted() }))
  return { status: life.status, history: life.history, incidents }
}

class Life {
  status = 'unknown'
  readonly history: HistoryRow[]
  readonly incidents: ModelIncident[] = []
  readonly #watched: Watched
  /** When the status began. */
  #since: number
  readonly #regions: Set<string>
  /** Every check that counted, in the order in which it did. */
  #heard: { region: string; check: Check; isForgotten: boolean; forgottenAt: number }[] = []
  #isActive = true
  #isDeleted = false

  constructor(watched: Watched) {
    this.#watched = watched
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
    else if (happening.what === 'pause' || happening.what === 'resume')
      this.#setActive(happening.what === 'resume', now)
    else if (happening.what === 'withdraw') this.#withdraw(happening.region, now)
    else if (happening.what === 'delete') {
      this.#isDeleted = true
      this.#resolveAll(now)
    } else if ('family' in happening) this.#byHand(happening.what, happening.family, now)
  }

  #hear(region: string, check: Check, now: number): void {
    if (!this.#isActive || !this.#isNews(region, check, now)) return
    const freshBefore = this.#freshUntil()
    const newest = this.#newest(now)
    const verdictBefore = this.#verdictAt(newest)
    const wasSlow = this.#isSlow(region)
    this.#heard.push({ region, check, isForgotten: false, forgottenAt: 0 })
    const at = check.endedAt
    // Regions are not heard in the order of time, but what has gone stale does not come back
    const verdict = this.#verdictAt(Math.max(at, newest))
    const before = this.status
    let changed = false
    // Time that nobody watched is unknown, whatever came before and after
    if (freshBefore !== null && freshBefore < at && this.status !== 'unknown') {
      this.#become('unknown', freshBefore)
      changed = true
    }
    if (verdict.status !== this.status) {
      this.#become(verdict.status, at)
      changed = true
    }
    const isOtherCause =
      before === 'degraded' &&
      verdictBefore.status === 'degraded' &&
      verdict.status === 'degraded' &&
      verdictBefore.isSlow !== verdict.isSlow
    const isFailure = check.status === 'down'
    const turnedSlow = verdict.isSlow && this.#isSlow(region) && !wasSlow
    if (!changed && !isOtherCause && !turnedSlow && !(isFailure && verdict.status !== 'up')) return
    // Whoever is confirmed down has failed before, and that counts too
    const isConfirmed = changed && verdict.status === 'down'
    const failures = !isFailure ? 0 : isConfirmed ? this.#voiceOf(region).failuresInARow : 1
    const since = changed ? this.#since : at
    const failing = isFailure ? [region] : []
    this.#follow(
      'availability',
      verdict.status === 'down',
      verdict.status === 'up' || verdict.isSlow,
      { failures, regions: verdict.isSlow ? failing : [...failing, ...verdict.regions] },
      { verdict, at: since, isChange: changed || isOtherCause, now },
    )
    this.#follow(
      'slowness',
      verdict.isSlow,
      verdict.status === 'up',
      { failures: 0, regions: verdict.isSlow ? verdict.regions : [] },
      { verdict, at: since, isChange: changed || isOtherCause, now },
    )
  }

  /** What is late or a repeat is history: nobody is told of the past. */
  #isNews(region: string, check: Check, now: number): boolean {
    if (check.endedAt + this.#freshForMs() <= now) return false
    const last = this.#heard.findLast((one) => one.region === region)
    if (!last) return true
    return check.scheduledAt > last.check.scheduledAt || last.check.scheduledAt > now + CLOCK_TOLERANCE_MS
  }

  #freshForMs(): number {
    const { intervalSeconds, timeoutMs } = this.#watched
    return Math.max(LEAST_FRESHNESS_MS, 2 * intervalSeconds * 1_000 + timeoutMs)
  }

  /**
   * The checks of a region as a word: `u` passed, `s` passed slowly, `f` failed. After a silence the word begins anew;
   * only who was down and still fails goes on.
   */
  #voiceOf(region: string): Voice {
    const { failureThreshold, recoveryThreshold } = this.#watched
    const isDown = (word: string) => new RegExp(`f{${failureThreshold}}(?!.*[us]{${recoveryThreshold}})`).test(word)
    let word = ''
    let freshUntil = 0
    let last: Check | null = null
    let failure: Check | null = null
    for (const { region: other, check, isForgotten, forgottenAt } of this.#heard) {
      if (other !== region) continue
      if (isForgotten) {
        word = ''
        last = null
        if (check.status !== 'inconclusive') freshUntil = Math.min(check.endedAt + this.#freshForMs(), forgottenAt)
        continue
      }
      if (check.status === 'inconclusive') continue
      const letter = { up: 'u', degraded: 's', down: 'f' }[check.status]
      if (check.startedAt > freshUntil) word = letter === 'f' && isDown(word) ? word.match(/f*$/)![0] : ''
      word += letter
      last = check
      if (letter === 'f') failure = check
      freshUntil = check.endedAt + this.#freshForMs()
    }
    return {
      region,
      opinion: isDown(word) ? 'down' : /[us]/.test(word) ? 'up' : 'none',
      // Two in a row; a failure that was not confirmed changes nothing about it
      isSlow: new RegExp(`ss(?!.*f{${failureThreshold}})[sf]*$`).test(word),
      failuresInARow: word.match(/f*$/)![0].length,
      freshUntil,
      last,
      failure,
    }
  }

  #isSlow(region: string): boolean {
    const { opinion, isSlow } = this.#voiceOf(region)
    return opinion === 'up' && isSlow
  }

  #voices(): Voice[] {
    const regions = new Set(this.#heard.map(({ region }) => region))
    return [...regions].sort().map((region) => this.#voiceOf(region))
  }

  #freshUntil(): number | null {
    const latest = Math.max(0, ...this.#voices().map(({ freshUntil }) => freshUntil))
    return latest === 0 ? null : latest
  }

  /** When the newest check was over, of those that the regions said last. A time that is yet to come is none. */
  #newest(now: number): number {
    const lasts = new Map(this.#heard.map(({ region, check }) => [region, check.endedAt]))
    return Math.max(0, ...[...lasts.values()].filter((at) => at <= now))
  }

  #verdictAt(at: number): Verdict {
    const fresh = this.#voices().filter(({ opinion, freshUntil }) => opinion !== 'none' && freshUntil > at)
    const down = fresh.filter(({ opinion }) => opinion === 'down')
    const others = fresh.filter(({ opinion }) => opinion === 'up')
    const slow = others.filter(({ isSlow }) => isSlow)
    if (fresh.length === 0) return NOTHING_KNOWN
    if (down.length > 0) {
      // Of those who have just seen it fail the first says why; who has just seen it pass speaks only if all have
      const { failure } = down.find((voice) => voice.last?.status === 'down') ?? down[0]!
      const status = down.length > fresh.length / 2 ? 'down' : 'degraded'
      const regions = down.map(({ region }) => region)
      return { status, isSlow: false, type: failure!.errorType, message: failure!.errorMessage, regions }
    }
    if (slow.length > others.length / 2) {
      const speaker = slow.find((voice) => voice.last?.status !== 'down')
      const regions = slow.map(({ region }) => region)
      return {
        status: 'degraded',
        isSlow: true,
        type: 'slow_response',
        message: speaker?.last?.errorMessage ?? null,
        regions,
      }
    }
    return { ...NOTHING_KNOWN, status: 'up' }
  }

  /** A status that checks bring never begins before the one that it ends. */
  #become(to: string, wanted: number): void {
    this.#begin(to, Math.max(wanted, this.#since))
  }

  /** People set it when they do; in the history it still follows what it ends, wherever the clock was set back to. */
  #begin(to: string, since: number): void {
    const current = this.history.at(-1)!
    current.endedAt = Math.max(since, current.startedAt)
    this.history.push({ from: this.status, to, startedAt: current.endedAt, endedAt: null })
    this.status = to
    this.#since = since
  }

  #listen(now: number): void {
    const freshUntil = this.#freshUntil()
    if (!this.#isActive || freshUntil === null || freshUntil > now) return
    if (this.status !== 'unknown') this.#become('unknown', freshUntil)
  }

  #setActive(isActive: boolean, now: number): void {
    if (this.#isActive === isActive) return
    this.#isActive = isActive
    this.#forget(0)
    this.#begin(isActive ? 'unknown' : 'paused', now)
    if (!isActive) this.#resolveAll(now)
  }

  #withdraw(region: string, now: number): void {
    if (this.#regions.size > 1 && this.#regions.delete(region)) this.#forget(now, region)
  }

  /** What was said counts no more, and what was fresh is so until now alone. */
  #forget(now: number, region?: string): void {
    for (const one of this.#heard) {
      if (one.isForgotten || (region !== undefined && one.region !== region)) continue
      one.isForgotten = true
      one.forgottenAt = now
    }
  }

  #follow(
    family: Family,
    isFailing: boolean,
    isWell: boolean,
    { failures, regions }: { failures: number; regions: string[] },
    { verdict, at, isChange, now }: { verdict: Verdict; at: number; isChange: boolean; now: number },
  ): void {
    const open = this.#incidentsOf(family).find(({ status }) => status !== 'resolved')
    if (open) {
      count(open, failures, regions, now)
      if (isWell) resolve(open, at, now, false)
      return
    }
    if (!isFailing) return
    const recent = this.#incidentsOf(family)
      .filter(({ resolvedAt }) => resolvedAt! >= at - REOPEN_MS)
      .sort((a, b) => b.resolvedAt! - a.resolvedAt!)[0]
    if (recent) {
      count(recent, failures, regions, now)
      if (recent.severity === severityOf(recent.type)) recent.severity = severityOf(verdict.type!)
      recent.type = verdict.type!
      recent.errorMessage = verdict.message ?? recent.errorMessage
      reopen(recent, now, false)
    } else if (isChange) this.#open(family, failures, regions, verdict, at, now)
  }

  #open(
    family: Family,
    failures: number,
    regions: string[],
    { type, message }: Verdict,
    startedAt: number,
    now: number,
  ): void {
    this.incidents.push({
      family,
      status: 'open',
      severity: severityOf(type!),
      type: type!,
      errorMessage: message,
      startedAt,
      acknowledgedAt: null,
      resolvedAt: null,
      resolvedByHand: false,
      failureCount: Math.max(1, failures),
      affectedRegions: [...new Set(regions)],
      updatedAt: now,
      isDiscarded: false,
      entries: [{ kind: 'created', from: null, to: 'open', at: now, byHand: false }],
      told: [TOLD.created],
    })
  }

  #incidentsOf(family: Family): ModelIncident[] {
    return this.incidents.filter((one) => one.family === family && !one.isDiscarded)
  }

  /** Nobody finds out any more whether it recovers. */
  #resolveAll(now: number): void {
    for (const incident of this.incidents)
      if (incident.status !== 'resolved' && !incident.isDiscarded) resolve(incident, now, now, true)
  }

  #byHand(what: 'acknowledge' | 'resolve' | 'reopen' | 'discard', family: Family, now: number): void {
    const incident = this.#incidentsOf(family).at(-1)
    if (!incident) return
    if (what === 'discard') incident.isDiscarded = true
    if (what === 'acknowledge' && incident.status === 'open') {
      enter(incident, 'acknowledged', 'acknowledged', now, true)
      incident.acknowledgedAt = incident.updatedAt
    }
    if (what === 'resolve' && incident.status !== 'resolved') resolve(incident, now, now, true)
    if (what === 'reopen' && incident.status === 'resolved') reopen(incident, now, true)
  }
}

function count(incident: ModelIncident, failures: number, regions: string[], now: number): void {
  const all = [...new Set([...incident.affectedRegions, ...regions])]
  if (failures > 0 || all.length > incident.affectedRegions.length)
    incident.updatedAt = Math.max(now, incident.updatedAt)
  incident.failureCount += failures
  incident.affectedRegions = all
}

function resolve(incident: ModelIncident, at: number, now: number, byHand: boolean): void {
  incident.resolvedAt = Math.max(at, incident.startedAt)
  incident.resolvedByHand = byHand
  enter(incident, 'resolved', 'resolved', now, byHand)
}

function reopen(incident: ModelIncident, now: number, byHand: boolean): void {
  incident.acknowledgedAt = null
  incident.resolvedAt = null
  incident.resolvedByHand = false
  enter(incident, 'reopened', 'open', now, byHand)
}

/** No two entries of one incident share a millisecond. */
function enter(
  incident: ModelIncident,
  kind: Entry['kind'],
  to: ModelIncident['status'],
  now: number,
  byHand: boolean,
): void {
  const at = Math.max(now, incident.updatedAt + 1)
  incident.entries.push({ kind, from: incident.status, to, at, byHand })
  incident.told.push(TOLD[kind])
  incident.status = to
  incident.updatedAt = at
}
