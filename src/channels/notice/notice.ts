/** An event in words for people: written once here, and dressed by each channel in its own way. */

import type { Event, EventData, EventType, InsteadOfFacts, MaintenanceFacts } from '../../core/incidents/event.ts'
import { clipTo, hideKeys, manyLines, oneLine } from '../../core/platform/plain-text.ts'
import { betweenInWords, momentInWords, timeInWords } from '../../core/platform/time/time-words.ts'
import { certificateNotice, domainNotice } from './notice-expiry.ts'
import { foldedNotice } from './notice-folded.ts'
import { incidentNotice, quoted } from './notice-incident.ts'
import type { Fact, Notice, Words } from './notice-types.ts'

/** Longest title, characters. A subject is cut by most readers far before. */
const TITLE_LIMIT = 200
const TEXT_LIMIT = 4_000
/** A target may have 2,048; what matters of it stands at its beginning. */
const VALUE_LIMIT = 500
const ITEM_LIMIT = 250

/** Nothing in it holds a line break or hides: what comes from strangers has been cleaned. @param baseUrl without a slash at the end */
export function noticeOf(event: Event, baseUrl: string): Notice {
  const { title, mood, text, facts = [], list = null, link = null, late } = lateWords(event, wordsOf(event, baseUrl))
  return {
    title: clipTo(TITLE_LIMIT, oneLine(title)),
    mood,
    note: [event.data.instead_of ? standInNote(event.data.instead_of) : '', late].filter(Boolean).join(' '),
    text: clipTo(TEXT_LIMIT, manyLines(text)),
    facts: facts
      .map(([label, value]): Fact => [label, clipTo(VALUE_LIMIT, oneLine(value))])
      .filter(([, value]) => value !== ''),
    list: list && { total: list.total, items: list.items.map((item) => clipTo(ITEM_LIMIT, oneLine(item))) },
    link,
  }
}

function wordsOf(event: Event, baseUrl: string): Words {
  const { type, data } = event
  if (data.folded) return foldedNotice(event, data.folded, baseUrl)
  if (type === 'certificate.expiring' && data.certificate) return certificateNotice(event, data.certificate, baseUrl)
  if (type === 'domain.expiring' && data.domain) return domainNotice(event, data.domain, baseUrl)
  if (data.maintenance) return maintenanceNotice(event, data.maintenance)
  if (data.incident) return incidentNotice(event, data.incident, baseUrl)
  return otherNotice(type, data)
}

const otherNotice = (type: EventType, { message }: EventData): Words => ({
  title: type === 'test' ? 'A test from Watchkeeper' : `News from Watchkeeper: ${type}`,
  mood: 'neutral',
  text: message ?? '',
})

const standInNote = ({ target_name, reason }: InsteadOfFacts): string =>
  oneLine(
    `You get this in place of "${target_name}", which could not be told: ${clipTo(VALUE_LIMIT, hideKeys(reason))}`,
  )

const MOST_LISTED = 20

/** The beginning and the end of planned work, in words. */
function maintenanceNotice({ type, timestamp }: Event, maintenance: MaintenanceFacts): Words {
  const { name, description, starts_at, ends_at, monitors, monitor_count } = maintenance
  const begins = type === 'maintenance.started'
  return {
    title: begins
      ? `Maintenance begins: ${quoted(name)}, until ${momentInWords(ends_at, timestamp)}`
      : `Maintenance is over: ${quoted(name)}, after ${betweenInWords(starts_at, ends_at)}`,
    mood: 'neutral',
    text: [
      description,
      begins
        ? 'Checks go on meanwhile, and nobody is alerted of what they find.'
        : 'From now on alerts leave again as usual.',
    ]
      .filter(Boolean)
      .join('\n\n'),
    facts: [
      [begins ? 'Begins' : 'Began', timeInWords(starts_at)],
      [begins ? 'Ends' : 'Ended', timeInWords(ends_at)],
      ['Monitors', String(monitor_count)],
    ],
    list: { items: monitors.slice(0, MOST_LISTED).map((monitor) => quoted(monitor.name)), total: monitor_count },
  }
}

/** The words of an event that is late, with what is over by now. */
function lateWords({ timestamp, data: { over_at, folded } }: Event, words: Words): Words & { late: string } {
  if (over_at !== undefined) return over(words, `at ${momentInWords(over_at, timestamp)}`)
  const listed = folded?.incidents ?? []
  const count = listed.filter((one) => one.over_at !== undefined).length
  if (count === 0) return { ...words, late: '' }
  if (count === folded!.count) return over(words, 'by now')
  const of = folded!.count > listed.length ? `the first ${listed.length}` : String(folded!.count)
  return { ...words, late: `${count} of ${of} were over before this could be sent. ${FOLLOWS}` }
}

const FOLLOWS = 'The message of the end follows.'

const over = (words: Words, when: string) => ({
  ...words,
  title: `Over ${when}: ${words.title}`,
  mood: 'warning' as const,
  late: `This could not be sent before it was over. ${FOLLOWS}`,
})
