/** Saves the rows of a monitor itself: configuration, lists, counters and status history. */
import { isDeepStrictEqual } from 'node:util'
import type { AppliedChange, AppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { computeFreshMs } from '../../core/results/state.ts'
import { refreshStates, resetCounters, withdrawRegions } from '../../store/evaluation/check-states.ts'
import { saveTargets } from '../../store/monitors/monitor-targets.ts'
import { saveMonitors } from '../../store/monitors/monitor-writes.ts'
import { saveTags } from '../../store/monitors/tags.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listCheckingRegions, listRegions } from '../../store/probes/regions.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import { publishStatusChanges } from '../live/live-publisher.ts'
import type { AuditedActor } from '../platform/audit.ts'
import type { Work } from '../platform/work.ts'

const isDifferent = (a: readonly string[], b: readonly string[]): boolean => !isDeepStrictEqual(a, b)

/**
 * Resets counters. Paused and resumed monitors count from zero, and a region that no longer checks a monitor loses its
 * opinion. A changed interval or timeout changes how long the last results stay fresh.
 */
export async function saveCounters(tx: Tx, updates: readonly AppliedUpdate[], { at }: { at: number }): Promise<void> {
  const moved = updates.filter(({ transition }) => transition !== null)
  await resetCounters(
    tx,
    moved.map(({ key }) => key),
  )
  await refreshStates(
    tx,
    updates.filter(hasFreshnessChange).map(({ key, after }) => ({
      monitorKey: key,
      freshMs: computeFreshMs(after.intervalSeconds, after.timeoutMs),
    })),
    at,
  )
  const repinned = updates.filter(
    ({ before, after, transition }) => !transition && isDifferent(before.regions, after.regions),
  )
  if (repinned.length === 0) return
  const regions = await listRegions(tx)
  const leaving = repinned.flatMap(({ key, before, after }) => {
    const [was, is] = [before, after].map((config) => listCheckingRegions(regions, { key, regions: config.regions }))
    const left = regions.filter(({ code }) => was!.includes(code) && !is!.includes(code))
    return left.map((region) => ({ monitorKey: key, regionKey: region.key }))
  })
  await withdrawRegions(tx, leaving, at)
}

/** The freshness of a heartbeat follows from its deadline. */
const hasFreshnessChange = ({ before, after, transition }: AppliedUpdate): boolean =>
  !transition &&
  after.type !== 'HEARTBEAT' &&
  (before.intervalSeconds !== after.intervalSeconds || before.timeoutMs !== after.timeoutMs)

export async function saveConfigs(
  tx: Tx,
  updates: readonly AppliedUpdate[],
  { revision, at }: { revision: number; at: number },
): Promise<void> {
  const rows = updates.map(({ key, id, projectId, before, after, transition, affectsProbes }) => ({
    key,
    id,
    projectId,
    config: after,
    runtimeStatus: transition?.runtime?.to ?? null,
    revision: affectsProbes ? revision : null,
    gridSince: before.intervalSeconds === after.intervalSeconds ? null : at,
  }))
  // Same order in which results update monitors, to prevent deadlocks
  await saveMonitors(
    tx,
    rows.toSorted((a, b) => a.key - b.key),
    at,
  )
}

/**
 * Starts new spans in the status history, except in a dry run. Clients receive a new monitor as a whole, so its first
 * status sends no event.
 */
export async function saveStatuses(
  tx: Tx,
  changes: readonly AppliedChange[],
  { actor, at, newId, context }: Work<{ actor: AuditedActor }>,
): Promise<void> {
  if (tx.session.isDryRun) return
  const rowsOf = ({ key, transition }: AppliedChange) => {
    const common = { monitorKey: key, actorId: actor.userId, at }
    return [
      ...(transition ? [{ ...common, ...transition.config, id: newId(), kind: 'config' as const }] : []),
      ...(transition?.runtime ? [{ ...common, ...transition.runtime, id: newId(), kind: 'runtime' as const }] : []),
    ]
  }
  const rows = changes.flatMap(rowsOf)
  await writeStatusChanges(tx, rows)
  await publishStatusChanges(
    tx,
    context,
    rows.filter(({ from }) => from !== null),
  )
}

export async function saveMonitorTargets(tx: Tx, changes: readonly AppliedChange[]): Promise<void> {
  const changed = changes.flatMap(({ key, before, after: { notificationTargetIds: targetIds } }) =>
    isDifferent(before?.notificationTargetIds ?? [], targetIds)
      ? [{ monitorKey: key, isNew: before === null, targetIds }]
      : [],
  )
  if (changed.length > 0) await saveTargets(tx, changed)
}

export async function saveMonitorTags(tx: Tx, changes: readonly AppliedChange[]): Promise<void> {
  const changed = changes.flatMap(({ key, before, tags }) =>
    tags && isDifferent(tags.before.toSorted(), [...new Set(tags.after)].toSorted())
      ? [{ monitorKey: key, isNew: before === null, tags: tags.after }]
      : [],
  )
  if (changed.length > 0) await saveTags(tx, changed)
}
