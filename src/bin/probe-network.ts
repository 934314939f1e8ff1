/** The network connection of a probe's machine: its health checks and its stored state. */

import type { ProbeTools } from '../net/connection/tools.ts'
import type { DnsHealthCheck } from '../net/dns/dns-health-check.ts'
import { openConnectionStateFile } from '../probe/push/connection-state.ts'
import type { RunnerOptions } from '../probe/runner.ts'
import { createMachineNetwork, readUplink, type Uplink } from '../probe/self-check/machine-network.ts'
import type { DnsHealth } from '../probe/self-check/witness-network.ts'

async function queryName(healthCheck: DnsHealthCheck): Promise<DnsHealth> {
  const answer = await healthCheck.getHealth()
  return { kind: answer.kind, server: answer.server, ageMs: healthCheck.getAgeMs(answer) }
}

/**
 * @param folder where the probe stores its files
 * @param thread number of the probe's thread; each thread keeps its own evidence
 */
export function createProbeNetwork(
  tools: ProbeTools,
  folder: string,
  thread = 1,
): Pick<RunnerOptions, 'network' | 'connectionState'> {
  const { icmp, egress, resolver } = tools
  let before: Uplink | null = null
  const network = createMachineNetwork({
    icmp,
    egress,
    queryFreshName: () => queryName(resolver.dnsHealth),
    readUplink: async (family) => {
      const found = await readUplink(before)
      if (found.v4.isUp || found.v6.isUp) before = found
      return found[`v${family}`]
    },
  })
  return { network, connectionState: openConnectionStateFile(folder, resolver.dnsHealth, thread) }
}
