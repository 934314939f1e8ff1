/** Members of regions. A change of the working members starts a new epoch, which divides the monitors again. */
import { type ProbeHealth, selectWorking } from '../../core/probes/probe-health.ts'
import type { Member } from '../../core/probes/protocol.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listAllLiveProbes, listLiveProbes, type Probe } from '../../store/probes/probes.ts'
import { listRegions, lockRegions, startEpoch } from '../../store/probes/regions.ts'
import type { ActiveRegion } from '../monitors/monitor-context.ts'
import type { Context } from '../platform/context.ts'

type Candidate = Member & Pick<ProbeHealth, 'stuckSince' | 'trialUntil'>

/** Returns whether a change affects how the work is divided. */
export function hasChangedMembers(before: readonly Candidate[], after: readonly Candidate[]): boolean {
  const names = (live: readonly Candidate[]) =>
    selectWorking(live)
      .map(({ id, capabilities }) => `${id} ${capabilities.icmp} ${capabilities.ipv6}`)
      .sort()
      .join()
  return names(before) !== names(after)
}

/** Runs a change to the members of regions or their health, and starts new epochs where needed. */
export async function changeMembers<T>(
  tx: Tx,
  keys: readonly number[],
  now: number,
  change: () => Promise<T>,
): Promise<T> {
  await lockRegions(tx, keys)
  const before = await listEach(tx, keys)
  const done = await change()
  const after = await listEach(tx, keys)
  await startEpoch(
    tx,
    keys.filter((_, index) => hasChangedMembers(before[index]!, after[index]!)),
    now,
  )
  return done
}

async function listEach(tx: Tx, keys: readonly number[]): Promise<Probe[][]> {
  const lists: Probe[][] = []
  for (const key of keys) lists.push(await listLiveProbes(tx, key))
  return lists
}

/** Regions with live probes, by code. */
export async function listActiveRegions({ store }: Pick<Context, 'store'>): Promise<ActiveRegion[]> {
  const probesByRegion = Map.groupBy(await listAllLiveProbes(store.db), ({ region }) => region)
  return (await listRegions(store.db)).flatMap(({ key, code }) => {
    const probes = probesByRegion.get(key)
    return probes ? [{ code, activeProbes: probes.length, capabilities: toCapabilities(probes) }] : []
  })
}

const toCapabilities = (probes: readonly Probe[]): ActiveRegion['capabilities'] => ({
  icmp: probes.some(({ capabilities }) => capabilities.icmp),
  ipv6: probes.some(({ capabilities }) => capabilities.ipv6),
})
