/** A notice as Slack shows it. Limits of blocks: https://docs.slack.dev/reference/block-kit/blocks */

import { formatTimeText } from '../core/platform/time/time-text.ts'
import type { Fact, Mood, Notice, NoticeList } from './notice/notice-types.ts'
import { listRemainder } from './shown-list.ts'

/** Told apart by their shape, too. */
const SIGNS: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** Slack takes 150 characters in a header, 3,000 in a block of text, 2,000 in a field and ten fields in a block. */
const HEADER_LIMIT = 150
const TEXT_LIMIT = 2_400
const FIELD_LIMIT = 1_900
const FIELDS_PER_BLOCK = 10

/** A channel is read on a telephone: more than this of a list is scrolled past. */
const MAX_LISTED = 10
const ITEM_LIMIT = 200

/** Blocks for Slack itself, and a plain text for notifications and screen readers. @param at ISO 8601 */
export function toSlackMessage({ title, mood, note, text, facts, list, link }: Notice, at: string) {
  return {
    text: escapeText(text ? `${title}: ${text}` : title, TEXT_LIMIT),
    blocks: [
      { type: 'header', text: toPlainText(cut(`${SIGNS[mood]} ${title}`, HEADER_LIMIT)) },
      ...(note ? [toContext(escapeText(note, TEXT_LIMIT))] : []),
      ...(text ? [toSection(escapeText(text, TEXT_LIMIT))] : []),
      ...(list && list.items.length > 0 ? [toSection(formatList(list))] : []),
      ...splitIntoChunks(facts, FIELDS_PER_BLOCK).map((some) => ({ type: 'section', fields: some.map(toField) })),
      // A link and no button: pressing one asks the app for an answer that an incoming webhook has no place for
      ...(link ? [toSection(`<${link.url}|${link.label}>`)] : []),
      toContext(`Watchkeeper, ${formatLocalTime(at)}`),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

/** No emoji: a name that holds `:fire:` means these letters. */
const toPlainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** As it stands: Slack looks for no names and addresses in it. */
const toMrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

const toSection = (text: string) => ({ type: 'section', text: toMrkdwn(text) })
const toContext = (text: string) => ({ type: 'context', elements: [toMrkdwn(text)] })
const toField = ([label, value]: Fact) => toMrkdwn(`*${label}*\n${escapeText(value, FIELD_LIMIT)}`)

function formatList(list: NoticeList): string {
  const shown = list.items.slice(0, MAX_LISTED).map((item) => `• ${escapeText(item, ITEM_LIMIT)}`)
  return [...shown, ...listRemainder(list, shown.length)].join('\n')
}

/** In the zone of whoever reads it. Source: Slack, "Formatting text", on dates */
function formatLocalTime(iso: string): string {
  return `<!date^${Math.floor(Date.parse(iso) / 1000)}^{date_short_pretty} {time_secs}|${formatTimeText(iso)}>`
}

const splitIntoChunks = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, position) =>
    values.slice(position * size, (position + 1) * size),
  )

/** Without this, `<!channel>` in the name of a monitor would call everybody. Source: Slack, "Formatting text" */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @param limit of the escaped text */
const escapeText = (text: string, limit: number): string =>
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
