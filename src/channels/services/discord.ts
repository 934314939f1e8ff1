/** A Discord webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
import Type from 'typebox'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { listRemainder } from '../list-remainder.ts'
import { escapeMarkdown, formatMarkdownLink, listLinks, truncateText } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood, Notice } from '../notice/notice-types.ts'
import { OptionalId, parseJson, SecretUrl, toService } from './setting.ts'

export const discord = defineChannel({
  ...toService('discord', 'Discord', 'Posts to a channel through a webhook of Discord'),
  docsUrl: 'https://support.discord.com/hc/en-us/articles/228383668',
  settings: Type.Object(
    {
      service: Type.Literal('discord'),
      webhook_url: SecretUrl(
        'Webhook URL, copied from the integrations of the channel',
        'https://discord.com/api/webhooks/1/XXXX',
      ),
      thread_id: OptionalId('Thread', 'Id of a thread of the channel; empty posts to the channel itself'),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  proof: ({ json }) => typeof json.id === 'string',
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  async send({ event }, { webhook_url, thread_id }, tools) {
    const url = new URL(webhook_url)
    // Discord then answers when the message is stored, and reports an error of the message
    url.searchParams.set('wait', 'true')
    if (thread_id) url.searchParams.set('thread_id', thread_id)
    const json = toDiscordMessage(toNotice(event, tools.baseUrl), event.timestamp)
    await postJson({ url: url.href, json, findMeaning }, tools)
  },
})

const COLORS: Record<Mood, number> = { bad: 0xb42318, warning: 0x9a5b00, good: 0x18763b, neutral: 0x2457c5 }

/** Discord accepts 256 characters in a title, 4,096 in a description, 25 fields, and 6,000 characters in total. */
const TITLE_LIMIT = 256
const DESCRIPTION_LIMIT = 3_000
const FIELD_LIMIT = 200
const MAX_FIELDS = 10
const MAX_LISTED = 10

/** @param at ISO 8601 */
function toDiscordMessage(notice: Notice, at: string) {
  const { title, mood, facts, link } = notice
  return {
    username: 'Watchkeeper',
    // No text of the message mentions a member
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: truncateText(title, TITLE_LIMIT, escapeMarkdown),
        ...(link && { url: link.url }),
        description: formatDescription(notice),
        color: COLORS[mood],
        fields: facts.slice(0, MAX_FIELDS).map(([name, value]) => ({
          name,
          value: truncateText(value, FIELD_LIMIT, escapeMarkdown),
          inline: true,
        })),
        timestamp: at,
      },
    ],
  }
}

function formatDescription(notice: Notice): string {
  const { note, text, list, notes } = notice
  const listed = list
    ? [...list.items.slice(0, MAX_LISTED).map((item) => `- ${item}`), ...listRemainder(list, MAX_LISTED)].join('\n')
    : ''
  const body = truncateText([note, text, listed, notes].filter(Boolean).join('\n\n'), DESCRIPTION_LIMIT, escapeMarkdown)
  // The title is the link to the incident
  const links = listLinks({ ...notice, link: null })
    .map(formatMarkdownLink)
    .join(' · ')
  return [body, links].filter(Boolean).join('\n\n')
}

/** The webhook was deleted. Source: Discord, "JSON error codes" */
const UNKNOWN_WEBHOOK = 10015

function findMeaning(body: string): ResponseMeaning | null {
  const { message, code, retry_after } = parseJson(body)
  if (typeof message !== 'string') return null
  return {
    message: code === UNKNOWN_WEBHOOK ? 'the webhook was deleted in Discord; create a new one' : message,
    ...(code === UNKNOWN_WEBHOOK && { permanent: true, disableTarget: true }),
    ...(typeof retry_after === 'number' && { retryAfterMs: Math.ceil(retry_after * SECOND_MS) }),
  }
}
