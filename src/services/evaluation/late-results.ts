/** Merges late results with the stored results of all regions, and records the outages that were over on arrival. */

import { computeFinishedAt } from '../../core/evaluation/ingest.ts'
import {
  findKnownIncident,
  type LateOutage,
  listLateOutages,
  reportLateOutage,
} from '../../core/evaluation/late-outages.ts'
import {
  computeMergeStart,
  type MergeOutcome,
  mergeResults,
  type RegionResult,
} from '../../core/evaluation/late-results.ts'
import { describeInMaintenance, findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { HOUR_MS, SECOND_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { compareTimelines, type TimelineChanges } from '../../core/results/status-timeline.ts'
import { lockStates } from '../../store/evaluation/check-states.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/evaluated-monitors.ts'
import { listDueResults } from '../../store/evaluation/replay.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { listIncidentPeriods, moveIncident } from '../../store/incidents/late-incidents.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Region } from '../../store/probes/regions.ts'
import { listEntriesFrom } from '../../store/results/status-changes.ts'
import { saveIncidentDecision } from '../incidents/save-decision.ts'
import type { Context } from '../platform/context.ts'
import { type EvaluationBatch, toMonitorState } from './evaluation-batch.ts'
import type { VotingRegions } from './voting-regions.ts'

/** Late results of one monitor. */
interface LateResults {
  monitor: EvaluatedMonitor
  /** By due time. */
  results: readonly CheckResult[]
}

/** Late results and their effects. */
export interface MergedResults extends LateResults, MergeOutcome {
  changes: TimelineChanges
  outages: LateOutage[]
}

/** Intervals before the first late result whose results decide the counters at that time. */
const RUN_UP_INTERVALS = 30

/** Where results were measured, and when they arrived. */
interface Place {
  region: Region
  voters: VotingRegions
  now: number
}

/**
 * Merges the late results of a batch, and applies their effects to the batch. No other transaction records results of
 * these monitors until this transaction ends.
 *
 * @param monitorKeys all monitors of the batch
 */
export async function mergeLateResults(
  tx: Tx,
  batch: EvaluationBatch,
  monitorKeys: readonly number[],
  place: Place,
): Promise<MergedResults[]> {
  const merged: MergedResults[] = []
  // All monitors, so that two batches with late results lock their states in the same order
  if (batch.late.length > 0) await lockStates(tx, monitorKeys)
  for (const late of batch.late) {
    const outcome = await mergeMonitor(tx, place, late)
    if (outcome === null) continue
    batch.applyMerge(late.monitor, outcome)
    merged.push(outcome)
  }
  return merged
}

/**
 * Merges late results of one region. Stored results are repeats and have no effect.
 *
 * @returns null when all results are repeats
 */
async function mergeMonitor(
  tx: Tx,
  { region, voters, now }: Place,
  { monitor, results }: LateResults,
): Promise<MergedResults | null> {
  const { key } = monitor
  const earliest = Math.min(...results.map(({ startedAt }) => startedAt))
  const runUpMs = RUN_UP_INTERVALS * monitor.intervalSeconds * SECOND_MS
  const stored = await listStored(tx, monitor, voters, earliest - runUpMs, now + HOUR_MS)
  const known = new Set(stored.flatMap((result) => (result.region === region.code ? [result.scheduledAt] : [])))
  const added = results.filter(({ scheduledAt }) => !known.has(scheduledAt))
  if (added.length === 0) return null
  const from = computeMergeStart(region.code, added, stored, monitor)
  const recorded = await listEntriesFrom(tx, key, from)
  const spans = (await listMaintenanceSpans(tx, [key], Math.min(from, recorded[0]?.at ?? from), now + 1)).get(key) ?? []
  const state = toMonitorState(monitor, voters)
  const parts = { monitorId: monitor.id, state, region: region.code, stored, from, recorded, policy: monitor, now }
  const isPlanned = findMaintenanceAt(spans, computeFinishedAt(added.at(-1)!)) !== null
  const outcome = mergeResults({ ...parts, results: added, isPlanned })
  const timeline = outcome.timeline.map((entry) => ({
    ...entry,
    reason: entry.id === undefined ? describeInMaintenance(entry.reason, spans, entry.at) : entry.reason,
  }))
  const outages = listLateOutages(outcome.timeline, outcome.merged, spans).filter(({ endedAt }) => endedAt > from)
  return { monitor, results, ...outcome, changes: compareTimelines(recorded, timeline), outages }
}

async function listStored(
  db: Reader,
  monitor: EvaluatedMonitor,
  voters: VotingRegions,
  from: number,
  to: number,
): Promise<RegionResult[]> {
  const stored: RegionResult[] = []
  for await (const page of listDueResults(db, monitor.key, from, to))
    for (const { latenessMs, regionKey, ...result } of page)
      if (voters.canVote(monitor, regionKey))
        stored.push({ ...result, startedAt: result.scheduledAt + latenessMs, region: voters.getCode(regionKey) })
  return stored
}

/**
 * Records outages that were over on arrival as resolved incidents. An outage that was reported late for
 * some regions gets the period that all regions show together.
 */
export async function recordLateOutages(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  merged: readonly MergedResults[],
): Promise<void> {
  const late = merged.filter(({ outages }) => outages.length > 0)
  if (late.length === 0) return
  const keys = late.map(({ monitor }) => monitor.key)
  const monitors = await listIncidentMonitors(tx, keys)
  const since = Math.min(...late.flatMap(({ outages }) => outages.map(({ startedAt }) => startedAt)))
  const periods = await listIncidentPeriods(tx, keys, since)
  const found = late.flatMap(({ monitor: { key }, outages }) =>
    outages.map((outage) => ({
      outage,
      monitor: monitors.get(key),
      known: findKnownIncident(outage, periods.get(key) ?? []),
    })),
  )
  for (const { outage, known } of found)
    if (known?.isReportedLate) await moveIncident(tx, known.id, outage.startedAt, outage.endedAt)
  const reports = found.flatMap(({ outage, monitor, known }) =>
    monitor && !known ? [reportLateOutage(outage, monitor, context.newId(), context.now())] : [],
  )
  await saveIncidentDecision(tx, context, {
    updates: reports.flatMap(({ updates }) => updates),
    opened: reports.map(({ incident }) => incident),
    changed: [],
    counted: [],
  })
}
