/** The simulated network: what the script makes of an address, a name or a receiver at a moment. */
import {
  type Failure,
  isWithin,
  type LinePart,
  type Network,
  type Scenario,
  type ScriptedMonitor,
  type Trouble,
} from '../script.ts'

/** What becomes of a packet: it arrives, it vanishes, or this machine has no route for it. */
export type Reach = 'arrives' | 'vanishes' | 'no route'

/** How the probe's name server answers a question. */
export type NameReply =
  | { kind: 'address'; address: string }
  | { kind: 'NXDOMAIN' | 'SERVFAIL' | 'silent' | 'refused' | 'no route' }

/** The name server's own addresses, and the interface that leads to a far one. */
const NAME_SERVER: Network = { id: 'name server', family: 4, uplink: 'a', prefix: '77.7.7.0' }
export const FAR_NAME_SERVER = '77.7.7.53'
export const NEAR_NAME_SERVER = '10.0.0.1'

/** How long the answer about a fresh name is given again. */
const FRESH_REPLY_MS = 1_000

export class SimulatedNetwork {
  readonly #scenario: Scenario
  readonly #now: () => number
  readonly #byName = new Map<string, ScriptedMonitor>()
  readonly #byAddress = new Map<string, Network>()
  /** What a caching name server keeps, by name: until when, ms since the scenario began. */
  readonly #cache = new Map<string, { reply: NameReply; untilMs: number }>()

  #fresh: { reply: NameReply; at: number } = { reply: { kind: 'silent' }, at: -FRESH_REPLY_MS }

  /** @param now ms since the scenario began */
  constructor(scenario: Scenario, now: () => number) {
    this.#scenario = scenario
    this.#now = now
    for (const monitor of scenario.monitors) {
      const { target } = monitor
      if (target === null) continue
      this.#byAddress.set(target.address, scenario.networks.find(({ id }) => id === target.network)!)
      if (target.hostName !== null) this.#byName.set(target.hostName, monitor)
    }
    this.#byAddress.set(FAR_NAME_SERVER, NAME_SERVER)
  }

  /** The failure of this monitor's target at this moment. */
  findFailure({ id }: ScriptedMonitor): Failure | null {
    const now = this.#now()
    return this.#scenario.outages.find((outage) => outage.monitors.includes(id) && isWithin(outage, now))?.how ?? null
  }

  /** Far addresses that no monitor has are reached like the name server's. */
  reach(address: string): Reach {
    const network = this.#byAddress.get(address) ?? NAME_SERVER
    const cuts = this.#listTroubles('line').filter(({ part }) => isPartOf(network, part))
    if (cuts.some(({ how }) => how === 'link')) return 'no route'
    return cuts.length > 0 ? 'vanishes' : 'arrives'
  }

  findNetwork = (address: string): Network => this.#byAddress.get(address) ?? NAME_SERVER

  /** Whether the machine has an interface with a carrier and a default route. */
  hasLink(): boolean {
    return !this.#listTroubles('line').some(({ how, part }) => how === 'link' && part === 'all')
  }

  /** Asks the probe's name server. @param name of a target, or any other: that one exists only in no cache */
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

  /** What becomes of a connection to the host at an address, with its own failures; refused is no route either. */
  reachHost(address: string): Reach {
    const reach = this.reach(address)
    if (reach !== 'arrives') return reach
    const failures = this.#scenario.monitors
      .filter(({ target }) => target?.address === address)
      .map((monitor) => this.findFailure(monitor))
    if (failures.includes('hang')) return 'vanishes'
    return failures.includes('refused') ? 'no route' : 'arrives'
  }

  /** Why a receiver does not accept a message now; null when it does. */
  findReceiverFailure = (receiver: string): 'refused' | '503' | null =>
    this.#listTroubles('receiver').find((trouble) => trouble.receiver === receiver)?.how ?? null

  /** Whether the name server resolves no fresh name at this moment. */
  hasNameTrouble = (): boolean => this.queryFreshName().reply.kind !== 'NXDOMAIN'

  /** The answer about a fresh name, given again for a second like that of `net/dns/dns-health-check.ts`. */
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
      (trouble): trouble is Trouble & { kind: Kind } => trouble.kind === kind && isWithin(trouble, now),
    )
  }
}

const isPartOf = ({ uplink, family }: Network, part: LinePart): boolean =>
  part === 'all' || ('uplink' in part ? part.uplink === uplink : part.family === family)
