/** A Slack incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
import Type from 'typebox'
import { defineChannel } from './channel.ts'
import { postJson, refuseUrl } from './http-post.ts'
import { noticeOf } from './notice/notice.ts'
import { slackAnswer } from './slack-answers.ts'
import { slackMessage } from './slack-message.ts'

export const slack = defineChannel({
  settings: Type.Object(
    {
      webhook_url: Type.String({
        title: 'Webhook URL',
        minLength: 1,
        maxLength: 2048,
        description: 'As Slack shows it; it is a secret',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    },
    { additionalProperties: false },
  ),
  secrets: ['webhook_url'],
  ownSecret: null,
  refuse: ({ webhook_url }, egress) => refuseUrl('webhook_url', webhook_url, egress),
  recipient: (_settings, name) => name,
  send: ({ event }, { webhook_url: url }, tools) => {
    const message = slackMessage(noticeOf(event, tools.baseUrl), event.timestamp)
    return postJson({ url, body: JSON.stringify(message), meaning: slackAnswer }, tools)
  },
})
