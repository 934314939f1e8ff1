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
