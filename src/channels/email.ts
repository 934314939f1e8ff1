/**
 * An email to one address, through the mail server of this installation. All emails about an incident are one thread.
 */
import Type from 'typebox'
import { defineChannel } from './channel.ts'
import { toThreadHeaders, toUnsubscribeHeaders } from './email-headers.ts'
import { describeReason, type Footer, renderHtml } from './email-html.ts'
import { formatBody } from './message-text.ts'
import { toNotice } from './notice/notice.ts'
import type { Notice } from './notice/notice-types.ts'
import { toUnsubscribeUrl } from './unsubscribe-link.ts'

export const email = defineChannel({
  title: 'Email',
  description: 'Sends to one email address',
  settings: Type.Object(
    {
      address: Type.String({
        title: 'Address',
        format: 'email',
        maxLength: 254,
        description: 'A single email address',
        examples: ['oncall@example.com'],
      }),
    },
    { additionalProperties: false },
  ),
  secrets: [],
  generatedSecret: null,
  refuse: () => null,
  findUnavailableReason: ({ mailer }) =>
    mailer ? null : 'no mail server is configured (WK_SMTP_URL and WK_SMTP_FROM)',
  describeRecipient: ({ address }) => address,
  async send(message, { address: to }, { mailer, baseUrl, unsubscribe }) {
    const notice = toNotice(message.event, baseUrl)
    const url = toUnsubscribeUrl(baseUrl, unsubscribe.createToken(message.targetId, to))
    const footer: Footer = { address: to, service: baseUrl, unsubscribe: url }
    const headers = { ...toThreadHeaders(message, new URL(baseUrl).hostname), ...toUnsubscribeHeaders(url) }
    await mailer!.send({
      to,
      subject: notice.title,
      text: renderText(notice, footer),
      html: renderHtml(notice, footer),
      headers,
    })
  },
})

/** The same content in the same order as in the HTML: some mail programs show only text. */
export function renderText(notice: Notice, footer: Footer): string {
  // A line of two dashes and a space starts a signature, which programs collapse: RFC 3676, section 4.3
  const signature = `-- \n${describeReason(footer)}\nUnsubscribe: ${footer.unsubscribe}`
  return `${[notice.title, formatBody(notice), signature].join('\n\n')}\n`
}
