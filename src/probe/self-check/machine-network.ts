/** Access to this machine's network for questions to witnesses. */
import { createSocket } from 'node:dgram'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { connect, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { RoutePath, Witness } from '../../core/probes/witness.ts'
import { Deadline } from '../../net/connection/deadline.ts'
import { hasRoute } from '../../net/connection/failure.ts'
import { NameServer } from '../../net/dns/dns-server.ts'
import type { Icmp } from '../../net/icmp/icmp.ts'
import type { WitnessNetwork } from './witness-network.ts'

interface MachineNetworkOptions extends Pick<WitnessNetwork, 'queryFreshName' | 'readUplink'> {
  icmp: Icmp
  egress: EgressPolicy
}

export const createMachineNetwork = ({ icmp, egress, ...rest }: MachineNetworkOptions): WitnessNetwork => ({
  ...rest,
  findPath,
  readInterfaces: () =>
    new Set(
      listLocalAddresses()
        .filter(isRoutable)
        .map(({ interfaceName }) => interfaceName),
    ),
  // The egress policy may have changed since the witness was added
  reach: async (witness, signal) =>
    egress.refuse(witness.address) === null && REACH_METHODS[witness.method](witness, signal, icmp),
})

type ReachWitness = (witness: Witness, signal: AbortSignal, icmp: Icmp) => Promise<boolean>

const REACH_METHODS: Record<Witness['method'], ReachWitness> = { tcp: connectOnce, ping: pingOnce, dns: queryOnce }

function connectOnce({ address, port }: Witness, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, autoSelectFamily: false })
    const finish = (isAnswered: boolean) => {
      socket.destroy()
      signal.removeEventListener('abort', onAbort)
      resolve(isAnswered)
    }
    const onAbort = () => finish(false)
    socket.once('connect', () => finish(true)).on('error', () => finish(false))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) finish(false)
  })
}

/** Packets of 56 bytes like those in a check; the second packet covers the loss of the first. */
const PING = { packets: 2, packetBytes: 56, replyTimeoutMs: 2_000, ttl: 64 }

async function pingOnce({ address }: Witness, signal: AbortSignal, icmp: Icmp): Promise<boolean> {
  const deadline = new Deadline(PING.replyTimeoutMs + 500)
  try {
    const report = await icmp.ping({ ...PING, address, family: isIPv6(address) ? 6 : 4 }, deadline)
    return report.roundTripsMs.length > 0 && !signal.aborted
  } catch {
    return false
  } finally {
    deadline.clear()
  }
}

/** Any reply proves that the server was reached. */
function queryOnce({ address, port }: Witness, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const server = new NameServer(address, port)
    const finish = (isAnswered: boolean) => {
      signal.removeEventListener('abort', onAbort)
      server.close()
      resolve(isAnswered)
    }
    const onAbort = () => finish(false)
    signal.addEventListener('abort', onAbort)
    server.query({ name: '.', type: 'NS' }, (outcome) => finish('reply' in outcome))
    if (signal.aborted) finish(false)
  })
}

// Any port works, because nothing is sent. 9 is "discard". Source: RFC 863
const ANY_PORT = 9

/** Connecting a UDP socket queries the routing table and sends nothing. */
function findPath(address: string): Promise<RoutePath | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
    const finish = (path: RoutePath | null) => {
      socket.removeAllListeners('error')
      socket.close()
      resolve(path)
    }
    socket.once('error', () => finish(null))
    // The callback receives an error, although its type declares no parameter
    const onConnect = ((error?: Error | null) => {
      if (error) finish(null)
      else finish(toPath(socket.address().address, address))
    }) as () => void
    socket.connect(ANY_PORT, address, onConnect)
  })
}

function toPath(localAddress: string, address: string): RoutePath {
  const own = listLocalAddresses().find((local) => local.address === localAddress)
  if (own?.cidr == null) return { localAddress, interfaceName: own?.interfaceName ?? '', isOnLink: false }
  const [network, bits] = ipaddr.parseCIDR(own.cidr)
  const parsed = ipaddr.process(address)
  const isOnLink = parsed.kind() === network.kind() && parsed.match(network, bits)
  return { localAddress, interfaceName: own.interfaceName, isOnLink }
}

/** Addresses of interfaces that are up and have a carrier. */
const listLocalAddresses = () =>
  Object.entries(networkInterfaces()).flatMap(([name, entries = []]) =>
    entries.map((entry) => ({ ...entry, interfaceName: `${name} (${entry.family})` })),
  )

/** An IPv6 interface assigns itself a link-local address, which is only valid on its link. */
const isRoutable = ({ family, scopeid }: NetworkInterfaceInfo): boolean => family === 'IPv4' || scopeid === 0

/** The default route of one IP version. */
interface FamilyUplink {
  isUp: boolean
  /** Interface of the default route, if known. */
  interface: string | null
  /** `no default route` or `interface eth0 has no carrier`; null while there is a usable default route. */
  trouble: string | null
}

export interface Uplink {
  v4: FamilyUplink
  v6: FamilyUplink
}

interface UplinkSources {
  /** Folder of the kernel's tables, `/proc/net`. */
  tables?: string
  /** Folder with one entry for each interface, `/sys/class/net`. */
  interfaces?: string
  isRouted?: (address: string) => Promise<boolean>
}

// Addresses that no host has, so that only the default route leads to them. Source: RFC 5737 and RFC 3849
const UNUSED_ADDRESSES = { v4: '192.0.2.1', v6: '2001:db8::1' } as const

/**
 * Whether this machine has a default route over an interface that is up and has a carrier. It reads the kernel's tables
 * and sends nothing, so it is cheap enough for every fresh failure.
 *
 * @param before the last working state. Without a route, the state of its interface is the reason
 */
export async function readUplink(before: Uplink | null = null, sources: UplinkSources = {}): Promise<Uplink> {
  const { isRouted = hasRoute } = sources
  const [v4, v6] = await Promise.all([isRouted(UNUSED_ADDRESSES.v4), isRouted(UNUSED_ADDRESSES.v6)])
  return { v4: judge('v4', v4, before, sources), v6: judge('v6', v6, before, sources) }
}

function judge(family: keyof Uplink, isRouted: boolean, before: Uplink | null, sources: UplinkSources): FamilyUplink {
  const { tables = '/proc/net', interfaces = '/sys/class/net' } = sources
  const found = readDefaultInterfaces[family](tables)
  const good = found.find((name) => findLinkTrouble(interfaces, name) === null)
  // Tables for policy routing are not in these files, so the kernel's own answer counts
  if (isRouted && (found.length === 0 || good !== undefined))
    return { isUp: true, interface: good ?? null, trouble: null }
  const name = found[0] ?? before?.[family].interface ?? null
  const trouble = (name && findLinkTrouble(interfaces, name)) ?? 'no default route'
  return { isUp: false, interface: name, trouble }
}

/** Route flags. Source: Linux, include/uapi/linux/route.h */
const ROUTE_UP = 0x0001
const ROUTE_REJECT = 0x0200

/** Interfaces of default routes, in the order of the table. */
const readDefaultInterfaces: Record<keyof Uplink, (tables: string) => string[]> = {
  // Columns: interface, destination, gateway, flags, three counters, mask
  v4: (tables) =>
    readRows(`${tables}/route`)
      .filter(([, destination, , flags, , , , mask]) => isZero(destination) && isZero(mask) && isUsable(flags))
      .map(([name]) => name!),
  // Columns: destination, its length, source, its length, next hop, metric, two counters, flags, interface
  v6: (tables) =>
    readRows(`${tables}/ipv6_route`)
      .filter(([destination, length, , , , , , , flags]) => isZero(destination) && isZero(length) && isUsable(flags))
      .map((row) => row[9]!),
}

const isZero = (hex = 'none'): boolean => /^0+$/.test(hex)

const isUsable = (flags = '0'): boolean => (Number.parseInt(flags, 16) & (ROUTE_UP | ROUTE_REJECT)) === ROUTE_UP

/** A router with all routes of the Internet has a table of megabytes; its default route is at the beginning. */
const MAX_BYTES = 65_536

/** No rows when there is no such table: on systems other than Linux, or without IPv6. */
function readRows(path: string): string[][] {
  const text = read(() => {
    const file = openSync(path, 'r')
    const bytes = Buffer.alloc(MAX_BYTES)
    try {
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  })
  return (text ?? '').split('\n').map((line) => line.trim().split(/\s+/))
}

/** Set by `ip link set up`. Source: Linux, include/uapi/linux/if.h */
const INTERFACE_UP = 0x1

/** Returns why an interface is unusable; null when it works, or when its state cannot be read. */
function findLinkTrouble(interfaces: string, name: string): string | null {
  const attribute = (file: string) => read(() => readFileSync(`${interfaces}/${name}/${file}`, 'utf8').trim())
  const flags = attribute('flags')
  if (flags !== null && (Number(flags) & INTERFACE_UP) === 0) return `interface ${name} is down`
  if (attribute('carrier') === '0') return `interface ${name} has no carrier`
  const state = attribute('operstate')
  return state === 'down' || state === 'lowerlayerdown' ? `interface ${name} is down` : null
}

function read(attempt: () => string): string | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
