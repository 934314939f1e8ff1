/** The network of a probe's machine, put together for its witnesses, and what the probe remembers of it. */
import { parseResolvConf, WatchedFile } from '../net/dns-config.ts'
import { NameWitness } from '../net/name-witness.ts'
import type { ProbeTools } from '../net/tools.ts'
import { makeMachineNetwork } from '../probe/machine-network.ts'
import type { RunnerOptions } from '../probe/runner.ts'
import { readWayOut, type WayOut } from '../probe/way-out.ts'
import { openEarnedFile } from './earned-file.ts'

/** @param folder where the probe keeps its files */
export function makeProbeNetwork(
  { icmp, egress }: ProbeTools,
  dnsServers: readonly string[],
  folder: string,
): Pick<RunnerOptions, 'network' | 'earned'> {
  const conf = new WatchedFile('/etc/resolv.conf', parseResolvConf, () => performance.now())
  const names = new NameWitness({ servers: () => (dnsServers.length > 0 ? dnsServers : conf.read().nameservers) })
  let before: WayOut | null = null
  const network = makeMachineNetwork({
    icmp,
    egress,
    askName: () => names.ask(),
    readWayOut: async (family) => {
      const found = await readWayOut(before)
      if (found.v4.isOut || found.v6.isOut) before = found
      return found[`v${family}`]
    },
  })
  return { network, earned: openEarnedFile(folder, names) }
}
