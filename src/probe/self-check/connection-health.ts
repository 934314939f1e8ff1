/**
 * The probe's own connection: the paths out of its machine, its name servers, and the witnesses that test them.
 * Verification is shared: simultaneous failures wait for one round.
 */

import { MINUTE_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { ProbeKind } from '../../core/probes/protocol.ts'
import {
  type ConnectionTrouble,
  findNearest,
  LINK,
  type PathQuestion,
  PUBLIC,
  type RoutePath,
  type Scope,
  toNetworkPosition,
  type Witness,
} from '../../core/probes/witness.ts'
import type { ProberOutcome } from '../../probers/run-check.ts'
import type { Clock } from '../schedule/clock.ts'
import { isLoopback } from '../schedule/target-host.ts'
import { NetworkInterfaces } from './interfaces.ts'
import { NameServerHealth } from './name-server-health.ts'
import { PathRecord } from './path-record.ts'
import { type KnownWitness, NEW_WITNESS_STATE, WitnessMemory, WitnessQueries } from './witness-memory.ts'
import type { WitnessNetwork } from './witness-network.ts'
import { type Finding, WitnessRound } from './witness-round.ts'

interface ConnectionHealthOptions {
  clock: Clock
  network: WitnessNetwork
  onTrouble: (trouble: ConnectionTrouble) => void
  /** Called when trouble of a path begins. Unlike trouble of the name servers, it explains failures of any kind. */
  onCutOff: (trouble: ConnectionTrouble) => void
  onOver: (trouble: ConnectionTrouble) => void
}

/** The connection to verify after a failure, or when it is in doubt. */
export interface ConnectionSubject {
  path: PathRecord
  /** Null for the name servers. */
  question: PathQuestion<KnownWitness> | null
}

/** Witnesses whose silence proves nothing about a path, and how many silent networks prove trouble. */
type EvidenceRule = Pick<PathQuestion<KnownWitness>, 'isRelated' | 'minFailedNetworks'>

/** Returns null when the port by which the host was reached is unknown. */
function toWitness(type: ProbeKind, address: string, port: number | undefined): Witness | null {
  if (type === 'ICMP') return { address, method: 'ping', port: 0 }
  return port === undefined ? null : { address, method: type === 'DNS' ? 'dns' : 'tcp', port }
}

/** Interval at which the path to a passing host is determined again. */
const PATH_REFRESH_MS = MINUTE_MS

/** Maximum age of the list of interfaces when a host passes. */
const INTERFACES_MS = SECOND_MS / 4

export class ConnectionHealth {
  readonly memory = new WitnessMemory()
  readonly interfaces: NetworkInterfaces
  readonly #nameServerHealth: NameServerHealth
  readonly #options: ConnectionHealthOptions
  /** Paths by local address. */
  readonly #paths = new Map<string, PathRecord>()
  readonly #rounds = new Map<string, WitnessRound>()
  readonly #queries: WitnessQueries
  /** The rule that proved each path in trouble; the review of the trouble uses the same rule. */
  readonly #evidenceRules = new Map<PathRecord, EvidenceRule>()

  constructor(options: ConnectionHealthOptions) {
    this.#options = options
    this.interfaces = new NetworkInterfaces(options.network, options.clock)
    this.#queries = new WitnessQueries(options.clock, (witness, signal) => this.#reach(witness, signal))
    this.#nameServerHealth = new NameServerHealth({
      ...options,
      interfaces: this.interfaces,
      onAnswer: (server, at) => this.#recordNameServerAnswer(server, at),
    })
  }

  /** Connections that are in trouble now. */
  listTroubled(): ConnectionSubject[] {
    const subjects = [...this.#paths].flatMap(([localAddress, path]) =>
      path.currentTrouble === null
        ? []
        : [this.createPathSubject(localAddress, path, path.currentTrouble.scope, this.#evidenceRules.get(path)!)],
    )
    return this.#nameServerHealth.record.currentTrouble === null ? subjects : [this.nameServerSubject, ...subjects]
  }

  ensurePath(localAddress: string): PathRecord {
    const known = this.#paths.get(localAddress)
    if (known !== undefined) return known
    const { onTrouble, onCutOff, onOver } = this.#options
    const onPathTrouble = (trouble: ConnectionTrouble) => {
      onTrouble(trouble)
      onCutOff(trouble)
    }
    const path = new PathRecord({ onTrouble: onPathTrouble, onOver })
    this.#paths.set(localAddress, path)
    return path
  }

  get nameServerSubject(): ConnectionSubject {
    return { path: this.#nameServerHealth.record, question: null }
  }

  createPathSubject(
    localAddress: string,
    path: PathRecord,
    scope: Scope,
    { isRelated, minFailedNetworks }: EvidenceRule,
  ): ConnectionSubject {
    const witness = this.memory.list().find((known) => known.path === path)
    const lostInterface = witness !== undefined && this.interfaces.isLost(witness) ? witness.interfaceName : null
    return { path, question: { localAddress, scope, lostInterface, isRelated, minFailedNetworks } }
  }

  /** Records that a host answered: its path works, and it can become a witness. Called for every passing check. */
  recordPass({ remoteAddress, remotePort }: ProberOutcome, { type, host }: { type: ProbeKind; host: string }): void {
    if (remoteAddress === null) return
    const now = this.#options.clock.monotonic()
    const known = this.memory.get(remoteAddress)
    if (known === undefined) {
      const witness = toWitness(type, remoteAddress, remotePort)
      if (witness !== null && this.memory.canConsider(now)) void this.#addWitness(witness, host, now)
      return
    }
    known.passedAt = now
    known.isDown = false
    known.host = host
    if (now - known.placedAt >= PATH_REFRESH_MS || this.interfaces.isLost(known, INTERFACES_MS))
      void this.#refreshPath(known, now)
    else known.path.recordAnswer(known.scope, now)
  }

  /** Records a failure of the host that the probe did not cause. */
  recordFailure({ remoteAddress }: ProberOutcome): void {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    if (known !== undefined) known.isDown = true
  }

  /**
   * Returns the trouble of the path during a slow check, which makes the check inconclusive; null when there was none.
   */
  findTrouble({ remoteAddress }: ProberOutcome, { from, to }: { from: number; to: number }): string | null {
    const known = remoteAddress === null ? undefined : this.memory.get(remoteAddress)
    return known?.path.findTrouble(known.scope, from, to)?.reason ?? null
  }

  /** @returns null without a route, `here` for an address of this machine */
  async findSubject(address: string): Promise<ConnectionSubject | 'here' | null> {
    const found = await this.#options.network.findPath(address)
    if (found === null) return null
    if (found.localAddress === address) return 'here'
    const lost = this.#findLostPath(address, found)
    const { localAddress, interfaceName, scope, network } = toNetworkPosition(address, lost ?? found)
    const isRelated = (witness: KnownWitness) => witness.network === network
    const lostInterface = lost === null ? null : interfaceName
    return {
      path: this.ensurePath(localAddress),
      question: { localAddress, scope, lostInterface, isRelated, minFailedNetworks: 1 },
    }
  }

  /** Verifies a connection, and records trouble. */
  async verify({ path, question }: ConnectionSubject): Promise<Finding> {
    if (question === null) return this.#nameServerHealth.verify()
    const finding = await this.#round(path, question).finding
    if (finding.kind === 'trouble') {
      if (path.currentTrouble === null) this.#evidenceRules.set(path, question)
      path.recordTrouble(question.scope, finding.reason)
    }
    return finding
  }

  /** Verifies a connection in trouble again, and ends the trouble when there is no more evidence for it. */
  async reviewTrouble(subject: ConnectionSubject): Promise<void> {
    const { kind } = await this.verify(subject)
    if (kind === 'unknown') subject.path.clearTrouble(this.#options.clock.monotonic())
  }

  close(): void {
    for (const round of this.#rounds.values()) round.close()
    this.#rounds.clear()
    this.#queries.close()
  }

  async #addWitness(witness: Witness, host: string, passedAt: number): Promise<void> {
    const { address } = witness
    const found = isLoopback(address) ? null : await this.#options.network.findPath(address)
    if (found === null || found.localAddress === address) return
    const location = toNetworkPosition(address, found)
    const path = this.ensurePath(location.localAddress)
    path.recordAnswer(location.scope, passedAt)
    this.memory.add(
      { ...witness, ...location, host, path, passedAt, ...NEW_WITNESS_STATE, placedAt: passedAt },
      passedAt,
    )
  }

  /**
   * The path that led to this host, or to the nearest known host, if its interface is gone. Packets then take another
   * path, if any.
   */
  #findLostPath(address: string, now: RoutePath): RoutePath | null {
    const witnesses = this.memory.list()
    const others = witnesses.filter(({ localAddress }) => localAddress !== now.localAddress)
    if (!others.some((witness) => this.interfaces.isLost(witness))) return null
    const nearest = this.memory.get(address) ?? findNearest(witnesses, address)
    if (nearest === undefined || nearest.localAddress === now.localAddress || !this.interfaces.isLost(nearest))
      return null
    return { ...nearest, isOnLink: nearest.scope === LINK }
  }

  async #refreshPath(witness: KnownWitness, passedAt: number): Promise<void> {
    witness.placedAt = passedAt
    const found = await this.#options.network.findPath(witness.address)
    if (found !== null) this.#updatePath(witness, found, passedAt)
  }

  /** Records an answer over this path. */
  #updatePath(witness: KnownWitness, found: RoutePath, at: number): PathRecord {
    const location = toNetworkPosition(witness.address, found)
    const path = this.ensurePath(location.localAddress)
    if (path !== witness.path) witness.path.recordReplaced(witness.scope)
    Object.assign(witness, location, { path })
    path.recordAnswer(location.scope, at)
    return path
  }

  #round(path: PathRecord, question: PathQuestion<KnownWitness>): WitnessRound {
    const key = `${question.localAddress} ${question.scope} ${question.minFailedNetworks}`
    const underWay = this.#rounds.get(key)
    if (underWay !== undefined) return underWay
    const { clock } = this.#options
    const round = new WitnessRound({
      clock,
      path,
      question,
      listWitnesses: () => this.memory.listRanked(question, clock.monotonic()),
      queries: this.#queries,
      queryNameServers: () => this.#nameServerHealth.query(),
      // Hosts on the same link are reachable without a default route
      findLocalTrouble: async () =>
        question.scope === LINK ? null : this.interfaces.findLostUplink(toIpFamily(question)),
    })
    this.#rounds.set(key, round)
    void round.finding.then(() => this.#rounds.delete(key))
    return round
  }

  async #reach(witness: KnownWitness, signal: AbortSignal): Promise<boolean> {
    const { clock, network } = this.#options
    const askedAt = clock.monotonic()
    const found = await network.findPath(witness.address)
    if (found === null || !(await network.reach(witness, signal))) return false
    const answeredAt = clock.monotonic()
    this.#updatePath(witness, found, answeredAt).answerMs = answeredAt - askedAt
    return true
  }

  async #recordNameServerAnswer(server: string | null, at: number): Promise<void> {
    const path = await this.#findNameServerPath(server)
    path?.recordAnswer(PUBLIC, at)
  }

  /**
   * The path over which names were resolved. A name server on this machine may use any path, so it only counts if there
   * is exactly one.
   */
  async #findNameServerPath(server: string | null): Promise<PathRecord | null> {
    const found = server === null || isLoopback(server) ? null : await this.#options.network.findPath(server)
    if (found !== null && found.localAddress !== server) return this.ensurePath(found.localAddress)
    const [only, ...others] = this.memory.listPaths().values()
    return only !== undefined && others.length === 0 ? only.path : null
  }
}

const toIpFamily = ({ localAddress }: PathQuestion<KnownWitness>): 4 | 6 => (localAddress.includes(':') ? 6 : 4)
