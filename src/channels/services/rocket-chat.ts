/** An incoming webhook of Rocket.Chat: https://docs.rocket.chat/docs/integrations */
import Type from 'typebox'
import { defineChannel } from '../channel.ts'
import { postJson, type ResponseMeaning, refuseUrl } from '../http-send.ts'
import { toNotice } from '../notice/notice.ts'
import { toAttachment } from './attachment.ts'
import { OptionalId, parseJson, SecretUrl, toService } from './setting.ts'

export const rocketChat = defineChannel({
  ...toService('rocket_chat', 'Rocket.Chat', 'Posts to a channel through an incoming webhook of Rocket.Chat'),
  docsUrl: 'https://docs.rocket.chat/docs/integrations',
  settings: Type.Object(
    {
      service: Type.Literal('rocket_chat'),
      webhook_url: SecretUrl('Incoming webhook URL, copied from Rocket.Chat', 'https://chat.example.com/hooks/1/XXXX'),
      channel: OptionalId('Channel', 'A different #channel or @user'),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  proof: ({ json }) => json.success === true,
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  async send({ event }, { webhook_url: url, channel }, tools) {
    const attachment = toAttachment(toNotice(event, tools.baseUrl), separateMarkup)
    await postJson({ url, json: { ...(channel && { channel }), attachments: [attachment] }, findMeaning }, tools)
  },
})

/**
 * Rocket.Chat has no escapes. An invisible space separates the parts of a mention, of `[text](address)` and of
 * `<address|text>`, so that they are literal text.
 */
const separateMarkup = (character: string): string => (/[@\]<]/.test(character) ? `${character}\u200b` : character)

function findMeaning(body: string): ResponseMeaning | null {
  const { error } = parseJson(body)
  return typeof error === 'string' ? { message: error } : null
}
