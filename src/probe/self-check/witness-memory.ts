/** The witnesses that a probe has earned: hosts that passed its checks, spread over networks. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { type Question, type RememberedWitness, rankWitnesses, type Scope } from '../../core/probes/witness.ts'
import type { PathRecord } from './path-record.ts'

/** A witness with the record of its path, so that noting a pass takes one look-up. */
export interface Known extends RememberedWitness {
  /** Of the target that passed, as `hostOf` writes it; empty after a restart. */
  host: string
  path: PathRecord
  /** When its place was looked up, monotonic ms. */
  placedAt: number
  /** Its last check failed, and the target was to blame: it says nothing until it passes again. */
  isDown: boolean
  /** Whether it has not answered the last question to it, or not yet. */
  isSilent: boolean
  /** Whether it answered the last question. */
  answer: Promise<boolean>
}

/** A witness that has just passed. */
export const UNTRIED = {
  ...{ askedAt: -Infinity, placedAt: -Infinity },
  ...{ isDown: false, isSilent: false, answer: Promise.resolve(true) },
}

/** Enough for several answers on each of several paths. */
const MOST_WITNESSES = 48

/** One host speaks for its network, a second one steps in when it fails. */
const MOST_OF_NETWORK = 3

/** A host that did not pass for so long may be gone. Checks are at most a day apart. */
const FORGET_MS = 2 * DAY_MS

/** A full memory takes a new host in the place of one that was not checked for so long. */
const REPLACE_MS = 10 * MINUTE_MS

/** A full memory gives a path so many witnesses at the cost of the path with the most. */
const LEAST_OF_PATH = 6

/** How often new hosts are considered: a probe with many targets would otherwise do so at every check. */
const CONSIDER_MS = SECOND_MS / 4

export class WitnessMemory {
  readonly #byAddress = new Map<string, Known>()
  #considerAt = -Infinity

  get size(): number {
    return this.#byAddress.size
  }

  all(): Known[] {
    return [...this.#byAddress.values()]
  }

  get(address: string): Known | undefined {
    return this.#byAddress.get(address)
  }

  /** Whether a new host may be considered now; asked for every check of a host that is not known. */
  mayTake(now: number): boolean {
    if (now < this.#considerAt) return false
    this.#considerAt = now + CONSIDER_MS
    return true
  }

  /** Adds a host, in the place of a less useful one where there is no room. */
  add(witness: Known, now: number): void {
    const ofNetwork = this.all().filter(({ network }) => network === witness.network)
    const isNetworkFull = ofNetwork.length >= MOST_OF_NETWORK
    if (isNetworkFull || this.size >= MOST_WITNESSES) {
      const given = isNetworkFull ? unused(ofNetwork, now) : (this.#leastUseful(now) ?? this.#ofCrowd(witness.path))
      if (given === undefined) return
      this.#byAddress.delete(given.address)
    }
    this.#byAddress.set(witness.address, witness)
  }

  /** Best first, without hosts that have not passed for long. */
  rank(question: Question<Known>, now: number): Known[] {
    for (const { address, passedAt } of this.all()) if (passedAt < now - FORGET_MS) this.#byAddress.delete(address)
    return rankWitnesses(
      this.all().filter(({ isDown }) => !isDown),
      question,
    )
  }

  /** The paths of all witnesses, each with the largest distance of its hosts. */
  paths(): Map<string, { path: PathRecord; scope: Scope }> {
    const paths = new Map<string, { path: PathRecord; scope: Scope }>()
    for (const { localAddress, path, scope } of this.#byAddress.values()) {
      const known = paths.get(localAddress)
      if (known === undefined || known.scope < scope) paths.set(localAddress, { path, scope })
    }
    return paths
  }

  /** A host that was not checked for long, or the oldest of a network with several. */
  #leastUseful(now: number): Known | undefined {
    const byAge = this.all().sort((a, b) => a.passedAt - b.passedAt)
    const given = unused(byAge, now)
    if (given !== undefined) return given
    const counts = countBy(byAge, ({ network }) => network)
    return byAge.find(({ network }) => counts.get(network)! > 1)
  }

  /** The first of the path with the most witnesses; undefined when this path has enough. */
  #ofCrowd(path: PathRecord): Known | undefined {
    const counts = countBy(this.all(), (known) => known.path)
    if ((counts.get(path) ?? 0) >= LEAST_OF_PATH) return undefined
    const most = Math.max(...counts.values())
    return this.all().find((known) => counts.get(known.path) === most)
  }
}

function countBy<T>(witnesses: readonly Known[], keyOf: (witness: Known) => T): Map<T, number> {
  const counts = new Map<T, number>()
  for (const witness of witnesses) counts.set(keyOf(witness), (counts.get(keyOf(witness)) ?? 0) + 1)
  return counts
}

const unused = (known: readonly Known[], now: number): Known | undefined =>
  known.find(({ passedAt }) => passedAt < now - REPLACE_MS)
