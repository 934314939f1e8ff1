/** Witnesses in the simulated network, in place of `probe/self-check/machine-network.ts` and the name witness. */
import type { Witness } from '../../../src/core/probes/witness.ts'
import type { ConnectionStateStore } from '../../../src/probe/push/connection-state.ts'
import type { Clock } from '../../../src/probe/schedule/clock.ts'
import type { DnsHealth, WitnessNetwork } from '../../../src/probe/self-check/witness-network.ts'
import { NEAR_NAME_SERVER, type SimulatedNetwork } from './network.ts'

const ROUND_TRIP_MS = 20

/** Delay before a lost first packet is sent again. Source: RFC 6298 */
const RETRANSMIT_MS = 1_000

const NAME_ANSWER_MS = 1_500

/** State that survives a kill, in place of a file in the data folder. */
export interface PersistedState {
  connectionState: ConnectionStateStore
  hadNames: boolean
}

export function createWorldMemory(): PersistedState {
  let saved: unknown
  return {
    connectionState: {
      load: () => saved,
      save: (earned) => {
        saved = structuredClone(earned)
      },
    },
    hadNames: false,
  }
}

export function createWitnessNetwork(network: SimulatedNetwork, clock: Clock, memory: PersistedState): WitnessNetwork {
  const later = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))

  async function reach(witness: Witness, signal: AbortSignal): Promise<boolean> {
    for (const waitMs of [RETRANSMIT_MS, 2 * RETRANSMIT_MS]) {
      const result = network.reachHost(witness.address)
      if (result !== 'vanishes') await later(ROUND_TRIP_MS)
      if (result !== 'vanishes') return result === 'arrives'
      await later(waitMs)
      if (signal.aborted) return false
    }
    return false
  }

  async function askName(): Promise<DnsHealth> {
    const { reply, ageMs } = network.queryFreshName()
    const { kind } = reply
    await later(kind === 'silent' ? NAME_ANSWER_MS : ROUND_TRIP_MS)
    const server = network.nameServerAddress
    if (kind === 'NXDOMAIN' || kind === 'address') memory.hadNames = true
    if (kind === 'NXDOMAIN' || kind === 'address') return { kind: 'answers', server, ageMs }
    if (!memory.hadNames) return { kind: 'unknown', server: null }
    if (kind === 'SERVFAIL') return { kind: 'failing', server }
    return kind === 'refused' ? { kind: 'refused', server } : { kind: 'silent', server: null }
  }

  return {
    reach,
    queryFreshName: askName,
    findPath: async (address) => {
      const isOnLink = address === NEAR_NAME_SERVER
      if (!isOnLink && network.reach(address) === 'no route') return null
      const { family, uplink } = network.findNetwork(address)
      if (family === 6) return { localAddress: 'fd00::2', interfaceName: 'eth0 (IPv6)', isOnLink }
      if (uplink === 'a' || isOnLink) return { localAddress: '10.0.0.2', interfaceName: 'eth0 (IPv4)', isOnLink }
      return { localAddress: '10.0.1.2', interfaceName: 'eth1 (IPv4)', isOnLink }
    },
    readInterfaces: () => new Set(['eth0 (IPv4)', 'eth0 (IPv6)', 'eth1 (IPv4)']),
    readUplink: async () =>
      network.hasLink() ? { isUp: true, trouble: null } : { isUp: false, trouble: 'interface eth0 has no carrier' },
  }
}
