/**
 * The probe's own connection: the paths out of its machine, its name servers, and the witnesses that speak for them.
 * Asking is shared: failures that come at the same time wait for one round.
 */
import type { ProbeKind } from '../core/protocol.ts'
import { SECOND_MS } from '../core/time.ts'
import { LINK, PUBLIC, placeOf, type Question, type Trouble, type Witness } from '../core/witness.ts'
import type { CheckOutcome } from '../probers/run-check.ts'
import { type Clock, wait } from './clock.ts'
import { PathRecord } from './path-record.ts'
import { isLoopback } from './target-host.ts'
import { type Known, WitnessMemory } from './witness-memory.ts'
import type { NameAnswer, WitnessNetwork } from './witness-network.ts'
import { type Finding, WitnessRound } from './witness-round.ts'

export interface OwnConnectionOptions {
  clock: Clock
  network: WitnessNetwork
  onTrouble: (trouble: Trouble) => void
  /** Trouble of a path begins: unlike that of the name servers it explains failures of any kind. */
  onCutOff: (trouble: Trouble) => void
  onOver: (trouble: Trouble) => void
}

/** The connection that a failure, or a doubt, is about. */
export interface Subject {
  path: PathRecord
  /** Null for the name servers. */
  question: Question<Known> | null
}

/** A witness that has just passed. */
export const UNTRIED = { askedAt: -Infinity, misses: 0, isDown: false }

/** Null where it is not known how the host was reached. */
function toWitness(type: ProbeKind, address: string, port: number | undefined): Witness | null {
  if (type === 'ICMP') return { address, how: 'ping', port: 0 }
  return port === undefined ? null : { address, how: type === 'DNS' ? 'dns' : 'tcp', port }
}

/** The name servers are not asked more often than this. */
const NAMES_AGAIN_MS = SECOND_MS

const NAME_WORDS: Record<Exclude<NameAnswer['kind'], 'answers' | 'unknown'>, string> = {
  silent: 'the name servers do not answer',
  refused: 'the name servers refuse every question',
  failing: 'the name servers resolve no name',
}

export class OwnConnection {
  readonly memory = new WitnessMemory()
  readonly names: PathRecord
  /** IP versions over which there was a way out: only then is its absence trouble. */
  readonly waysOut = new Set<4 | 6>()
  readonly #options: OwnConnectionOptions
  /** By local address. */
  readonly #paths = new Map<string, PathRecord>()
  readonly #rounds = new Map<string, WitnessRound>()
  #nameQuestion: Promise<NameAnswer> | null = null
  #namesAskedAt = -Infinity

  constructor(options: OwnConnectionOptions) {
    this.#options = options
    this.names = new PathRecord(options)
  }

  /** All troubles that are going on. */
  get troubles(): Trouble[] {
    return [this.names, ...this.#paths.values()].map(({ open }) => open).filter((open) => open !== null)
  }

  pathFrom(localAddress: string): PathRecord {
    const known = this.#paths.get(localAddress)
    if (known !== undefined) return known
    const { onTrouble, onCutOff, onOver } = this.#options
    const onPathTrouble = (trouble: Trouble) => {
      onTrouble(trouble)
      onCutOff(trouble)
    }
    const path = new PathRecord({ onTrouble: onPathTrouble, onOver })
    this.#paths.set(localAddress, path)
    return path
  }

  get aboutNames(): Subject {
    return { path: this.names, question: null }
  }

  /** A host answered: its path works, and it can be a witness. Every check that passes comes here. */
  passed({ remoteAddress, remotePort }: CheckOutcome, { type, host }: { type: ProbeKind; host: string }): void {
    if (remoteAddress === null) return
    const now = this.#options.clock.monotonic()
    const known = this.memory.get(remoteAddress)
    if (known === undefined) {
      const witness = toWitness(type, remoteAddress, remotePort)
      if (witness !== null && this.memory.mayTake(now)) void this.#earn(witness, host, now)
      return
    }
    known.passedAt = now
    known.misses = 0
    known.isDown = false
    known.host = host
    known.path.good(known.scope, now)
  }

  /** A host failed, and not because of the probe. */
  failed({ remoteAddress }: CheckOutcome): void {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    if (known !== undefined) known.isDown = true
  }

  /** Why a check that took long says nothing: the trouble of its path at that time; null when there was none. */
  troubleOf({ remoteAddress }: CheckOutcome, { from, to }: { from: number; to: number }): string | null {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    return known?.path.troubleIn(known.scope, from, to)?.reason ?? null
  }

  /** @returns null without a route, `here` for an address of this machine */
  async findSubject(address: string): Promise<Subject | 'here' | null> {
    const found = await this.#options.network.findPath(address)
    if (found === null) return null
    if (found.localAddress === address) return 'here'
    const { localAddress, scope, network } = placeOf(address, found.localAddress, found.isOnLink)
    const isRelated = (witness: Known) => witness.network === network
    return { path: this.pathFrom(localAddress), question: { localAddress, scope, isRelated } }
  }

  /**
   * Finds out whether a connection works, and records trouble.
   *
   * @param fewest networks that must fail before a path is in trouble although others work
   */
  async ask({ path, question }: Subject, fewest = 1): Promise<Finding> {
    if (question === null) return this.#findNames()
    const finding = await this.#round(path, question, fewest).finding
    if (finding.kind === 'trouble') path.bad(question.scope, finding.reason)
    return finding
  }

  close(): void {
    for (const round of this.#rounds.values()) round.close()
    this.#rounds.clear()
  }

  async #earn(witness: Witness, host: string, passedAt: number): Promise<void> {
    const { address } = witness
    const found = isLoopback(address) ? null : await this.#options.network.findPath(address)
    if (found === null || found.localAddress === address) return
    const place = placeOf(address, found.localAddress, found.isOnLink)
    const path = this.pathFrom(place.localAddress)
    path.good(place.scope, passedAt)
    this.memory.add({ ...witness, ...place, host, path, passedAt, ...UNTRIED }, passedAt)
  }

  #round(path: PathRecord, question: Question<Known>, fewest: number): WitnessRound {
    const key = `${question.localAddress} ${question.scope} ${fewest}`
    const underWay = this.#rounds.get(key)
    if (underWay !== undefined) return underWay
    const { clock } = this.#options
    const round = new WitnessRound({
      clock,
      path,
      question,
      fewest,
      rank: () => this.memory.rank(question, clock.monotonic()),
      ask: (witness, signal) => this.#reach(witness, signal),
      askNames: () => this.#askNames(),
      // Hosts on the same link are reached without a default route
      findLocalTrouble: async () => (question.scope === LINK ? null : this.#findLostWayOut(familyOf(question))),
    })
    this.#rounds.set(key, round)
    void round.finding.then(() => this.#rounds.delete(key))
    return round
  }

  async #reach(witness: Known, signal: AbortSignal): Promise<boolean> {
    const { clock, network } = this.#options
    const found = await network.findPath(witness.address)
    if (found === null || !(await network.reach(witness, signal))) return false
    const place = placeOf(witness.address, found.localAddress, found.isOnLink)
    const path = this.pathFrom(place.localAddress)
    path.answerMs = clock.monotonic() - witness.askedAt
    Object.assign(witness, place, { path, misses: 0 })
    path.good(place.scope, clock.monotonic())
    return true
  }

  async #findNames(): Promise<Finding> {
    const local = await this.#findLostWaysOut()
    if (local === null) {
      const { kind } = await this.#askNames()
      if (kind === 'answers') return { kind: 'works' }
      return kind === 'unknown' ? { kind } : { kind: 'trouble', reason: NAME_WORDS[kind] }
    }
    this.names.bad(PUBLIC, local)
    return { kind: 'trouble', reason: local }
  }

  #askNames(): Promise<NameAnswer> {
    this.#nameQuestion ??= this.#questionNames().finally(() => {
      this.#nameQuestion = null
    })
    return this.#nameQuestion
  }

  async #questionNames(): Promise<NameAnswer> {
    const { clock, network } = this.#options
    const earlyMs = this.#namesAskedAt + NAMES_AGAIN_MS - clock.monotonic()
    if (earlyMs > 0) await wait(clock, earlyMs).done
    this.#namesAskedAt = clock.monotonic()
    const answer = await network.askName()
    if (answer.kind === 'answers') await this.#takeAnswer(answer)
    else if (answer.kind !== 'unknown') this.names.bad(PUBLIC, NAME_WORDS[answer.kind])
    return answer
  }

  /** A name that no cache holds was resolved, so the line carries. */
  async #takeAnswer({ server, ageMs = 0 }: NameAnswer): Promise<void> {
    const at = this.#options.clock.monotonic() - ageMs
    const path = await this.#pathOfNames(server)
    this.names.good(PUBLIC, at)
    path?.good(PUBLIC, at)
  }

  /** The path by which the names were resolved. A server on this machine may ask by any: then it counts if there is but one. */
  async #pathOfNames(server: string | null): Promise<PathRecord | null> {
    const found = server === null || isLoopback(server) ? null : await this.#options.network.findPath(server)
    if (found !== null && found.localAddress !== server) return this.pathFrom(found.localAddress)
    const [only, ...others] = this.memory.paths().values()
    return only !== undefined && others.length === 0 ? only.path : null
  }

  /** Why there is no way out any more over an IP version; null when there is, or never was. */
  async #findLostWayOut(family: 4 | 6): Promise<string | null> {
    const { isOut, trouble } = await this.#options.network.readWayOut(family)
    if (isOut) this.waysOut.add(family)
    return isOut || !this.waysOut.has(family) ? null : (trouble ?? `no way out over IPv${family}`)
  }

  /** Why no way out is left of those that there were. */
  async #findLostWaysOut(): Promise<string | null> {
    const found = await Promise.all(FAMILIES.map((family) => this.#findLostWayOut(family)))
    const lost = found.filter((trouble) => trouble !== null)
    return lost.length > 0 && lost.length === this.waysOut.size ? lost.join(', ') : null
  }
}

const FAMILIES = [4, 6] as const

const familyOf = ({ localAddress }: Question<Known>): 4 | 6 => (localAddress.includes(':') ? 6 : 4)
