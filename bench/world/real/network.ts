/**
 * The network of one scenario: three namespaces in a row.
 *
 *   site ══ eth0, eth1 ══ router ══ wan0, wan1 ══ far
 *
 * The service and its probe run in `site`. The cache of a home router runs in `router`. Targets, the far name server
 * and receivers run in `far`, where every address of the scenario's networks is local.
 *
 * Uplink `a` is `eth0` with the default route; uplink `b` is `eth1` with routes to its own networks. A dead line fails
 * behind the router, so the site keeps its carrier, addresses and routes.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import type { LinePart, Network as TargetNetwork } from '../script.ts'
import { run, runIpBatch } from './commands.ts'

/** Name servers of the router and beyond the line. Source of the network: RFC 2544 */
export const NEAR_NAME_SERVER = '192.168.70.1'
export const FAR_NAME_SERVER = '198.18.200.53'
export const RECEIVERS = '198.18.201.25'
const SERVICES = { id: 'services', family: 4, uplink: 'a', prefix: '198.18.200.0/23' } as const

type Family = 4 | 6
type Uplink = TargetNetwork['uplink']

const UPLINKS: readonly Uplink[] = ['a', 'b']
const NUMBERS: Readonly<Record<Uplink, number>> = { a: 0, b: 1 }
const FAMILIES: readonly Family[] = [4, 6]

/** `silent` drops packets; `unreachable` answers them with an ICMP error, as routers do that detect the fault. */
export type Silence = 'silent' | 'unreachable'

/** Folder whose files replace the files of the machine under `ip netns exec`. */
const FILES = '/etc/netns'

/** Returns why no network can be created on this machine; null if it can. */
export function findMissingRequirement(): string | null {
  if (process.platform !== 'linux') return 'network namespaces need Linux'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  return null
}

export class Network {
  readonly site: string
  readonly router: string
  readonly far: string
  readonly #networks: readonly Route[]
  readonly #madeFiles = !existsSync(FILES)

  private constructor(name: string, networks: readonly TargetNetwork[]) {
    this.site = `${name}-site`
    this.router = `${name}-router`
    this.far = `${name}-far`
    this.#networks = [...networks.map(toRoute), SERVICES]
  }

  /** @param name short, since it is part of the namespace names */
  static async create(name: string, networks: readonly TargetNetwork[]): Promise<Network> {
    const network = new Network(name, networks)
    try {
      await network.#create()
    } catch (error) {
      await network.close()
      throw error
    }
    return network
  }

  /** Sets the name servers of the site; running processes there notice the changed file. */
  setNameServers(addresses: readonly string[]): void {
    mkdirSync(`${FILES}/${this.site}`, { recursive: true })
    writeFileSync(`${FILES}/${this.site}/resolv.conf`, addresses.map((address) => `nameserver ${address}\n`).join(''))
  }

  async cutLine(part: LinePart, how: Silence): Promise<void> {
    const kind = how === 'silent' ? 'blackhole' : 'unreachable'
    const { uplinks, families } = listAffected(part)
    const lines = families.flatMap((family) =>
      uplinks.flatMap((uplink) => [
        `${getFamilyFlag(family)}rule add pref 4 iif wan${NUMBERS[uplink]} blackhole`,
        `${getFamilyFlag(family)}rule add pref 10 iif lan${NUMBERS[uplink]} ${kind}`,
        // Packets of the router itself, such as queries of its name server
        ...this.#listRoutes(family, uplink).map(
          ({ prefix }) => `${getFamilyFlag(family)}rule add pref 10 to ${prefix} ${kind}`,
        ),
      ]),
    )
    await runIpBatch(this.router, lines)
  }

  async restoreLine(): Promise<void> {
    const most = 4 + this.#networks.length
    const lines = FAMILIES.flatMap((family) =>
      [4, 10].flatMap((pref) => Array.from({ length: most }, () => `${getFamilyFlag(family)}rule del pref ${pref}`)),
    )
    await runIpBatch(this.router, lines, { force: true })
  }

  /** Disables the site's own interface, which also removes its routes. */
  async linkDown(part: LinePart): Promise<void> {
    const { uplinks, families } = listAffected(part)
    const isWhole = families.length === FAMILIES.length
    await runIpBatch(
      this.site,
      uplinks.map((uplink) =>
        isWhole
          ? `link set ${getInterface(uplink)} down`
          : `${getFamilyFlag(families[0]!)}addr flush dev ${getInterface(uplink)} scope global`,
      ),
    )
  }

  /** Pulls the cable: addresses and routes stay, the carrier is gone. */
  async pullCable(): Promise<void> {
    await runIpBatch(
      this.router,
      UPLINKS.map((uplink) => `link set lan${NUMBERS[uplink]} down`),
    )
  }

  /** Removes routes; the interfaces stay up and keep their addresses. */
  async dropRoutes(): Promise<void> {
    const routes = this.#buildRouteCommands().map((route) => route.replace('route replace', 'route del'))
    await runIpBatch(this.site, routes, { force: true })
  }

  /** Undoes every fault of the link, as a DHCP client would. */
  async linkUp(): Promise<void> {
    await runIpBatch(this.router, LAN_COMMANDS)
    await runIpBatch(this.site, this.#buildSiteCommands())
  }

  /** Drops packets to an address, so that its host looks switched off, also to pings. */
  async dropHost(address: string): Promise<void> {
    await runIpBatch(this.far, [formatHostRoute('replace blackhole', address)])
  }

  async restoreHost(address: string): Promise<void> {
    await runIpBatch(this.far, [formatHostRoute('del blackhole', address)], { force: true })
  }

  async close(): Promise<void> {
    for (const namespace of [this.site, this.router, this.far])
      await run('ip', 'netns', 'del', namespace).catch(() => {})
    rmSync(`${FILES}/${this.site}`, { recursive: true, force: true })
    if (this.#madeFiles) await run('rmdir', FILES).catch(() => {})
  }

  async #create(): Promise<void> {
    const { site, router, far } = this
    this.setNameServers([])
    for (const namespace of [site, router, far]) await run('ip', 'netns', 'add', namespace)
    for (const uplink of Object.values(NUMBERS)) {
      await connect(site, `eth${uplink}`, router, `lan${uplink}`)
      await connect(router, `wan${uplink}`, far, `up${uplink}`)
    }
    await configure(router, ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1'])
    // By default IPv6 binds only to addresses of an interface
    await configure(far, ['net.ipv6.ip_nonlocal_bind=1'])
    // Any user may send pings, as on most machines
    await configure(site, ['net.ipv4.ping_group_range=0 2147483647'])
    await runIpBatch(router, [...LAN_COMMANDS, ...this.#buildRouterCommands()])
    await runIpBatch(site, ['link set lo up', ...this.#buildSiteCommands()])
    await runIpBatch(far, this.#buildFarCommands())
  }

  #listRoutes(family: Family, uplink: Uplink): Route[] {
    return this.#networks.filter((network) => network.family === family && network.uplink === uplink)
  }

  #buildSiteCommands(): string[] {
    const interfaces = UPLINKS.flatMap((uplink) => {
      const number = NUMBERS[uplink]
      return [
        `addr replace 192.168.7${number}.10/24 dev ${getInterface(uplink)}`,
        `link set ${getInterface(uplink)} up`,
        `-6 addr replace fd7${number}::10/64 dev ${getInterface(uplink)} nodad`,
      ]
    })
    return [...interfaces, ...this.#buildRouteCommands()]
  }

  #buildRouteCommands(): string[] {
    const gateways = { 4: '192.168.71.1', 6: 'fd71::1' } as const
    return [
      `route replace default via ${NEAR_NAME_SERVER} dev eth0`,
      '-6 route replace default via fd70::1 dev eth0',
      ...FAMILIES.flatMap((family) =>
        this.#listRoutes(family, 'b').map(
          ({ prefix }) => `${getFamilyFlag(family)}route replace ${prefix} via ${gateways[family]} dev eth1`,
        ),
      ),
    ]
  }

  #buildRouterCommands(): string[] {
    return [
      'link set lo up',
      ...[0, 1].flatMap((uplink) => [
        `addr add 100.64.${uplink}.1/30 dev wan${uplink}`,
        `addr add fd64:${uplink}::1/64 dev wan${uplink} nodad`,
        `link set wan${uplink} up`,
        // These rules come before all fault rules, so that the site stays reachable
        `rule add pref 5 to 192.168.7${uplink}.0/24 lookup main`,
        `-6 rule add pref 5 to fd7${uplink}::/64 lookup main`,
      ]),
      // Networks behind one uplink are unreachable over the other
      ...this.#networks
        .filter(({ uplink }) => uplink === 'b')
        .map(({ family, prefix }) => `${getFamilyFlag(family)}rule add pref 3 iif lan0 to ${prefix} unreachable`),
      ...this.#networks.map(({ family, prefix, uplink }) => {
        const via = family === 4 ? `100.64.${NUMBERS[uplink]}.2` : `fd64:${NUMBERS[uplink]}::2`
        return `${getFamilyFlag(family)}route add ${prefix} via ${via}`
      }),
    ]
  }

  #buildFarCommands(): string[] {
    return [
      'link set lo up',
      ...[0, 1].flatMap((uplink) => [
        `addr add 100.64.${uplink}.2/30 dev up${uplink}`,
        `addr add fd64:${uplink}::2/64 dev up${uplink} nodad`,
        `link set up${uplink} up`,
        `route add 192.168.7${uplink}.0/24 via 100.64.${uplink}.1`,
        `-6 route add fd7${uplink}::/64 via fd64:${uplink}::1`,
      ]),
      ...this.#networks.map(({ family, prefix }) => `${getFamilyFlag(family)}route add local ${prefix} dev lo`),
    ]
  }
}

/** A network with its prefix in CIDR notation. */
type Route = Pick<TargetNetwork, 'family' | 'uplink' | 'prefix'>

const toRoute = ({ family, uplink, prefix }: TargetNetwork): Route => ({
  family,
  uplink,
  prefix: `${prefix}/${family === 4 ? 24 : 64}`,
})

const getInterface = (uplink: Uplink): string => `eth${NUMBERS[uplink]}`

/** IPv4 is what `ip` assumes. */
const getFamilyFlag = (family: Family): string => (family === 4 ? '' : '-6 ')

function listAffected(part: LinePart): { uplinks: readonly Uplink[]; families: readonly Family[] } {
  if (part === 'all') return { uplinks: UPLINKS, families: FAMILIES }
  if ('uplink' in part) return { uplinks: [part.uplink], families: FAMILIES }
  return { uplinks: UPLINKS, families: [part.family] }
}

const formatHostRoute = (verb: string, address: string): string =>
  address.includes(':') ? `-6 route ${verb} ${address}/128 table local` : `route ${verb} ${address}/32 table local`

/** Command prefix that runs another command in a namespace. */
export const toNamespaceCommand = (namespace: string): string[] => ['ip', 'netns', 'exec', namespace]

async function connect(here: string, name: string, there: string, peer: string): Promise<void> {
  await run('ip', 'link', 'add', name, 'netns', here, 'type', 'veth', 'peer', 'name', peer, 'netns', there)
}

async function configure(namespace: string, settings: readonly string[]): Promise<void> {
  await run('ip', 'netns', 'exec', namespace, 'sysctl', '-qw', ...settings)
}

const LAN_COMMANDS = [0, 1].flatMap((uplink) => [
  `addr replace 192.168.7${uplink}.1/24 dev lan${uplink}`,
  `link set lan${uplink} up`,
  // A link that was down has lost its IPv6 addresses
  `addr replace fd7${uplink}::1/64 dev lan${uplink} nodad`,
])
