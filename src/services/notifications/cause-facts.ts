/** Location and dependencies of failing monitors. */
import { type CauseFacts, getHost, getNetwork } from '../../core/incidents/cause.ts'
import { HOUR_MS, MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { listDependencies, type ParentMonitor } from '../../store/monitors/monitor-dependencies.ts'
import type { GroupedMonitor } from '../../store/notifications/alert-groups.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listLastAddresses } from '../../store/results/results.ts'

/** Addresses of older checks do not explain current failures. */
const ADDRESS_AGE_MS = HOUR_MS

/** A dependency explains a failure if its status changed within this time. */
const PARENT_AGE_MS = 10 * MINUTE_MS

/** The columns of a monitor that matter for its cause. */
type LocatedMonitor = Pick<GroupedMonitor, 'monitorKey' | 'type' | 'target' | 'groupName' | 'fingerprint'>

/**
 * Lists the cause facts of failing monitors, in the order of the monitors.
 *
 * @param now time of the failures
 */
export async function listCauseFacts(
  db: Reader,
  monitors: readonly LocatedMonitor[],
  now: UnixMs,
): Promise<CauseFacts[]> {
  const keys = monitors.map(({ monitorKey }) => monitorKey)
  const addresses = await listLastAddresses(db, keys, now - ADDRESS_AGE_MS)
  const parents = Map.groupBy(await listDependencies(db, keys), ({ monitorKey }) => monitorKey)
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

/** @returns the name of a dependency that is down, otherwise of the latest one to change; null without either */
function findTroubledParent(parents: readonly ParentMonitor[], now: UnixMs): string | null {
  const changed = parents.filter(({ statusSince }) => statusSince > now - PARENT_AGE_MS)
  const latest = changed.toSorted((a, b) => b.statusSince - a.statusSince)[0]
  return (parents.find(({ runtimeStatus }) => runtimeStatus === 'down') ?? latest)?.name ?? null
}
