/** What a change of one monitor brings about, whoever asks for it. */
import {
  applyChange,
  concernsProbes,
  configOf,
  type MonitorChange,
  moveStatus,
  type StatusMove,
} from '../core/monitor-change.ts'
import { resetCounters } from '../store/check-states.ts'
import { type StoredMonitor, saveMonitor, saveTargets } from '../store/monitors.ts'
import { isCheckedIn, listRegions } from '../store/regions.ts'
import { writeStatusChanges } from '../store/status-changes.ts'
import type { Tx } from '../store/store.ts'
import { saveTags } from '../store/tags.ts'
import { resolveSystemIncidents } from './incidents.ts'
import type { MonitorContext, MonitorScope } from './monitor-context.ts'
import { checkActive, checkProposal } from './monitor-rules.ts'

/** Whether probes, or the courier, must hear of a change. */
export interface Wakes {
  assignments: boolean
  deliveries: boolean
}

export const NO_WAKES: Wakes = { assignments: false, deliveries: false }

export function wake(context: MonitorContext, { assignments, deliveries }: Wakes): void {
  if (assignments) context.wake('assignments')
  if (deliveries) context.wake('deliveries')
}

/**
 * Makes one monitor what is wanted, within a transaction that took `revision` before it read the monitor.
 *
 * @returns who must hear of it after the commit
 * @throws Problem what is wrong with the change, or what the plan does not allow
 */
export async function applyWanted(
  tx: Tx,
  context: MonitorContext,
  scope: MonitorScope,
  monitor: StoredMonitor,
  wanted: MonitorChange,
  revision: number,
): Promise<Wakes> {
  const before = { ...configOf(monitor), key: monitor.key }
  const after = applyChange(configOf(monitor), wanted)
  await checkProposal(tx, context, scope, { before, change: wanted, after })
  await checkActive(tx, context, scope, { before, after })
  const now = context.now()
  const move = moveStatus(monitor, after.status)
  const reachesProbes = concernsProbes(before, after)
  if (move) await resetCounters(tx, monitor.key)
  else await withdrawRegions(tx, monitor.key, before.regions, after.regions)
  await saveMonitor(
    tx,
    monitor.key,
    after,
    {
      ...(reachesProbes && { revision }),
      ...(move?.runtime && { runtimeStatus: { status: move.runtime.to, since: now } }),
      ...(before.intervalSeconds !== after.intervalSeconds && { gridSince: now }),
    },
    now,
  )
  if (move) await followMove(tx, context, scope, monitor, move, now)
  if (wanted.notificationTargetIds) await saveTargets(tx, monitor.key, after.notificationTargetIds)
  if (wanted.tags) await saveTags(tx, monitor.key, wanted.tags)
  return { assignments: reachesProbes, deliveries: move?.config.from === 'active' }
}

/** A status that a person sets goes into the history, and whoever stops the checks ends what they had to say. */
async function followMove(
  tx: Tx,
  context: MonitorContext,
  { actor }: MonitorScope,
  monitor: StoredMonitor,
  { config, runtime }: StatusMove,
  at: number,
): Promise<void> {
  const common = { monitorKey: monitor.key, actorId: actor.userId, at }
  await writeStatusChanges(tx, [
    { ...common, ...config, id: context.newId(), kind: 'config' as const },
    ...(runtime ? [{ ...common, ...runtime, id: context.newId(), kind: 'runtime' as const }] : []),
  ])
  if (config.from !== 'active') return
  await resolveSystemIncidents(tx, context, monitor, `Resolved because the monitor was ${config.to}`, actor.userId)
}

/** A region that no longer checks a monitor has no say in it any more, however fresh its last word is. */
async function withdrawRegions(tx: Tx, monitorKey: number, before: string[], after: string[]): Promise<void> {
  if (before.join() === after.join()) return
  const regions = await listRegions(tx)
  const staying = regions.filter((region) => isCheckedIn(region, after)).map(({ key }) => key)
  const leaving = regions.filter((region) => isCheckedIn(region, before) && !staying.includes(region.key))
  if (leaving.length > 0)
    await resetCounters(
      tx,
      monitorKey,
      leaving.map(({ key }) => key),
    )
}
