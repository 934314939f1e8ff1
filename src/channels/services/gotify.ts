/** An application of a Gotify server: https://gotify.net/docs/pushmsg */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning } from '../http-send.ts'
import { formatBody } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import type { Mood } from '../notice/notice-types.ts'
import { joinPath, parseJson, refuseServer, Secret, ServerUrl, toService } from './setting.ts'

/** From 0 to 10. Gotify for Android makes a sound from 4 and pops up from 8. */
const PRIORITIES: Record<Mood, number> = { bad: 8, warning: 5, good: 4, neutral: 2 }

export const gotify = defineChannel({
  ...toService('gotify', 'Gotify', 'Sends to an application of a Gotify server'),
  docsUrl: 'https://gotify.net/docs/pushmsg',
  settings: Type.Object(
    {
      service: Type.Literal('gotify'),
      server_url: ServerUrl('Address of the Gotify server', 'https://gotify.example.com'),
      app_token: Secret('Application token', 'Token of the application, from the tab "Apps" of Gotify'),
    },
    { additionalProperties: false },
  ),
  secrets: ['app_token'],
  proof: ({ json }) => typeof json.id === 'number',
  refuse: refuseServer,
  async send({ event }, { server_url, app_token }, tools) {
    const notice = toNotice(event, tools.baseUrl)
    const json = {
      title: notice.title,
      message: formatBody(notice) || notice.title,
      priority: PRIORITIES[notice.mood],
      extras: {
        'client::display': { contentType: 'text/plain' },
        ...(notice.link && { 'client::notification': { click: { url: notice.link.url } } }),
      },
    }
    await postJson(
      { url: joinPath(server_url, '/message'), json, headers: { 'x-gotify-key': app_token }, findMeaning },
      tools,
    )
  },
})

function findMeaning(body: string): ResponseMeaning | null {
  const { errorDescription } = parseJson(body)
  return typeof errorDescription === 'string' ? { message: errorDescription } : null
}
