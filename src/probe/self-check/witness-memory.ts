/** The witnesses that a probe has earned: hosts that passed its checks, spread over networks. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { type PathQuestion, type RememberedWitness, type Scope, sortWitnesses } from '../../core/probes/witness.ts'
import type { PathRecord } from './path-record.ts'

/** A witness with the record of its path, so that noting a pass takes one look-up. */
export interface KnownWitness extends RememberedWitness {
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
export const NEW_WITNESS_STATE = {
  ...{ askedAt: -Infinity, placedAt: -Infinity },
  ...{ isDown: false, isSilent: false, answer: Promise.resolve(true) },
}

/** Enough for several answers on each of several paths. */
const MAX_WITNESSES = 48

/** One host speaks for its network, a second one steps in when it fails. */
const MAX_PER_NETWORK = 3

/** A host that did not pass for so long may be gone. Checks are at most a day apart. */
const FORGET_MS = 2 * DAY_MS

/** A full memory takes a new host in the place of one that was not checked for so long. */
const REPLACE_MS = 10 * MINUTE_MS

/** A full memory gives a path so many witnesses at the cost of the path with the most. */
const MIN_PER_PATH = 6

/** How often new hosts are considered: a probe with many targets would otherwise do so at every check. */
const CONSIDER_MS = SECOND_MS / 4

export class WitnessMemory {
  readonly #byAddress = new Map<string, KnownWitness>()
  #considerAt = -Infinity

  get size(): number {
    return this.#byAddress.size
  }

  list(): KnownWitness[] {
    return [...this.#byAddress.values()]
  }

  get(address: string): KnownWitness | undefined {
    return this.#byAddress.get(address)
  }

  /** Whether a new host may be considered now; asked for every check of a host that is not known. */
  canConsider(now: number): boolean {
    if (now < this.#considerAt) return false
    this.#considerAt = now + CONSIDER_MS
    return true
  }

  /** Adds a host, in the place of a less useful one where there is no room. */
  add(witness: KnownWitness, now: number): void {
    const ofNetwork = this.list().filter(({ network }) => network === witness.network)
    const isNetworkFull = ofNetwork.length >= MAX_PER_NETWORK
    if (isNetworkFull || this.size >= MAX_WITNESSES) {
      const replaced = isNetworkFull
        ? findUnused(ofNetwork, now)
        : (this.#findLeastUseful(now) ?? this.#findOnBusiestPath(witness.path))
      if (replaced === undefined) return
      this.#byAddress.delete(replaced.address)
    }
    this.#byAddress.set(witness.address, witness)
  }

  /** Best first, without hosts that have not passed for long. */
  listRanked(question: PathQuestion<KnownWitness>, now: number): KnownWitness[] {
    for (const { address, passedAt } of this.list()) if (passedAt < now - FORGET_MS) this.#byAddress.delete(address)
    return sortWitnesses(
      this.list().filter(({ isDown }) => !isDown),
      question,
    )
  }

  /** The paths of all witnesses, each with the largest distance of its hosts. */
  listPaths(): Map<string, { path: PathRecord; scope: Scope }> {
    const paths = new Map<string, { path: PathRecord; scope: Scope }>()
    for (const { localAddress, path, scope } of this.#byAddress.values()) {
      const known = paths.get(localAddress)
      if (known === undefined || known.scope < scope) paths.set(localAddress, { path, scope })
    }
    return paths
  }

  /** A host that was not checked for long, or the oldest of a network with several. */
  #findLeastUseful(now: number): KnownWitness | undefined {
    const byAge = this.list().sort((a, b) => a.passedAt - b.passedAt)
    const replaced = findUnused(byAge, now)
    if (replaced !== undefined) return replaced
    const counts = countBy(byAge, ({ network }) => network)
    return byAge.find(({ network }) => counts.get(network)! > 1)
  }

  /** The first of the path with the most witnesses; undefined when this path has enough. */
  #findOnBusiestPath(path: PathRecord): KnownWitness | undefined {
    const counts = countBy(this.list(), (known) => known.path)
    if ((counts.get(path) ?? 0) >= MIN_PER_PATH) return undefined
    const most = Math.max(...counts.values())
    return this.list().find((known) => counts.get(known.path) === most)
  }
}

function countBy<T>(witnesses: readonly KnownWitness[], getKey: (witness: KnownWitness) => T): Map<T, number> {
  const counts = new Map<T, number>()
  for (const witness of witnesses) counts.set(getKey(witness), (counts.get(getKey(witness)) ?? 0) + 1)
  return counts
}

const findUnused = (known: readonly KnownWitness[], now: number): KnownWitness | undefined =>
  known.find(({ passedAt }) => passedAt < now - REPLACE_MS)
