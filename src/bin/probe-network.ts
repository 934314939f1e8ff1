/** The network of a probe's machine, put together for its witnesses, and what the probe remembers of it. */

import type { ProbeTools } from '../net/connection/tools.ts'
import type { NameWitness } from '../net/dns/name-witness.ts'
import type { RunnerOptions } from '../probe/runner.ts'
import { makeMachineNetwork } from '../probe/self-check/machine-network.ts'
import { readWayOut, type WayOut } from '../probe/self-check/way-out.ts'
import type { NameAnswer } from '../probe/self-check/witness-network.ts'
import { openEarnedFile } from './earned-file.ts'

async function askName(witness: NameWitness): Promise<NameAnswer> {
  const answer = await witness.ask()
  return { kind: answer.kind, server: answer.server, ageMs: witness.ageMs(answer) }
}

/** @param folder where the probe keeps its files */
export function makeProbeNetwork(tools: ProbeTools, folder: string): Pick<RunnerOptions, 'network' | 'earned'> {
  const { icmp, egress, resolver } = tools
  let before: WayOut | null = null
  const network = makeMachineNetwork({
    icmp,
    egress,
    askName: () => askName(resolver.witness),
    readWayOut: async (family) => {
      const found = await readWayOut(before)
      if (found.v4.isOut || found.v6.isOut) before = found
      return found[`v${family}`]
    },
  })
  return { network, earned: openEarnedFile(folder, resolver.witness) }
}
