/** A message of Pushover: https://pushover.net/api */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { type ResponseMeaning, sendRequest } from '../http-send.ts'
import { formatShortBody, truncateText } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { joinPath, OptionalId, OptionalServerUrl, parseJson, refuseServer, Secret, toService } from './setting.ts'

const SERVER = 'https://api.pushover.net'

/** From -2 to 2: 1 overrides quiet hours of the phone, 2 repeats until a user acknowledges the message. */
const PRIORITIES: Record<Mood, number> = { bad: 1, warning: 0, good: 0, neutral: -1 }
const EMERGENCY = 2
const REPEAT_SECONDS = 60
const EXPIRE_SECONDS = 3_600

/** Pushover accepts 250 characters in a title, 1,024 in a message and 512 in a URL. */
const TITLE_LIMIT = 250
const MESSAGE_LIMIT = 1_024

export const pushover = defineChannel({
  ...toService('pushover', 'Pushover', 'Sends to the phones of a user or a group'),
  docsUrl: 'https://pushover.net/api#registration',
  settings: Type.Object(
    {
      service: Type.Literal('pushover'),
      app_token: Secret('API token', 'Token of the application that you created at Pushover'),
      user_key: Secret('User key', 'Key of the user or the delivery group'),
      device: OptionalId('Device', 'Name of one device; empty sends to all devices'),
      repeat_until_acknowledged: Type.Optional(
        Type.Boolean({
          title: 'Repeat until acknowledged',
          description:
            'Pushover repeats critical and major alerts every minute for an hour, until a user confirms them',
        }),
      ),
      server_url: OptionalServerUrl(SERVER),
    },
    { additionalProperties: false },
  ),
  secrets: ['app_token', 'user_key'],
  proof: ({ json }) => json.status === 1,
  refuse: refuseServer,
  async send({ event }, { app_token, user_key, device, repeat_until_acknowledged, server_url }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const { mood, link } = notice
    const isEmergency = repeat_until_acknowledged === true && mood === 'bad'
    const form = new URLSearchParams({
      token: app_token,
      user: user_key,
      title: truncateText(notice.title, TITLE_LIMIT),
      message: formatShortBody({ ...notice, link: null }, MESSAGE_LIMIT) || notice.title,
      priority: String(isEmergency ? EMERGENCY : PRIORITIES[mood]),
      timestamp: String(Math.floor(Date.parse(event.timestamp) / 1000)),
      ...(device && { device }),
      ...(link && { url: link.url, url_title: link.label }),
      ...(isEmergency && { retry: String(REPEAT_SECONDS), expire: String(EXPIRE_SECONDS) }),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = joinPath(server_url || SERVER, '/1/messages.json')
    await sendRequest({ url, body: form.toString(), headers, findMeaning }, tools)
  },
})

const TOO_MANY_REQUESTS = 429

/** Pushover answers 429 when the messages of the month are used up, so a retry within hours cannot help. */
function findMeaning(body: string, status: number): ResponseMeaning | null {
  if (status === TOO_MANY_REQUESTS)
    return { message: 'the monthly message limit of this Pushover application is reached', permanent: true }
  const { errors } = parseJson(body)
  return Array.isArray(errors) ? { message: errors.join('; ') } : null
}
