/** Data for feeds and other machine-readable documents. */
import { DAY_MS, type UnixMs } from '../../core/platform/time/time.ts'
import {
  listPublicOccurrences,
  type OccurrenceRange,
  type PublicOccurrence,
} from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import { getPageUrl } from '../../core/status-pages/status-page.ts'
import type { RecentPast } from '../../services/status-pages/public-history.ts'
import { toPublicKey } from '../../services/status-pages/public-incidents.ts'
import { type ShownPage, toOccurrenceKey } from '../../services/status-pages/public-status.ts'

/**
 * Per window: the last three occurrences that ended within a month, the current occurrence, and the next occurrence.
 */
const OCCURRENCE_LIMITS: Omit<OccurrenceRange, 'now' | 'since' | 'until'> = { maxPast: 3, maxFuture: 1 }
const PAST_MS = 30 * DAY_MS
const FUTURE_MS = 366 * DAY_MS

export const listRecentOccurrences = ({ status }: ShownPage, { windows }: RecentPast): PublicOccurrence[] => {
  const now = status.readAt
  const range = { ...OCCURRENCE_LIMITS, since: now - PAST_MS, now, until: now + FUTURE_MS }
  return windows.flatMap((window) => listPublicOccurrences(window, range, toOccurrenceKey))
}

/** Absolute URLs of a page and of its history. */
export interface Site {
  /** Without a trailing slash. */
  url: string
  /** @param month `2026-01` */
  monthUrl(month: string): string
}

export function toSite({ facts }: ShownPage, baseUrl: string): Site {
  const url = getPageUrl(baseUrl, facts)
  return { url, monthUrl: (month) => `${url}/history?month=${month}` }
}

/** Identity and times of a page in the documents. */
interface PageAddress {
  pageKey: string
  /** URL of the HTML page, without a trailing slash. */
  url: string
  createdAt: UnixMs
  updatedAt: number
}

export const toPageAddress = ({ facts }: ShownPage, { url }: Site): PageAddress => ({
  pageKey: toPublicKey(facts.id),
  url,
  createdAt: facts.createdAt,
  updatedAt: facts.updatedAt,
})

/** Returns the permanent URL of an incident. */
export const toIncidentUrl = ({ monthUrl }: Site, { key, startedAt }: PublicIncident): string =>
  `${monthUrl(new Date(startedAt).toISOString().slice(0, 'YYYY-MM'.length))}#${key}`
