/**
 * One more result, and what it makes of its monitor. Live ingest, a replay of stored results and a model in a test go
 * through this same function: `stepMonitor` for each result, `addToTurn` for what belongs together, then `decide`.
 */
import {
  finishedAt,
  type IngestPolicy,
  isNews,
  type JudgedResult,
  NO_RECORD,
  nextRecord,
  type RegionRecord,
} from './ingest.ts'
import { changesOf, type Judgement, judgeMonitor, type Standing, type StatusChange } from './state.ts'
import { changesCause, type Turn } from './turn.ts'

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
  const judged = judgeMonitor(regions, at)
  const changes = changesOf(before, judged, at, latestFreshness(before))
  const last = changes.at(-1)
  return {
    standing: { status: last?.to ?? before.status, since: last?.at ?? before.since, regions },
    voice,
    changes,
    judged,
    causeChanged: before.status === 'degraded' && changesCause(lastJudgement(before), judged),
    isFailure: result.status === 'down',
    at,
  }
}

/** As it was when the last result came in: opinions that have gone stale since had their say then. */
const lastJudgement = ({ regions }: MonitorStanding): Judgement =>
  judgeMonitor(regions, Math.max(...regions.map((voice) => voice.lastCheckAt)))

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
  const failures = turn?.failures ?? 0
  // The failures that led to the change count too: they were not yet believed when they arrived
  const isConfirmed = changes.some((change) => change.to === 'down')
  return {
    monitorKey,
    changes: turn && turn.changes.length > 0 ? [...turn.changes, ...changes] : changes,
    judged,
    causeChanged: causeChanged || (turn?.causeChanged ?? false),
    failures: isFailure ? (isConfirmed ? voice.counters.failures : failures + 1) : failures,
    failingRegions: isFailure ? [voice.region] : (turn?.failingRegions ?? []),
    at,
  }
}

/** Whether a turn has to be followed up; of the others no incident would hear anything. */
export const concernsIncidents = ({ changes, causeChanged, failures, judged }: Turn): boolean =>
  changes.length > 0 || causeChanged === true || (failures > 0 && judged.status !== 'up')
