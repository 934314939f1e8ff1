/** Retention of history. Every horizon is the start of a UTC day: data before it is deleted. */
import type { PlanLimits, Plans } from '../accounts/plan.ts'
import { DAY_MS, HOUR_MS, startOfDay, type UnixMs } from '../platform/time/time.ts'

interface RetentionDays {
  rawResultDays: number
  rollupDays: number
}

/** Retention of an organization. */
export interface RetentionTerms extends RetentionDays {
  /** Start of these terms. */
  since: UnixMs
  /** Retention that the plan allowed at the last check. */
  planned: RetentionDays
  /** When the retention is reduced; null when the plan allows the current terms. */
  shrinksAt: number | null
}

/** How long a plan must be smaller before data is deleted. In this time a user can correct a mistake or export data. */
export const GRACE_MS = 7 * DAY_MS

/** For an organization without terms nothing is deleted: the retention is a hundred years. */
const UNLIMITED_DAYS: RetentionDays = { rawResultDays: 36_500, rollupDays: 36_500 }

/** Returns the retention of a plan: at least today and yesterday, and rollups at least as long as their results. */
export function toRetentionDays({ rawResultDays, rollupDays }: PlanLimits): RetentionDays {
  const raw = Math.max(1, rawResultDays)
  return { rawResultDays: raw, rollupDays: Math.max(raw, rollupDays) }
}

/**
 * Returns the new terms: a longer retention applies at once, a shorter one after the grace period.
 *
 * @param current null when the organization has no terms yet
 */
export function updateTerms(current: RetentionTerms | null, planned: RetentionDays, now: number): RetentionTerms {
  if (!current) return { ...UNLIMITED_DAYS, since: now, planned, shrinksAt: now + GRACE_MS }
  if (!isLess(planned, current)) return { ...planned, since: current.since, planned, shrinksAt: null }
  const isFurtherReduction = isLess(planned, current.planned)
  const shrinksAt = isFurtherReduction || current.shrinksAt === null ? now + GRACE_MS : current.shrinksAt
  if (now >= shrinksAt) return { ...planned, since: now, planned, shrinksAt: null }
  const rawResultDays = Math.max(planned.rawResultDays, current.rawResultDays)
  return {
    rawResultDays,
    rollupDays: Math.max(planned.rollupDays, current.rollupDays),
    since: current.since,
    planned,
    shrinksAt,
  }
}

const isLess = (a: RetentionDays, b: RetentionDays): boolean =>
  a.rawResultDays < b.rawResultDays || a.rollupDays < b.rollupDays

/** First ms of the data that is kept. */
export interface Horizons {
  rawResults: number
  hours: number
  rollups: number
  audit: number
}

/** Charts and statistics of 90 days read the hourly rollups of their first day. */
const HOUR_DAYS = 92

/** Audit entries are needed for longer than response times. */
const AUDIT_DAYS = 365

/** @param day start of the current UTC day */
export function computeHorizons({ rawResultDays, rollupDays }: RetentionDays, day: number): Horizons {
  const before = (days: number) => day - days * DAY_MS
  return {
    rawResults: before(rawResultDays),
    hours: before(Math.max(rawResultDays, Math.min(HOUR_DAYS, rollupDays))),
    rollups: before(rollupDays),
    audit: before(Math.max(rollupDays, AUDIT_DAYS)),
  }
}

/**
 * Returns the start of the oldest result that is accepted. Any plan may have deleted an older one already. The limit is
 * slightly later than the deletion horizon, so that no result arrives where data is being deleted.
 */
export function computeEarliestAccepted(plans: Plans, now: number): number {
  const days = Object.values(plans).map((limits) => toRetentionDays(limits).rawResultDays)
  return startOfDay(now + HOUR_MS) - Math.min(...days) * DAY_MS
}

/** Resources that users delete stay hidden for this time: probes must be notified, and a deletion may be a mistake. */
export const DELETED_RETENTION_MS = 30 * DAY_MS
