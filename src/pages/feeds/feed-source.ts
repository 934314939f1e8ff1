/** Content of the feeds of a status page: its incidents and its announced maintenance. */

import { escapeHtml } from '../../core/platform/html.ts'
import { formatIsoTime } from '../../core/platform/time/time.ts'
import type { PublicOccurrence } from '../../core/status-pages/public-maintenance.ts'
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { toTimeline } from '../../core/status-pages/public-timeline.ts'
import { toStableUuid } from '../stable-id.ts'

export interface Feed {
  /** `urn:uuid:…`; does not change with the URL of the page. */
  id: string
  title: string
  description: string
  /** URL of the HTML page. */
  url: string
  /** Unix ms. */
  updatedAt: number
  /** Most recently changed first. */
  entries: FeedEntry[]
}

export interface FeedEntry {
  /** `urn:uuid:…` */
  id: string
  title: string
  url: string
  /** Unix ms. */
  publishedAt: number
  updatedAt: number
  /** Complete HTML, escaped; newest update first. */
  html: string
  /** Names of the affected components. */
  categories: readonly string[]
}

/** Maximum number of entries; feed readers show no more. */
const MAX_ENTRIES = 50

export interface FeedSource {
  page: Pick<PublicPage, 'name' | 'description'>
  pageKey: string
  url: string
  /** Returns the URL of an incident. */
  toUrl: (incident: PublicIncident) => string
  /** Last change of the page itself, Unix ms. */
  updatedAt: number
  incidents: readonly PublicIncident[]
  occurrences: readonly PublicOccurrence[]
  now: number
}

export function toFeed(source: FeedSource): Feed {
  const { page, pageKey, url, updatedAt, now } = source
  const entries = [
    ...source.incidents.map((incident) => toIncidentEntry(incident, source.toUrl(incident))),
    ...source.occurrences
      .filter(({ announcedAt }) => announcedAt <= now)
      .map((occurrence) => toMaintenanceEntry(occurrence, url)),
  ]
  entries.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
  return {
    id: toUrn(`page ${pageKey}`),
    title: `${page.name} status`,
    description: page.description || `Incidents and maintenance for ${page.name}`,
    url,
    updatedAt: Math.max(updatedAt, ...entries.map((entry) => entry.updatedAt)),
    entries: entries.slice(0, MAX_ENTRIES),
  }
}

const toUrn = (text: string): string => `urn:uuid:${toStableUuid(text)}`

const STATUS_LABELS = { investigating: 'Investigating', identified: 'Identified', resolved: 'Resolved' } as const

const toIncidentEntry = (incident: PublicIncident, url: string): FeedEntry => ({
  id: toUrn(`incident ${incident.key}`),
  title: incident.title,
  url,
  publishedAt: incident.startedAt,
  updatedAt: incident.updatedAt,
  html: toTimeline(incident)
    .toReversed()
    .map(({ at, status, message }) => renderEntry(renderTime(at), STATUS_LABELS[status], message))
    .join('\n'),
  categories: incident.components,
})

const MAINTENANCE_LABELS = { scheduled: 'Scheduled', in_progress: 'In progress', completed: 'Completed' } as const

const toMaintenanceEntry = (occurrence: PublicOccurrence, url: string): FeedEntry => ({
  id: toUrn(`maintenance ${occurrence.key}`),
  title: `Maintenance: ${occurrence.title}`,
  url,
  publishedAt: occurrence.announcedAt,
  updatedAt: occurrence.changedAt,
  html: renderEntry(
    `${renderTime(occurrence.startsAt)} – ${renderTime(occurrence.endsAt)}`,
    MAINTENANCE_LABELS[occurrence.status],
    occurrence.description ||
      (occurrence.components.length > 0 ? `Affected: ${occurrence.components.join(', ')}.` : 'Scheduled maintenance.'),
  ),
  categories: occurrence.components,
})

const renderEntry = (when: string, what: string, message: string): string =>
  `<p>${when}<br><strong>${what}</strong>: ${escapeHtml(message).replace(/\r\n?|\n/g, '<br>')}</p>`

/** `5 Jan 2026, 00:00 UTC` */
const renderTime = (at: number): string => `<time datetime="${formatIsoTime(at)}">${TIME.format(at)} UTC</time>`

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
