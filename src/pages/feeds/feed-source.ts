/** What the feeds of a status page tell: its incidents, and the times of its planned work that people know of. */

import { escapeHtml } from '../../core/platform/html.ts'
import { isoTime } from '../../core/platform/time/time.ts'
import type { PublicIncident, PublicPage } from '../../core/status-pages/public-status.ts'
import { storyOf } from '../../core/status-pages/public-story.ts'
import type { PublicWork } from '../../core/status-pages/public-work.ts'
import { uuidOf } from '../stable-id.ts'

export interface Feed {
  /** `urn:uuid:…`; it stays when the page gets another address. */
  id: string
  title: string
  description: string
  /** The page for people. */
  url: string
  /** Unix ms. */
  updatedAt: number
  /** Changed last first. */
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
  /** Complete HTML, escaped; newest news first. */
  html: string
  /** Names of the components that it is about. */
  categories: readonly string[]
}

/** As many as readers show. */
const MOST_ENTRIES = 50

export interface FeedSource {
  page: Pick<PublicPage, 'name' | 'description'>
  pageKey: string
  url: string
  /** Where one of the incidents is read. */
  urlOf: (incident: PublicIncident) => string
  /** Of the page itself, Unix ms. */
  updatedAt: number
  incidents: readonly PublicIncident[]
  works: readonly PublicWork[]
  now: number
}

export function feedOf(source: FeedSource): Feed {
  const { page, pageKey, url, updatedAt, now } = source
  const entries = [
    ...source.incidents.map((incident) => entryOfIncident(incident, source.urlOf(incident))),
    ...source.works.filter(({ announcedAt }) => announcedAt <= now).map((work) => entryOfWork(work, url)),
  ]
  entries.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
  return {
    id: urnOf(`page ${pageKey}`),
    title: `${page.name} status`,
    description: page.description || `Incidents and maintenance of ${page.name}`,
    url,
    updatedAt: Math.max(updatedAt, ...entries.map((entry) => entry.updatedAt)),
    entries: entries.slice(0, MOST_ENTRIES),
  }
}

const urnOf = (text: string): string => `urn:uuid:${uuidOf(text)}`

const STATUS_WORDS = { investigating: 'Investigating', identified: 'Identified', resolved: 'Resolved' } as const

const entryOfIncident = (incident: PublicIncident, url: string): FeedEntry => ({
  id: urnOf(`incident ${incident.key}`),
  title: incident.title,
  url,
  publishedAt: incident.startedAt,
  updatedAt: incident.updatedAt,
  html: storyOf(incident)
    .toReversed()
    .map(({ at, status, message }) => saying(timeHtml(at), STATUS_WORDS[status], message))
    .join('\n'),
  categories: incident.components,
})

const WORK_WORDS = { scheduled: 'Scheduled', in_progress: 'In progress', completed: 'Completed' } as const

const entryOfWork = (work: PublicWork, url: string): FeedEntry => ({
  id: urnOf(`maintenance ${work.key}`),
  title: `Maintenance: ${work.title}`,
  url,
  publishedAt: work.announcedAt,
  updatedAt: work.changedAt,
  html: saying(
    `${timeHtml(work.startsAt)} – ${timeHtml(work.endsAt)}`,
    WORK_WORDS[work.status],
    work.description || (work.components.length > 0 ? `Affected: ${work.components.join(', ')}.` : 'Planned work.'),
  ),
  categories: work.components,
})

const saying = (when: string, what: string, message: string): string =>
  `<p>${when}<br><strong>${what}</strong>: ${escapeHtml(message).replace(/\r\n?|\n/g, '<br>')}</p>`

/** `5 Jan 2026, 00:00 UTC` */
const timeHtml = (at: number): string => `<time datetime="${isoTime(at)}">${TIME.format(at)} UTC</time>`

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
