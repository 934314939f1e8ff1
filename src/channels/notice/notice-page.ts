/** What subscribers of a status page are told, in words. */

import { clipTo, manyLines, oneLine } from '../../core/platform/plain-text.ts'
import { isoTime } from '../../core/platform/time/time.ts'
import { timeInWords } from '../../core/platform/time/time-words.ts'
import type { NewsItem, NewsKind } from '../../core/status-pages/page-news.ts'
import type { Fact, Mood, Notice } from './notice-types.ts'

/** As much of a page as its mails tell. */
export interface NotedPage {
  name: string
  url: string
}

const WORDS: Record<NewsKind, { label: string; mood: Mood }> = {
  opened: { label: 'New incident', mood: 'bad' },
  updated: { label: 'Update', mood: 'neutral' },
  resolved: { label: 'Resolved', mood: 'good' },
  scheduled: { label: 'Maintenance planned', mood: 'neutral' },
  moved: { label: 'Maintenance at another time', mood: 'neutral' },
  cancelled: { label: 'Maintenance cancelled', mood: 'neutral' },
  started: { label: 'Maintenance begins', mood: 'neutral' },
  ended: { label: 'Maintenance is over', mood: 'good' },
}

const TITLE_LIMIT = 200
const NAME_LIMIT = 80
const TEXT_LIMIT = 5_000
const ITEM_LIMIT = 250

/** Items that a mail lists; the page has the others. */
const MOST_LISTED = 20

/** @param items oldest first, at least one */
export function pageNotice(page: NotedPage, items: readonly NewsItem[]): Notice {
  const name = clipTo(NAME_LIMIT, oneLine(page.name))
  const link = { label: 'Open the status page', url: page.url }
  const [only] = items
  if (items.length === 1) return { ...noticeOf(only!, name), link }
  const moods = items.map(({ kind }) => WORDS[kind].mood)
  return {
    title: `${name}: ${items.length} updates`,
    mood: moods.find((mood) => mood === 'bad') ?? moods.find((mood) => mood !== 'good') ?? 'good',
    note: '',
    text: '',
    facts: [],
    list: { items: items.slice(0, MOST_LISTED).map(lineOf), total: items.length },
    link,
  }
}

function noticeOf(item: NewsItem, page: string): Omit<Notice, 'link'> {
  const { label, mood } = WORDS[item.kind]
  return {
    title: clipTo(TITLE_LIMIT, `${page}: ${label}: ${oneLine(item.title)}`),
    mood,
    note: '',
    text: clipTo(TEXT_LIMIT, manyLines(item.message)),
    facts: factsOf(item),
    list: null,
  }
}

const lineOf = ({ kind, title, message }: NewsItem): string =>
  clipTo(ITEM_LIMIT, oneLine([`${WORDS[kind].label}: ${title}`, message].filter(Boolean).join(' – ')))

/** Components that are named; a page may have hundreds. */
const MOST_NAMED = 20

function factsOf({ components, at, startsAt, endsAt }: NewsItem): Fact[] {
  const more = components.length - MOST_NAMED
  const named = components.slice(0, MOST_NAMED).map(oneLine).join(', ')
  const time = (moment: number) => timeInWords(isoTime(moment))
  const times: Fact[] =
    startsAt === undefined || endsAt === undefined
      ? [['Time', time(at)]]
      : [
          ['From', time(startsAt)],
          ['Until', time(endsAt)],
        ]
  return [['Affected', more > 0 ? `${named} and ${more} more` : named], ...times]
}
