/** A Slack incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
import Type from 'typebox'
import { type Fact, type Notice, noticeOf } from '../core/notice.ts'
import { defineChannel } from './channel.ts'
import { postJson, refuseUrl } from './http-post.ts'

export const slack = defineChannel({
  settings: Type.Object(
    { webhook_url: Type.String({ minLength: 1, maxLength: 2048, description: 'As Slack shows it; it is a secret' }) },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  ownSecret: null,
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  recipient: (_settings, name) => name,
  send: ({ event }, { webhook_url: url }, tools) =>
    postJson({ url, body: JSON.stringify(slackMessage(noticeOf(event, tools.baseUrl))), reason: slackReason }, tools),
})

/** Slack refuses in a word such as `no_service` or `channel_is_archived`; anything else is not passed on. */
const slackReason = (body: string): string | null => (/^[a-z_]{1,80}$/.test(body.trim()) ? body.trim() : null)

const SIGN: Record<Notice['mood'], string> = {
  bad: ':red_circle:',
  good: ':large_green_circle:',
  neutral: ':large_blue_circle:',
}

/** Slack takes 3,000 characters in a block of text and 2,000 in a field. Source: its reference of blocks */
const TITLE_LIMIT = 500
const TEXT_LIMIT = 2_400
const FIELD_LIMIT = 1_900

/** Blocks for Slack itself, and a plain text for notifications and screen readers. */
export function slackMessage({ title, mood, text, facts, link }: Notice) {
  const lines = [`*${escaped(title, TITLE_LIMIT)}*`, ...(text ? [escaped(text, TEXT_LIMIT)] : [])]
  return {
    text: escaped(text ? `${title}: ${text}` : title, TEXT_LIMIT),
    blocks: [
      { type: 'section', text: mrkdwn(`${SIGN[mood]} ${lines.join('\n')}`) },
      ...(facts.length > 0 ? [{ type: 'section', fields: facts.map(field) }] : []),
      ...(link ? [{ type: 'section', text: mrkdwn(`<${link.url}|${link.label}>`) }] : []),
    ],
    unfurl_links: false,
    unfurl_media: false,
  }
}

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })

const field = ([label, value]: Fact) => mrkdwn(`*${label}*\n${escaped(value, FIELD_LIMIT)}`)

/** Without this, `<!channel>` in the name of a monitor would call everybody. Source: Slack, "Formatting text" */
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** @param limit of the escaped text; what is longer is cut between two characters */
function escaped(text: string, limit: number): string {
  let result = ''
  for (const character of text) {
    const next = ESCAPES[character] ?? character
    if (result.length + next.length >= limit) return `${result}…`
    result += next
  }
  return result
}
