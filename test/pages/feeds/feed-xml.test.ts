import assert from 'node:assert/strict'
import { test } from 'node:test'
import Parser from 'rss-parser'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import type { PublicOccurrence } from '../../../src/core/status-pages/public-maintenance.ts'
import type { PublicIncident } from '../../../src/core/status-pages/public-status.ts'
import { type FeedSource, renderAtom, renderRss, toFeed } from '../../../src/pages/feeds/feeds.ts'
import { MONDAY } from '../../support/time/clock.ts'

const SELF = 'https://status.example.com/feed?a=1&b=2'

const INCIDENT: PublicIncident = {
  key: 'aaaa000000000001',
  title: 'R&D <down> "again"',
  impact: 'critical',
  status: 'resolved',
  startedAt: MONDAY,
  resolvedAt: MONDAY + HOUR_MS,
  downtimeMs: HOUR_MS,
  outages: 1,
  updatedAt: MONDAY + HOUR_MS,
  components: ['Shop & API'],
  updates: [
    { key: 'u1', at: MONDAY + MINUTE_MS, status: 'investigating', message: 'We <b>look</b>\ninto it' },
    { key: 'u2', at: MONDAY + HOUR_MS, status: 'resolved', message: 'Mended ]]> & done\u0000\ud800' },
  ],
  transitions: [],
}

const WORK: PublicOccurrence = {
  key: 'bbbb000000000001',
  title: 'Upgrade',
  description: 'of the database',
  status: 'scheduled',
  startsAt: MONDAY + DAY_MS,
  endsAt: MONDAY + DAY_MS + HOUR_MS,
  components: ['Shop & API'],
  announcedAt: MONDAY - HOUR_MS,
  createdAt: MONDAY - HOUR_MS,
  updatedAt: MONDAY - HOUR_MS,
  changedAt: MONDAY - HOUR_MS,
}

const SOURCE: FeedSource = {
  page: { name: 'Shop & Co', description: '' },
  pageKey: 'cccc000000000001',
  url: 'https://status.example.com',
  toUrl: ({ key }) => `https://status.example.com/history?month=2026-01#${key}`,
  updatedAt: MONDAY - DAY_MS,
  incidents: [INCIDENT],
  occurrences: [WORK, { ...WORK, key: 'far', announcedAt: MONDAY + 7 * DAY_MS }],
  now: MONDAY + 2 * HOUR_MS,
}

/** Node has no XML parser, and this one refuses malformed XML. */
const parse = (xml: string) => new Parser({ customFields: { item: ['atom:updated'] } }).parseString(xml)

test('an Atom parser reads the original texts, whatever characters they contain', async () => {
  const xml = renderAtom(toFeed(SOURCE), SELF)
  assert.doesNotMatch(xml, /[\0\ufffd]/)
  assert.ok(xml.isWellFormed())
  const feed = await parse(xml)
  assert.equal(feed.title, 'Shop & Co status')
  assert.equal(feed.feedUrl, SELF)
  assert.equal(feed.link, 'https://status.example.com')
  const [incident, work] = feed.items
  assert.equal(feed.items.length, 2, 'unannounced maintenance is omitted')
  assert.equal(incident!.title, 'R&D <down> "again"')
  assert.equal(incident!.link, 'https://status.example.com/history?month=2026-01#aaaa000000000001')
  assert.equal(incident!.isoDate, '2026-01-05T00:00:00.000Z')
  assert.match(
    incident!.content!,
    /^<p><time [^>]+>5 Jan 2026, 01:00 UTC<\/time><br><strong>Resolved<\/strong>: Mended \]\]&gt; &amp; done<\/p>\n/,
  )
  assert.match(incident!.content!, /<strong>Investigating<\/strong>: We &lt;b&gt;look&lt;\/b&gt;<br>into it<\/p>$/)
  assert.equal(work!.title, 'Maintenance: Upgrade')
  assert.match(xml, /<updated>2026-01-05T01:00:00\.000Z<\/updated>/)
})

test('RSS has the same content, with the last change of each item', async () => {
  const xml = renderRss(toFeed(SOURCE), SELF)
  const feed = await parse(xml)
  assert.equal(feed.title, 'Shop & Co status')
  assert.equal(feed.link, 'https://status.example.com')
  assert.equal(feed.lastBuildDate, 'Mon, 05 Jan 2026 01:00:00 GMT')
  const [incident] = feed.items
  assert.equal(incident!.title, 'R&D <down> "again"')
  assert.deepEqual(incident!.categories, ['Shop & API'])
  assert.equal(incident!.pubDate, 'Mon, 05 Jan 2026 00:00:00 GMT')
  assert.equal((incident as unknown as Record<string, string>)['atom:updated'], '2026-01-05T01:00:00.000Z')
  assert.match(incident!.content!, /Mended \]\]&gt;/)
})

test('an entry keeps its ID when it changes, and two pages have two IDs', async () => {
  const ids = async (over: Partial<FeedSource>) =>
    (await parse(renderAtom(toFeed({ ...SOURCE, ...over }), SELF))).items.map((item) => (item as { id?: string }).id)
  const [first] = await ids({})
  assert.match(first!, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const changed = { ...INCIDENT, title: 'Else', updatedAt: MONDAY + DAY_MS }
  assert.deepEqual((await ids({ incidents: [changed], url: 'https://other.example.com' }))[0], first)
  assert.notEqual(toFeed(SOURCE).id, toFeed({ ...SOURCE, pageKey: 'dddd' }).id)
  const rss = await parse(renderRss(toFeed(SOURCE), SELF))
  assert.equal(rss.items[0]!.guid, first)
})

test('a feed does not change over time without a change of its content', () => {
  const now = renderAtom(toFeed(SOURCE), SELF)
  assert.equal(renderAtom(toFeed({ ...SOURCE, now: SOURCE.now + HOUR_MS }), SELF), now)
  const empty = toFeed({ ...SOURCE, incidents: [], occurrences: [] })
  assert.equal(empty.updatedAt, SOURCE.updatedAt)
})

test('a feed contains the fifty most recently changed entries', () => {
  const many = Array.from({ length: 80 }, (_, index) => ({ ...INCIDENT, key: `${index}`, updatedAt: MONDAY + index }))
  const { entries, updatedAt } = toFeed({ ...SOURCE, incidents: many })
  assert.deepEqual([entries.length, entries[0]!.updatedAt, entries.at(-1)!.updatedAt], [50, MONDAY + 79, MONDAY + 30])
  assert.equal(updatedAt, MONDAY + 79)
})

test('an incident without updates shows its affected components and its end', () => {
  const [entry] = toFeed({ ...SOURCE, incidents: [{ ...INCIDENT, updates: [] }], occurrences: [] }).entries
  assert.match(
    entry!.html,
    /Resolved<\/strong>: This incident has been resolved\.<\/p>\n<p>.*: Affected: Shop &amp; API\.<\/p>$/,
  )
})
