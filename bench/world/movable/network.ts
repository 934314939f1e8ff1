/** The simulated network: state of an address, a name or a receiver at a given time of the script. */
import {
  type Failure,
  isWithin,
  type LinePart,
  type Network,
  type Scenario,
  type ScriptedMonitor,
  type Trouble,
} from '../script.ts'

/** Fate of a packet: it arrives, it is lost, or this machine has no route. */
export type Reach = 'arrives' | 'vanishes' | 'no route'

/** Response of the probe's name server to a query. */
export type NameReply =
  | { kind: 'address'; address: string }
  | { kind: 'NXDOMAIN' | 'SERVFAIL' | 'silent' | 'refused' | 'no route' }

/** Addresses of the name server, and the interface that leads to a far one. */
const NAME_SERVER: Network = { id: 'name server', family: 4, uplink: 'a', prefix: '77.7.7.0' }
export const FAR_NAME_SERVER = '77.7.7.53'
export const NEAR_NAME_SERVER = '10.0.0.1'

/** How long the response for a fresh name is reused. */
const FRESH_REPLY_MS = 1_000

export class SimulatedNetwork {
  readonly #scenario: Scenario
  readonly #now: () => number
  readonly #region: string | undefined
  readonly #byName = new Map<string, ScriptedMonitor>()
  readonly #byAddress = new Map<string, Network>()
  /** Cache of a caching name server by name; `untilMs` counts from the start of the scenario. */
  readonly #cache = new Map<string, { reply: NameReply; untilMs: number }>()

  #fresh: { reply: NameReply; at: number } = { reply: { kind: 'silent' }, at: -FRESH_REPLY_MS }

  /**
   * @param now ms since the scenario began
   * @param region whose probe uses this network; absent without regions
   */
  constructor(scenario: Scenario, now: () => number, region?: string) {
    this.#scenario = scenario
    this.#region = region
    this.#now = now
    for (const monitor of scenario.monitors) {
      const { target } = monitor
      if (target === null) continue
      this.#byAddress.set(target.address, scenario.networks.find(({ id }) => id === target.network)!)
      if (target.hostName !== null) this.#byName.set(target.hostName, monitor)
    }
    this.#byAddress.set(FAR_NAME_SERVER, NAME_SERVER)
  }

  /** Returns the current failure of this monitor's target. */
  findFailure({ id }: ScriptedMonitor): Failure | null {
    const now = this.#now()
    if (this.#listTroubles('blocked').some(({ monitor }) => monitor === id)) return 'refused'
    return this.#scenario.outages.find((outage) => outage.monitors.includes(id) && isWithin(outage, now))?.how ?? null
  }

  /** Far addresses without a monitor are reached like the name server. */
  reach(address: string): Reach {
    const network = this.#byAddress.get(address) ?? NAME_SERVER
    const cuts = this.#listTroubles('line').filter(({ part }) => isPartOf(network, part))
    if (cuts.some(({ how }) => how === 'link')) return 'no route'
    return cuts.length > 0 ? 'vanishes' : 'arrives'
  }

  findNetwork = (address: string): Network => this.#byAddress.get(address) ?? NAME_SERVER

  /** Returns whether the machine has an interface with a carrier and a default route. */
  hasLink(): boolean {
    return !this.#listTroubles('line').some(({ how, part }) => how === 'link' && part === 'all')
  }

  /**
   * Queries the probe's name server.
   *
   * @param name of a target, or any other name, which no cache contains
   */
  queryName(name: string): NameReply {
    const isNear = this.#scenario.nameServer === 'near'
    const trouble = this.#listTroubles('name-server').at(-1)
    const reach = isNear ? 'arrives' : this.reach(FAR_NAME_SERVER)
    if (reach !== 'arrives') return { kind: reach === 'vanishes' ? 'silent' : 'no route' }
    if (trouble?.how === 'silent' || trouble?.how === 'refused') return { kind: trouble.how }
    if (trouble?.how === 'servfail') return { kind: 'SERVFAIL' }
    const isCut = trouble !== undefined || (isNear && this.reach(FAR_NAME_SERVER) !== 'arrives')
    const cached = this.#cache.get(name)
    if (cached !== undefined && this.#now() < cached.untilMs) return cached.reply
    if (isCut) return { kind: 'SERVFAIL' }
    const reply = this.#resolveName(name)
    if (reply.kind !== 'SERVFAIL' && this.#byName.has(name))
      this.#cache.set(name, { reply, untilMs: this.#now() + this.#scenario.nameTtlSeconds * 1_000 })
    return reply
  }

  get nameServerAddress(): string {
    return this.#scenario.nameServer === 'near' ? NEAR_NAME_SERVER : FAR_NAME_SERVER
  }

  /**
   * Returns the fate of a connection to the host at an address, including the host's failures. A refused connection
   * counts as no route.
   */
  reachHost(address: string): Reach {
    const reach = this.reach(address)
    if (reach !== 'arrives') return reach
    const failures = this.#scenario.monitors
      .filter(({ target }) => target?.address === address)
      .map((monitor) => this.findFailure(monitor))
    if (failures.includes('hang')) return 'vanishes'
    return failures.includes('refused') ? 'no route' : 'arrives'
  }

  /** Returns why a receiver currently refuses messages; null if it accepts them. */
  findReceiverFailure = (receiver: string): 'refused' | '503' | null =>
    this.#listTroubles('receiver').find((trouble) => trouble.receiver === receiver)?.how ?? null

  /** Returns whether the name server currently fails to answer for fresh names. */
  hasNameTrouble = (): boolean => this.queryFreshName().reply.kind !== 'NXDOMAIN'

  /** Queries a fresh name and reuses the response for a second, like `net/dns/dns-health-check.ts`. */
  queryFreshName(): { reply: NameReply; ageMs: number } {
    const ageMs = this.#now() - this.#fresh.at
    if (ageMs < FRESH_REPLY_MS) return { reply: this.#fresh.reply, ageMs }
    this.#fresh = { reply: this.queryName(`fresh-${this.#now()}.example.com`), at: this.#now() }
    return { reply: this.#fresh.reply, ageMs: 0 }
  }

  #resolveName(name: string): NameReply {
    const monitor = this.#byName.get(name)
    if (monitor === undefined) return { kind: 'NXDOMAIN' }
    const how = this.findFailure(monitor)
    if (how === 'name-gone') return { kind: 'NXDOMAIN' }
    return how === 'name-servfail' ? { kind: 'SERVFAIL' } : { kind: 'address', address: monitor.target!.address }
  }

  #listTroubles<Kind extends Trouble['kind']>(kind: Kind): (Trouble & { kind: Kind })[] {
    const now = this.#now()
    return this.#scenario.troubles.filter(
      (trouble): trouble is Trouble & { kind: Kind } =>
        trouble.kind === kind && trouble.region === this.#region && isWithin(trouble, now),
    )
  }
}

const isPartOf = ({ uplink, family }: Network, part: LinePart): boolean =>
  part === 'all' || ('uplink' in part ? part.uplink === uplink : part.family === family)
