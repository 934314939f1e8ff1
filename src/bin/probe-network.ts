/** The network of a probe's machine, put together for its witnesses. */
import { parseResolvConf, WatchedFile } from '../net/dns-config.ts'
import { NameWitness } from '../net/name-witness.ts'
import type { ProbeTools } from '../net/tools.ts'
import { makeMachineNetwork } from '../probe/machine-network.ts'
import { readWayOut, type WayOut } from '../probe/way-out.ts'
import type { WitnessNetwork } from '../probe/witness-network.ts'

export function makeProbeNetwork({ icmp, egress }: ProbeTools, dnsServers: readonly string[]): WitnessNetwork {
  const conf = new WatchedFile('/etc/resolv.conf', parseResolvConf, () => performance.now())
  const names = new NameWitness({ servers: () => (dnsServers.length > 0 ? dnsServers : conf.read().nameservers) })
  let before: WayOut | null = null
  return makeMachineNetwork({
    icmp,
    egress,
    askName: () => names.ask(),
    readWayOut: async (family) => {
      const found = await readWayOut(before)
      if (found.v4.isOut || found.v6.isOut) before = found
      return found[`v${family}`]
    },
  })
}
