/** The network of a probe's machine, put together for its witnesses, and what the probe remembers of it. */
import { SECOND_MS } from '../core/time.ts'
import type { NameWitness } from '../net/name-witness.ts'
import type { ProbeTools } from '../net/tools.ts'
import { makeMachineNetwork } from '../probe/machine-network.ts'
import type { RunnerOptions } from '../probe/runner.ts'
import { readWayOut, type WayOut } from '../probe/way-out.ts'
import type { NameAnswer } from '../probe/witness-network.ts'
import { openEarnedFile } from './earned-file.ts'

/** The name witness gives an answer again that is no older than this. */
const REPEATED_MS = 2 * SECOND_MS

async function askName(witness: NameWitness): Promise<NameAnswer> {
  const asked = witness.ask()
  let isRepeated = false
  void asked.then(() => {
    isRepeated = true
  })
  // Only an answer that was there already comes so soon
  await null
  const ageMs = isRepeated ? REPEATED_MS : 0
  return { ...(await asked), ageMs }
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
