/** Monitors that nobody has heard of: time nobody watched is `unknown`, and no incident comes of it. */
import { inMaintenance } from '../../core/maintenance/maintenance-span.ts'
import { listSilent, markUnknown } from '../../store/evaluation/monitor-status.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { tellStatusChanges } from '../live/live-news.ts'
import type { Context } from '../platform/context.ts'

/** Monitors looked at in one go, by their keys. */
const PAGE = 1_000

/**
 * Moves the silent monitors of one page to `unknown`, from the moment their last opinion went stale.
 *
 * @param after where the page begins, see the return value; 0 begins the walk
 * @returns where the next page begins; null when all have been seen
 */
export async function markSilentMonitors(context: Context, after: number): Promise<number | null> {
  const now = context.now()
  const { silent, next } = await listSilent(context.store.db, after, PAGE, now)
  if (silent.length === 0) return next
  const marks = silent.map((monitor) => ({ ...monitor, at: Math.max(monitor.freshUntil, monitor.since) }))
  await context.store.transact(async (tx) => {
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
        reason: inMaintenance('unknown: no result arrived in time', maintenance.get(mark.monitorKey), mark.at),
        actorId: null,
        at: mark.at,
      }))
    await writeStatusChanges(tx, changes)
    await tellStatusChanges(tx, context, changes)
  })
  return next
}
