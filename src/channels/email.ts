/**
 * An email to one address, through the mail server of this installation or of the target. All emails about an incident
 * are one thread.
 */
import type { Socket } from 'node:net'
import Type from 'typebox'
import type { EgressPolicy } from '../core/platform/egress.ts'
import type { Issue } from '../core/platform/errors.ts'
import { MemoryShare } from '../net/connection/memory-budget.ts'
import { openSocket } from '../net/connection/open-socket.ts'
import type { ProbeTools } from '../net/connection/tools.ts'
import { Trace } from '../net/trace/trace.ts'
import { defineChannel } from './channel.ts'
import { ChannelError } from './channel-error.ts'
import { describeReason, type Footer, renderHtml, toThreadHeaders, toUnsubscribeHeaders } from './email-parts.ts'
import { describeBlockedHost } from './http-send.ts'
import { getSmtpHost, isSender, refuseSmtpUrl, SENDER_WORDS } from './mail/mail-address.ts'
import { MAIL_CONNECT_TIMEOUT_MS } from './mail/mail-connection.ts'
import { TARGET_NAMES } from './mail/mail-setting-names.ts'
import { createMailer, type EmailMessage, hasMailServer, type MailerOptions } from './mailer.ts'
import { formatBody } from './message-text.ts'
import { toNotice } from './notice/notice.ts'
import type { Notice } from './notice/notice-types.ts'
import { toUnsubscribeUrl } from './signed-links.ts'

interface OwnServer {
  smtp_url?: string
  from?: string
}

/** Returns the problem of the settings; null when there is none. */
function refuseOwnServer({ smtp_url: url, from }: OwnServer, egress: EgressPolicy): Issue | null {
  if (url === undefined)
    return from === undefined ? null : { field: 'smtp_url', message: 'is required together with from' }
  const problem = refuseSmtpUrl(url)
  if (problem !== null) return { field: 'smtp_url', message: problem }
  const host = getSmtpHost(new URL(url))
  const reason = egress.refuseHost(host)
  if (reason !== null) return { field: 'smtp_url', message: describeBlockedHost(host, reason) }
  if (from === undefined) return { field: 'from', message: 'is required together with smtp_url' }
  return isSender(from) ? null : { field: 'from', message: SENDER_WORDS }
}

/**
 * Opens a connection for one email and closes it. Targets are many, and most of their servers limit connections.
 *
 * @throws ChannelError or ProbeError
 */
async function sendThroughServer(
  server: Pick<MailerOptions, 'url' | 'from' | 'heloName'>,
  net: ProbeTools,
  mail: EmailMessage,
  isPatient: boolean,
): Promise<void> {
  const connect = (host: string, port: number) => openConnection(host, port, net)
  const mailer = createMailer({ ...server, tls: net.tls, names: TARGET_NAMES, connect })
  try {
    await mailer.send(mail, isPatient)
  } finally {
    mailer.close()
  }
}

/**
 * A refusal by the egress policy is worth a retry, like a name that does not exist. Otherwise users could distinguish
 * the two, and learn which internal names are in use.
 */
async function openConnection(host: string, port: number, tools: ProbeTools): Promise<Socket> {
  const deadline = tools.deadline(MAIL_CONNECT_TIMEOUT_MS)
  try {
    const context = { tools, deadline, trace: new Trace(), memory: new MemoryShare(tools.memory) }
    const opened = await openSocket(host, port, context)
    if (!('failure' in opened)) return opened
    throw new ChannelError(`mail server: ${opened.failure.message}`, { receiver: 'away' })
  } finally {
    deadline.clear()
  }
}

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
