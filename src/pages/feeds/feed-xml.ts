/** Renders feeds as Atom and RSS. */
import { formatIsoTime } from '../../core/platform/time/time.ts'
import { escapeXml } from '../xml.ts'
import type { Feed, FeedEntry } from './feed-source.ts'

const GENERATOR = 'Watchkeeper'

/** Renders an element that contains text. */
const renderElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/**
 * Renders Atom. Source: RFC 4287
 *
 * @param self URL of this document
 */
export const renderAtom = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
${renderElement('id', feed.id)}
${renderElement('title', feed.title)}
${renderElement('subtitle', feed.description)}
${renderElement('updated', formatIsoTime(feed.updatedAt))}
<author>${renderElement('name', feed.title)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>
${renderElement('generator', GENERATOR)}
${feed.entries.map(renderAtomEntry).join('')}</feed>
`

const renderAtomEntry = (entry: FeedEntry): string => `<entry>
${renderElement('id', entry.id)}
${renderElement('title', entry.title)}
${renderElement('published', formatIsoTime(entry.publishedAt))}
${renderElement('updated', formatIsoTime(entry.updatedAt))}
<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
${entry.categories.map((name) => `<category term="${escapeXml(name)}"/>\n`).join('')}\
<content type="html">${escapeXml(entry.html)}</content>
</entry>
`

/**
 * Renders RSS 2.0, with two Atom elements for facts that RSS cannot express: the URL of the feed and the last change of
 * an item. Source: www.rssboard.org/rss-specification
 *
 * @param self URL of this document
 */
export const renderRss = (feed: Feed, self: string): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${renderElement('title', feed.title)}
${renderElement('link', feed.url)}
${renderElement('description', feed.description)}
${renderElement('language', 'en')}
${renderElement('lastBuildDate', formatRssTime(feed.updatedAt))}
${renderElement('generator', GENERATOR)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>
${feed.entries.map(renderRssItem).join('')}</channel>
</rss>
`

const renderRssItem = (entry: FeedEntry): string => `<item>
<guid isPermaLink="false">${escapeXml(entry.id)}</guid>
${renderElement('title', entry.title)}
${renderElement('link', entry.url)}
${renderElement('pubDate', formatRssTime(entry.publishedAt))}
${renderElement('atom:updated', formatIsoTime(entry.updatedAt))}
${entry.categories.map((name) => `${renderElement('category', name)}\n`).join('')}\
${renderElement('description', entry.html)}
</item>
`

/** Formats `Mon, 05 Jan 2026 00:00:00 GMT`, as in RFC 822 with a four-digit year. */
const formatRssTime = (at: number): string => new Date(at).toUTCString()
