/** Witnesses of a probe: hosts that passed its checks, spread over networks. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import { type PathQuestion, type RememberedWitness, type Scope, sortWitnesses } from '../../core/probes/witness.ts'
import type { Clock } from '../schedule/clock.ts'
import type { PathRecord } from './path-record.ts'

/** A witness with the record of its path, so that recording a pass takes one lookup. */
export interface KnownWitness extends RememberedWitness {
  /** Host of the passing target, as returned by `parseTargetHost`; empty after a restart. */
  host: string
  path: PathRecord
  /** Time of the last lookup of its path, monotonic ms. */
  placedAt: number
  /** Whether its last check failed because of the target: the witness is not used until it passes again. */
  isDown: boolean
  /** Whether the last question is still unanswered. */
  isSilent: boolean
  /** Whether it answered the last question. */
  answer: Promise<boolean>
}

/** State of a witness that has just passed. */
export const NEW_WITNESS_STATE = {
  ...{ askedAt: -Infinity, placedAt: -Infinity },
  ...{ isDown: false, isSilent: false, answer: Promise.resolve(true) },
}

/** Allows several answers on each of several paths. */
const MAX_WITNESSES = 48

/** One host represents its network; another one replaces it when it fails. */
const MAX_PER_NETWORK = 3

/** A host that has not passed for this time may be gone. Checks are at most a day apart. */
const FORGET_MS = 2 * DAY_MS

/** A full memory replaces a host that was not checked for this time with a new one. */
const REPLACE_MS = 10 * MINUTE_MS

/** A full memory guarantees a path this number of witnesses, at the expense of the path with the most. */
const MIN_PER_PATH = 6

/** Minimum time between two new hosts: a probe with many targets would otherwise consider one at every check. */
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

  /** Whether a new host may be considered now; called for every check of an unknown host. */
  canConsider(now: number): boolean {
    if (now < this.#considerAt) return false
    this.#considerAt = now + CONSIDER_MS
    return true
  }

  /** Adds a host. When the memory is full, it replaces a less useful one. */
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

  /** Best first, without hosts that have not passed for a long time. */
  listRanked(question: PathQuestion<KnownWitness>, now: number): KnownWitness[] {
    for (const { address, passedAt } of this.list()) if (passedAt < now - FORGET_MS) this.#byAddress.delete(address)
    return sortWitnesses(
      this.list().filter(({ isDown }) => !isDown),
      question,
    )
  }

  /** The paths of all witnesses, each with the widest scope of its hosts. */
  listPaths(): Map<string, { path: PathRecord; scope: Scope }> {
    const paths = new Map<string, { path: PathRecord; scope: Scope }>()
    for (const { localAddress, path, scope } of this.#byAddress.values()) {
      const known = paths.get(localAddress)
      if (known === undefined || known.scope < scope) paths.set(localAddress, { path, scope })
    }
    return paths
  }

  /** A host that was not checked for a long time, or the oldest one of a network with several. */
  #findLeastUseful(now: number): KnownWitness | undefined {
    const byAge = this.list().sort((a, b) => a.passedAt - b.passedAt)
    const replaced = findUnused(byAge, now)
    if (replaced !== undefined) return replaced
    const counts = countBy(byAge, ({ network }) => network)
    return byAge.find(({ network }) => counts.get(network)! > 1)
  }

  /** The first host of the path with the most witnesses; undefined when this path has enough. */
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

/** A lost first packet is sent again after 1 s, and a distant host may take as long to answer. */
export const QUERY_LIMIT_MS = 3 * SECOND_MS

/** Minimum time between two questions to one host. */
export const QUERY_INTERVAL_MS = 2 * SECOND_MS

/** @param signal aborts at the deadline */
type Reach = (witness: KnownWitness, signal: AbortSignal) => Promise<boolean>

/** Questions to witnesses. Simultaneous rounds share them and their answers. */
export class WitnessQueries {
  readonly #clock: Clock
  readonly #reach: Reach
  readonly #underWay = new Set<AbortController>()

  constructor(clock: Clock, reach: Reach) {
    this.#clock = clock
    this.#reach = reach
  }

  /** Asks a host, or returns the result of a recent question. */
  query(witness: KnownWitness): Promise<boolean> {
    return witness.askedAt > this.#clock.monotonic() - QUERY_INTERVAL_MS ? witness.answer : this.queryAgain(witness)
  }

  queryAgain(witness: KnownWitness): Promise<boolean> {
    witness.askedAt = this.#clock.monotonic()
    witness.isSilent = true
    witness.answer = this.#sendQuery(witness)
    return witness.answer
  }

  close(): void {
    for (const abort of this.#underWay) abort.abort()
  }

  async #sendQuery(witness: KnownWitness): Promise<boolean> {
    const abort = new AbortController()
    this.#underWay.add(abort)
    const stopTimer = this.#clock.after(QUERY_LIMIT_MS, () => abort.abort())
    try {
      const isAnswered = await this.#reach(witness, abort.signal)
      if (isAnswered) witness.isSilent = false
      return isAnswered
    } finally {
      stopTimer()
      this.#underWay.delete(abort)
    }
  }
}

/** Whether a new question to this witness is useful: a very recent answer stays valid. */
export const canQuery = ({ askedAt, isSilent }: KnownWitness, now: number): boolean =>
  isSilent || askedAt <= now - QUERY_INTERVAL_MS
