/** What feeds and documents for programs are made of. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { pageUrl } from '../../core/status-pages/page-address.ts'
import type { PublicIncident } from '../../core/status-pages/public-status.ts'
import { type Outlook, type PublicWork, worksOf } from '../../core/status-pages/public-work.ts'
import type { RecentPast } from '../../services/status-pages/public-history.ts'
import { publicKey } from '../../services/status-pages/public-key.ts'
import { type ShownPage, workKey } from '../../services/status-pages/public-status.ts'

/** Of each window the last three times that are over within a month, what is open, and the next to come. */
const OUTLOOK: Omit<Outlook, 'now' | 'since' | 'until'> = { mostPast: 3, mostFuture: 1 }
const LOOKS_BACK_MS = 30 * DAY_MS
const LOOKS_AHEAD_MS = 366 * DAY_MS

export const recentWorks = ({ status }: ShownPage, { windows }: RecentPast): PublicWork[] => {
  const now = status.readAt
  const outlook = { ...OUTLOOK, since: now - LOOKS_BACK_MS, now, until: now + LOOKS_AHEAD_MS }
  return windows.flatMap((window) => worksOf(window, outlook, workKey))
}

/** Where a page is read, and a month of its history; absolute. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** @param month `2026-01` */
  monthUrl(month: string): string
}

export function siteOf({ facts }: ShownPage, baseUrl: string): Site {
  const url = pageUrl(baseUrl, facts)
  return { url, monthUrl: (month) => `${url}/history?month=${month}` }
}

/** What of a page's address and age the documents tell. */
interface Placed {
  pageKey: string
  /** Where people read it, without a slash at the end. */
  url: string
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export const placeOf = ({ facts }: ShownPage, { url }: Site): Placed => ({
  pageKey: publicKey(facts.id),
  url,
  createdAt: facts.createdAt,
  updatedAt: facts.updatedAt,
})

/** Where one incident is read, now and later. */
export const incidentUrl = ({ monthUrl }: Site, { key, startedAt }: PublicIncident): string =>
  `${monthUrl(new Date(startedAt).toISOString().slice(0, 'YYYY-MM'.length))}#${key}`
