/** What a change of one monitor brings about, whoever asks for it. */
import { entriesOfChange } from '../../core/monitors/monitor-audit.ts'
import {
  applyChange,
  concernsProbes,
  configOf,
  type MonitorChange,
  moveStatus,
  type StatusMove,
} from '../../core/monitors/monitor-change.ts'
import { resetCounters } from '../../store/evaluation/check-states.ts'
import { type StoredMonitor, saveMonitor, saveTargets } from '../../store/monitors/monitors.ts'
import { saveTags } from '../../store/monitors/tags.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listRegions, regionsChecking } from '../../store/probes/regions.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { followCertificate } from '../expiry/certificates.ts'
import { followDomain } from '../expiry/domains.ts'
import { followExpiries } from '../expiry/expiries.ts'
import { followHeartbeat } from '../heartbeats/heartbeat-changes.ts'
import { stirHolds } from '../incidents/holds.ts'
import { resolveSystemIncidents } from '../incidents/incidents.ts'
import { changeReminders } from '../incidents/reminders.ts'
import { tellStatusChanges } from '../live/live-news.ts'
import { audit } from '../platform/audit.ts'
import type { MonitorContext, MonitorScope } from './monitor-context.ts'
import { saveDependencies } from './monitor-dependencies.ts'
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
  const config = configOf(monitor)
  const before = { ...config, key: monitor.key }
  const after = applyChange(config, wanted)
  await checkProposal(tx, context, scope, { before, change: wanted, after })
  await checkActive(tx, context, scope, { before, after })
  const now = context.now()
  const move = moveStatus(monitor, after.status)
  const reachesProbes = concernsProbes(before, after)
  await followHeartbeat(tx, before, after, now)
  // Before the monitor itself: results lock them in this order
  if (move) await resetCounters(tx, [monitor.key])
  else await withdrawRegions(tx, monitor.key, before.regions, after.regions, now)
  await saveMonitor(
    tx,
    monitor,
    after,
    {
      ...(reachesProbes && { revision }),
      ...(move?.runtime && { runtimeStatus: { status: move.runtime.to, since: now } }),
      ...(before.intervalSeconds !== after.intervalSeconds && { gridSince: now }),
    },
    now,
  )
  if (move) await followMoves(tx, context, scope, [{ monitor, move }], now)
  await followCertificate(tx, before, after)
  await followDomain(tx, monitor.key, before, after, now)
  await followExpiries(tx, monitor.key, before, after, now)
  if (wanted.notificationTargetIds) await saveTargets(tx, monitor.key, after.notificationTargetIds)
  if (wanted.dependsOnMonitorIds) await saveDependencies(tx, context, scope, monitor.key, after.dependsOnMonitorIds)
  await changeReminders(tx, monitor.key, before.reminderIntervalMinutes, after.reminderIntervalMinutes, now)
  const oldTags = wanted.tags && (await saveTags(tx, monitor.key, wanted.tags))
  const entries = entriesOfChange(monitor.id, { config, tags: oldTags }, { config: after, tags: wanted.tags })
  await audit(tx, context, scope.actor, ...entries)
  return { assignments: reachesProbes, deliveries: move?.config.from === 'active' }
}

/** A monitor whose status a person sets. */
export interface Moved {
  monitor: Pick<StoredMonitor, 'key'>
  move: StatusMove
}

/**
 * A status that a person sets goes into the history, and whoever stops the checks ends what they had to say: a handful
 * of queries, however many monitors there are.
 *
 * @param moved all of them to the same status
 */
export async function followMoves(
  tx: Tx,
  context: MonitorContext,
  { actor }: MonitorScope,
  moved: readonly Moved[],
  at: number,
): Promise<void> {
  const changes = moved.flatMap(({ monitor, move: { config, runtime } }) => {
    const common = { monitorKey: monitor.key, actorId: actor.userId, at }
    return [
      { ...common, ...config, id: context.newId(), kind: 'config' as const },
      ...(runtime ? [{ ...common, ...runtime, id: context.newId(), kind: 'runtime' as const }] : []),
    ]
  })
  await writeStatusChanges(tx, changes)
  await tellStatusChanges(tx, context, changes)
  const stopped = moved.filter(({ move }) => move.config.from === 'active')
  const note = `Resolved because the monitor was ${moved[0]?.move.config.to}`
  await resolveSystemIncidents(
    tx,
    context,
    stopped.map(({ monitor }) => monitor),
    note,
    actor.userId,
  )
  await stirHolds(tx, context, changes)
}

/** A region that no longer checks a monitor has no say in it any more, however fresh its last word is. */
async function withdrawRegions(
  tx: Tx,
  monitorKey: number,
  before: string[],
  after: string[],
  at: number,
): Promise<void> {
  if (before.join() === after.join()) return
  const regions = await listRegions(tx)
  const [was, is] = [before, after].map((pinned) => regionsChecking(regions, { key: monitorKey, regions: pinned }))
  const leaving = regions.filter(({ code }) => was!.includes(code) && !is!.includes(code))
  if (leaving.length > 0) await resetCounters(tx, [monitorKey], { regionKeys: leaving.map(({ key }) => key), at })
}
