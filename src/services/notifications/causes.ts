/** What may explain why monitors fail: where they are, and what they depend on. */
import { type CauseFacts, hostOf, networkOf } from '../../core/incidents/cause.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/platform/time/time.ts'
import { listAbove, type ParentMonitor } from '../../store/monitors/monitor-dependencies.ts'
import type { FoldedMonitor } from '../../store/notifications/folds.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listLastAddresses } from '../../store/results/last-addresses.ts'

/** A check that is older has nothing to do with what happens now. */
const ADDRESS_AGE_MS = HOUR_MS

/** What a monitor depends on explains its change when it changed itself within this time. */
const PARENT_AGE_MS = 10 * MINUTE_MS

/** In the order of the monitors. */
export async function listCauseFacts(
  db: Reader,
  monitors: readonly FoldedMonitor[],
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
      host: hostOf(monitor),
      certificate: monitor.fingerprint,
      parent: troubledOf(
        above.map(({ parent }) => parent),
        now,
      ),
      network: networkOf(address),
      group: monitor.groupName,
    }
  })
}

/** @returns the name of the one that is down or changed last */
function troubledOf(parents: readonly ParentMonitor[], now: number): string | null {
  const changed = parents.filter(({ statusSince }) => statusSince > now - PARENT_AGE_MS)
  const latest = changed.toSorted((a, b) => b.statusSince - a.statusSince)[0]
  return (parents.find(({ runtimeStatus }) => runtimeStatus === 'down') ?? latest)?.name ?? null
}
