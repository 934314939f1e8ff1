/** How long history is kept. Every horizon is the start of a UTC day: what lies before it goes, what lies on it stays. */
import type { PlanLimits, Plans } from '../accounts/plan.ts'
import { DAY_MS, HOUR_MS, startOfDay } from '../platform/time/time.ts'

interface RetentionDays {
  rawResultDays: number
  rollupDays: number
}

/** How much is kept of an organization. */
export interface RetentionTerms extends RetentionDays {
  /** Since when, Unix ms. */
  since: number
  /** What the plan allowed when it was last looked at. */
  wanted: RetentionDays
  /** When less is kept than now; null when the plan allows all that is in force. */
  shrinksAt: number | null
}

/** How long a plan must have been smaller before it takes anything away: a mistake can be mended, an export made. */
export const GRACE_MS = 7 * DAY_MS

/** Of whom nothing is known yet, nothing is deleted: a hundred years. */
const UNLIMITED_DAYS: RetentionDays = { rawResultDays: 36_500, rollupDays: 36_500 }

/** What a plan keeps: today and yesterday at least, and sums at least as long as what they are made of. */
export function toRetentionDays({ rawResultDays, rollupDays }: PlanLimits): RetentionDays {
  const raw = Math.max(1, rawResultDays)
  return { rawResultDays: raw, rollupDays: Math.max(raw, rollupDays) }
}

/**
 * What is kept from now on: more than before at once, less only after a while.
 *
 * @param known null when the organization is looked at for the first time
 */
export function updateTerms(current: RetentionTerms | null, wanted: RetentionDays, now: number): RetentionTerms {
  if (!current) return { ...UNLIMITED_DAYS, since: now, wanted, shrinksAt: now + GRACE_MS }
  if (!isLess(wanted, current)) return { ...wanted, since: current.since, wanted, shrinksAt: null }
  const isAnother = isLess(wanted, current.wanted)
  const shrinksAt = isAnother || current.shrinksAt === null ? now + GRACE_MS : current.shrinksAt
  if (now >= shrinksAt) return { ...wanted, since: now, wanted, shrinksAt: null }
  const rawResultDays = Math.max(wanted.rawResultDays, current.rawResultDays)
  return {
    rawResultDays,
    rollupDays: Math.max(wanted.rollupDays, current.rollupDays),
    since: current.since,
    wanted,
    shrinksAt,
  }
}

const isLess = (a: RetentionDays, b: RetentionDays): boolean =>
  a.rawResultDays < b.rawResultDays || a.rollupDays < b.rollupDays

/** First ms that is kept of each. */
export interface Horizons {
  rawResults: number
  hours: number
  rollups: number
  audit: number
}

/** Charts and statistics of 90 days read the hours of the day that they begin in. */
const HOUR_DAYS = 92

/** Who did what is asked for after longer than how fast something was. */
const AUDIT_DAYS = 365

/** @param day start of the UTC day that it is */
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
 * Oldest result that is taken: one that any plan might have deleted already says nothing any more. It is a little younger
 * than what is deleted, so that nothing arrives where something is being deleted.
 */
export function computeEarliestAccepted(plans: Plans, now: number): number {
  const days = Object.values(plans).map((limits) => toRetentionDays(limits).rawResultDays)
  return startOfDay(now + HOUR_MS) - Math.min(...days) * DAY_MS
}

/** What is deleted by people stays that long, hidden: probes must hear of it, and mistakes happen. */
export const DELETED_RETENTION_MS = 30 * DAY_MS
