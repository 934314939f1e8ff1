/** What feeds and documents for programs are made of. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { getPageUrl } from '../../core/status-pages/page-address.ts'
import {
  listPublicOccurrences,
  type OccurrenceRange,
  type PublicOccurrence,
} from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import type { RecentPast } from '../../services/status-pages/public-history.ts'
import { toPublicKey } from '../../services/status-pages/public-key.ts'
import { type ShownPage, toOccurrenceKey } from '../../services/status-pages/public-status.ts'

/** Of each window the last three times that are over within a month, what is open, and the next to come. */
const OCCURRENCE_LIMITS: Omit<OccurrenceRange, 'now' | 'since' | 'until'> = { mostPast: 3, mostFuture: 1 }
const PAST_MS = 30 * DAY_MS
const FUTURE_MS = 366 * DAY_MS

export const listRecentOccurrences = ({ status }: ShownPage, { windows }: RecentPast): PublicOccurrence[] => {
  const now = status.readAt
  const range = { ...OCCURRENCE_LIMITS, since: now - PAST_MS, now, until: now + FUTURE_MS }
  return windows.flatMap((window) => listPublicOccurrences(window, range, toOccurrenceKey))
}

/** Where a page is read, and a month of its history; absolute. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** @param month `2026-01` */
  monthUrl(month: string): string
}

export function toSite({ facts }: ShownPage, baseUrl: string): Site {
  const url = getPageUrl(baseUrl, facts)
  return { url, monthUrl: (month) => `${url}/history?month=${month}` }
}

/** What of a page's address and age the documents tell. */
interface PageAddress {
  pageKey: string
  /** Where people read it, without a slash at the end. */
  url: string
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export const toPageAddress = ({ facts }: ShownPage, { url }: Site): PageAddress => ({
  pageKey: toPublicKey(facts.id),
  url,
  createdAt: facts.createdAt,
  updatedAt: facts.updatedAt,
})

/** Where one incident is read, now and later. */
export const toIncidentUrl = ({ monthUrl }: Site, { key, startedAt }: PublicIncident): string =>
  `${monthUrl(new Date(startedAt).toISOString().slice(0, 'YYYY-MM'.length))}#${key}`
