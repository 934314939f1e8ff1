/** Sends email through a mail server: the one of this installation over a few reused connections. */
import { isIP, type Socket } from 'node:net'
import { Semaphore } from '../core/platform/limits/semaphore.ts'
import { MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import type { TlsContexts } from '../net/tls/tls.ts'
import { createSecretFilter } from '../net/trace/trace-steps.ts'
import { ChannelError, MAY_HAVE_ARRIVED } from './channel-error.ts'
import { decodePart, getSenderDomain, getSmtpHost } from './mail/mail-address.ts'
import { connectToAny, createSignIn, MAIL_CONNECT_TIMEOUT_MS, toSocketSource } from './mail/mail-connection.ts'
import { ENVIRONMENT_NAMES, type MailSettingNames } from './mail/mail-setting-names.ts'
import { type SmtpFailure, toEmailError, toReply } from './mail-failure.ts'

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
  /** Hands the email over or throws a `ChannelError`: within a minute, or if patient, as long as RFC 5321 requires. */
  send(mail: EmailMessage, isPatient?: boolean): Promise<unknown>
  /** Waits for emails in progress, and closes the connections. */
  close(): void
  /** Whether there is a mail server now; absent: always. */
  isConfigured?(): boolean
  /** Name in EHLO, also for mail servers of targets. */
  heloName?: string | null
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
  /** Name in EHLO. Default: the domain of the sender. */
  heloName?: string | null
  /** Total limit, including the wait for a free connection. Default: a minute, or 20 minutes for a patient send. */
  timeoutMs?: number
  /** Settings that messages refer to. Default: the environment variables. */
  names?: MailSettingNames
  /**
   * Opens the connection of one email, which is then closed. Absent: connects to any address and keeps connections.
   *
   * @throws ChannelError or ProbeError
   */
  connect?: (host: string, port: number) => Promise<Socket>
}

interface SmtpMailer extends Mailer {
  /** @returns the reply of the mail server, on one line */
  send(mail: EmailMessage, isPatient?: boolean): Promise<string>
}

/** Proxies in front of the dashboard wait 120 s for a test. */
const MAIL_TIMEOUT_MS = MINUTE_MS

/** Source: RFC 5321, section 4.5.3.2: 5 minutes each for the greeting, MAIL and RCPT, and 10 for the end of the data. */
const PATIENT_TIMEOUT_MS = 20 * MINUTE_MS
const GREETING_TIMEOUT_MS = 5 * MINUTE_MS

/** Emails in progress. Mail services that limit connections mostly allow ten. */
const MAX_CONNECTIONS = 5

/** An email that takes longer, for example because the server checks its recipient, holds up no other email. */
const SLOW_MS = 10 * SECOND_MS

/** Connections, slow emails included. */
const MAX_SLOW_CONNECTIONS = 50

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
  const { from, names = ENVIRONMENT_NAMES } = options
  const hide = createSecretFilter({}, listCredentials(options.url))
  const sender = from.includes('<') ? from : { name: SENDER_NAME, address: from }
  const busy = new Semaphore(MAX_CONNECTIONS)
  let opened: ReturnType<typeof openTransport> | undefined
  let connections = 0
  const connect = (host: string, port: number): Promise<Socket> => {
    connections++
    return (options.connect ?? connectToAny)(host, port)
  }
  return { send, close: () => void opened?.then((transport) => transport.close()) }

  async function send(mail: EmailMessage, isPatient = false): Promise<string> {
    const timeoutMs = options.timeoutMs ?? (isPatient ? PATIENT_TIMEOUT_MS : MAIL_TIMEOUT_MS)
    const signal = AbortSignal.timeout(timeoutMs)
    const progress = { isSent: false }
    const { granted, release } = busy.acquire()
    let slowTimer: NodeJS.Timeout | undefined
    try {
      if (granted) await Promise.race([granted, waitForAbort(signal)])
      slowTimer = setTimeout(release, SLOW_MS)
      const before = connections
      return await sendOnce(mail, progress, signal).catch((error: SmtpFailure) => {
        // The server may have just closed a reused connection
        if (connections !== before || progress.isSent || signal.aborted || !isClosed(error)) throw error
        return sendOnce(mail, progress, signal)
      })
    } catch (error) {
      const failure = signal.aborted ? toTimeoutError(timeoutMs, names) : toEmailError(error, names, hide)
      const hasReply = !signal.aborted && (error as SmtpFailure).responseCode !== undefined
      throw progress.isSent && !hasReply && failure instanceof ChannelError ? toUncertain(failure) : failure
    } finally {
      clearTimeout(slowTimer)
      release()
    }
  }

  async function sendOnce(
    { to, headers = {}, ...content }: EmailMessage,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<string> {
    opened ??= openTransport(options, connect)
    const transport = await opened
    // As an object, so that nothing in the address is parsed as a second address
    const recipient = { name: '', address: to }
    const parts = { ...content, from: sender, to: recipient, headers: { ...AUTOMATED_HEADERS, ...headers } }
    const { response } = await transport.sendMail({ ...parts, signal, ...{ progress } })
    return hide(toReply(response))
  }
}

interface Progress {
  /** Whether the whole email was written to the connection, so that the server may have accepted it. */
  isSent: boolean
}

const waitForAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('timeout'))))

const isClosed = ({ code, originalCode = code ?? '', responseCode }: SmtpFailure): boolean =>
  responseCode === undefined && ['ECONNECTION', 'ECONNRESET', 'EPIPE'].includes(originalCode)

/** The email is no trial of the server any more, because a repeat may be a duplicate. */
const toUncertain = ({ message }: ChannelError): ChannelError =>
  new ChannelError(`${message}; ${MAY_HAVE_ARRIVED}`, { receiver: 'silent', handedOver: true })

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
  new ChannelError(`the mail server did not finish within ${Math.ceil(timeoutMs / SECOND_MS)} s; check ${server}`, {
    receiver: 'unavailable',
  })

/** Loads the library with the first email, because this takes as long as half of the server's start. */
async function openTransport(options: MailerOptions, connect: NonNullable<MailerOptions['connect']>) {
  const { createTransport } = await import('nodemailer')
  const common = {
    ...toConnectionOptions(options),
    ...TIMEOUTS,
    getSocket: toSocketSource(connect, new URL(options.url)),
    maxResponseSize: MAX_REPLY_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const transport = options.connect
    ? createTransport(common)
    : createTransport({
        ...common,
        pool: true,
        maxConnections: MAX_SLOW_CONNECTIONS,
        idleTimeout: IDLE_MS,
        maxRequeues: 0, // it would send an email again that the server has accepted without an answer
      })
  transport.use('stream', (mail, done) => {
    const progress = (mail.data as { progress?: Progress }).progress
    mail.message.processFunc((input) => {
      input.once('end', () => progress && Object.assign(progress, { isSent: true }))
      return input
    })
    done()
  })
  // Errors of an idle connection are ignored: the next email opens a new one, and reports a failure
  transport.on('error', () => {})
  return transport
}

/** Limits of the library. The total limit of an email ends sooner. */
const TIMEOUTS = {
  connectionTimeout: GREETING_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: PATIENT_TIMEOUT_MS,
  dnsTimeout: MAIL_CONNECT_TIMEOUT_MS,
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
    dnsTimeout: MAIL_CONNECT_TIMEOUT_MS,
  }
  const getSocket = toSocketSource(connectToAny, new URL(options.url))
  const transport = createTransport({ ...toConnectionOptions(options), ...timeouts, getSocket })
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
function toConnectionOptions({ url: text, from, heloName, startTls = 'auto', tls }: MailerOptions) {
  const url = new URL(text)
  const host = getSmtpHost(url)
  const name = heloName ?? getSenderDomain(from)
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  const hasCredentials = user !== '' || pass !== ''
  const isSecure = url.protocol === 'smtps:'
  // There is no attacker between this process and a server on this machine, and such servers use self-signed
  // certificates
  const isTrusted = startTls === 'auto' && isThisMachine(host)
  // Without a password, an attacker could also remove the offer of TLS, so a check would only prevent TLS: RFC 7435
  const isOpportunistic = startTls === 'auto' && !isSecure && !hasCredentials
  return {
    host,
    name,
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: isSecure,
    ignoreTLS: startTls === 'off',
    opportunisticTLS: isOpportunistic,
    requireTLS: startTls === 'required' || (startTls === 'auto' && hasCredentials && !isTrusted),
    tls: isTrusted || isOpportunistic ? ANY_TLS : { ...(tls && { secureContext: tls.getShared() }) },
    // By default, nodemailer continues without the password if the server offers no login, and the email is refused for
    // another reason
    ...(hasCredentials && {
      auth: { user, pass, method: 'PLAIN' },
      forceAuth: true,
      customAuth: { PLAIN: createSignIn(user, pass, name) },
    }),
  }
}

/** Any certificate and any version: some encryption is better than none. Source: RFC 7435, section 3 */
const ANY_TLS = { rejectUnauthorized: false, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
