/**
 * One more result, and what it makes of its monitor. Live ingest, a replay of stored results and a model in a test go
 * through this same function: `stepMonitor` for each result, `addToTurn` for what belongs together, then `decide`.
 */

import { stepsOf, type Turn, type TurnStep } from '../incidents/circumstances.ts'
import { statusSince } from '../results/evidence.ts'
import {
  changesOf,
  countsAsSlow,
  isInDoubt,
  type Judgement,
  judgeMonitor,
  type Standing,
  type StatusChange,
} from '../results/state.ts'
import {
  finishedAt,
  type IngestPolicy,
  isNews,
  type JudgedResult,
  NO_RECORD,
  nextRecord,
  type RegionRecord,
} from './ingest.ts'
import { changesCause, isSlow } from './stage.ts'

/** What one region has said so far. */
export interface RegionVoice extends RegionRecord {
  /** Its code. */
  region: string
}

/** Where a monitor stands between two results. */
export interface MonitorStanding extends Standing {
  /** One of each region that ever reported. */
  regions: readonly RegionVoice[]
}

/** @param at when it was made, Unix ms */
export const newStanding = (at: number): MonitorStanding => ({ status: 'unknown', since: at, regions: [] })

export interface MonitorStep {
  /** Afterwards. */
  standing: MonitorStanding
  /** Of the region that the result is from, afterwards. */
  voice: RegionVoice
  /** Runtime status changes in order; empty when the status stays. */
  changes: StatusChange[]
  judged: Judgement
  /** It was and is degraded, but for another reason. */
  causeChanged: boolean
  isFailure: boolean
  /** The region counts as slow, and did not before. */
  turnedSlow: boolean
  /** When the result came about, Unix ms. */
  at: number
}

/**
 * @param region its code
 * @param now when the result came in, Unix ms; for a replay as soon as it was there
 * @returns null when it is no news: it goes into the history and moves nothing
 */
export function stepMonitor(
  before: MonitorStanding,
  region: string,
  result: JudgedResult,
  policy: IngestPolicy,
  now: number,
): MonitorStep | null {
  const known = before.regions.find((voice) => voice.region === region)
  const said: RegionVoice = known ?? { ...NO_RECORD, region }
  if (!isNews(result, said, policy, now)) return null
  const at = finishedAt(result)
  const voice = nextRecord(said, result, policy)
  const regions = known ? before.regions.map((each) => (each === known ? voice : each)) : [...before.regions, voice]
  const newest = newestOf(before, now)
  // The regions do not come in the order of time, but what has gone stale does not come back
  const asOf = Math.max(at, newest)
  const judged = judgeMonitor(regions, asOf)
  const lastFreshUntil = latestFreshness(before)
  const isNew = judged.status !== before.status || (lastFreshUntil !== null && lastFreshUntil < at)
  const since = isNew ? statusSince(regions, judged, before.since, asOf, at) : at
  const changes = changesOf(before, judged, at, lastFreshUntil, since)
  const last = changes.at(-1)
  return {
    standing: { status: last?.to ?? before.status, since: last?.at ?? before.since, regions },
    voice,
    changes,
    judged,
    causeChanged: before.status === 'degraded' && changesCause(judgeMonitor(before.regions, newest), judged),
    isFailure: result.status === 'down',
    turnedSlow: countsAsSlow(voice.counters) && !countsAsSlow(said.counters),
    at,
  }
}

/** When the newest check was over that is known, Unix ms; not after `now`, unless the clock was set back since. */
function newestOf({ regions }: MonitorStanding, now: number): number {
  let newest = 0
  for (const { lastCheckAt } of regions) if (lastCheckAt > newest && lastCheckAt <= now) newest = lastCheckAt
  return newest
}

/** What the regions said when the last result came in; of a monitor that has gone silent since, nothing. */
export const lastJudgement = (standing: MonitorStanding, now: number): Judgement =>
  judgeMonitor(standing.status === 'unknown' ? [] : standing.regions, newestOf(standing, now))

function latestFreshness({ regions }: MonitorStanding): number | null {
  let latest = 0
  for (const { freshUntil } of regions) if (freshUntil > latest) latest = freshUntil
  return latest > 0 ? latest : null
}

/**
 * The steps of one monitor that are followed up together, one after another.
 *
 * @param turn what the steps before this one came to; null for the first
 */
export function addToTurn(turn: Turn | null, monitorKey: number, step: MonitorStep): Turn {
  const { changes, judged, causeChanged, isFailure, voice, at } = step
  // The failures that led to the change count too: they were not yet believed when they arrived
  const isConfirmed = changes.some((change) => change.to === 'down')
  const failures = isFailure ? (isConfirmed ? voice.counters.failures : 1) : 0
  const own: TurnStep = { changes, judged, causeChanged, failures, failingRegions: isFailure ? [voice.region] : [], at }
  const steps = turn?.steps ?? NO_STEPS
  return {
    ...own,
    monitorKey,
    changes: turn && turn.changes.length > 0 ? [...turn.changes, ...changes] : changes,
    causeChanged: causeChanged || (turn?.causeChanged ?? false),
    steps: meansSomething(own) || (step.turnedSlow && isSlow(judged)) ? [...steps, own] : steps,
  }
}

const NO_STEPS: readonly TurnStep[] = Object.freeze([])

const meansSomething = ({ changes, causeChanged, failures, judged }: TurnStep): boolean =>
  changes.length > 0 || causeChanged === true || (failures > 0 && judged.status !== 'up')

/** Whether a turn has to be followed up; of the others no incident would hear anything. */
export const concernsIncidents = (turn: Turn): boolean => stepsOf(turn).length > 0

/** Whether some region has a fresh opinion, and no change waits for its confirmation. */
export function isCertain({ status, regions }: MonitorStanding, now: number): boolean {
  const fresh = regions.filter(({ counters, freshUntil }) => counters.opinion !== 'unknown' && freshUntil > now)
  return status !== 'unknown' && fresh.length > 0 && !fresh.some(({ counters }) => isInDoubt(counters))
}

/** Nothing is heard of a monitor, and what was waited for has come about. Silence has the last word where it came since. */
export function calmTurn(monitorKey: number, standing: MonitorStanding, at: number): Turn {
  const last = lastJudgement(standing, at)
  const judged = last.status === standing.status ? last : judgeMonitor([], at)
  return { monitorKey, changes: [], judged, failures: 0, failingRegions: [], at, steps: NO_STEPS }
}
