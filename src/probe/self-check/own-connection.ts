/**
 * The probe's own connection: the paths out of its machine, its name servers, and the witnesses that speak for them.
 * Asking is shared: failures that come at the same time wait for one round.
 */

import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import {
  findNearest,
  LINK,
  type Path,
  PUBLIC,
  placeOf,
  type Question,
  type Scope,
  type Trouble,
  type Witness,
} from '../../core/probes/witness.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { Clock } from '../schedule/clock.ts'
import { isLoopback } from '../schedule/target-host.ts'
import { Interfaces } from './interfaces.ts'
import { OwnNames } from './own-names.ts'
import { PathRecord } from './path-record.ts'
import { WitnessAsks } from './witness-asks.ts'
import { type Known, UNTRIED, WitnessMemory } from './witness-memory.ts'
import type { WitnessNetwork } from './witness-network.ts'
import { type Finding, WitnessRound } from './witness-round.ts'

interface OwnConnectionOptions {
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

/** Whose silence says nothing about a path, and how much silence says something. */
type Doubt = Pick<Question<Known>, 'isRelated' | 'fewest'>

/** Null where it is not known how the host was reached. */
function toWitness(type: ProbeKind, address: string, port: number | undefined): Witness | null {
  if (type === 'ICMP') return { address, how: 'ping', port: 0 }
  return port === undefined ? null : { address, how: type === 'DNS' ? 'dns' : 'tcp', port }
}

/** How often it is looked by which path a host that passes is reached now. */
const PLACE_AGAIN_MS = MINUTE_MS

/** How old the list of interfaces is at most when a host passes. */
const INTERFACES_MS = SECOND_MS / 4

export class OwnConnection {
  readonly memory = new WitnessMemory()
  readonly interfaces: Interfaces
  readonly #names: OwnNames
  readonly #options: OwnConnectionOptions
  /** By local address. */
  readonly #paths = new Map<string, PathRecord>()
  readonly #rounds = new Map<string, WitnessRound>()
  readonly #asks: WitnessAsks
  /** The doubt that found each path in trouble: what speaks for its end is asked the same way. */
  readonly #doubts = new Map<PathRecord, Doubt>()

  constructor(options: OwnConnectionOptions) {
    this.#options = options
    this.interfaces = new Interfaces(options.network, options.clock)
    this.#asks = new WitnessAsks(options.clock, (witness, signal) => this.#reach(witness, signal))
    this.#names = new OwnNames({
      ...options,
      interfaces: this.interfaces,
      onAnswer: (server, at) => this.#noteNames(server, at),
    })
  }

  /** The connections that are in trouble now. */
  inTrouble(): Subject[] {
    const subjects = [...this.#paths].flatMap(([localAddress, path]) =>
      path.open === null ? [] : [this.aboutPath(localAddress, path, path.open.scope, this.#doubts.get(path)!)],
    )
    return this.#names.record.open === null ? subjects : [this.aboutNames, ...subjects]
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
    return { path: this.#names.record, question: null }
  }

  aboutPath(localAddress: string, path: PathRecord, scope: Scope, { isRelated, fewest }: Doubt): Subject {
    const witness = this.memory.all().find((known) => known.path === path)
    const lostInterface = witness !== undefined && this.interfaces.isLost(witness) ? witness.interfaceName : null
    return { path, question: { localAddress, scope, lostInterface, isRelated, fewest } }
  }

  /** A host answered: its path works, and it can be a witness. Every check that passes comes here. */
  passed({ remoteAddress, remotePort }: ProberOutcome, { type, host }: { type: ProbeKind; host: string }): void {
    if (remoteAddress === null) return
    const now = this.#options.clock.monotonic()
    const known = this.memory.get(remoteAddress)
    if (known === undefined) {
      const witness = toWitness(type, remoteAddress, remotePort)
      if (witness !== null && this.memory.mayTake(now)) void this.#earn(witness, host, now)
      return
    }
    known.passedAt = now
    known.isDown = false
    known.host = host
    if (now - known.placedAt >= PLACE_AGAIN_MS || this.interfaces.isLost(known, INTERFACES_MS))
      void this.#placeAgain(known, now)
    else known.path.good(known.scope, now)
  }

  /** A host failed, and not because of the probe. */
  failed({ remoteAddress }: ProberOutcome): void {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    if (known !== undefined) known.isDown = true
  }

  /** Why a check that took long says nothing: the trouble of its path at that time; null when there was none. */
  troubleOf({ remoteAddress }: ProberOutcome, { from, to }: { from: number; to: number }): string | null {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    return known?.path.troubleIn(known.scope, from, to)?.reason ?? null
  }

  /** @returns null without a route, `here` for an address of this machine */
  async findSubject(address: string): Promise<Subject | 'here' | null> {
    const found = await this.#options.network.findPath(address)
    if (found === null) return null
    if (found.localAddress === address) return 'here'
    const lost = this.#findLostPath(address, found)
    const { localAddress, interfaceName, scope, network } = placeOf(address, lost ?? found)
    const isRelated = (witness: Known) => witness.network === network
    const lostInterface = lost === null ? null : interfaceName
    return { path: this.pathFrom(localAddress), question: { localAddress, scope, lostInterface, isRelated, fewest: 1 } }
  }

  /** Finds out whether a connection works, and records trouble. */
  async ask({ path, question }: Subject): Promise<Finding> {
    if (question === null) return this.#names.find()
    const finding = await this.#round(path, question).finding
    if (finding.kind === 'trouble') {
      if (path.open === null) this.#doubts.set(path, question)
      path.bad(question.scope, finding.reason)
    }
    return finding
  }

  /** Asks about a connection in trouble, and ends the trouble when nothing speaks for it any more. */
  async reconsider(subject: Subject): Promise<void> {
    const { kind } = await this.ask(subject)
    if (kind === 'unknown') subject.path.acquit(this.#options.clock.monotonic())
  }

  close(): void {
    for (const round of this.#rounds.values()) round.close()
    this.#rounds.clear()
    this.#asks.close()
  }

  async #earn(witness: Witness, host: string, passedAt: number): Promise<void> {
    const { address } = witness
    const found = isLoopback(address) ? null : await this.#options.network.findPath(address)
    if (found === null || found.localAddress === address) return
    const place = placeOf(address, found)
    const path = this.pathFrom(place.localAddress)
    path.good(place.scope, passedAt)
    this.memory.add({ ...witness, ...place, host, path, passedAt, ...UNTRIED, placedAt: passedAt }, passedAt)
  }

  /** The path that led to this host, or to the one nearest to it, if its interface is gone: packets go another way now, if any. */
  #findLostPath(address: string, now: Path): Path | null {
    const witnesses = this.memory.all()
    const others = witnesses.filter(({ localAddress }) => localAddress !== now.localAddress)
    if (!others.some((witness) => this.interfaces.isLost(witness))) return null
    const nearest = this.memory.get(address) ?? findNearest(witnesses, address)
    if (nearest === undefined || nearest.localAddress === now.localAddress || !this.interfaces.isLost(nearest))
      return null
    return { ...nearest, isOnLink: nearest.scope === LINK }
  }

  async #placeAgain(witness: Known, passedAt: number): Promise<void> {
    witness.placedAt = passedAt
    const found = await this.#options.network.findPath(witness.address)
    if (found !== null) this.#place(witness, found, passedAt)
  }

  /** An answer came by this path. */
  #place(witness: Known, found: Path, at: number): PathRecord {
    const place = placeOf(witness.address, found)
    const path = this.pathFrom(place.localAddress)
    if (path !== witness.path) witness.path.noteReplaced(witness.scope)
    Object.assign(witness, place, { path })
    path.good(place.scope, at)
    return path
  }

  #round(path: PathRecord, question: Question<Known>): WitnessRound {
    const key = `${question.localAddress} ${question.scope} ${question.fewest}`
    const underWay = this.#rounds.get(key)
    if (underWay !== undefined) return underWay
    const { clock } = this.#options
    const round = new WitnessRound({
      clock,
      path,
      question,
      rank: () => this.memory.rank(question, clock.monotonic()),
      asks: this.#asks,
      askNames: () => this.#names.ask(),
      // Hosts on the same link are reached without a default route
      findLocalTrouble: async () =>
        question.scope === LINK ? null : this.interfaces.findLostWayOut(familyOf(question)),
    })
    this.#rounds.set(key, round)
    void round.finding.then(() => this.#rounds.delete(key))
    return round
  }

  async #reach(witness: Known, signal: AbortSignal): Promise<boolean> {
    const { clock, network } = this.#options
    const askedAt = clock.monotonic()
    const found = await network.findPath(witness.address)
    if (found === null || !(await network.reach(witness, signal))) return false
    const answeredAt = clock.monotonic()
    this.#place(witness, found, answeredAt).answerMs = answeredAt - askedAt
    return true
  }

  async #noteNames(server: string | null, at: number): Promise<void> {
    const path = await this.#pathOfNames(server)
    path?.good(PUBLIC, at)
  }

  /** The path by which the names were resolved. A server on this machine may ask by any: then it counts if there is but one. */
  async #pathOfNames(server: string | null): Promise<PathRecord | null> {
    const found = server === null || isLoopback(server) ? null : await this.#options.network.findPath(server)
    if (found !== null && found.localAddress !== server) return this.pathFrom(found.localAddress)
    const [only, ...others] = this.memory.paths().values()
    return only !== undefined && others.length === 0 ? only.path : null
  }
}

const familyOf = ({ localAddress }: Question<Known>): 4 | 6 => (localAddress.includes(':') ? 6 : 4)
