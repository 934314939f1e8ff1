/** A notice formatted for Slack. Limits of blocks: https://docs.slack.dev/reference/block-kit/blocks */

import { createHmac } from 'node:crypto'
import { OFFERED_MINUTES } from '../core/incidents/snooze.ts'
import { toOneLine, truncateTo } from '../core/platform/text/plain-text.ts'
import { formatTimeText, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { listRemainder, truncateText } from './message-text.ts'
import type { Fact, Mood, Notice, NoticeList } from './notice/notice-types.ts'
import { parseJson } from './services/setting.ts'
import { isSameText } from './signed-links.ts'

/** Signs that also differ by their shape. */
const SIGNS: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** Slack accepts 150 characters in a header, 3,000 in a text block, 2,000 in a field and ten fields in a block. */
const HEADER_LIMIT = 150
const TEXT_LIMIT = 2_400
const LINK_LIMIT = 2_900
const FIELD_LIMIT = 1_900
const FIELDS_PER_BLOCK = 10

/** Channels are read on phones: readers skip longer lists. */
const MAX_LISTED = 10
const ITEM_LIMIT = 200

/** Parts of a message of an app that receives the presses of its buttons. */
interface Interaction {
  /** Value of the buttons, which replace the link; null or absent without buttons. */
  token?: string | null
  /** Result of an earlier press. */
  outcome?: string | undefined
}

/**
 * Blocks for Slack itself, and a plain text for notifications and screen readers.
 *
 * @param at ISO 8601
 */
export function toSlackMessage(
  { title, mood, note, text, facts, list, notes, runbookUrl, link, actions }: Notice,
  at: string,
  { token = null, outcome }: Interaction = {},
) {
  const links = [...(token === null ? actions : []), ...(link ? [link] : [])]
  return {
    text: escapeText(text ? `${title}: ${text}` : title, TEXT_LIMIT),
    blocks: [
      { type: 'header', text: toPlainText(truncateText(`${SIGNS[mood]} ${title}`, HEADER_LIMIT)) },
      ...(note ? [toContext(escapeText(note, TEXT_LIMIT))] : []),
      ...(text ? [toSection(escapeText(text, TEXT_LIMIT))] : []),
      ...(list && list.items.length > 0 ? [toSection(formatList(list))] : []),
      ...splitIntoChunks(facts, FIELDS_PER_BLOCK).map((some) => ({ type: 'section', fields: some.map(toField) })),
      ...splitText(notes).map((part) => toSection(part)),
      ...(outcome === undefined ? [] : [toSection(`*${escapeText(outcome, TEXT_LIMIT)}*`)]),
      ...(token === null ? [] : actions.map(({ label }) => toButtons(label, token))),
      // Links instead of buttons: a button expects an app to answer, which an incoming webhook cannot do
      ...(links.length > 0 ? [toSection(links.map(({ url, label }) => `<${url}|${label}>`).join(' · '))] : []),
      ...(runbookUrl ? toRunbookSections(runbookUrl) : []),
      toContext(`Watchkeeper, ${formatLocalTime(at)}`),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

const SNOOZE_MINUTES = 60

/** @param label of the button that acknowledges */
const toButtons = (label: string, value: string) => ({
  type: 'actions',
  elements: [
    { type: 'button', action_id: ACKNOWLEDGE_ACTION, style: 'primary', text: toPlainText(label), value },
    { type: 'button', action_id: toSnoozeAction(SNOOZE_MINUTES), text: toPlainText('Snooze for 1 h'), value },
  ],
})

/** No emoji: `:fire:` in a name stays literal. */
const toPlainText = (text: string) => ({ type: 'plain_text', text, emoji: false })

/** Verbatim: Slack does not turn names and URLs into links. */
const toMrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

const toSection = (text: string) => ({ type: 'section', text: toMrkdwn(text) })
const toContext = (text: string) => ({ type: 'context', elements: [toMrkdwn(text)] })
const toField = ([label, value]: Fact) => toMrkdwn(`*${label}*\n${escapeText(value, FIELD_LIMIT)}`)

/** Slack would end the link at a `|`. An address beyond its limit would not be a link. */
function toRunbookSections(url: string) {
  const link = `<${escapeText(url.replaceAll('|', '%7C'), Number.POSITIVE_INFINITY)}|Runbook>`
  return link.length > LINK_LIMIT ? [] : [toSection(link)]
}

function formatList(list: NoticeList): string {
  const shown = list.items.slice(0, MAX_LISTED).map((item) => `• ${escapeText(item, ITEM_LIMIT)}`)
  return [...shown, ...listRemainder(list, shown.length)].join('\n')
}

/** In the reader's time zone. Source: Slack, "Formatting text", on dates */
function formatLocalTime(iso: string): string {
  return `<!date^${Math.floor(Date.parse(iso) / 1000)}^{date_short_pretty} {time_secs}|${formatTimeText(iso)}>`
}

const splitIntoChunks = <T>(values: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, position) =>
    values.slice(position * size, (position + 1) * size),
  )

/**
 * Without escaping, `<!channel>` in the name of a monitor would notify all members. Source: Slack, "Formatting text"
 */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @param limit maximum length of the escaped text */
const escapeText = (text: string, limit: number): string =>
  truncateText(text, limit, (character) => ESCAPES[character] ?? character)

/** Splits a long text between two characters. */
function splitText(text: string): string[] {
  const parts = ['']
  for (const character of text) {
    const next = ESCAPES[character] ?? character
    if (parts.at(-1)!.length + next.length > TEXT_LIMIT) parts.push('')
    parts[parts.length - 1] += next
  }
  return parts.filter(Boolean)
}

const ACKNOWLEDGE_ACTION = 'acknowledge'
const toSnoozeAction = (minutes: number): string => `snooze_${minutes}`

/** A request of Slack, not verified. */
export interface SlackRequest {
  /** Headers `x-slack-request-timestamp` and `x-slack-signature`. */
  timestamp: string
  signature: string
  body: Buffer
}

/** Older requests may be replayed. Source: Slack, "Verifying requests from Slack" */
const MAX_AGE_MS = 5 * MINUTE_MS

/** Whether the request has a signature that is not too old. It may be wrong. */
export const isRecent = ({ timestamp, signature }: SlackRequest, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) &&
  /^v0=[0-9a-f]{64}$/.test(signature) &&
  Math.abs(now - Number(timestamp) * SECOND_MS) <= MAX_AGE_MS

/** Whether Slack signed the request with the signing secret of an app. */
export function isSignedWith(secret: string, { timestamp, signature, body }: SlackRequest): boolean {
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  return isSameText(signature, `v0=${digest}`)
}

export interface SlackAction {
  /** Token of the acknowledge link of the message. */
  token: string
  /** Length of a snooze; null for an acknowledgement. */
  snoozeMinutes: number | null
  /** Name of the user in Slack. */
  userName: string
  /** The message with the button. */
  channelId: string
  messageId: string
}

/** Maximum number of characters of a display name in Slack. */
const NAME_LIMIT = 80

/**
 * Presses of buttons in Slack messages: https://docs.slack.dev/reference/interaction-payloads/block_actions-payload.
 * Slack signs each request: https://docs.slack.dev/authentication/verifying-requests-from-slack
 *
 * @returns null unless the body is a complete press of a button of this service
 */
export function parseSlackAction(body: Buffer): SlackAction | null {
  const { type, user, channel, container, actions } = parseJson(
    new URLSearchParams(body.toString()).get('payload') ?? '',
  )
  const [{ action_id = null, value = null } = {}] = Array.isArray(actions) ? (actions as Fields[]).map(toFields) : []
  const minutes = OFFERED_MINUTES.find((offered) => toSnoozeAction(offered) === action_id) ?? null
  const { id: userId, username, name = username ?? userId } = toFields(user)
  const { message_ts, channel_id } = toFields(container)
  const { id: channelId = channel_id } = toFields(channel)
  if (type !== 'block_actions' || (action_id !== ACKNOWLEDGE_ACTION && minutes === null)) return null
  if (!isText(value) || !isText(name) || !isText(channelId) || !isText(message_ts)) return null
  const userName = toOneLine(truncateTo(NAME_LIMIT, name))
  return { token: value, snoozeMinutes: minutes, userName, channelId, messageId: message_ts }
}

type Fields = Record<string, unknown>

const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** Tokens, names and ids of Slack are shorter. PostgreSQL accepts no NUL character in a text. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 1_000 && !value.includes('\0')
