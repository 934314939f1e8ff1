/** A message of a Telegram bot: https://core.telegram.org/bots/api#sendmessage */
import Type from 'typebox'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { defineChannel } from '../channel.ts'
import type { Replacement } from '../channel-error.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { formatShortBody } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { Id, joinPath, OptionalId, OptionalServerUrl, parseJson, refuseServer, Secret, toService } from './setting.ts'

const SERVER = 'https://api.telegram.org'

const SIGNS: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** Telegram accepts 4,096 UTF-16 units. */
const TEXT_LIMIT = 4_096

export const telegram = defineChannel({
  ...toService('telegram', 'Telegram', 'Sends messages of a bot to a chat, group or channel'),
  docsUrl: 'https://core.telegram.org/bots/features#botfather',
  settings: Type.Object(
    {
      service: Type.Literal('telegram'),
      bot_token: Secret('Bot token', 'Token of the bot, from @BotFather'),
      chat_id: Id(
        'Chat',
        'Id of the chat or group, or @name of a public channel; the bot must be a member',
        '-1001234567890',
      ),
      message_thread_id: OptionalId('Topic', 'Id of a topic of the group; empty sends to the general topic'),
      server_url: OptionalServerUrl(SERVER),
    },
    { additionalProperties: false },
  ),
  secrets: ['bot_token'],
  proof: ({ json }) => json.ok === true,
  refuse: ({ bot_token, message_thread_id, ...rest }, egress) => {
    if (!/^\d+:[\w-]+$/.test(bot_token))
      return { field: 'bot_token', message: 'must be a number, a colon and a key, as sent by @BotFather' }
    if (message_thread_id && !/^\d+$/.test(message_thread_id))
      return { field: 'message_thread_id', message: 'must be a number' }
    return refuseServer(rest, egress)
  },
  hasThreads: true,
  async send({ event, threadId }, { bot_token, chat_id, message_thread_id, server_url }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const title = `${SIGNS[notice.mood]} ${notice.title}`
    const json = {
      chat_id,
      ...(message_thread_id && { message_thread_id: Number(message_thread_id) }),
      // Telegram sends a plain message if the first one was deleted
      ...(threadId && {
        reply_parameters: { message_id: Number(threadId), allow_sending_without_reply: true },
      }),
      // Entities instead of markup: names need no escaping
      text: `${title}\n\n${formatShortBody(notice, TEXT_LIMIT - title.length - 2)}`.trimEnd(),
      entities: [{ type: 'bold', offset: 0, length: title.length }],
      link_preview_options: { is_disabled: true },
    }
    const url = joinPath(server_url || SERVER, `/bot${bot_token}/sendMessage`)
    const body = await postJson({ url, json, findMeaning }, tools)
    const { result } = parseJson(body) as Accepted
    return threadId || typeof result?.message_id !== 'number' ? null : { threadId: String(result.message_id) }
  },
})

interface Accepted {
  result?: { message_id?: number }
}

/** 401: the token was revoked. 403: the bot was blocked by the user, or removed from the group. */
const GONE_STATUSES = [401, 403]

function findMeaning(body: string, status: number): ResponseMeaning | null {
  const { description, parameters } = parseJson(body) as Refused
  if (typeof description !== 'string') return null
  const wait = parameters?.retry_after
  return {
    message: description,
    replaces: findReplacement(description, parameters?.migrate_to_chat_id),
    ...(GONE_STATUSES.includes(status) && { permanent: true, disableTarget: true }),
    ...(typeof wait === 'number' && { retryAfterMs: wait * SECOND_MS }),
  }
}

/** Telegram turns a group into a supergroup by itself, for example when its history becomes visible to new members. */
function findReplacement(description: string, chatId: unknown): Replacement | undefined {
  if (typeof chatId === 'number')
    return {
      field: 'chat_id',
      after: String(chatId),
      note: `Telegram turned the group into a supergroup, whose chat_id is ${chatId}`,
    }
  if (!/message thread not found/i.test(description)) return undefined
  return {
    field: 'message_thread_id',
    after: '',
    note: 'The topic was deleted in Telegram, so the messages go to the general topic',
  }
}

interface Refused {
  description?: unknown
  /** Source: https://core.telegram.org/bots/api#responseparameters */
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}
