/** An incoming webhook of Mattermost: https://developers.mattermost.com/integrate/webhooks/incoming */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { escapeMarkdown, escapeMention } from '../message-text.ts'
import { toNotice } from '../notice/notice.ts'
import { toAttachment } from './attachment.ts'
import { OptionalId, parseJson, SecretUrl, toService } from './setting.ts'

export const mattermost = defineChannel({
  ...toService('mattermost', 'Mattermost', 'Posts to a channel through an incoming webhook of Mattermost'),
  docsUrl: 'https://developers.mattermost.com/integrate/webhooks/incoming',
  settings: Type.Object(
    {
      service: Type.Literal('mattermost'),
      webhook_url: SecretUrl('Incoming webhook URL, copied from Mattermost', 'https://chat.example.com/hooks/XXXX'),
      channel: OptionalId('Channel', 'Name of a different channel, if the webhook is not locked to one'),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  proof: ({ body }) => body === 'ok',
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  async send({ event }, { webhook_url: url, channel }, tools) {
    const attachment = toAttachment(toNotice(event, tools.baseUrl), (character) =>
      escapeMention(escapeMarkdown(character)),
    )
    const json = { username: 'Watchkeeper', ...(channel && { channel }), attachments: [attachment] }
    await postJson({ url, json, findMeaning }, tools)
  },
})

function findMeaning(body: string): ResponseMeaning | null {
  const { message } = parseJson(body)
  return typeof message === 'string' ? { message } : null
}
