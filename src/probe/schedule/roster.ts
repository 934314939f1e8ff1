/** The monitors that a probe holds. There may be a hundred thousand, so each costs a few hundred bytes and no more. */
import { isDeepStrictEqual } from 'node:util'
import type { TlsTerms } from '../../core/monitors/tls-terms.ts'
import type { Assignment, ProbeKind } from '../../core/probes/protocol.ts'
import { gridOffsetMs } from '../../core/probes/schedule.ts'
import { markOf, type SeenCertificate, toldUntil } from '../../core/results/certificate.ts'
import type { ToldResponse } from '../../core/results/response-mark.ts'
import type { RegionCounters } from '../../core/results/state.ts'
import { Interner } from './interner.ts'

/** How a monitor is checked. Shared by all that are checked alike. */
interface Terms {
  type: ProbeKind
  settings: unknown
  tls: TlsTerms | undefined
  intervalSeconds: number
  timeoutMs: number
  failureThreshold: number
  recoveryThreshold: number
}

/** One check on its way, from the moment it was due until its result is settled. */
export interface Flight {
  held: Held
  /** Of the target as it was when this fell due. */
  host: string
  /** When it was due, Unix ms. */
  scheduledAt: number
  /** Unix ms; 0 while it waits for its turn. */
  startedAt: number
  /** The time watch's count when it started. */
  disturbances: number
  /** Nobody wants its result any more. */
  isDropped: boolean
}

/** One monitor. */
export interface Held {
  readonly key: number
  /** Its number on the agenda. Reused after it has left. */
  readonly place: number
  target: string
  terms: Terms
  offsetMs: number
  counters: RegionCounters
  /** End of the last conclusive check in this region, as far as it is known here, Unix ms; 0 before. */
  checkedAt: number
  /** Of the certificate that the server was told of; 0 before. */
  certificateMark: number
  /** Unix ms: after that it is told again, whether it has changed or not. */
  certificateToldUntil: number
  /** Null until the target answers and fails, and again when it passes. */
  toldResponse: ToldResponse | null
  /** At most one: a monitor is never checked twice at once. It is on the agenda exactly while this is null. */
  flight: Flight | null
  /** Removed while a check was running; forgotten when that has ended. */
  isGone: boolean
}

/** What a changed assignment means. */
interface Amendment {
  /** Something else is checked: what was found so far says nothing about it. */
  isOtherCheck: boolean
  isOtherGrid: boolean
}

export class Roster {
  readonly #region: string
  readonly #byKey = new Map<number, Held>()
  readonly #byPlace: (Held | undefined)[] = []
  readonly #freePlaces: number[] = []
  readonly #terms = new Interner<Terms>()

  constructor(region: string) {
    this.#region = region
  }

  get size(): number {
    return this.#byKey.size
  }

  get(key: number): Held | undefined {
    return this.#byKey.get(key)
  }

  at(place: number): Held {
    return this.#byPlace[place]!
  }

  all(): IterableIterator<Held> {
    return this.#byKey.values()
  }

  add(assignment: Assignment): Held {
    const place = this.#freePlaces.pop() ?? this.#byPlace.length
    const held: Held = {
      key: assignment.monitorKey,
      place,
      target: assignment.target,
      terms: this.#terms.take(termsOf(assignment)),
      offsetMs: gridOffsetMs(assignment.monitorId, this.#region, assignment.intervalSeconds),
      counters: assignment.counters,
      checkedAt: assignment.checkedAt ?? 0,
      certificateMark: 0,
      certificateToldUntil: 0,
      toldResponse: null,
      flight: null,
      isGone: false,
    }
    this.#byKey.set(held.key, held)
    this.#byPlace[place] = held
    return held
  }

  /**
   * Counters go on from what this probe counted itself, unless something else is checked from now on; see
   * `Duties` for checks that another probe of the region made.
   */
  amend(held: Held, assignment: Assignment): Amendment {
    const isOtherCheck = !isSameCheck(held, assignment)
    const isOtherGrid = held.terms.intervalSeconds !== assignment.intervalSeconds
    const before = held.terms
    held.terms = this.#terms.take(termsOf(assignment))
    this.#terms.release(before)
    held.target = assignment.target
    if (isOtherCheck) {
      held.counters = assignment.counters
      held.checkedAt = assignment.checkedAt ?? 0
      held.certificateToldUntil = 0
      held.toldResponse = null
    }
    if (isOtherGrid) held.offsetMs = gridOffsetMs(assignment.monitorId, this.#region, assignment.intervalSeconds)
    return { isOtherCheck, isOtherGrid }
  }

  forget(held: Held): void {
    this.#byKey.delete(held.key)
    this.#byPlace[held.place] = undefined
    this.#freePlaces.push(held.place)
    this.#terms.release(held.terms)
  }
}

/** The server is about to be told of this certificate. */
export function noteTold(held: Held, certificate: SeenCertificate, now: number): void {
  held.certificateMark = markOf(certificate)
  held.certificateToldUntil = toldUntil(held.key, now)
}

/** Whether the assignment asks for the very check that is held. */
export const isSameCheck = ({ target, terms }: Held, assignment: Assignment): boolean =>
  target === assignment.target &&
  terms.type === assignment.type &&
  isDeepStrictEqual(terms.settings, assignment.settings) &&
  isDeepStrictEqual(terms.tls, assignment.tls)

const termsOf = (assignment: Assignment): Terms => ({
  type: assignment.type,
  settings: assignment.settings,
  tls: assignment.tls,
  intervalSeconds: assignment.intervalSeconds,
  timeoutMs: assignment.timeoutMs,
  failureThreshold: assignment.failureThreshold,
  recoveryThreshold: assignment.recoveryThreshold,
})
