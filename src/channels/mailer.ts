/** Sends email through a mail server: the one of this installation over a few reused connections. */
import { isIP, type Socket } from 'node:net'
import type { TlsContexts } from '../net/tls/tls.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { ChannelError } from './channel-error.ts'
import { decodePart, getSmtpHost, getSmtpPort } from './mail/mail-address.ts'
import { ENVIRONMENT_NAMES, type MailSettingNames } from './mail/mail-setting-names.ts'
import { NO_AUTH_CODE, toEmailError, toReply } from './mail-failure.ts'

export interface EmailMessage {
  /** A single address. */
  to: string
  subject: string
  text: string
  html: string
  /** Headers in addition to the default ones; `Message-ID` replaces the generated one. */
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Hands the email to the mail server, or throws a `ChannelError`; within 10 s in both cases. */
  send(mail: EmailMessage): Promise<unknown>
  /** Waits for emails in progress, and closes the connections. */
  close(): void
  /** Whether there is a mail server now; absent: always. */
  isConfigured?(): boolean
}

/** Whether emails can be sent now. */
export const hasMailServer = (mailer: Mailer | null): mailer is Mailer =>
  mailer !== null && (mailer.isConfigured?.() ?? true)

/**
 * TLS for connections that start without it. `auto`: TLS if the server offers it, and always before a password unless
 * the server is on this machine. `required`: always. `off`: never, even with passwords.
 */
export const STARTTLS_MODES = ['auto', 'required', 'off'] as const
export type StartTls = (typeof STARTTLS_MODES)[number]

export interface MailerOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for immediate TLS. */
  url: string
  /** `Watchkeeper <alerts@example.com>`, or only the address. */
  from: string
  startTls?: StartTls
  /** Authorities for the certificate of the server; if absent, the default ones. */
  tls?: TlsContexts
  /** Total limit, including the wait for a free connection. */
  timeoutMs?: number
  /** Settings that messages refer to. Default: the environment variables. */
  names?: MailSettingNames
  /**
   * Opens the connection of one email, which is then closed. Absent: the library connects to any address and keeps
   * connections.
   *
   * @throws ChannelError or ProbeError
   */
  connect?: (host: string, port: number) => Promise<Socket>
}

interface SmtpMailer extends Mailer {
  /** @returns the reply of the mail server, on one line */
  send(mail: EmailMessage): Promise<string>
}

/** The same limit as for any other channel. */
export const MAIL_TIMEOUT_MS = 10_000

/** Mail services that limit connections mostly allow ten. */
const MAX_CONNECTIONS = 5

/** Shorter than the timeout of mail servers: RFC 5321, section 4.5.3.2.7, requires five minutes. */
const IDLE_MS = 60_000

/** A mail server that sends more in one reply is not one. */
const MAX_REPLY_BYTES = 64 * 1024

/** Default name of the sender. */
const SENDER_NAME = 'Watchkeeper'

/**
 * Headers that prevent automatic replies: RFC 3834, section 5, and the equivalent of Exchange. Delivery failures may be
 * reported, so NDR is not included. There is no `Precedence`: RFC 2076 discourages it, and bulk email may be delayed.
 */
const AUTOMATED_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
}

export function createMailer(options: MailerOptions): SmtpMailer {
  const { from, names = ENVIRONMENT_NAMES, timeoutMs = MAIL_TIMEOUT_MS } = options
  const hide = createSecretFilter({}, listCredentials(options.url))
  const sender = from.includes('<') ? from : { name: SENDER_NAME, address: from }
  let opened: ReturnType<typeof openTransport> | undefined
  return { send, close: () => void opened?.then((transport) => transport.close()) }

  async function send({ to, headers = {}, ...content }: EmailMessage): Promise<string> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      opened ??= openTransport(options, timeoutMs)
      const transport = await opened
      // As an object, so that nothing in the address is parsed as a second address
      const recipient = { name: '', address: to }
      const { response } = await transport.sendMail({
        ...content,
        from: sender,
        to: recipient,
        headers: { ...AUTOMATED_HEADERS, ...headers },
        signal,
      })
      return hide(toReply(response))
    } catch (error) {
      if (signal.aborted) throw toTimeoutError(timeoutMs, names)
      throw toEmailError(error, names, hide)
    }
  }
}

/** A shorter name or password would match unrelated text. */
const MIN_CREDENTIAL_LENGTH = 4

/** Returns the user name and password in all forms that a mail server receives. Source: RFC 4954, section 4 */
function listCredentials(address: string): string[] {
  const { username = '', password = '' } = URL.parse(address) ?? {}
  const [user, pass] = [decodePart(username) ?? '', decodePart(password) ?? '']
  const sent = [user, pass, `\0${user}\0${pass}`].map((text) => Buffer.from(text).toString('base64'))
  return [user, pass, ...sent].filter((text) => text.length >= MIN_CREDENTIAL_LENGTH)
}

const toTimeoutError = (timeoutMs: number, { server }: MailSettingNames): ChannelError =>
  new ChannelError(`the mail server did not finish within ${timeoutMs} ms; check ${server}`, {
    receiver: 'unavailable',
  })

/** Loads the library with the first email, because this takes as long as half of the server's start. */
async function openTransport(options: MailerOptions, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  const { connect } = options
  const common = {
    ...toConnectionOptions(options),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: MAX_REPLY_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = connect
    ? createTransport({ ...common, getSocket: toSocketSource(connect, new URL(options.url)) })
    : createTransport({
        ...common,
        pool: true,
        maxConnections: MAX_CONNECTIONS,
        idleTimeout: IDLE_MS,
        maxRequeues: 1, // the server may have just closed a reused connection; only one retry, to avoid a loop
      })
  // Errors of an idle connection are ignored: the next email opens a new one, and reports a failure
  transport.on('error', () => {})
  return transport
}

type TakeSocket = (error: Error | null, socket: { connection: Socket } | false) => void

/** Hands an open connection to the library, which then resolves no name. */
const toSocketSource =
  (connect: NonNullable<MailerOptions['connect']>, url: URL) =>
  (_options: unknown, take: TakeSocket): void => {
    connect(getSmtpHost(url), getSmtpPort(url)).then(
      (connection) => take(null, { connection }),
      (error: Error) => take(error, false),
    )
  }

/**
 * Connects, starts TLS and signs in like `send`, but sends nothing.
 *
 * @throws ChannelError
 */
export async function tryMailServer(options: MailerOptions): Promise<void> {
  const { timeoutMs = MAIL_TIMEOUT_MS } = options
  const hide = createSecretFilter({}, listCredentials(options.url))
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
    throw toEmailError(error, options.names, hide)
  } finally {
    transport.close()
  }
}

/**
 * Parses the URL here. Nodemailer would read options from its query, including one that disables certificate
 * verification.
 */
function toConnectionOptions({ url: text, startTls = 'auto', tls }: MailerOptions) {
  const url = new URL(text)
  const host = getSmtpHost(url)
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const hasCredentials = user !== '' || pass !== ''
  // There is no attacker between this process and a server on this machine, and such servers use self-signed
  // certificates
  const isTrustedUnchecked = startTls === 'auto' && url.protocol === 'smtp:' && isThisMachine(host)
  return {
    host,
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    ignoreTLS: startTls === 'off',
    requireTLS: startTls === 'required' || (startTls === 'auto' && hasCredentials && !isTrustedUnchecked),
    tls: isTrustedUnchecked ? { rejectUnauthorized: false } : { ...(tls && { secureContext: tls.getShared() }) },
    // By default, nodemailer continues without the password if the server offers no login, and the email is refused for
    // another reason
    ...(hasCredentials && {
      auth: { user, pass },
      forceAuth: true,
      customAuth: { PLAIN: createPlainAuth(user, pass) },
    }),
  }
}

interface Login {
  /** Login methods offered on this connection. Nodemailer uses `PLAIN` if there are none. */
  authMethods: readonly string[]
  sendCommand(command: string): Promise<{ status: number; response: string }>
}

/** Signs in with AUTH PLAIN (RFC 4616), but only if the server offers it. */
const createPlainAuth =
  (user: string, pass: string) =>
  async ({ authMethods, sendCommand }: Login): Promise<void> => {
    if (!authMethods.includes('PLAIN')) throw Object.assign(new Error('no AUTH is offered'), { code: NO_AUTH_CODE })
    const { status, response } = await sendCommand(`AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`)
    if (status < 200 || status > 299) throw new Error(response)
  }

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
