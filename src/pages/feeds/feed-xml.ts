/** Feeds as readers take them. */
import { isoTime } from '../../core/platform/time/time.ts'
import { escapeXml } from '../xml.ts'
import type { Feed, FeedEntry } from './feed-source.ts'

const GENERATOR = 'Watchkeeper'

/** An element with text in it. */
const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/**
 * Atom. Source: RFC 4287
 *
 * @param self where this very document is
 */
export const renderAtom = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
${element('id', feed.id)}
${element('title', feed.title)}
${element('subtitle', feed.description)}
${element('updated', isoTime(feed.updatedAt))}
<author>${element('name', feed.title)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>
${element('generator', GENERATOR)}
${feed.entries.map(atomEntry).join('')}</feed>
`

const atomEntry = (entry: FeedEntry): string => `<entry>
${element('id', entry.id)}
${element('title', entry.title)}
${element('published', isoTime(entry.publishedAt))}
${element('updated', isoTime(entry.updatedAt))}
<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
${entry.categories.map((name) => `<category term="${escapeXml(name)}"/>\n`).join('')}\
<content type="html">${escapeXml(entry.html)}</content>
</entry>
`

/**
 * RSS 2.0, with two elements of Atom: where the feed itself is, and when an item was last changed, for which RSS has no
 * word. Source: www.rssboard.org/rss-specification
 *
 * @param self where this very document is
 */
export const renderRss = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element('title', feed.title)}
${element('link', feed.url)}
${element('description', feed.description)}
${element('language', 'en')}
${element('lastBuildDate', rssTime(feed.updatedAt))}
${element('generator', GENERATOR)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>
${feed.entries.map(rssItem).join('')}</channel>
</rss>
`

const rssItem = (entry: FeedEntry): string => `<item>
<guid isPermaLink="false">${escapeXml(entry.id)}</guid>
${element('title', entry.title)}
${element('link', entry.url)}
${element('pubDate', rssTime(entry.publishedAt))}
${element('atom:updated', isoTime(entry.updatedAt))}
${entry.categories.map((name) => `${element('category', name)}\n`).join('')}\
${element('description', entry.html)}
</item>
`

/** `Mon, 05 Jan 2026 00:00:00 GMT`, as RFC 822 has it with a year of four digits. */
const rssTime = (at: number): string => new Date(at).toUTCString()
