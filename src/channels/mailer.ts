/** Sends mail through the one mail server of this installation, over at most a few connections that are kept a while. */
import { isIP } from 'node:net'
import type { TlsContexts } from '../net/tls/tls.ts'
import { ChannelError } from './channel-error.ts'
import { NO_AUTH_CODE, toEmailError } from './mail-failure.ts'

export interface EmailMessage {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  /** Besides those that every mail has; `Message-ID` replaces the one that would be made up. */
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Gives the mail to the mail server, or throws a `ChannelError`; within 10 s either way. */
  send(mail: EmailMessage): Promise<void>
  /** Lets what is under way end, and closes the connections. */
  close(): void
}

/**
 * Of a connection that begins without TLS. `auto`: TLS where the server offers it, and always before a password, unless
 * the server is on this machine. `required`: always. `off`: never, passwords included.
 */
export const STARTTLS_MODES = ['auto', 'required', 'off'] as const
export type StartTls = (typeof STARTTLS_MODES)[number]

export interface MailerOptions {
  /** `smtp://user:password@host:port`, or `smtps://`, with TLS at once. */
  url: string
  /** `Watchkeeper <alerts@example.com>` or the address alone. */
  from: string
  startTls?: StartTls
  /** Whom the certificate of the server must be from; absent: the usual authorities. */
  tls?: TlsContexts
  /** Over everything, waiting for a free connection included. */
  timeoutMs?: number
}

/** As long as any other channel may take. */
const TIMEOUT_MS = 10_000

/** Mail services that limit connections mostly allow ten. */
const MAX_CONNECTIONS = 5

/** Shorter than mail servers wait: RFC 5321, section 4.5.3.2.7, has them wait five minutes. */
const IDLE_MS = 60_000

/** The sender's name where the configuration has none. */
const SENDER_NAME = 'Watchkeeper'

/**
 * No machine is to answer: RFC 3834, section 5, and what Exchange knows in its place. Failures to deliver may well be
 * told, so NDR is not among them. There is no `Precedence`: RFC 2076 discourages it, and bulk mail may wait.
 */
const AUTOMATED_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

export function createMailer(options: MailerOptions): Mailer {
  const { from, timeoutMs = TIMEOUT_MS } = options
  const sender = from.includes('<') ? from : { name: SENDER_NAME, address: from }
  let opened: ReturnType<typeof openTransport> | undefined
  return { send, close: () => void opened?.then((transport) => transport.close()) }

  async function send({ to, headers = {}, ...content }: EmailMessage): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      opened ??= openTransport(options, timeoutMs)
      const transport = await opened
      // As an object, so that nothing in the address is read as a second one
      const recipient = { name: '', address: to }
      await transport.sendMail({
        ...content,
        from: sender,
        to: recipient,
        headers: { ...AUTOMATED_HEADERS, ...headers },
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw toTimeoutError(timeoutMs)
      throw toEmailError(error)
    }
  }
}

const toTimeoutError = (timeoutMs: number): ChannelError =>
  new ChannelError(`the mail server did not finish within ${timeoutMs} ms; check WK_SMTP_URL`, {
    receiver: 'unavailable',
  })

/** Loaded at the first mail: reading the library takes as long as half of the server's start. */
async function openTransport(options: MailerOptions, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...toConnectionOptions(options),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    maxRequeues: 1, // the server may have closed a kept connection just now; once, so that nothing goes in circles
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Of a connection that nobody was waiting for: the next mail opens another, and says so when it cannot
  transport.on('error', () => {})
  return transport
}

/**
 * Connects, turns to TLS and signs in as `send` would, and sends nothing.
 *
 * @throws ChannelError
 */
export async function tryMailServer(options: MailerOptions): Promise<void> {
  const { timeoutMs = TIMEOUT_MS } = options
  const { createTransport } = await import('nodemailer')
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }
  const transport = createTransport({ ...toConnectionOptions(options), ...timeouts })
  try {
    await transport.verify()
  } catch (error) {
    throw toEmailError(error)
  } finally {
    transport.close()
  }
}

/** What the address says, taken apart here: nodemailer would take options from its query, even that no certificate counts. */
function toConnectionOptions({ url: text, startTls = 'auto', tls }: MailerOptions) {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const hasCredentials = user !== '' || pass !== ''
  // Nobody stands between us and a server on this machine, and such servers show a certificate that nobody vouches for
  const isTrustedUnchecked = startTls === 'auto' && url.protocol === 'smtp:' && isThisMachine(host)
  return {
    host,
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    ignoreTLS: startTls === 'off',
    requireTLS: startTls === 'required' || (startTls === 'auto' && hasCredentials && !isTrustedUnchecked),
    tls: isTrustedUnchecked ? { rejectUnauthorized: false } : { ...(tls && { secureContext: tls.getShared() }) },
    // By itself nodemailer goes on without the password where none is taken, and the mail is refused for another reason
    ...(hasCredentials && {
      auth: { user, pass },
      forceAuth: true,
      customAuth: { PLAIN: createPlainAuth(user, pass) },
    }),
  }
}

interface Login {
  /** Offered on this connection. Nodemailer takes `PLAIN` where there is none. */
  authMethods: readonly string[]
  sendCommand(command: string): Promise<{ status: number; response: string }>
}

/** Signs in by AUTH PLAIN (RFC 4616), but only where the server offers it. */
const createPlainAuth =
  (user: string, pass: string) =>
  async ({ authMethods, sendCommand }: Login): Promise<void> => {
    if (!authMethods.includes('PLAIN')) throw Object.assign(new Error('no AUTH is offered'), { code: NO_AUTH_CODE })
    const { status, response } = await sendCommand(`AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`)
    if (status < 200 || status > 299) throw new Error(response)
  }

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
