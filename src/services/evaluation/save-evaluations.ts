/** Writes what evaluations change: the status of monitors, the status history and incidents. */
import { hasIncidentEffect } from '../../core/evaluation/evaluate-result.ts'
import type { Evaluation } from '../../core/incidents/evaluation.ts'
import { SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import type { StatusChange } from '../../core/results/state.ts'
import { compareTimelines, type TimelineChanges } from '../../core/results/status-timeline.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/evaluated-monitors.ts'
import { saveRuntimeStatuses } from '../../store/evaluation/monitor-status.ts'
import type { Tx } from '../../store/platform/store.ts'
import { changeTimelines, listEntriesFrom, writeStatusChanges } from '../../store/results/status-changes.ts'
import { explainChanges, loadEvaluationContexts } from '../incidents/evaluation-context.ts'
import { applyToIncidents } from '../incidents/incidents.ts'
import { publishStatusChanges } from '../live/live-publisher.ts'
import type { BaseWork } from '../platform/work.ts'
import { evaluateGroupsOf } from './group-states.ts'
import type { MergedResults } from './late-results.ts'

/** Changes of stored status entries, by monitor key. Most changes only add an entry and need none. */
type Amendments = ReadonlyMap<number, TimelineChanges>

interface CurrentStatus {
  monitorKey: number
  status: string
  since: UnixMs
}

export const hasChanges = ({ changes }: Evaluation): boolean => changes.length > 0

/**
 * Saves evaluations, after the states of their monitors.
 *
 * @param monitors by key, as they were before the changes
 * @param merged late results that changed the status history
 * @returns null when another transaction changed a status in the meantime; the transaction must then be rolled back.
 * Otherwise the new statuses
 */
export async function saveEvaluations(
  work: BaseWork,
  monitors: ReadonlyMap<number, EvaluatedMonitor>,
  evaluations: readonly Evaluation[],
  merged: readonly MergedResults[],
): Promise<CurrentStatus[] | null> {
  const { tx, context, newId } = work
  const amended = await listAmendments(tx, monitors, evaluations, merged)
  const statuses = listStatuses(evaluations, amended)
  if (!(await saveRuntimeStatuses(tx, statuses, monitors))) return null
  const relevant = evaluations.filter(hasIncidentEffect)
  const contexts = await loadEvaluationContexts(tx, relevant, (key) => monitors.get(key)!.intervalSeconds * SECOND_MS)
  const rows = evaluations.filter(hasChanges).flatMap(({ monitorKey, changes }) =>
    explainChanges(changes, contexts.get(monitorKey)).map((change) => ({
      ...change,
      id: newId(),
      monitorKey,
      kind: 'runtime' as const,
      actorId: null,
    })),
  )
  await writeStatusChanges(
    tx,
    rows.filter(({ monitorKey }) => !amended.has(monitorKey)),
  )
  const byMonitor = Map.groupBy(rows, ({ monitorKey }) => monitorKey)
  const explain = ([key, changes]: [number, TimelineChanges]) =>
    [key, { ...changes, added: explainEntries(changes.added, byMonitor.get(key) ?? []) }] as const
  await changeTimelines(tx, new Map([...amended].map(explain)), newId)
  await publishStatusChanges(tx, context, rows, monitors)
  // Before the incidents of the monitors: a group that is down now holds their alerts
  await evaluateGroupsOf(
    work,
    statuses.map(({ monitorKey, since }) => ({ monitorKey, at: since })),
  )
  await applyToIncidents(work, relevant, contexts)
  return statuses
}

/** Lists the changes of stored status entries: after merged results, and where an entry would end when it begins. */
async function listAmendments(
  tx: Tx,
  monitors: ReadonlyMap<number, EvaluatedMonitor>,
  evaluations: readonly Evaluation[],
  merged: readonly MergedResults[],
): Promise<Amendments> {
  const amended = new Map(merged.map(({ monitor, changes }) => [monitor.key, changes]))
  const getSince = (key: number) => monitors.get(key)!.statusSince
  const empty = evaluations.filter(
    ({ monitorKey, changes }) =>
      !amended.has(monitorKey) &&
      changes.some(({ at }, index) => at <= (changes[index - 1]?.at ?? getSince(monitorKey))),
  )
  const entries = await listEntriesFrom(
    tx,
    empty.map(({ monitorKey }) => ({ monitorKey, from: getSince(monitorKey) })),
  )
  for (const { monitorKey, changes } of empty) {
    const stored = entries.get(monitorKey)!
    amended.set(monitorKey, compareTimelines(stored, [...stored, ...changes]))
  }
  return amended
}

/** Replaces the reasons of entries by the ones of the same changes. */
const explainEntries = (
  added: TimelineChanges['added'],
  explained: readonly StatusChange[],
): TimelineChanges['added'] =>
  added.map((entry) => ({
    ...entry,
    reason: explained.find(({ to, at }) => to === entry.to && at === entry.at)?.reason ?? entry.reason,
  }))

/** Lists the new statuses of monitors whose status, or its start, has changed. */
const listStatuses = (evaluations: readonly Evaluation[], amended: Amendments): CurrentStatus[] =>
  evaluations.flatMap(({ monitorKey, changes }) => {
    const { to: status, at: since } = amended.get(monitorKey)?.current ?? changes.at(-1) ?? {}
    return status === undefined || since === undefined ? [] : [{ monitorKey, status, since }]
  })
