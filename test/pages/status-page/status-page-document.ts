/**
 * Generates the examples of docs/status-pages.md with the code of the answers. `node
 * test/pages/status-page/status-page-document.ts` writes them into the document. A test compares the document with
 * them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { PublicOccurrence } from '../../../src/core/status-pages/public-maintenance.ts'
import type { PublicIncident, PublicStatus } from '../../../src/core/status-pages/public-status.ts'
import { renderAtom, renderRss, toFeed } from '../../../src/pages/feeds/feeds.ts'
import { DOCUMENTS } from '../../../src/pages/feeds/statuspage-json.ts'
import { loadCalendars, renderCalendar } from '../../../src/pages/status-page/maintenance-calendar.ts'
import { toPublicKey } from '../../../src/services/status-pages/public-incidents.ts'
import { MONDAY } from '../../support/time/clock.ts'

const FILE = join(import.meta.dirname, '../../../docs/status-pages.md')
const BEGIN = '<!-- examples: written by test/pages/status-page/status-page-document.ts -->\n'
const END = '<!-- end of examples -->\n'

const URL = 'https://status.example.com'

const INCIDENT: PublicIncident = {
  key: toPublicKey('incident'),
  title: 'Shop is disrupted',
  impact: 'critical',
  status: 'identified',
  startedAt: MONDAY,
  resolvedAt: null,
  downtimeMs: null,
  outages: 1,
  updatedAt: MONDAY + 12 * MINUTE_MS,
  components: ['Shop'],
  updates: [
    {
      key: toPublicKey('update'),
      at: MONDAY + 12 * MINUTE_MS,
      status: 'identified',
      message: 'A disk is full; we are making room.',
    },
  ],
  transitions: [],
}

const WORK: PublicOccurrence = {
  key: toPublicKey('work'),
  title: 'Database upgrade',
  description: 'The shop is closed for an hour.',
  status: 'scheduled',
  startsAt: MONDAY + 2 * DAY_MS,
  endsAt: MONDAY + 2 * DAY_MS + HOUR_MS,
  components: ['Shop'],
  announcedAt: MONDAY - DAY_MS,
  createdAt: MONDAY - DAY_MS,
  updatedAt: MONDAY - DAY_MS,
  changedAt: MONDAY - DAY_MS,
}

export const STATUS: PublicStatus = {
  page: {
    slug: 'example',
    name: 'Example',
    description: '',
    logoUrl: null,
    accentColor: '#2563eb',
    theme: 'auto',
    showUptimeDays: 90,
    customDomain: 'status.example.com',
    isIndexed: true,
    allowsSubscribers: true,
    contactUrl: null,
    timezone: null,
  },
  overall: 'major_outage',
  sections: [
    {
      name: 'Sales',
      components: [
        {
          key: toPublicKey('shop'),
          name: 'Shop',
          description: 'Where people buy',
          status: 'outage',
          uptimePercentage: 99.98,
          days: [],
        },
      ],
    },
  ],
  openIncidents: [INCIDENT],
  pastIncidents: [],
  maintenance: [],
  readAt: MONDAY + 15 * MINUTE_MS,
}

const PLACE = {
  pageKey: toPublicKey('page'),
  url: URL,
  createdAt: MONDAY - 300 * DAY_MS,
  updatedAt: MONDAY - 30 * DAY_MS,
}
const urlOf = ({ key }: PublicIncident): string => `${URL}/history?month=2026-01#${key}`

const summary = () =>
  DOCUMENTS['summary.json']({
    ...PLACE,
    toUrl: urlOf,
    status: STATUS,
    incidents: [INCIDENT],
    occurrences: [WORK],
    groupKeys: [toPublicKey('sales')],
  })

const feed = () =>
  toFeed({ ...PLACE, toUrl: urlOf, page: STATUS.page, incidents: [INCIDENT], occurrences: [], now: STATUS.readAt })

export const readDocument = (): string => readFileSync(FILE, 'utf8')

const example = (title: string, language: string, text: string): string =>
  `\n### ${title}\n\n\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`

/** Returns the document with the current examples. */
export async function withExamples(document: string): Promise<string> {
  const [before, rest] = document.split(BEGIN)
  const after = rest!.split(END)[1]
  const calendar = renderCalendar(await loadCalendars(), { pageName: 'Example', url: URL, occurrences: [WORK] })
  const sections = [
    example('`api/v2/summary.json`', 'json', JSON.stringify(summary(), null, 2)),
    example('`feed.atom`', 'xml', renderAtom(feed(), `${URL}/feed.atom`)),
    example('`feed.rss`', 'xml', renderRss(feed(), `${URL}/feed.rss`)),
    example('`maintenance.ics`', 'ics', calendar.replaceAll('\r\n', '\n')),
  ]
  return `${before}${BEGIN}${sections.join('')}\n${END}${after}`
}

if (import.meta.main) writeFileSync(FILE, await withExamples(readDocument()))
