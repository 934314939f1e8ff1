/** The state of each region, derived from all results of a monitor so far. */
import type { Check, ModelMonitor } from './reference.ts'

const LEAST_FRESHNESS_MS = 90_000

/** A check that started this long after its due time is late, and counts as late for at most the longest delay. */
const SHORTEST_DELAY_MS = 5_000
const LONGEST_DELAY_MS = 600_000

/** A clock that is set back by less than this is not detected: its checks are only late for that long. */
const CLOCK_TOLERANCE_MS = 60_000

/** The opinion of one region, from its results since it began or began again. */
interface RegionState {
  region: string
  opinion: 'up' | 'down' | 'none'
  isSlow: boolean
  /** Whether a change of the opinion waits for its confirmation. */
  isInDoubt: boolean
  failuresInARow: number
  freshUntil: number
  last: Check | null
  /** The last check that failed. */
  failure: Check | null
}

/** How long a silent region contradicts others at least, after its last pass. */
const CONTRADICTION_MS = 1_800_000

type View = 'up' | 'slow' | 'down' | 'none'

/** The combined verdict of all regions at one moment. */
export interface Verdict {
  status: string
  isSlow: boolean
  type: string | null
  message: string | null
  regions: string[]
}

export const UNKNOWN_VERDICT: Verdict = { status: 'unknown', isSlow: false, type: null, message: null, regions: [] }

interface CountedCheck {
  region: string
  check: Check
  /** Unix ms; null while the check counts. */
  forgottenAt: number | null
}

const viewOf = ({ opinion, isSlow }: RegionState): View => (opinion === 'up' && isSlow ? 'slow' : opinion)

/** Returns how late the probe started a check. Nothing was missing in this time. */
export const delayOf = ({ scheduledAt, startedAt }: Check): number =>
  startedAt - scheduledAt < SHORTEST_DELAY_MS ? 0 : Math.min(startedAt - scheduledAt, LONGEST_DELAY_MS)

/** Returns when a run of failures began: at its first check, but after the last pass. */
function failingSince(run: readonly Check[], lastPass: number): number {
  const last = run.at(-1)!
  const first = Math.min(...run.map(({ startedAt }) => startedAt))
  return run.length < 2 ? last.startedAt : Math.min(Math.max(first, lastPass), last.startedAt)
}

/**
 * Returns when the monitor recovered: as if the first pass took as long as the confirming pass, but after the last
 * failure.
 */
function recoveredAt(run: readonly Check[], lastFailure: number): number {
  const last = run.at(-1)!
  if (run.length < 2) return last.endedAt
  const first = Math.max(Math.min(...run.map(({ endedAt }) => endedAt)), lastFailure)
  const began = Math.min(first, last.endedAt) - (last.endedAt - last.startedAt)
  return Math.min(Math.max(began, lastFailure), last.endedAt)
}

export class RegionStates {
  readonly #watched: ModelMonitor
  /** Every check that counted, in the order of arrival. */
  readonly #checks: CountedCheck[] = []

  constructor(watched: ModelMonitor) {
    this.#watched = watched
  }

  record(region: string, check: Check): void {
    this.#checks.push({ region, check, forgottenAt: null })
  }

  /** Makes earlier results not count any more; results that were fresh stay fresh only until now. */
  forget(now: number, region?: string): void {
    for (const one of this.#checks)
      if (one.forgottenAt === null && (region === undefined || one.region === region)) one.forgottenAt = now
  }

  /** Whether a check is new. A late or repeated check is history and sends no notification. */
  isNew(region: string, check: Check, now: number): boolean {
    if (check.endedAt + this.#freshForMs() <= now) return false
    const last = this.#checks.findLast((one) => one.region === region)
    if (!last) return true
    return check.scheduledAt > last.check.scheduledAt || last.check.scheduledAt > now + CLOCK_TOLERANCE_MS
  }

  #freshForMs(): number {
    const { intervalSeconds, timeoutMs } = this.#watched
    return Math.max(LEAST_FRESHNESS_MS, 2 * intervalSeconds * 1_000 + timeoutMs)
  }

  #staleAfter = (check: Check): number => check.endedAt + this.#freshForMs() + delayOf(check)

  /**
   * Encodes the checks of a region as a string: `u` passed, `s` passed slowly, `f` failed. The string starts empty
   * again after a gap, unless the region was down and still fails.
   */
  #getState(region: string): RegionState {
    const { failureThreshold, recoveryThreshold } = this.#watched
    const isDown = (checks: string) => new RegExp(`f{${failureThreshold}}(?!.*[us]{${recoveryThreshold}})`).test(checks)
    // Two slow checks in a row; an unconfirmed failure between them changes nothing
    const isSlow = (checks: string) => new RegExp(`ss(?!.*f{${failureThreshold}})[sf]*$`).test(checks)
    let checks = ''
    let freshUntil = 0
    let last: Check | null = null
    let failure: Check | null = null
    for (const { region: other, check, forgottenAt } of this.#checks) {
      if (other !== region) continue
      if (forgottenAt !== null) {
        checks = ''
        if (check.status !== 'inconclusive') freshUntil = Math.min(this.#staleAfter(check), forgottenAt)
        continue
      }
      if (check.status === 'inconclusive') {
        // Trouble on the probe's side withdraws failures and slowness that are not confirmed
        if (!isDown(checks)) {
          if (checks.endsWith('f')) last = null
          checks = checks.replace(/f+$/, '')
        }
        if (!isSlow(checks)) checks = checks.replace(/s$/, 'u')
        continue
      }
      const letter = { up: 'u', degraded: 's', down: 'f' }[check.status]
      if (check.startedAt - delayOf(check) > freshUntil)
        checks = letter === 'f' && isDown(checks) ? checks.match(/f*$/)![0] : ''
      checks += letter
      last = check
      if (letter === 'f') failure = check
      freshUntil = this.#staleAfter(check)
    }
    return {
      region,
      opinion: isDown(checks) ? 'down' : /[us]/.test(checks) ? 'up' : 'none',
      isSlow: isSlow(checks),
      isInDoubt: (isDown(checks) ? /[us]$/ : /f$/).test(checks),
      failuresInARow: checks.match(/f*$/)![0].length,
      freshUntil,
      last,
      failure,
    }
  }

  /**
   * Replays the checks of a region and dates the last change of its view back to the first check that showed it. Null
   * when the region has no view.
   */
  #findLastChange(region: string): number | null {
    const past = new RegionStates(this.#watched)
    let changedAt: number | null = null
    let run: Check[] = []
    let slow: Check | null = null
    let [lastPass, lastFailure] = [0, 0]
    for (const one of this.#checks.filter((other) => other.region === region)) {
      const { check, forgottenAt } = one
      const state = past.#getState(region)
      const isTrouble = check.status === 'inconclusive'
      // No run continues over a gap
      const isStale = !isTrouble && check.startedAt - delayOf(check) > state.freshUntil
      const from = isStale ? 'none' : viewOf(state)
      past.#checks.push(one)
      const to = viewOf(past.#getState(region))
      if (isTrouble) {
        slow = null
        if (from !== 'down') run = []
        continue
      }
      const isFailure = check.status === 'down'
      const goesOn = run.length > 0 && !isStale && (run[0]!.status === 'down') === isFailure
      run = goesOn ? [...run, check] : [check]
      if (to === 'none') changedAt = null
      else if (to === 'down' && from !== to)
        // Failures after a silence continue the failures before it
        changedAt =
          (isStale && state.opinion === 'down' && state.failuresInARow > 0 && changedAt) || failingSince(run, lastPass)
      else if (from === 'down' && from !== to) changedAt = recoveredAt(run, lastFailure)
      else if (from === 'none') changedAt = check.endedAt
      else if (to === 'slow' && from !== to) changedAt = Math.min(slow!.startedAt, check.startedAt)
      else if (to !== from) changedAt = check.startedAt
      slow = check.status === 'degraded' ? check : null
      if (isFailure) lastFailure = check.endedAt
      else lastPass = check.endedAt
      if (forgottenAt !== null) {
        run = []
        slow = null
      }
    }
    return changedAt
  }

  /**
   * Returns when the current combined status began: the latest moment before which the regions showed another status.
   * It is not before the moment when a region became stale. Null when the time is unknown.
   *
   * @param statusSince when the status before it began
   */
  findStatusSince(at: number, statusSince: number): number | null {
    const all = this.#listStates()
    const verdict = this.#judge(all, at)
    const isFresh = ({ freshUntil }: RegionState) => freshUntil > at
    const found = all.filter(({ region }) => verdict.regions.includes(region))
    // A silent region counts until it is stale, or until it no longer contradicts the failing regions
    const ends = all
      .filter((state) => !isFresh(state))
      .map((state) => Math.max(state.freshUntil, this.#findContradictionEnd(state, found) ?? 0))
    const silentSince = Math.max(0, ...ends.filter((until) => until <= at))
    // Before its last change, a region is assumed to have shown the opposite
    const statusBefore = (moment: number) =>
      this.#judge(
        all.map((state) => {
          const changedAt = this.#findLastChange(state.region)
          if (!isFresh(state) || changedAt === null || changedAt < moment) return state
          return { ...state, opinion: viewOf(state) === 'up' ? 'down' : 'up', isSlow: false } as const
        }),
        at,
      ).status
    const moments = all
      .filter(isFresh)
      .flatMap(({ region }) => this.#findLastChange(region) ?? [])
      .sort((a, b) => b - a)
    const began = moments.find((moment) => statusBefore(moment) !== verdict.status)
    if (began !== undefined) return Math.max(began, silentSince)
    return silentSince > statusSince ? silentSince : null
  }

  /** Whether the last check of each of these regions passed. */
  areRecovering(regions: readonly string[]): boolean {
    return this.countConsecutiveFailures(regions) === 0
  }

  isSlow(region: string): boolean {
    const { opinion, isSlow } = this.#getState(region)
    return opinion === 'up' && isSlow
  }

  /** The longest current run of failures in one of these regions. */
  countConsecutiveFailures(regions: readonly string[]): number {
    return Math.max(0, ...regions.map((region) => this.#getState(region).failuresInARow))
  }

  #listStates(): RegionState[] {
    const regions = new Set(this.#checks.map(({ region }) => region))
    return [...regions].sort().map((region) => this.#getState(region))
  }

  /** Whether a region has not been fresh at a moment. A region without results is not. */
  isSilent(region: string, at: number): boolean {
    return this.#getState(region).freshUntil < at
  }

  freshUntil(): number | null {
    const latest = Math.max(0, ...this.#listStates().map(({ freshUntil }) => freshUntil))
    return latest === 0 ? null : latest
  }

  /** Returns when the newest check ended, among the last check of each region. A time in the future is ignored. */
  newest(now: number): number {
    const lasts = new Map(this.#checks.map(({ region, check }) => [region, check.endedAt]))
    return Math.max(0, ...[...lasts.values()].filter((at) => at <= now))
  }

  /** Whether a region has a fresh opinion, and every fresh opinion is confirmed. */
  hasConfirmedOpinions(at: number): boolean {
    const fresh = this.#listStates().filter(({ opinion, freshUntil }) => opinion !== 'none' && freshUntil > at)
    return fresh.length > 0 && fresh.every(({ isInDoubt }) => !isInDoubt)
  }

  /** Returns until when a silent region contradicts failing or slow regions; null when it does not. */
  #findContradictionEnd(state: RegionState, found: readonly RegionState[]): number | null {
    if (state.opinion !== 'up' || state.isSlow || state.isInDoubt || found.length === 0) return null
    const passedAt = this.#checks.findLast(
      ({ region, check }) => region === state.region && ['up', 'degraded'].includes(check.status),
    )!.check.endedAt
    const begun = found.map(({ region }) => this.#findLastChange(region))
    if (begun.some((since) => since === null || since >= passedAt)) return null
    return passedAt + Math.max(CONTRADICTION_MS, 10_000 * this.#watched.intervalSeconds)
  }

  verdictAt = (at: number): Verdict => this.#judge(this.#listStates(), at)

  #judge(all: readonly RegionState[], at: number): Verdict {
    const countContradicting = (found: readonly RegionState[]) =>
      all.filter((state) => state.freshUntil <= at && (this.#findContradictionEnd(state, found) ?? 0) > at).length
    const fresh = all.filter(({ opinion, freshUntil }) => opinion !== 'none' && freshUntil > at)
    const down = fresh.filter(({ opinion }) => opinion === 'down')
    const others = fresh.filter(({ opinion }) => opinion === 'up')
    const slow = others.filter(({ isSlow }) => isSlow)
    if (fresh.length === 0) return UNKNOWN_VERDICT
    const voters = fresh.length + countContradicting(down)
    if (down.length > 0) {
      // The message comes from the first region whose last check failed; if every last check passed, from the first
      // region
      const { failure } = down.find((state) => state.last?.status === 'down') ?? down[0]!
      const status = down.length > voters / 2 ? 'down' : 'degraded'
      const regions = down.map(({ region }) => region)
      return {
        status,
        isSlow: false,
        type: failure?.errorType ?? null,
        message: failure?.errorMessage ?? null,
        regions,
      }
    }
    if (slow.length > (others.length + countContradicting(slow)) / 2) {
      const source = slow.find((state) => state.last?.status !== 'down')
      const regions = slow.map(({ region }) => region)
      return {
        status: 'degraded',
        isSlow: true,
        type: 'slow_response',
        message: source?.last?.errorMessage ?? null,
        regions,
      }
    }
    return { ...UNKNOWN_VERDICT, status: 'up' }
  }
}
