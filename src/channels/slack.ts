/** A Slack incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
import Type from 'typebox'
import { defineChannel } from './channel.ts'
import { postJson, refuseUrl } from './http-send.ts'
import { toNotice } from './notice/notice.ts'
import { toSlackMessage } from './slack-message.ts'
import { findSlackMeaning } from './slack-responses.ts'

export const slack = defineChannel({
  title: 'Slack',
  description: 'Posts to a channel through an incoming webhook',
  settings: Type.Object(
    {
      webhook_url: Type.String({
        title: 'Webhook URL',
        minLength: 1,
        maxLength: 2048,
        description: 'Incoming webhook URL, copied from Slack. Treat it as a secret',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  generatedSecret: null,
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  describeRecipient: (_settings, name) => name,
  async send({ event }, { webhook_url: url }, tools) {
    const message = toSlackMessage(toNotice(event, tools.baseUrl), event.timestamp)
    await postJson({ url, json: message, findMeaning: findSlackMeaning }, tools)
  },
})
