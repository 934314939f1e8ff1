/** Merges late results with the stored results of all regions, and records the outages that were over on arrival. */
import { computeFinishedAt } from '../../core/evaluation/ingest.ts'
import {
  computeMergeStart,
  findKnownIncident,
  type LateOutage,
  listLateOutages,
  type RegionResult,
  reportLateOutage,
} from '../../core/evaluation/late-results.ts'
import { type MergeOutcome, mergeResults } from '../../core/evaluation/merge-results.ts'
import {
  describeInMaintenance,
  findMaintenanceAt,
  type MaintenanceSpan,
} from '../../core/maintenance/maintenance-span.ts'
import { HOUR_MS, SECOND_MS, type UnixMs } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { compareTimelines, type StoredEntry, type TimelineChanges } from '../../core/results/status-timeline.ts'
import { lockStates } from '../../store/evaluation/check-states.ts'
import type { EvaluatedMonitor } from '../../store/evaluation/evaluated-monitors.ts'
import { listDueResultsOfMonitors } from '../../store/evaluation/replay.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { listIncidentPeriods, moveIncident } from '../../store/incidents/incident-reads.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Region } from '../../store/probes/regions.ts'
import { listEntriesFrom } from '../../store/results/status-changes.ts'
import { saveIncidentDecision } from '../incidents/incidents.ts'
import type { BaseWork } from '../platform/work.ts'
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

/**
 * Intervals of stored results around the late ones. The results before decide the counters at the first late result. After
 * the last late result, all counters have soon the values they had without it.
 */
const AROUND_INTERVALS = 30

/** Where results were measured, and when they arrived. */
interface Place {
  region: Region
  voters: VotingRegions
  now: number
}

/** Late results with the stored results around them. */
interface SurroundedResults extends LateResults {
  stored: RegionResult[]
  /** End of the time whose stored results are known. */
  until: UnixMs
}

/**
 * Merges the late results of a batch, and applies their effects to the batch. No other transaction records results of
 * these monitors until this transaction ends. All monitors together need a few queries.
 *
 * @param monitorKeys all monitors of the batch
 */
export async function mergeLateResults(
  tx: Tx,
  batch: EvaluationBatch,
  monitorKeys: readonly number[],
  place: Place,
): Promise<MergedResults[]> {
  if (batch.late.length === 0) return []
  // All monitors, so that two batches with late results lock their states in the same order
  await lockStates(tx, monitorKeys)
  const { merged, open } = await mergeMonitors(tx, place, batch.late, true)
  const rest = await mergeMonitors(tx, place, open, false)
  const all = [...merged, ...rest.merged]
  for (const outcome of all) batch.applyMerge(outcome.monitor, outcome)
  return all
}

/**
 * Merges late results of one region. Stored results are repeats and have no effect.
 *
 * @param isLimited whether only the results around the late ones are loaded, not all later ones
 * @returns `open`: late results that still have an effect at the end of the loaded results
 */
async function mergeMonitors(
  tx: Tx,
  place: Place,
  late: readonly LateResults[],
  isLimited: boolean,
): Promise<{ merged: MergedResults[]; open: LateResults[] }> {
  const surrounded = await loadSurrounding(tx, place, late, isLimited)
  const starts = surrounded.map(({ monitor, results, stored }) => ({
    monitorKey: monitor.key,
    from: computeMergeStart(place.region.code, results, stored, monitor),
  }))
  const entries = await listEntriesFrom(tx, starts)
  const earliest = Math.min(
    ...starts.map(({ monitorKey, from }) => Math.min(from, entries.get(monitorKey)![0]?.at ?? from)),
  )
  const keys = starts.map(({ monitorKey }) => monitorKey)
  const spans = await listMaintenanceSpans(tx, keys, earliest, place.now + 1)
  const outcomes = surrounded.map((each, index) => {
    const { key } = each.monitor
    return mergeMonitor(place, each, {
      from: starts[index]!.from,
      recorded: entries.get(key)!,
      spans: spans.get(key) ?? [],
    })
  })
  return {
    merged: outcomes.filter((outcome) => outcome !== null),
    open: surrounded.filter((_, index) => outcomes[index] === null),
  }
}

/** Loads the stored results around late ones. Monitors whose late results are all repeats are left out. */
async function loadSurrounding(
  db: Reader,
  { region, voters, now }: Place,
  late: readonly LateResults[],
  isLimited: boolean,
): Promise<SurroundedResults[]> {
  const ranges = late.map(({ monitor, results }) => {
    const times = results.map(({ startedAt }) => startedAt)
    const aroundMs = AROUND_INTERVALS * monitor.intervalSeconds * SECOND_MS
    const end = isLimited ? Math.max(...times) + aroundMs : now
    const until = end < now ? end : Number.POSITIVE_INFINITY
    const to = Math.min(until, now + HOUR_MS)
    return { monitorKey: monitor.key, from: Math.min(...times) - aroundMs, to, until }
  })
  const found = await listDueResultsOfMonitors(db, ranges)
  return late.flatMap(({ monitor, results }, index) => {
    const voting = new Set(
      monitor.states.flatMap(({ regionKey }) => (voters.canVote(monitor, regionKey) ? [regionKey] : [])),
    )
    const stored = found
      .get(monitor.key)!
      .filter(({ regionKey }) => voting.has(regionKey))
      .map(({ latenessMs, regionKey, ...result }) => ({
        ...result,
        startedAt: result.scheduledAt + latenessMs,
        region: voters.getCode(regionKey),
      }))
    const known = new Set(stored.flatMap((result) => (result.region === region.code ? [result.scheduledAt] : [])))
    const added = results.filter(({ scheduledAt }) => !known.has(scheduledAt))
    return added.length > 0 ? [{ monitor, results: added, stored, until: ranges[index]!.until }] : []
  })
}

/** @returns null when the results still have an effect at the end of the loaded results */
function mergeMonitor(
  { region, voters, now }: Place,
  { monitor, results, stored, until }: SurroundedResults,
  past: { from: number; recorded: StoredEntry[]; spans: readonly MaintenanceSpan[] },
): MergedResults | null {
  const { from, recorded, spans } = past
  const state = toMonitorState(monitor, voters)
  const parts = { monitorId: monitor.id, state, region: region.code, policy: monitor, now }
  const isPlanned = findMaintenanceAt(spans, computeFinishedAt(results.at(-1)!)) !== null
  const outcome = mergeResults({ ...parts, results, stored, until, from, recorded, isPlanned })
  if (outcome === null) return null
  const timeline = outcome.timeline.map((entry) => ({
    ...entry,
    reason: entry.id === undefined ? describeInMaintenance(entry.reason, spans, entry.at) : entry.reason,
  }))
  const outages = listLateOutages(outcome.timeline, outcome.merged, spans)
  return {
    ...{ monitor, results, ...outcome },
    changes: compareTimelines(recorded, timeline),
    outages: outages.filter(({ startedAt, endedAt }) => endedAt > from && startedAt <= until),
  }
}

/**
 * Records outages that were over on arrival as resolved incidents. An outage that was reported late for
 * some regions gets the period that all regions show together.
 */
export async function recordLateOutages(work: BaseWork, merged: readonly MergedResults[]): Promise<void> {
  const late = merged.filter(({ outages }) => outages.length > 0)
  if (late.length === 0) return
  const { tx } = work
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
    monitor && !known ? [reportLateOutage(outage, monitor, work.newId(), work.at)] : [],
  )
  await saveIncidentDecision(work, {
    updates: reports.flatMap(({ updates }) => updates),
    opened: reports.map(({ incident }) => incident),
    changed: [],
    counted: [],
  })
}
