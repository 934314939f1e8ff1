/** Changes of the stored status history beyond new entries, and the statuses that follow. */
import type { Evaluation } from '../../core/incidents/evaluation.ts'
import { compareTimelines, type TimelineChanges } from '../../core/results/status-timeline.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/evaluated-monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listEntriesFrom } from '../../store/results/status-changes.ts'
import type { MergedResults } from './late-results.ts'

/** Changes of stored status entries, by monitor key. Most changes only add an entry and need none. */
export type Amendments = ReadonlyMap<number, TimelineChanges>

/**
 * Lists the changes of stored status entries: after merged results, and where an entry would end when it begins.
 *
 * @param monitors by key, as they were before the changes
 */
export async function listAmendments(
  tx: Tx,
  monitors: ReadonlyMap<number, EvaluatedMonitor>,
  evaluations: readonly Evaluation[],
  merged: readonly MergedResults[],
): Promise<Amendments> {
  const amended = new Map(merged.map(({ monitor, changes }) => [monitor.key, changes]))
  for (const { monitorKey, changes } of evaluations) {
    const { statusSince } = monitors.get(monitorKey)!
    const isEmpty = changes.some(({ at }, index) => at <= (changes[index - 1]?.at ?? statusSince))
    if (!isEmpty || amended.has(monitorKey)) continue
    const stored = await listEntriesFrom(tx, monitorKey, statusSince)
    amended.set(monitorKey, compareTimelines(stored, [...stored, ...changes]))
  }
  return amended
}

interface CurrentStatus {
  monitorKey: number
  status: string
  /** Unix ms. */
  since: number
}

/** Lists the new statuses of monitors whose status, or its start, has changed. */
export const listStatuses = (evaluations: readonly Evaluation[], amended: Amendments): CurrentStatus[] =>
  evaluations.flatMap(({ monitorKey, changes }) => {
    const { to: status, at: since } = amended.get(monitorKey)?.current ?? changes.at(-1) ?? {}
    return status === undefined || since === undefined ? [] : [{ monitorKey, status, since }]
  })
