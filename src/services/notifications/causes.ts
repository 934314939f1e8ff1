/** What may explain why monitors fail: where they are, and what they depend on. */
import { type CauseFacts, getHost, getNetwork } from '../../core/incidents/cause.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { listAbove, type ParentMonitor } from '../../store/monitors/monitor-dependencies.ts'
import type { GroupedMonitor } from '../../store/notifications/alert-groups.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listLastAddresses } from '../../store/results/last-addresses.ts'

/** A check that is older has nothing to do with what happens now. */
const ADDRESS_AGE_MS = HOUR_MS

/** What a monitor depends on explains its change when it changed itself within this time. */
const PARENT_AGE_MS = 10 * MINUTE_MS

/** In the order of the monitors. */
export async function listCauseFacts(
  db: Reader,
  monitors: readonly GroupedMonitor[],
  now: number,
): Promise<CauseFacts[]> {
  const keys = monitors.map(({ monitorKey }) => monitorKey)
  const addresses = await listLastAddresses(db, keys, now - ADDRESS_AGE_MS)
  const parents = Map.groupBy(await listAbove(db, keys), ({ monitorKey }) => monitorKey)
  return monitors.map((monitor) => {
    const address = addresses.get(monitor.monitorKey) ?? null
    const above = parents.get(monitor.monitorKey) ?? []
    return {
      address,
      host: getHost(monitor),
      certificate: monitor.fingerprint,
      parent: findTroubledParent(
        above.map(({ parent }) => parent),
        now,
      ),
      network: getNetwork(address),
      group: monitor.groupName,
    }
  })
}

/** @returns the name of the one that is down or changed last */
function findTroubledParent(parents: readonly ParentMonitor[], now: number): string | null {
  const changed = parents.filter(({ statusSince }) => statusSince > now - PARENT_AGE_MS)
  const latest = changed.toSorted((a, b) => b.statusSince - a.statusSince)[0]
  return (parents.find(({ runtimeStatus }) => runtimeStatus === 'down') ?? latest)?.name ?? null
}
