import type { RoutePath, Witness } from '../../src/core/probes/witness.ts'
import type { DnsHealth, UplinkStatus, WitnessNetwork } from '../../src/probe/self-check/witness-network.ts'

/** A network whose hosts and name servers answer as configured, at once. */
export class FakeNetwork implements WitnessNetwork {
  /** Asked hosts by address, and `names`. */
  readonly asked: string[] = []
  wayOut: UplinkStatus = { isUp: true, trouble: null }
  names: DnsHealth = { kind: 'unknown', server: null }
  /** Null: no answer at all. */
  answers: (witness: Witness) => boolean | null = () => true
  interfaces = new Set(['eth0 (IPv4)', 'eth0 (IPv6)', 'eth1 (IPv4)'])
  path: (address: string) => RoutePath | null = (address) => {
    const interfaceName = address.includes(':') ? 'eth0 (IPv6)' : 'eth0 (IPv4)'
    return { localAddress: address.includes(':') ? '2001:db8:99::2' : '198.51.100.2', interfaceName, isOnLink: false }
  }

  reach = (witness: Witness, signal: AbortSignal): Promise<boolean> => {
    this.asked.push(witness.address)
    const isAnswered = this.answers(witness)
    if (isAnswered !== null) return Promise.resolve(isAnswered)
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
  }

  findPath = async (address: string): Promise<RoutePath | null> => this.path(address)

  readInterfaces = (): Set<string> => this.interfaces

  queryFreshName = async (): Promise<DnsHealth> => {
    this.asked.push('names')
    return this.names
  }

  readUplink = async (): Promise<UplinkStatus> => this.wayOut
}
