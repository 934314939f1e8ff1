/**
 * Health of probes: whether a live probe completes its checks.
 *
 * How far the probes of a region have delivered their results. Results in a queue are not missing, and neither are
 * results of checks that wait for their start.
 */
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import type { ProbeVitals } from './protocol.ts'

/** Checks that have been due for longer, ms, are not caused by load: the probe has stopped working. */
const STUCK_MS = 30 * SECOND_MS

/** Below this the probe counts as recovered. */
const RECOVERED_MS = 5 * SECOND_MS

/**
 * Minimum pause of a stuck probe. A probe that recovers only because its work was moved would get the work back and be
 * stuck again.
 */
const MIN_STUCK_MS = 5 * MINUTE_MS

/**
 * How long a new probe must be live before others hand over work. A probe that repeatedly starts and crashes never
 * reaches this.
 */
const TRIAL_MS = 10 * SECOND_MS

/**
 * Other probes count as established after this time. After an outage all probes return at once, and none of them waits.
 */
const ESTABLISHED_MS = MINUTE_MS

/** A probe that registers again within this time may be one that ends soon after each start. */
const MIN_UPTIME_MS = MINUTE_MS

/** Facts about a live probe that decide its share. */
export interface ProbeHealth {
  /** Unix ms; all times here are. */
  registeredAt: number
  /** Since when its checks are stuck; null when they are not. */
  stuckSince: number | null
  /** Start of its share of work; null when it has one already. */
  trialUntil: number | null
}

/**
 * @param before since when the probe was stuck, Unix ms. Null when it was not
 * @param overdueMs see `ProbeVitals`
 * @returns since when it is stuck. Null when it is not
 */
export function computeStuckSince(before: number | null, overdueMs: number, now: number): number | null {
  if (before === null) return overdueMs > STUCK_MS ? now : null
  return overdueMs < RECOVERED_MS && now - before >= MIN_STUCK_MS ? null : before
}

/**
 * Returns the end of the trial of a registering probe. A new probe is on trial first where other probes are
 * established. A restarted member is not, because each restart would redistribute the shares of its region. A member
 * that restarts all the time is on trial, too.
 *
 * @param before the member as known before. Null when it was none
 * @param others live probes of the region
 * @returns Unix ms. Null when the probe may have its share at once
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

/** Returns the end of a trial while it lasts, else null. */
export const clearEndedTrial = (trialUntil: number | null, now: number): number | null =>
  trialUntil !== null && now < trialUntil ? trialUntil : null

export const isHealthy = ({ stuckSince, trialUntil }: Pick<ProbeHealth, 'stuckSince' | 'trialUntil'>): boolean =>
  stuckSince === null && trialUntil === null

/** Returns the probes that share the work of a region: all healthy ones, or all when none is healthy. */
export function selectWorking<P extends Pick<ProbeHealth, 'stuckSince' | 'trialUntil'>>(
  probes: readonly P[],
): readonly P[] {
  const healthy = probes.filter(isHealthy)
  return healthy.length > 0 ? healthy : probes
}

/**
 * A period in which a probe counted as lost and others did its work. Its results from this period send no
 * notifications.
 */
export interface Absence {
  since: UnixMs
  until: number
}

/**
 * Absences closer together count as one: a probe that repeatedly disappears delivers the results of each absence later.
 */
const MERGE_ABSENCES_MS = 10 * MINUTE_MS

/**
 * @param before absence that is already recorded
 * @param since when the probe was lost
 */
export function extendAbsence(before: Absence | null, since: UnixMs, now: number): Absence {
  const isContinued = before !== null && since - before.until < MERGE_ABSENCES_MS
  return { since: isContinued ? Math.min(before.since, since) : since, until: now }
}

export const isWithinAbsence = (absence: Absence | null, at: number): boolean =>
  absence !== null && at >= absence.since && at < absence.until

/** A probe that reports a longer delay holds back no status any more: it may be in error. */
export const MAX_DELAY_MS = 10 * MINUTE_MS

interface ReportingProbe {
  /** Key of the region. */
  region: number
  /** Time of its last report. */
  seenAt: UnixMs
  vitals: Pick<ProbeVitals, 'waitingMs' | 'lateMs'> | null
}

/**
 * Returns for each region with a delay until when the results of all due checks are delivered, Unix ms. Its slowest probe
 * decides. Silence of the region after this time is no evidence.
 *
 * @param probes live probes. The results of a lost probe may never arrive
 */
export function findDeliveredUntil(probes: readonly ReportingProbe[], now: number): Map<number, number> {
  const deliveredUntil = new Map<number, number>()
  for (const { region, seenAt, vitals } of probes) {
    const delayMs = vitals === null ? 0 : vitals.lateMs + vitals.waitingMs
    if (delayMs === 0) continue
    const until = Math.max(seenAt - delayMs, now - MAX_DELAY_MS)
    deliveredUntil.set(region, Math.min(until, deliveredUntil.get(region) ?? now))
  }
  return deliveredUntil
}
