/** What the regions say of a monitor, worked out from all that was ever heard of it. */
import type { Check, Watched } from './reference.ts'

const LEAST_FRESHNESS_MS = 90_000

/** A clock that is set back by less is not noticed: its checks are merely late for that long. */
const CLOCK_TOLERANCE_MS = 60_000

/** What one region holds, from all that it said since it began, or began anew. */
interface Voice {
  region: string
  opinion: 'up' | 'down' | 'none'
  isSlow: boolean
  /** A change of the opinion waits for its confirmation. */
  isInDoubt: boolean
  failuresInARow: number
  freshUntil: number
  last: Check | null
  /** The last check that failed. */
  failure: Check | null
}

type View = 'up' | 'slow' | 'down' | 'none'

/** What all of them hold together at one moment. */
export interface Verdict {
  status: string
  isSlow: boolean
  type: string | null
  message: string | null
  regions: string[]
}

export const NOTHING_KNOWN: Verdict = { status: 'unknown', isSlow: false, type: null, message: null, regions: [] }

interface Heard {
  region: string
  check: Check
  /** Unix ms; null while it counts. */
  forgottenAt: number | null
}

const viewOf = ({ opinion, isSlow }: Voice): View => (opinion === 'up' && isSlow ? 'slow' : opinion)

/** A run of failures begins with its first check, and after the last pass. */
function failingSince(run: readonly Check[], lastPass: number): number {
  const last = run.at(-1)!
  const first = Math.min(...run.map(({ startedAt }) => startedAt))
  return run.length < 2 ? last.startedAt : Math.min(Math.max(first, lastPass), last.startedAt)
}

/** As if the first pass had taken as long as the one that confirmed it, and after the last failure. */
function recoveredAt(run: readonly Check[], lastFailure: number): number {
  const last = run.at(-1)!
  if (run.length < 2) return last.endedAt
  const first = Math.max(Math.min(...run.map(({ endedAt }) => endedAt)), lastFailure)
  const began = Math.min(first, last.endedAt) - (last.endedAt - last.startedAt)
  return Math.min(Math.max(began, lastFailure), last.endedAt)
}

function statusOf(views: readonly View[]): string {
  const count = (wanted: View) => views.filter((view) => view === wanted).length
  const [up, slow, down] = [count('up'), count('slow'), count('down')]
  if (up + slow + down === 0) return 'unknown'
  if (down > 0) return down > (up + slow + down) / 2 ? 'down' : 'degraded'
  return slow > (up + slow) / 2 ? 'degraded' : 'up'
}

export class Voices {
  readonly #watched: Watched
  /** Every check that counted, in the order in which it did. */
  readonly #heard: Heard[] = []

  constructor(watched: Watched) {
    this.#watched = watched
  }

  hear(region: string, check: Check): void {
    this.#heard.push({ region, check, forgottenAt: null })
  }

  /** What was said counts no more, and what was fresh is so until now alone. */
  forget(now: number, region?: string): void {
    for (const one of this.#heard)
      if (one.forgottenAt === null && (region === undefined || one.region === region)) one.forgottenAt = now
  }

  /** What is late or a repeat is history: nobody is told of the past. */
  isNews(region: string, check: Check, now: number): boolean {
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
    // Two in a row; a failure that was not confirmed changes nothing about it
    const isSlow = (word: string) => new RegExp(`ss(?!.*f{${failureThreshold}})[sf]*$`).test(word)
    let word = ''
    let freshUntil = 0
    let last: Check | null = null
    let failure: Check | null = null
    for (const { region: other, check, forgottenAt } of this.#heard) {
      if (other !== region) continue
      if (forgottenAt !== null) {
        word = ''
        if (check.status !== 'inconclusive') freshUntil = Math.min(check.endedAt + this.#freshForMs(), forgottenAt)
        continue
      }
      if (check.status === 'inconclusive') {
        // Trouble on the probe's side withdraws failures and slowness that are not confirmed
        if (!isDown(word)) {
          if (word.endsWith('f')) last = null
          word = word.replace(/f+$/, '')
        }
        if (!isSlow(word)) word = word.replace(/s$/, 'u')
        continue
      }
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
      isSlow: isSlow(word),
      isInDoubt: (isDown(word) ? /[us]$/ : /f$/).test(word),
      failuresInARow: word.match(/f*$/)![0].length,
      freshUntil,
      last,
      failure,
    }
  }

  /**
   * Goes through the checks of a region once more, and dates the last change of its view back to the first check that
   * showed it. Null when the region has no view.
   */
  #lastTurnOf(region: string): number | null {
    const past = new Voices(this.#watched)
    let turn: number | null = null
    let run: Check[] = []
    let slow: Check | null = null
    let [lastPass, lastFailure] = [0, 0]
    for (const one of this.#heard.filter((other) => other.region === region)) {
      const { check, forgottenAt } = one
      const voice = past.#voiceOf(region)
      const isTrouble = check.status === 'inconclusive'
      // No run goes on over a silence
      const isStale = !isTrouble && check.startedAt > voice.freshUntil
      const from = isStale ? 'none' : viewOf(voice)
      past.#heard.push(one)
      const to = viewOf(past.#voiceOf(region))
      if (isTrouble) {
        slow = null
        if (from !== 'down') run = []
        continue
      }
      const isFailure = check.status === 'down'
      const goesOn = run.length > 0 && !isStale && (run[0]!.status === 'down') === isFailure
      run = goesOn ? [...run, check] : [check]
      if (to === 'none') turn = null
      else if (to === 'down' && from !== to) turn = failingSince(run, lastPass)
      else if (from === 'down' && from !== to) turn = recoveredAt(run, lastFailure)
      else if (from === 'none') turn = check.endedAt
      else if (to === 'slow' && from !== to) turn = Math.min(slow!.startedAt, check.startedAt)
      else if (to !== from) turn = check.startedAt
      slow = check.status === 'degraded' ? check : null
      if (isFailure) lastFailure = check.endedAt
      else lastPass = check.endedAt
      if (forgottenAt !== null) {
        run = []
        slow = null
      }
    }
    return turn
  }

  /**
   * Since when the regions show what they show together: the latest moment before which they showed another status, and
   * not before one of them fell silent. Null when that is not known.
   *
   * @param computeStatusSince when the status before it began
   */
  since(at: number, statusSince: number): number | null {
    const all = this.#voices()
    const silentSince = Math.max(0, ...all.map(({ freshUntil }) => freshUntil).filter((until) => until <= at))
    const fresh = all
      .filter(({ freshUntil }) => freshUntil > at)
      .map((voice) => ({ view: viewOf(voice), turn: this.#lastTurnOf(voice.region) }))
    // Before it turned, a region is taken to have shown the opposite
    const viewsBefore = (moment: number) =>
      fresh.map(({ view, turn }) => (turn !== null && turn >= moment ? (view === 'up' ? 'down' : 'up') : view))
    const moments = fresh.flatMap(({ turn }) => (turn === null ? [] : [turn])).sort((a, b) => b - a)
    const status = statusOf(fresh.map(({ view }) => view))
    const began = moments.find((moment) => statusOf(viewsBefore(moment)) !== status)
    if (began !== undefined) return Math.max(began, silentSince)
    return silentSince > statusSince ? silentSince : null
  }

  isSlow(region: string): boolean {
    const { opinion, isSlow } = this.#voiceOf(region)
    return opinion === 'up' && isSlow
  }

  /** The longest row of failures that one of these regions is in. */
  failuresInARow(regions: readonly string[]): number {
    return Math.max(0, ...regions.map((region) => this.#voiceOf(region).failuresInARow))
  }

  #voices(): Voice[] {
    const regions = new Set(this.#heard.map(({ region }) => region))
    return [...regions].sort().map((region) => this.#voiceOf(region))
  }

  freshUntil(): number | null {
    const latest = Math.max(0, ...this.#voices().map(({ freshUntil }) => freshUntil))
    return latest === 0 ? null : latest
  }

  /** When the newest check was over, of those that the regions said last. A time that is yet to come is none. */
  newest(now: number): number {
    const lasts = new Map(this.#heard.map(({ region, check }) => [region, check.endedAt]))
    return Math.max(0, ...[...lasts.values()].filter((at) => at <= now))
  }

  /** Whether some region has a fresh opinion, and each of those has no doubt. */
  areCertain(at: number): boolean {
    const fresh = this.#voices().filter(({ opinion, freshUntil }) => opinion !== 'none' && freshUntil > at)
    return fresh.length > 0 && fresh.every(({ isInDoubt }) => !isInDoubt)
  }

  verdictAt(at: number): Verdict {
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
}
