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
import { findAcknowledgeToken } from './links.ts'
import { toNotice } from './notice/notice.ts'
import { HeaderText, joinPath, OptionalServerUrl, parseJson, refuseServer } from './services/setting.ts'
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
        ...HeaderText,
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
    signing_secret: Type.Optional(
      Type.String({
        title: 'Signing secret',
        maxLength: 200,
        description:
          'Signing secret from "Basic Information" of the Slack app. "Acknowledge" is then a button. Enter the address ' +
          'of this service with the path `/slack/actions` as the request URL under "Interactivity & Shortcuts"',
        examples: ['8f742231b10e8888abcd99e0b5a1c2d3'],
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
  secrets: ['webhook_url', 'bot_token', 'signing_secret'],
  // A bot gets JSON, a webhook gets "ok". Rocket.Chat and Zulip accept the format of these webhooks as well.
  proof: ({ body, json }, { bot_token }) =>
    bot_token ? json.ok === true : body === 'ok' || json.success === true || json.result === 'success',
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

function refuse(
  { webhook_url, bot_token, channel, signing_secret, ...rest }: Settings,
  egress: EgressPolicy,
): Issue | null {
  if (webhook_url === undefined && bot_token === undefined)
    return { field: 'webhook_url', message: 'is required, unless bot_token and channel are given' }
  if (webhook_url !== undefined && bot_token !== undefined)
    return { field: 'bot_token', message: 'cannot be combined with webhook_url; send one of them as an empty text' }
  if (webhook_url !== undefined && signing_secret !== undefined)
    return { field: 'signing_secret', message: 'needs a bot_token, because a webhook cannot change its messages' }
  if (webhook_url !== undefined) return refuseUrl('webhook_url', webhook_url, egress)
  if (!/^[\w-]+$/.test(bot_token!)) return { field: 'bot_token', message: 'must be the token of a bot: xoxb-…' }
  if (!channel) return { field: 'channel', message: 'is required with bot_token' }
  if (signing_secret !== undefined && !/^\w{16,}$/.test(signing_secret))
    return { field: 'signing_secret', message: 'must be the signing secret of the app: 32 letters and digits' }
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

/** @returns the thread that the message began */
async function sendAsBot(
  { event, threadId }: ChannelMessage,
  { bot_token, channel, signing_secret, server_url }: Settings,
  tools: SendTools,
): Promise<BegunThread | null> {
  const { edit } = event.data
  const token = signing_secret === undefined ? null : findAcknowledgeToken(event)
  const blocks = toSlackMessage(toNotice(event, tools.baseUrl), event.timestamp, { token, outcome: edit?.note })
  const message = { channel, ...blocks }
  /** @param expected errors that are no failures; null is returned then */
  const call = async (method: string, json: unknown, expected: readonly string[] = []) => {
    let wasExpected = false
    const findMeaning = (body: string) => {
      const meaning = findBotMeaning(body)
      wasExpected = expected.includes(String(parseJson(body).error))
      return meaning
    }
    const url = joinPath(server_url || SERVER, `/api/${method}`)
    const headers = { authorization: `Bearer ${bot_token}` }
    try {
      return await postJson({ url, json, headers, findMeaning }, tools)
    } catch (error) {
      if (wasExpected) return null
      throw error
    }
  }
  if (edit) {
    await call('chat.update', { ...message, channel: edit.channel_id, ts: edit.message_id }, LOST_MESSAGE)
    return null
  }
  if (threadId) {
    const answer = { ...message, thread_ts: threadId, reply_broadcast: BROADCAST.includes(event.type) }
    const body = await call('chat.postMessage', answer, LOST_THREAD)
    if (body !== null) return isOutsideThread(body) ? findThread(body) : null
  }
  return findThread((await call('chat.postMessage', message))!)
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

/** The message was deleted, or cannot be changed any more. It has no buttons to replace, or keeps them. */
const LOST_MESSAGE = ['message_not_found', 'cant_update_message', 'edit_window_closed', 'is_inactive']
