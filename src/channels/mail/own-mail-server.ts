/** Sends email through the mail server that a notification target names, under the egress policy. */
import type { Socket } from 'node:net'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import type { Issue } from '../../core/platform/errors.ts'
import { MemoryShare } from '../../net/connection/memory-budget.ts'
import { openSocket } from '../../net/connection/open-socket.ts'
import type { ProbeTools } from '../../net/connection/tools.ts'
import { Trace } from '../../net/trace/trace.ts'
import { ChannelError } from '../channel-error.ts'
import { describeBlockedHost } from '../http-send.ts'
import { createMailer, type EmailMessage, type MailerOptions } from '../mailer.ts'
import { getSmtpHost, isSender, refuseSmtpUrl, SENDER_WORDS } from './mail-address.ts'
import { TARGET_NAMES } from './mail-setting-names.ts'
import { MAIL_CONNECT_TIMEOUT_MS } from './mail-socket.ts'

interface OwnServer {
  smtp_url?: string
  from?: string
}

/** Returns the problem of the settings; null when there is none. */
export function refuseOwnServer({ smtp_url: url, from }: OwnServer, egress: EgressPolicy): Issue | null {
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
export async function sendThroughServer(
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
