/** A notice as Slack shows it. Limits of blocks: https://docs.slack.dev/reference/block-kit/blocks */

import { timeInWords } from '../core/platform/time/time-words.ts'
import type { Fact, Mood, Notice, NoticeList } from './notice/notice-types.ts'
import { moreThan } from './shown-list.ts'

/** Told apart by their shape, too. */
const SIGN: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** Slack takes 150 characters in a header, 3,000 in a block of text, 2,000 in a field and ten fields in a block. */
const HEADER_LIMIT = 150
const TEXT_LIMIT = 2_400
const FIELD_LIMIT = 1_900
const FIELDS_PER_BLOCK = 10

/** A channel is read on a telephone: more than this of a list is scrolled past. */
const MOST_LISTED = 10
const ITEM_LIMIT = 200

/** Blocks for Slack itself, and a plain text for notifications and screen readers. @param at ISO 8601 */
export function slackMessage({ title, mood, note, text, facts, list, link }: Notice, at: string) {
  return {
    text: escaped(text ? `${title}: ${text}` : title, TEXT_LIMIT),
    blocks: [
      { type: 'header', text: plain(cut(`${SIGN[mood]} ${title}`, HEADER_LIMIT)) },
      ...(note ? [context(escaped(note, TEXT_LIMIT))] : []),
      ...(text ? [section(escaped(text, TEXT_LIMIT))] : []),
      ...(list && list.items.length > 0 ? [section(listOf(list))] : []),
      ...chunked(facts, FIELDS_PER_BLOCK).map((some) => ({ type: 'section', fields: some.map(field) })),
      // A link and no button: pressing one asks the app for an answer that an incoming webhook has no place for
      ...(link ? [section(`<${link.url}|${link.label}>`)] : []),
      context(`Watchkeeper, ${localTime(at)}`),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** No emoji: a name that holds `:fire:` means these letters. */
const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** As it stands: Slack looks for no names and addresses in it. */
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

const section = (text: string) => ({ type: 'section', text: mrkdwn(text) })
const context = (text: string) => ({ type: 'context', elements: [mrkdwn(text)] })
const field = ([label, value]: Fact) => mrkdwn(`*${label}*\n${escaped(value, FIELD_LIMIT)}`)

function listOf(list: NoticeList): string {
  const shown = list.items.slice(0, MOST_LISTED).map((item) => `• ${escaped(item, ITEM_LIMIT)}`)
  return [...shown, ...moreThan(list, shown.length)].join('\n')
}

/** In the zone of whoever reads it. Source: Slack, "Formatting text", on dates */
function localTime(iso: string): string {
  return `<!date^${Math.floor(Date.parse(iso) / 1000)}^{date_short_pretty} {time_secs}|${timeInWords(iso)}>`
}

const chunked = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, place) => values.slice(place * size, (place + 1) * size))

/** Without this, `<!channel>` in the name of a monitor would call everybody. Source: Slack, "Formatting text" */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @param limit of the escaped text */
const escaped = (text: string, limit: number): string =>
  cut(text, limit, (character) => ESCAPES[character] ?? character)

/** What is longer is cut between two characters. @param limit in UTF-16 units, as the strictest reading of Slack's limits has it */
function cut(text: string, limit: number, write = (character: string) => character): string {
  let result = ''
  for (const character of text) {
    const next = write(character)
    if (result.length + next.length >= limit) return `${result}…`
    result += next
  }
  return result
}
