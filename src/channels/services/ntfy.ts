/** A topic of ntfy: https://docs.ntfy.sh/publish/#publish-as-json */

import Type from 'typebox'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { formatShortBody, truncateToBytes } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { OptionalServerUrl, parseJson, refuseServer, Secret, toService } from './setting.ts'

const SERVER = 'https://ntfy.sh'

/** From 1 to 5; 5 overrides "do not disturb" on most phones. */
const PRIORITIES: Record<Mood, number> = { bad: 5, warning: 4, good: 3, neutral: 3 }

const TAGS: Record<Mood, string> = {
  bad: 'rotating_light',
  warning: 'warning',
  good: 'white_check_mark',
  neutral: 'information_source',
}

/** ntfy turns longer messages into attachments. */
const MESSAGE_LIMIT_BYTES = 4_096

export const ntfy = defineChannel({
  ...toService('ntfy', 'ntfy', 'Publishes to a topic, for phones and desktops'),
  docsUrl: 'https://docs.ntfy.sh/config/#access-tokens',
  settings: Type.Object(
    {
      service: Type.Literal('ntfy'),
      topic: Type.String({
        title: 'Topic',
        pattern: '^[-_A-Za-z0-9]{1,64}$',
        [DESCRIPTION_KEY]: '1 to 64 letters, digits, _ and -',
        description: 'Name of the topic: letters, digits, _ and -. On a public server the name is a password',
        examples: ['alerts-Xk2p9'],
      }),
      server_url: OptionalServerUrl(SERVER),
      access_token: Type.Optional(Secret('Access token', 'Token of a user who may publish to the topic')),
    },
    { additionalProperties: false },
  ),
  secrets: ['access_token'],
  proof: ({ json }) => typeof json.id === 'string',
  refuse: refuseServer,
  async send({ event }, { topic, server_url, access_token }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const { mood, link, actions } = notice
    const json = {
      topic,
      title: notice.title,
      message: formatShortBody(notice, MESSAGE_LIMIT_BYTES, truncateToBytes) || notice.title,
      priority: PRIORITIES[mood],
      tags: [TAGS[mood]],
      ...(link && { click: link.url }),
      actions: actions.map(({ label, url }) => ({ action: 'view', label, url })),
    }
    const headers: Record<string, string> = access_token ? { authorization: `Bearer ${access_token}` } : {}
    await postJson({ url: server_url || SERVER, json, headers, findMeaning }, tools)
  },
})

function findMeaning(body: string): ResponseMeaning | null {
  const { error } = parseJson(body)
  return typeof error === 'string' ? { message: error } : null
}
