/** Regions that can run checks now. */
import { listAllLiveProbes, type Probe } from '../../store/probes/probes.ts'
import { listRegions } from '../../store/probes/regions.ts'
import type { ActiveRegion } from '../monitors/monitor-context.ts'
import type { Context } from '../platform/context.ts'

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
