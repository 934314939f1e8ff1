/**
 * A Slack incoming webhook, or a bot of a Slack app that answers in threads:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
 * https://docs.slack.dev/reference/methods/chat.postMessage
 */
import Type, { type Static } from 'typebox'
import type { EventType } from '../core/incidents/event.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import { type BegunThread, type ChannelMessage, defineChannel, type SendTools } from './channel.ts'
import { postJson, refuseUrl } from './http-send.ts'
import { toNotice } from './notice/notice.ts'
import { joinPath, OptionalServerUrl, parseJson, refuseServer } from './services/setting.ts'
import { toSlackMessage } from './slack-message.ts'
import { findBotMeaning, findSlackMeaning } from './slack-responses.ts'

const SERVER = 'https://slack.com'

const settings = Type.Object(
  {
    webhook_url: Type.Optional(
      Type.String({
        title: 'Webhook URL',
        minLength: 1,
        maxLength: 2048,
        description: 'Incoming webhook URL, copied from Slack. Treat it as a secret',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    ),
    bot_token: Type.Optional(
      Type.String({
        title: 'Bot token',
        maxLength: 500,
        description: 'Token of a Slack app with the scope `chat:write`, instead of a webhook URL. It needs a channel',
        examples: ['xoxb-000-000-XXXX'],
      }),
    ),
    channel: Type.Optional(
      Type.String({
        title: 'Channel',
        maxLength: 200,
        description: 'Id of the channel for the bot, which must be a member',
        examples: ['C0123456789'],
      }),
    ),
    server_url: OptionalServerUrl(SERVER),
  },
  { additionalProperties: false },
)

export const slack = defineChannel({
  title: 'Slack',
  description: 'Posts to a channel through an incoming webhook or a bot',
  settings,
  secrets: ['webhook_url', 'bot_token'],
  generatedSecret: null,
  hasThreads: true,
  refuse,
  describeRecipient: (_settings, name) => name,
  async send(message, config, tools) {
    if (config.bot_token) return sendAsBot(message, config, tools)
    const { event } = message
    const json = toSlackMessage(toNotice(event, tools.baseUrl), event.timestamp)
    await postJson({ url: config.webhook_url!, json, findMeaning: findSlackMeaning }, tools)
    return null
  },
})

type Settings = Static<typeof settings>

function refuse({ webhook_url, bot_token, channel, ...rest }: Settings, egress: EgressPolicy): Issue | null {
  if (webhook_url === undefined && bot_token === undefined)
    return { field: 'webhook_url', message: 'is required, unless bot_token and channel are given' }
  if (webhook_url !== undefined && bot_token !== undefined)
    return { field: 'bot_token', message: 'cannot be combined with webhook_url; send one of them as an empty text' }
  if (webhook_url !== undefined) return refuseUrl('webhook_url', webhook_url, egress)
  if (!/^[\w-]+$/.test(bot_token!)) return { field: 'bot_token', message: 'must be the token of a bot: xoxb-…' }
  if (!channel) return { field: 'channel', message: 'is required with bot_token' }
  return refuseServer(rest, egress)
}

/** Slack shows answers in a thread only there, so events that need attention are shown in the channel as well. */
const BROADCAST: readonly EventType[] = [
  'incident.opened',
  'incident.reopened',
  'incident.reminder',
  'incident.resolved',
  'certificate.expiring',
  'domain.expiring',
]

/** The response repeats the message. */
const MAX_RESPONSE_BYTES = 65_536

/** @returns the thread that the message began */
async function sendAsBot(
  { event, threadId }: ChannelMessage,
  { bot_token, channel, server_url }: Settings,
  tools: SendTools,
): Promise<BegunThread | null> {
  const message = { channel, ...toSlackMessage(toNotice(event, tools.baseUrl), event.timestamp) }
  const post = (json: unknown, isLost?: (code: string) => boolean) => {
    let wasLost = false
    const findMeaning = (body: string) => {
      const meaning = findBotMeaning(body)
      wasLost = isLost?.(String(parseJson(body).error)) ?? false
      return wasLost ? null : meaning
    }
    const url = joinPath(server_url || SERVER, '/api/chat.postMessage')
    const headers = { authorization: `Bearer ${bot_token}` }
    const outgoing = { url, json, headers, findMeaning, findRefusal: findMeaning, maxResponseBytes: MAX_RESPONSE_BYTES }
    return postJson(outgoing, tools).then((body) => (wasLost ? null : body))
  }
  if (threadId) {
    const answer = { ...message, thread_ts: threadId, reply_broadcast: BROADCAST.includes(event.type) }
    const body = await post(answer, (code) => LOST_THREAD.includes(code))
    if (body !== null) return isOutsideThread(body) ? findThread(body) : null
  }
  return findThread((await post(message))!)
}

/** @param body response to an accepted message */
function findThread(body: string): BegunThread | null {
  const { ts } = parseJson(body)
  return typeof ts === 'string' ? { threadId: ts } : null
}

/**
 * An answer to a deleted message is accepted and shown in the channel. Only the message in the response, which has no
 * `thread_ts`, shows it. Source: https://github.com/slack-go/slack/issues/1571
 */
function isOutsideThread(body: string): boolean {
  const { message } = parseJson(body)
  return typeof message === 'object' && message !== null && !('thread_ts' in message)
}

/** The thread is locked, its first message accepts no answers, or the channel has no threads. */
const LOST_THREAD = [
  'cannot_reply_to_message',
  'restricted_action_thread_locked',
  'restricted_action_non_threadable_channel',
  // Documented for other methods only
  'thread_not_found',
  'message_not_found',
]
