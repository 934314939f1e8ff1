/** The world of one scenario: its network, and processes in it that act as scripted. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Cleanup } from '../../../test/support/database/stores.ts'
import type { Failure, LinePart, Outage, Scenario, ScriptedMonitor, Target, Trouble } from '../script.ts'
import { Agent } from './agent.ts'
import type { HostState } from './hosts.ts'
import type { NameServerMode, Zone } from './name-server.ts'
import { FAR_NAME_SERVER, NEAR_NAME_SERVER, Network, RECEIVERS } from './network.ts'
import type { Receipt } from './receiver.ts'

/** Authoritative name server for all names, used by the caches. */
const AUTHORITY = '198.18.200.54'

/** Name and wrong address of DNS monitors that query a separate server. */
export const CHECKED_NAME = 'check.example'
const WRONG_ADDRESS = { 4: '192.0.2.99', 6: '2001:db8::99' } as const

const ROOT_TTL_SECONDS = 6 * 86_400
const NAME_SERVER_TTL_SECONDS = 86_400
const FIRST_PORT = 8_000
const DNS_PORT = 53

/** The receiver of emails; all others receive webhooks. */
export const MAILBOX = 'mailbox'

const NAME_FAILURES: readonly Failure[] = ['name-gone', 'name-servfail', 'wrong-answer']

/**
 * How a scripted line fault is produced:
 * - `silent`: packets are lost behind the router.
 * - `answers`: the router also answers with ICMP errors.
 * - `cable`: the cable is pulled, so the carrier is gone.
 * - `no route`: the routes are removed.
 * - `lossy`: packets are lost for 40 % of every second.
 */
export type LineStyle = 'silent' | 'answers' | 'cable' | 'no route' | 'lossy'

const LOSS_EVERY_MS = 1_000
const LOSS_MS = 400

/** A scenario for real time. */
export interface RealScenario extends Scenario {
  lineStyle: LineStyle
  /** Whether it belongs to the short selection. */
  isShort: boolean
}

export class Laboratory {
  readonly network: Network
  readonly site: Agent
  readonly receipts: (Receipt & { receiver: string })[] = []
  readonly #scenario: RealScenario
  readonly #router: Agent
  readonly #far: Agent
  readonly #active = new Set<Trouble>()
  /** Settles some time after `#isLosing` became false. */
  #loss = Promise.resolve()
  #isLosing = false

  private constructor(scenario: RealScenario, network: Network, agents: { site: Agent; router: Agent; far: Agent }) {
    this.#scenario = scenario
    this.network = network
    this.site = agents.site
    this.#router = agents.router
    this.#far = agents.far
    agents.far.onReceipt = (receiver, receipt) => this.receipts.push({ ...receipt, receiver })
  }

  /** @param name unique on this machine, and short */
  static async create(t: Cleanup, name: string, scenario: RealScenario): Promise<Laboratory> {
    const network = await Network.create(name, scenario.networks)
    t.after(() => network.close())
    const [site, router, far] = await Promise.all(
      [network.site, network.router, network.far].map((namespace) => Agent.start(t, namespace)),
    )
    const laboratory = new Laboratory(scenario, network, { site: site!, router: router!, far: far! })
    t.after(() => {
      laboratory.#isLosing = false
    })
    await laboratory.#open()
    return laboratory
  }

  /** Channel and configuration of a notification target for this receiver. */
  receiverBody = (receiver: string): { channel: string; config: object } =>
    receiver === MAILBOX
      ? { channel: 'email', config: { address: 'ops@example.com' } }
      : { channel: 'webhook', config: { url: `http://${RECEIVERS}:${this.#receiverPort(receiver)}/hook` } }

  portOf = ({ id, target }: ScriptedMonitor): number =>
    target?.type === 'DNS' ? DNS_PORT : FIRST_PORT + this.#scenario.monitors.findIndex((monitor) => monitor.id === id)

  fail = (outage: Outage): Promise<void> => this.#fail(outage, outage.how)
  recover = (outage: Outage): Promise<void> => this.#fail(outage, 'passes')

  begin = (trouble: Trouble): Promise<void> => this.#setTrouble(trouble, true)
  end = (trouble: Trouble): Promise<void> => this.#setTrouble(trouble, false)

  async #open(): Promise<void> {
    const { nameServer, receivers, monitors } = this.#scenario
    this.network.setNameServers([nameServer === 'near' ? NEAR_NAME_SERVER : FAR_NAME_SERVER])
    const cache = { zone: null, upstream: AUTHORITY }
    await this.#far.send({
      kind: 'name-server',
      id: AUTHORITY,
      options: { address: AUTHORITY, zone: this.#buildZone(), upstream: null },
    })
    await this.#far.send({ kind: 'name-server', id: 'far', options: { address: FAR_NAME_SERVER, ...cache } })
    await this.#router.send({ kind: 'name-server', id: 'near', options: { address: NEAR_NAME_SERVER, ...cache } })
    for (const receiver of receivers) await this.#setReceiver(receiver, 'works')
    for (const monitor of monitors) await this.#openHost(monitor)
  }

  #buildZone(): Zone {
    const apex = (host: string) => [{ type: 'NS' as const, data: host, ttlSeconds: NAME_SERVER_TTL_SECONDS }]
    const zone: Zone = {
      '.': [{ type: 'NS', data: 'a.root-servers.net', ttlSeconds: ROOT_TTL_SECONDS }],
      example: apex('ns.example'),
    }
    for (const { id } of this.#scenario.networks) zone[`${id}.example`] = apex(`ns.${id}.example`)
    for (const { target } of this.#scenario.monitors)
      if (target?.hostName) zone[target.hostName] = this.#buildRecords(target, target.address)
    return zone
  }

  #buildRecords({ address }: Target, data: string): Zone[string] {
    const type = address.includes(':') ? 'AAAA' : 'A'
    return [{ type, data, ttlSeconds: this.#scenario.nameTtlSeconds }]
  }

  async #openHost(monitor: ScriptedMonitor): Promise<void> {
    const { target } = monitor
    if (!target || target.type === 'ICMP') return
    if (target.type !== 'DNS') return this.#setHost(monitor, 'passes')
    if (target.hostName !== null) return
    const zone = { [CHECKED_NAME]: this.#buildRecords(target, target.address) }
    await this.#far.send({
      kind: 'name-server',
      id: monitor.id,
      options: { address: target.address, zone, upstream: null },
    })
  }

  async #setHost(monitor: ScriptedMonitor, state: HostState): Promise<void> {
    const { address } = monitor.target!
    await this.#far.send({ kind: 'host', id: monitor.id, address, port: this.portOf(monitor), state })
  }

  async #fail({ monitors, how: failure }: Outage, how: Failure | 'passes'): Promise<void> {
    for (const id of monitors) {
      const monitor = this.#scenario.monitors.find((monitor) => monitor.id === id)!
      if (monitor.target) await this.#failTarget(monitor, monitor.target, how, failure, monitors.length > 1)
    }
  }

  /**
   * @param how the new state
   * @param failure the failure that begins or ends
   */
  async #failTarget(
    monitor: ScriptedMonitor,
    target: Target,
    how: Failure | 'passes',
    failure: Failure,
    isShared: boolean,
  ): Promise<void> {
    if (NAME_FAILURES.includes(failure)) return this.#failName(monitor, target, how)
    if (target.type === 'DNS') return this.#setMode(this.#far, monitor.id, toDnsMode(how))
    // If a shared host fails silently, the whole host is dropped. The page of a single host may also hang behind an
    // open port
    const isDropped = failure === 'hang' && (isShared || target.type === 'TCP' || target.type === 'ICMP')
    if (!isDropped) return this.#setHost(monitor, how as HostState)
    if (how === 'hang') await this.network.dropHost(target.address)
    else await this.network.restoreHost(target.address)
  }

  async #failName(monitor: ScriptedMonitor, target: Target, how: Failure | 'passes'): Promise<void> {
    const isOwn = target.type === 'DNS' && target.hostName === null
    const name = isOwn ? CHECKED_NAME : target.hostName!
    const wrong = WRONG_ADDRESS[target.address.includes(':') ? 6 : 4]
    const records = {
      'name-gone': null,
      'name-servfail': 'servfail' as const,
      'wrong-answer': this.#buildRecords(target, wrong),
      passes: this.#buildRecords(target, target.address),
    }[how as 'name-gone' | 'name-servfail' | 'wrong-answer' | 'passes']
    await this.#far.send({ kind: 'records', id: isOwn ? monitor.id : AUTHORITY, name, records })
    // The name servers' answer changes at the scripted time; the probe's own cache is left as it is
    if (!isOwn) await this.#clearCachedName(name)
  }

  async #clearCachedName(name: string): Promise<void> {
    await this.#far.send({ kind: 'forget', id: 'far', name })
    await this.#router.send({ kind: 'forget', id: 'near', name })
  }

  async #setMode(agent: Agent, id: string, mode: NameServerMode): Promise<void> {
    await agent.send({ kind: 'name-server-mode', id, mode })
  }

  async #setReceiver(receiver: string, state: 'works' | 'refused' | '503'): Promise<void> {
    const port = this.#receiverPort(receiver)
    await this.#far.send({
      kind: 'receiver',
      id: receiver,
      address: RECEIVERS,
      port,
      isMail: receiver === MAILBOX,
      state,
    })
  }

  #receiverPort = (receiver: string): number => FIRST_PORT + this.#scenario.receivers.indexOf(receiver)

  async #setTrouble(trouble: Trouble, isOn: boolean): Promise<void> {
    if (isOn) this.#active.add(trouble)
    else this.#active.delete(trouble)
    if (trouble.kind === 'line') await this.#applyLine()
    if (trouble.kind === 'receiver') await this.#setReceiver(trouble.receiver, isOn ? trouble.how : 'works')
    if (trouble.kind !== 'name-server') return
    const mode = isOn ? trouble.how : 'works'
    if (this.#scenario.nameServer === 'near') await this.#setMode(this.#router, 'near', mode)
    else await this.#setMode(this.#far, 'far', mode)
  }

  /** Restores the line and applies the remaining faults, since faults of the line may overlap. */
  async #applyLine(): Promise<void> {
    const lines = [...this.#active].filter((trouble) => trouble.kind === 'line')
    this.#isLosing = false
    await this.#loss
    await this.network.restoreLine()
    if (lines.length === 0) await this.network.linkUp()
    for (const { how, part } of lines) {
      if (how === 'link') await this.network.linkDown(part)
      else await this.#cutLine(part)
    }
  }

  async #cutLine(part: LinePart): Promise<void> {
    const { network } = this
    switch (this.#scenario.lineStyle) {
      case 'cable':
        return network.pullCable()
      case 'no route':
        return network.dropRoutes()
      case 'lossy':
        this.#loss = this.#dropPackets(part)
        return
      case 'answers':
        return network.cutLine(part, 'unreachable')
      case 'silent':
        return network.cutLine(part, 'silent')
    }
  }

  async #dropPackets(part: LinePart): Promise<void> {
    this.#isLosing = true
    while (this.#isLosing) {
      await this.network.cutLine(part, 'silent')
      await delay(LOSS_MS)
      await this.network.restoreLine()
      await delay(LOSS_EVERY_MS - LOSS_MS)
    }
  }
}

const toDnsMode = (how: Failure | 'passes'): NameServerMode =>
  how === 'refused' ? 'refused' : how === 'hang' ? 'silent' : 'works'
