/** Sends mail through the one mail server of this installation, over at most a few connections that are kept a while. */
import { ChannelError } from './channel.ts'

export interface Mail {
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
  send(mail: Mail): Promise<void>
  /** Lets what is under way end, and closes the connections. */
  close(): void
}

export interface MailerOptions {
  /** `smtp://user:password@host:port`, with STARTTLS where the server offers it, or `smtps://`, with TLS at once. */
  url: string
  /** `Watchkeeper <alerts@example.com>` or the address alone. */
  from: string
  /** Over everything, waiting for a free connection included. */
  timeoutMs?: number
}

/** As long as any other channel may take. */
const TIMEOUT_MS = 10_000

/** Mail services that limit connections mostly allow ten. */
const MOST_CONNECTIONS = 5

/** Shorter than mail servers wait: RFC 5321, section 4.5.3.2.7, has them wait five minutes. */
const IDLE_MS = 60_000

export function makeMailer({ url, from, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined
  return { send, close: () => void opened?.then((transport) => transport.close()) }

  async function send({ to, headers = {}, ...content }: Mail): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      opened ??= openTransport(url, timeoutMs)
      const transport = await opened
      // As an object, so that nothing in the address is read as a second one
      await transport.sendMail({ ...content, from, to: { name: '', address: to }, headers: { ...headers }, signal })
    } catch (error) {
      throw signal.aborted ? new ChannelError(`the mail server took over ${timeoutMs} ms`) : toChannelError(error)
    }
  }
}

/** Loaded at the first mail: reading the library takes as long as half of the server's start. */
async function openTransport(url: string, timeoutMs: number) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MOST_CONNECTIONS,
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

/** As much of nodemailer's errors as tells whose fault it was. */
interface SmtpFailure {
  message: string
  code?: string
  /** What was being said: `CONN`, `AUTH PLAIN`, `RCPT TO`, `DATA`, or `API` when the mail never got that far. */
  command?: string
  /** Of the answer, when there was one. */
  responseCode?: number
}

/**
 * What the server says for good (5yz: RFC 5321, section 4.2.1) of the recipient or of the mail stays so. What it says of
 * our credentials, or of our address as the sender, somebody may mend before the next try.
 */
function toChannelError(error: unknown): ChannelError {
  const { message, code, command, responseCode } = error as SmtpFailure
  const isForGood = responseCode !== undefined && responseCode >= 500
  const isBadAddress = code === 'EENVELOPE' && command === 'API'
  const bounced = isBadAddress || (isForGood && command === 'RCPT TO')
  return new ChannelError(message, { bounced, permanent: bounced || (isForGood && command === 'DATA') })
}
