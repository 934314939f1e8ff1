/** Notices for subscribers of a status page. */

import { toOneLine, toPlainLines, truncateTo } from '../../core/platform/text/plain-text.ts'
import { getLocalClock } from '../../core/platform/time/local-time.ts'
import { formatIsoTime, formatTimeText } from '../../core/platform/time/time.ts'
import type { UpdateItem, UpdateItemKind } from '../../core/status-pages/subscriber-update.ts'
import type { Fact, Mood, Notice } from './notice-types.ts'

/** The parts of a page that its emails show. */
export interface PageReference {
  name: string
  url: string
}

export interface UpdatedPage extends PageReference {
  /** Time zone of the times; null for UTC. */
  timezone: string | null
}

const KIND_LABELS: Record<UpdateItemKind, { label: string; mood: Mood }> = {
  opened: { label: 'New incident', mood: 'bad' },
  updated: { label: 'Update', mood: 'neutral' },
  resolved: { label: 'Resolved', mood: 'good' },
  scheduled: { label: 'Maintenance scheduled', mood: 'neutral' },
  moved: { label: 'Maintenance rescheduled', mood: 'neutral' },
  cancelled: { label: 'Maintenance cancelled', mood: 'neutral' },
  started: { label: 'Maintenance started', mood: 'neutral' },
  ended: { label: 'Maintenance completed', mood: 'good' },
}

const TITLE_LIMIT = 200
const NAME_LIMIT = 80
const TEXT_LIMIT = 5_000
const ITEM_LIMIT = 250

/** Maximum number of items in an email; the page shows all. */
const MAX_LISTED = 20

/** @param items oldest first, at least one */
export function toSubscriberNotice(page: UpdatedPage, items: readonly UpdateItem[]): Notice {
  const name = truncateTo(NAME_LIMIT, toOneLine(page.name))
  const link = { label: 'View status page', url: page.url }
  const [only] = items
  if (items.length === 1) return { ...toItemNotice(only!, name, page.timezone), link }
  const moods = items.map(({ kind }) => KIND_LABELS[kind].mood)
  return {
    title: `${name}: ${items.length} updates`,
    mood: moods.find((mood) => mood === 'bad') ?? moods.find((mood) => mood !== 'good') ?? 'good',
    note: '',
    text: '',
    facts: [],
    list: { items: items.slice(0, MAX_LISTED).map(formatLine), total: items.length },
    notes: '',
    runbookUrl: null,
    actions: [],
    link,
  }
}

function toItemNotice(item: UpdateItem, page: string, timezone: string | null): Omit<Notice, 'link'> {
  const { label, mood } = KIND_LABELS[item.kind]
  return {
    title: truncateTo(TITLE_LIMIT, `${page}: ${label}: ${toOneLine(item.title)}`),
    mood,
    note: '',
    text: truncateTo(TEXT_LIMIT, toPlainLines(item.message)),
    facts: listFacts(item, timezone),
    list: null,
    notes: '',
    runbookUrl: null,
    actions: [],
  }
}

const formatLine = ({ kind, title, message }: UpdateItem): string =>
  truncateTo(ITEM_LIMIT, toOneLine([`${KIND_LABELS[kind].label}: ${title}`, message].filter(Boolean).join(' – ')))

/** Maximum number of named components; a page may have hundreds. */
const MAX_NAMED = 20

function listFacts({ components, at, startsAt, endsAt }: UpdateItem, timezone: string | null): Fact[] {
  const more = components.length - MAX_NAMED
  const named = components.slice(0, MAX_NAMED).map(toOneLine).join(', ')
  const time = (moment: number) => formatTime(moment, timezone)
  const times: Fact[] =
    startsAt === undefined || endsAt === undefined
      ? [['Time', time(at)]]
      : [
          ['From', time(startsAt)],
          ['Until', time(endsAt)],
        ]
  return [['Affected', more > 0 ? `${named} and ${more} more` : named], ...times]
}

/** Formats `2026-01-31 12:00:00 UTC`, or the time zone of the page in place of UTC. */
function formatTime(at: number, timezone: string | null): string {
  if (timezone === null) return formatTimeText(formatIsoTime(at))
  return formatTimeText(formatIsoTime(getLocalClock(timezone).toLocal(at))).replace('UTC', timezone)
}
