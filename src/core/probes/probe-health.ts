/** Whether a probe that is heard of gets on with its checks. */
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

/** Checks that have been due for so long, ms, do not come of load: the probe has stopped to do its work. */
const STUCK_MS = 30 * SECOND_MS

/** Well again. */
const RECOVERED_MS = 5 * SECOND_MS

/** One that recovers when its work is taken away would get it back, and be stuck again: it rests. */
const MIN_STUCK_MS = 5 * MINUTE_MS

/** How long one is heard of before others hand over to it. Those that start and die, over and over, never get so far. */
const TRIAL_MS = 10 * SECOND_MS

/** Others are in charge when they have been there for so long: after an outage everybody comes back, and nobody waits. */
const ESTABLISHED_MS = MINUTE_MS

/** One that introduces itself so soon again ends as soon as it has begun. */
const MIN_UPTIME_MS = MINUTE_MS

/** What of a live probe matters for its share. */
export interface ProbeHealth {
  /** Unix ms, as all of these. */
  registeredAt: number
  /** Since when its checks do not get on; null when they do. */
  stuckSince: number | null
  /** It may have a share from then on; null when it may. */
  trialUntil: number | null
}

/**
 * @param before since when it was stuck, Unix ms; null when it was not
 * @param computeOverdueMs as it says
 * @returns since when it is stuck; null when it is not
 */
export function computeStuckSince(before: number | null, overdueMs: number, now: number): number | null {
  if (before === null) return overdueMs > STUCK_MS ? now : null
  return overdueMs < RECOVERED_MS && now - before >= MIN_STUCK_MS ? null : before
}

/**
 * Who introduces itself where others are in charge is on trial first. A member that was started again is not, or each
 * restart would make its region share anew; unless it does so all the time.
 *
 * @param before as which member it was known; null when it was none
 * @param others live probes of the region
 * @returns until when, Unix ms; null when it may have its share at once
 */
export function computeTrialUntil(
  before: ProbeHealth | null,
  others: readonly ProbeHealth[],
  now: number,
): number | null {
  const areEstablished = others.some((other) => isHealthy(other) && now - other.registeredAt >= ESTABLISHED_MS)
  const isTrusted = before !== null && before.trialUntil === null && now - before.registeredAt >= MIN_UPTIME_MS
  return areEstablished && !isTrusted ? now + TRIAL_MS : null
}

/** It has been heard of. */
export const clearEndedTrial = (trialUntil: number | null, now: number): number | null =>
  trialUntil !== null && now < trialUntil ? trialUntil : null

export const isHealthy = ({ stuckSince, trialUntil }: Pick<ProbeHealth, 'stuckSince' | 'trialUntil'>): boolean =>
  stuckSince === null && trialUntil === null

/** Those who share the work of a region: all who get on with it, or all there are. */
export function selectWorking<P extends Pick<ProbeHealth, 'stuckSince' | 'trialUntil'>>(
  probes: readonly P[],
): readonly P[] {
  const well = probes.filter(isHealthy)
  return well.length > 0 ? well : probes
}

/** A time in which a probe was given up and others did its work. Of what it found meanwhile nobody is told. */
export interface Absence {
  /** Unix ms. */
  since: number
  until: number
}

/** One that comes and goes brings what it found in each of its absences, in its own time: they count as one. */
const MERGE_ABSENCES_MS = 10 * MINUTE_MS

/**
 * @param before what was known of it already
 * @param since when it was given up, Unix ms
 */
export function extendAbsence(before: Absence | null, since: number, now: number): Absence {
  const isOne = before !== null && since - before.until < MERGE_ABSENCES_MS
  return { since: isOne ? Math.min(before.since, since) : since, until: now }
}

export const isWithinAbsence = (absence: Absence | null, at: number): boolean =>
  absence !== null && at >= absence.since && at < absence.until
