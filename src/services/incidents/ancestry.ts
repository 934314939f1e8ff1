/** What monitors depend on, as it stands at this moment. */

import type { Ancestor } from '../../core/incidents/hold.ts'
import { ancestorsOf, dependenciesOf } from '../../core/monitors/dependency.ts'
import { type CheckSigns, listCheckSigns, NO_SIGNS } from '../../store/incidents/held-monitors.ts'
import { listAbove, type ParentMonitor } from '../../store/monitors/monitor-dependencies.ts'
import type { Reader } from '../../store/platform/store.ts'

/** Everything that a monitor depends on, the nearest first. */
export type Ancestry = (monitorKey: number) => Ancestor[]

/** One query where nothing depends on anything, and two otherwise, however many monitors there are. */
export async function loadAncestry(db: Reader, monitorKeys: readonly number[], now: number): Promise<Ancestry> {
  const links = await listAbove(db, [...new Set(monitorKeys)])
  if (links.length === 0) return () => []
  const parents = new Map(links.map(({ parent }) => [parent.key, parent]))
  const signs = await listCheckSigns(db, [...parents.keys()], now)
  const ancestors = new Map(
    [...parents].map(([key, parent]) => [key, ancestorFrom(parent, signs.get(key) ?? NO_SIGNS)]),
  )
  const dependencies = dependenciesOf(links)
  return (monitorKey) => ancestorsOf(monitorKey, dependencies).map((key) => ancestors.get(key)!)
}

const ancestorFrom = (
  { key, name, type, status, runtimeStatus, statusSince, intervalSeconds }: ParentMonitor,
  { lastCheckAt, isInDoubt }: CheckSigns,
): Ancestor => ({
  key,
  name,
  isActive: status === 'active',
  isChecked: type !== 'HEARTBEAT',
  status: runtimeStatus,
  statusSince,
  intervalSeconds,
  lastCheckAt,
  isInDoubt,
})
