/** A Discord webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
import Type from 'typebox'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { defineChannel, type SendTools } from '../channel.ts'
import type { Replacement } from '../channel-error.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { escapeMarkdown, formatMarkdownLink, listLinks, listRemainder, truncateText } from '../message-text.ts'
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
      is_forum: Type.Optional(
        Type.Boolean({
          title: 'Forum',
          description: 'Each incident is a post of its own, as forums require. Set automatically for a forum channel',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  proof: ({ json }) => typeof json.id === 'string',
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  hasThreads: true,
  async send({ event, threadId }, { webhook_url, thread_id, is_forum }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const message = toDiscordMessage(notice, event.timestamp)
    const begin = { ...message, ...(is_forum && { thread_name: truncateText(notice.title, THREAD_NAME_LIMIT) }) }
    if (thread_id || !is_forum) {
      await post(toExecuteUrl(webhook_url, thread_id), message, tools)
      return null
    }
    if (threadId && (await post(toExecuteUrl(webhook_url, threadId), message, tools, LOST_THREAD)) !== null) return null
    const { channel_id } = parseJson((await post(toExecuteUrl(webhook_url), begin, tools))!)
    return typeof channel_id === 'string' ? { threadId: channel_id } : null
  },
})

function toExecuteUrl(webhookUrl: string, threadId?: string): string {
  const url = new URL(webhookUrl)
  // Discord then answers when the message is stored, and reports an error of the message
  url.searchParams.set('wait', 'true')
  if (threadId) url.searchParams.set('thread_id', threadId)
  return url.href
}

/** @param expected errors that are no failures; null is returned then */
async function post(
  url: string,
  json: object,
  tools: SendTools,
  expected: readonly unknown[] = [],
): Promise<string | null> {
  let wasExpected = false
  const interpret = (body: string) => {
    wasExpected = expected.includes(parseJson(body).code)
    return findMeaning(body)
  }
  try {
    return await postJson({ url, json, findMeaning: interpret }, tools)
  } catch (error) {
    if (wasExpected) return null
    throw error
  }
}

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

/** Characters in the title of a post of a forum. */
const THREAD_NAME_LIMIT = 100

/** The webhook was deleted. Source of all codes: https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const UNKNOWN_WEBHOOK = 10015

const ADVICE: Record<number, string> = {
  [UNKNOWN_WEBHOOK]: 'the webhook was deleted in Discord; create a new one',
  40067: 'the forum requires a tag for each post; set a thread, or make tags optional in Discord',
}

/** The post was deleted, or is locked. */
const LOST_THREAD = [10003, 160005]

/** A forum accepts a message only with the title of a new post, or in a post. */
const FORUM_NEEDS_THREAD = 220001
const NO_FORUM = 220003

const REPLACEMENTS: Record<number, Replacement> = {
  [FORUM_NEEDS_THREAD]: {
    field: 'is_forum',
    after: true,
    note: 'The channel is a forum in Discord, so each incident is a post of its own',
  },
  [NO_FORUM]: { field: 'is_forum', after: '', note: 'The channel is no forum in Discord any more' },
}

function findMeaning(body: string): ResponseMeaning | null {
  const { message, code, retry_after } = parseJson(body)
  if (typeof message !== 'string') return null
  return {
    message: ADVICE[Number(code)] ?? message,
    replaces: REPLACEMENTS[Number(code)],
    ...(code === UNKNOWN_WEBHOOK && { permanent: true, disableTarget: true }),
    ...(typeof retry_after === 'number' && { retryAfterMs: Math.ceil(retry_after * SECOND_MS) }),
  }
}
