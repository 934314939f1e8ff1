/** Marks monitors without fresh results. The time without results is `unknown` and opens no incident. */
import { describeInMaintenance } from '../../core/maintenance/maintenance-span.ts'
import { findDeliveredUntil } from '../../core/probes/probe-health.ts'
import { listFreshness, listStale, markUnknown, type StaleMonitor } from '../../store/evaluation/monitor-status.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import { listAllLiveProbes } from '../../store/probes/probes.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { publishStatusChanges } from '../live/live-publisher.ts'
import type { Context } from '../platform/context.ts'
import { transactSystem } from '../platform/work.ts'
import { evaluateGroupsOf } from './group-states.ts'

/** Number of monitor keys per page. */
const PAGE = 1_000

/**
 * Changes the stale monitors of one page to `unknown`, from the moment their last result went stale.
 *
 * @param after start of the page; 0 for the first page
 * @returns start of the next page; null after the last page
 */
export async function markStaleMonitors(context: Context, after: number): Promise<number | null> {
  const now = context.now()
  const { stale: silent, next } = await listStale(context.store.db, after, PAGE, now)
  const stale = await omitAwaited(context, silent, now)
  if (stale.length === 0) return next
  const marks = stale.map((monitor) => ({ ...monitor, at: Math.max(monitor.freshUntil, monitor.since) }))
  await transactSystem(context, async (work) => {
    const { tx } = work
    const moved = await markUnknown(tx, marks, now)
    const maintenance = await listMaintenanceSpans(
      tx,
      marks.map(({ monitorKey }) => monitorKey),
      Math.min(...marks.map(({ at }) => at)),
      now,
    )
    const changes = marks
      .filter((mark) => moved.has(mark.monitorKey))
      .map((mark) => ({
        id: context.newId(),
        monitorKey: mark.monitorKey,
        kind: 'runtime' as const,
        from: mark.status,
        to: 'unknown',
        reason: describeInMaintenance('unknown: no result arrived in time', maintenance.get(mark.monitorKey), mark.at),
        actorId: null,
        at: mark.at,
      }))
    await writeStatusChanges(tx, changes)
    await publishStatusChanges(tx, context, changes)
    await evaluateGroupsOf(work, changes)
  })
  return next
}

/**
 * Leaves out monitors with an opinion that was fresh until the last due check whose result was delivered. Their next results
 * may wait in the queue of the probe, or for the start of their checks.
 */
async function omitAwaited(
  { store }: Pick<Context, 'store'>,
  silent: readonly StaleMonitor[],
  now: number,
): Promise<readonly StaleMonitor[]> {
  if (silent.length === 0) return silent
  const deliveredUntil = findDeliveredUntil(await listAllLiveProbes(store.db), now)
  if (deliveredUntil.size === 0) return silent
  const states = await listFreshness(
    store.db,
    silent.map(({ monitorKey }) => monitorKey),
  )
  const awaited = new Set(
    states.flatMap(({ monitorKey, region, freshUntil }) =>
      freshUntil > (deliveredUntil.get(region) ?? now) ? [monitorKey] : [],
    ),
  )
  return silent.filter(({ monitorKey }) => !awaited.has(monitorKey))
}
