/** Access to this machine's network for questions to witnesses. */
import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { RoutePath, Witness } from '../../core/probes/witness.ts'
import { Deadline } from '../../net/connection/deadline.ts'
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
