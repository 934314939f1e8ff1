/**
 * An email to one address, through the mail server of this installation or of the target. All emails about an incident
 * are one thread.
 */
import Type from 'typebox'
import { defineChannel } from './channel.ts'
import { toThreadHeaders, toUnsubscribeHeaders } from './email-headers.ts'
import { describeReason, type Footer, renderHtml } from './email-html.ts'
import { refuseOwnServer, sendThroughServer } from './mail/own-mail-server.ts'
import { hasMailServer } from './mailer.ts'
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
      smtp_url: Type.Optional(
        Type.String({
          title: 'Mail server',
          minLength: 1,
          maxLength: 2048,
          description:
            'Mail server for this target, with user name and password; default: the mail server of the installation. ' +
            '`smtps://` begins with TLS (port 465), `smtp://` uses STARTTLS (port 587). Treat it as a secret',
          examples: ['smtps://user:password@mail.example.com'],
        }),
      ),
      from: Type.Optional(
        Type.String({
          title: 'Sender',
          minLength: 1,
          maxLength: 320,
          description:
            'Sender of the emails, which the mail server of the target must accept; required with that server',
          examples: ['Watchkeeper <alerts@example.com>'],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  secrets: ['smtp_url'],
  proof: null,
  generatedSecret: null,
  refuse: refuseOwnServer,
  findUnavailableReason: ({ mailer }, settings) =>
    settings?.smtp_url || hasMailServer(mailer) ? null : NO_MAIL_SERVER,
  describeRecipient: ({ address }) => address,
  async send(message, { address: to, smtp_url: server, from }, { net, mailer, baseUrl, unsubscribe }) {
    const notice = toNotice(message.event, baseUrl)
    const url = toUnsubscribeUrl(baseUrl, unsubscribe.createToken(message.targetId, to))
    const footer: Footer = { address: to, service: baseUrl, unsubscribe: url }
    const headers = { ...toThreadHeaders(message, new URL(baseUrl).hostname), ...toUnsubscribeHeaders(url) }
    const mail = {
      to,
      subject: notice.title,
      text: renderText(notice, footer),
      html: renderHtml(notice, footer),
      headers,
    }
    // A user waits for a test
    const isPatient = message.event.type !== 'test'
    if (server === undefined) await mailer!.send(mail, isPatient)
    else await sendThroughServer({ url: server, from: from!, heloName: mailer?.heloName ?? null }, net, mail, isPatient)
  },
})

const NO_MAIL_SERVER =
  'this installation has no mail server (Settings → Email, or WK_SMTP_URL), and the target names none (smtp_url)'

/** The same content in the same order as in the HTML: some mail programs show only text. */
export function renderText(notice: Notice, footer: Footer): string {
  // A line of two dashes and a space starts a signature, which programs collapse: RFC 3676, section 4.3
  const signature = `-- \n${describeReason(footer)}\nUnsubscribe: ${footer.unsubscribe}`
  return `${[notice.title, formatBody(notice), signature].join('\n\n')}\n`
}
