/** A room of Matrix: https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid */
import Type from 'typebox'
import { escapeHtml } from '../../core/platform/text/plain-text.ts'
import { defineChannel } from '../channel.ts'
import { type ResponseMeaning, sendRequest } from '../http-send.ts'
import { formatShortBody } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { Id, joinPath, parseJson, refuseServer, Secret, ServerUrl, toService } from './setting.ts'

const SIGNS: Record<Mood, string> = { bad: '🔴', warning: '⚠️', good: '✅', neutral: 'ℹ️' }

/** An event may have 64 KB, and both forms of the text are part of it. */
const TEXT_LIMIT = 8_000

export const matrix = defineChannel({
  ...toService('matrix', 'Matrix', 'Sends to a room of Matrix'),
  docsUrl: 'https://spec.matrix.org/latest/client-server-api/#using-access-tokens',
  settings: Type.Object(
    {
      service: Type.Literal('matrix'),
      server_url: ServerUrl('Address of the home server', 'https://matrix.example.com'),
      room_id: Id('Room', 'Internal id of the room, from its advanced settings', '!abcdef:example.com'),
      access_token: Secret('Access token', 'Token of the user who sends; the user must be a member of the room'),
    },
    { additionalProperties: false },
  ),
  secrets: ['access_token'],
  proof: ({ json }) => typeof json.event_id === 'string',
  refuse: ({ room_id, ...rest }, egress) =>
    room_id.startsWith('!')
      ? refuseServer(rest, egress)
      : { field: 'room_id', message: 'must be the internal id of a room, which begins with !' },
  hasThreads: true,
  async send({ id, event, threadId }, { server_url, room_id, access_token }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const title = `${SIGNS[notice.mood]} ${notice.title}`
    const body = formatShortBody(notice, TEXT_LIMIT)
    const message = {
      msgtype: 'm.text',
      body: `${title}\n\n${body}`.trimEnd(),
      format: 'org.matrix.custom.html',
      formatted_body: `<strong>${escapeHtml(title)}</strong><br>${escapeHtml(body).replaceAll('\n', '<br>')}`,
      // No text of the message mentions a member
      'm.mentions': {},
      ...(threadId && {
        // Programs without threads show an answer to the first message
        'm.relates_to': {
          rel_type: 'm.thread',
          event_id: threadId,
          is_falling_back: true,
          'm.in_reply_to': { event_id: threadId },
        },
      }),
    }
    // The server stores one message per transaction id, so a repeated attempt is not shown again
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room_id)}/send/m.room.message/${id}`
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${access_token}` }
    const url = joinPath(server_url, path)
    const answer = await sendRequest({ url, method: 'PUT', body: JSON.stringify(message), headers, findMeaning }, tools)
    const { event_id } = parseJson(answer)
    return threadId || typeof event_id !== 'string' ? null : { threadId: event_id }
  },
})

/** Codes after which the token never works again. Source: Matrix specification, "Standard error response" */
const GONE_CODES: unknown[] = ['M_UNKNOWN_TOKEN', 'M_USER_DEACTIVATED']

function findMeaning(body: string): ResponseMeaning | null {
  const { errcode, error, retry_after_ms } = parseJson(body)
  if (typeof errcode !== 'string') return null
  return {
    message: typeof error === 'string' ? `${errcode}: ${error}` : errcode,
    ...(GONE_CODES.includes(errcode) && { permanent: true, disableTarget: true }),
    ...(typeof retry_after_ms === 'number' && { retryAfterMs: retry_after_ms }),
  }
}
