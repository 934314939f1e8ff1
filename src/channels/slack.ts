/**
 * A Slack incoming webhook, or a bot of a Slack app that answers in threads:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks,
 * https://docs.slack.dev/reference/methods/chat.postMessage
 *
 * Slack's errors for rejected messages. Sources: "Handling errors" of its page on incoming webhooks, and
 * https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
 */
import Type, { type Static } from 'typebox'
import type { EventType } from '../core/incidents/event.ts'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import { type BegunThread, type ChannelMessage, defineChannel, type SendTools } from './channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from './http-send.ts'
import { findAcknowledgeToken } from './links.ts'
import { toNotice } from './notice/notice.ts'
import { HeaderText, joinPath, OptionalServerUrl, parseJson, refuseServer } from './services/setting.ts'
import { toSlackMessage } from './slack-message.ts'

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
  'incident.unacknowledged',
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

/** The webhook is permanently removed, so further calls are useless. */
const toGone = (message: string): ResponseMeaning => ({ message, permanent: true, disableTarget: true })

/** A Slack admin may change this; until then no message is accepted. */
const toRefused = (message: string): ResponseMeaning => ({ message, permanent: true })

const NO_WEBHOOK = 'this webhook was removed or disabled in Slack; create a new one'
const NO_WORKSPACE = 'the Slack workspace of this webhook no longer exists'
const RESTRICTED = 'an admin of the Slack workspace does not allow webhooks to post there'
const BAD_MESSAGE = 'Slack rejected the message format, which is a bug in Watchkeeper'

const MEANINGS: Record<string, ResponseMeaning> = {
  channel_is_archived: toGone('the Slack channel is archived; create a webhook for another channel'),
  no_service: toGone(NO_WEBHOOK),
  no_service_id: toGone(NO_WEBHOOK),
  no_active_hooks: toGone(NO_WEBHOOK),
  invalid_token: toGone('the webhook URL is wrong or no longer valid; copy it from Slack again'),
  no_team: toGone(NO_WORKSPACE),
  team_disabled: toGone(NO_WORKSPACE),
  channel_not_found: toRefused('the Slack channel of this webhook does not exist'),
  user_not_found: toRefused('the Slack user of this webhook does not exist'),
  action_prohibited: toRefused(RESTRICTED),
  posting_to_general_channel_denied: toRefused(RESTRICTED),
  invalid_payload: toRefused(BAD_MESSAGE),
  invalid_blocks: toRefused(BAD_MESSAGE),
  no_text: toRefused(BAD_MESSAGE),
  rate_limited: { message: 'Slack is rate limiting messages', permanent: false },
  rollup_error: { message: 'Slack had an internal error', permanent: false },
}

/** @returns null for a text that is no error code of Slack; unknown codes of a refusal are passed on unchanged */
function findSlackMeaning(body: string, status: number): ResponseMeaning | null {
  const code = body.trim()
  if (!/^[a-z_]{1,80}$/.test(code)) return null
  const known = Object.hasOwn(MEANINGS, code) && MEANINGS[code]
  if (!known && status < 300) return null
  return known ? { ...known, message: `${code}: ${known.message}` } : { message: code }
}

const NO_TOKEN = 'the bot token is not valid; copy it again from the settings of the Slack app'
const BAD_TOKEN = 'the bot token is not valid, or Slack refuses the address of this server; check both'
const NO_ACCESS = 'the bot cannot post there; check the id of the channel and add the bot to it'
const RESTRICTED_BOT = 'an admin of the Slack workspace does not allow the bot to post there'
const LIMITED: ResponseMeaning = { message: 'Slack is rate limiting messages', permanent: false }
const MIGRATING: ResponseMeaning = { message: 'the Slack workspace is migrated', permanent: false }
const BROKEN: ResponseMeaning = { message: 'Slack had an internal error', permanent: false }

/**
 * Errors of `chat.postMessage` and `chat.update`. Sources: https://docs.slack.dev/reference/methods/chat.postMessage#errors,
 * https://docs.slack.dev/reference/methods/chat.update#errors
 */
const BOT_MEANINGS: Record<string, ResponseMeaning> = {
  invalid_auth: toGone(BAD_TOKEN),
  not_authed: toGone(NO_TOKEN),
  token_revoked: toGone(NO_TOKEN),
  token_expired: toGone(NO_TOKEN),
  account_inactive: toGone('the bot or its Slack workspace was deleted'),
  team_access_not_granted: toRefused(RESTRICTED_BOT),
  access_denied: toRefused(RESTRICTED_BOT),
  ekm_access_denied: toRefused(RESTRICTED_BOT),
  enterprise_is_restricted: toRefused(RESTRICTED_BOT),
  accesslimited: toRefused('the Slack workspace refuses the network of this server'),
  not_allowed_token_type: toRefused('this is no bot token; copy the bot token, which begins with xoxb-'),
  missing_scope: toRefused('the Slack app lacks the scope chat:write; add it and install the app again'),
  channel_not_found: toRefused(NO_ACCESS),
  not_in_channel: toRefused(NO_ACCESS),
  is_archived: toRefused('the Slack channel is archived; choose another channel'),
  no_permission: toRefused(NO_ACCESS),
  restricted_action: toRefused(RESTRICTED_BOT),
  restricted_action_read_only_channel: toRefused(RESTRICTED_BOT),
  restricted_action_thread_only_channel: toRefused('the Slack channel accepts only answers; choose another channel'),
  invalid_arguments: toRefused(BAD_MESSAGE),
  invalid_blocks: toRefused(BAD_MESSAGE),
  invalid_blocks_format: toRefused(BAD_MESSAGE),
  msg_blocks_too_long: toRefused(BAD_MESSAGE),
  msg_too_long: toRefused(BAD_MESSAGE),
  no_text: toRefused(BAD_MESSAGE),
  ratelimited: LIMITED,
  rate_limited: LIMITED,
  message_limit_exceeded: LIMITED,
  org_login_required: MIGRATING,
  team_added_to_org: MIGRATING,
  external_channel_migrating: MIGRATING,
  internal_error: BROKEN,
  update_failed: BROKEN,
  fatal_error: BROKEN,
  service_unavailable: { message: 'Slack is unavailable', permanent: false },
  request_timeout: { message: 'Slack did not receive the whole message', permanent: false },
}

/**
 * Slack answers errors with the status 200, so the body decides. An unknown code is not retried.
 *
 * @returns null for an accepted message, or for a body that is no answer of Slack
 */
function findBotMeaning(body: string): ResponseMeaning | null {
  const { ok, error } = parseJson(body)
  if (ok !== false) return null
  const code = typeof error === 'string' && /^[a-z_]{1,80}$/.test(error) ? error : 'unknown_error'
  const known = Object.hasOwn(BOT_MEANINGS, code) && BOT_MEANINGS[code]
  return known ? { ...known, message: `${code}: ${known.message}` } : { message: code, permanent: true }
}
